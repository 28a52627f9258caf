//! Any bytes as a book or a journal, for the fuzz targets.

use super::journal;
use super::layout::{self, CHECKSUM, FIXED, INDEX_ENTRY};
use super::positions::Keys;
use super::worth::Form;

/// Corrects all checksums of a book that can be found: a fuzzer does not guess them.
pub(crate) fn seal(mut bytes: Vec<u8>) -> Vec<u8> {
    let Some(text) = layout::u32_at(&bytes, 12) else {
        return bytes;
    };
    let (text_end, all) = (FIXED.saturating_add(text as usize), bytes.len());
    let Some(entries) = layout::u64_at(&bytes, 16).filter(|_| text_end + CHECKSUM <= all) else {
        return bytes;
    };
    let per_block = u64::from(u16::from_le_bytes([bytes[34], bytes[35]])).max(1);
    let blocks = entries.div_ceil(per_block).min(all as u64) as usize;
    let index = text_end + CHECKSUM;
    let data = (index + blocks * INDEX_ENTRY).min(all);
    let offset = |bytes: &[u8], block: usize| {
        let offset = layout::u64_at(bytes, index + block * INDEX_ENTRY + 8);
        offset.map_or(all, |offset| (offset as usize).min(all))
    };
    for block in 0..blocks {
        let (start, end) = (offset(&bytes, block), offset(&bytes, block + 1));
        let end = if block + 1 == blocks { all } else { end };
        if start >= data && end >= start + CHECKSUM {
            let checksum = crc32fast::hash(&bytes[start..end - CHECKSUM]);
            bytes[end - CHECKSUM..end].copy_from_slice(&checksum.to_le_bytes());
        }
    }
    let checksum = crc32fast::hash(&bytes[index.min(all)..data]);
    bytes[36..40].copy_from_slice(&checksum.to_le_bytes());
    let checksum = crc32fast::hash(&bytes[..text_end]);
    bytes[text_end..index].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

/// Corrects the checksums of a journal.
fn seal_journal(mut bytes: Vec<u8>) -> Vec<u8> {
    let Some(text) = layout::u32_at(&bytes, journal::MAGIC.len()) else {
        return bytes;
    };
    let text_end = (journal::MAGIC.len() + 4).saturating_add(text as usize);
    let Some((head, records)) = bytes.split_at_mut_checked(text_end + CHECKSUM) else {
        return bytes;
    };
    seal_part(head);
    records
        .chunks_exact_mut(journal::RECORD)
        .for_each(seal_part);
    bytes
}

/// Corrects the checksum at the end of some bytes.
fn seal_part(part: &mut [u8]) {
    if let Some((body, checksum)) = part.split_last_chunk_mut::<CHECKSUM>() {
        *checksum = crc32fast::hash(body).to_le_bytes();
    }
}

/// Reads bytes as the journal of a build, with the checksums that they have and with the right ones.
pub(crate) fn journals(bytes: &[u8]) {
    for bytes in [bytes.to_vec(), seal_journal(bytes.to_vec())] {
        let Some((origin, records)) = journal::read_head(&bytes) else {
            continue;
        };
        for form in [Form::Margin, Form::Plies, Form::Winner, Form::Score] {
            let mut known = Keys::default();
            let end = journal::read_records(records, form, &mut known);
            assert!(
                end <= records.len() && end.is_multiple_of(journal::RECORD),
                "{end}"
            );
            let mut written = journal::head(&origin);
            written.extend(
                known
                    .iter()
                    .flat_map(|(&key, &worth)| journal::record((key, worth))),
            );
            let (same, records) = journal::read_head(&written).expect("a head that was written");
            assert_eq!(same, origin);
            let mut again = Keys::default();
            journal::read_records(records, form, &mut again);
            assert_eq!(again, known, "{form:?}");
        }
    }
}

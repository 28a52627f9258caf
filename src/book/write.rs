//! Writing a book.

use std::path::Path;

use super::error::BookError;
use super::layout::{self, CHECKSUM, FIXED, Head, INDEX_ENTRY, PER_BLOCK, VERSION};
use super::origin::Origin;
use super::read::Book;
use super::worth::{Entry, Form};
use crate::files::write_whole;

impl Book {
    /// Writes the book to a file in the present format, completely or not at all.
    ///
    /// # Errors
    /// Returns an error if the book is damaged, or the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), BookError> {
        let mut entries = Vec::new();
        self.for_each(|key, worth| entries.push((key, worth)))?;
        let bytes = encode(self.origin(), self.form(), &entries);
        write_whole(path, &bytes).map_err(|reason| BookError::Unwritable {
            name: path.display().to_string(),
            reason,
        })
    }
}

/// The bytes of a book with these entries, which must be sorted by their keys.
pub(super) fn encode(origin: &Origin, form: Form, entries: &[Entry]) -> Vec<u8> {
    debug_assert!(entries.is_sorted_by(|a, b| a.0 < b.0), "keys ascend");
    let text = origin.to_text();
    let width = layout::width(form, entries.iter().map(|(_, worth)| worth.numbers().0));
    let blocks: Vec<_> = entries.chunks(PER_BLOCK.into()).collect();
    let index_start = FIXED + text.len() + CHECKSUM;
    let data_start = index_start + blocks.len() * INDEX_ENTRY;
    let mut index = Vec::new();
    let mut data = Vec::new();
    for block in blocks {
        let first = block.first().map_or(0, |entry| entry.0);
        index.extend(first.to_le_bytes());
        index.extend(((data_start + data.len()) as u64).to_le_bytes());
        data.extend(encode_block(width, block));
    }
    let head = Head {
        version: VERSION,
        text: text.len() as u32,
        entries: entries.len() as u64,
        length: (data_start + data.len()) as u64,
        form: form.code(),
        width,
        per_block: PER_BLOCK,
        index_checksum: crc32fast::hash(&index),
    };
    let mut bytes = head.to_bytes().to_vec();
    bytes.extend(text.as_bytes());
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes.append(&mut index);
    bytes.append(&mut data);
    bytes
}

fn encode_block(width: u8, entries: &[Entry]) -> Vec<u8> {
    let mut block = Vec::new();
    let values: Vec<_> = entries.iter().map(|(_, worth)| worth.numbers()).collect();
    layout::write_values(&mut block, width, &values);
    for pair in entries.windows(2) {
        layout::write_step(&mut block, pair[1].0 - pair[0].0);
    }
    let checksum = crc32fast::hash(&block);
    block.extend(checksum.to_le_bytes());
    block
}

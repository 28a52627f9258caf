//! The journal of a build: a file beside the book, to which each value is appended as it is found.
//!
//! It has a head with the [`Origin`] of the book, then a record for each value: see
//! `docs/formats.md`. Anything after the last whole record, as a crash may leave it, is cut off.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::error::BookError;
use super::layout::{CHECKSUM, u32_at, u64_at};
use super::origin::Origin;
use super::positions::Keys;
use super::worth::{Entry, Form, Worth};
use crate::system::lock;

pub(super) const MAGIC: [u8; 8] = *b"\x93HSPART\n";
/// The magic bytes of journals of release 0.1.0, when the program had another name.
const FORMER_MAGIC: [u8; 8] = *b"\x93SRPART\n";
pub(super) const RECORD: usize = 15;

/// The time between two syncs to the disk.
const SYNC: Duration = Duration::from_secs(5);

/// The open journal of a build in progress.
pub(super) struct Journal {
    file: File,
    path: PathBuf,
    /// The program that started it.
    begun_by: String,
    synced: Instant,
}

/// The reason why a journal cannot be opened.
pub(super) enum Unopened {
    Io(io::Error),
    /// The journal belongs to a different build.
    Other,
    /// Another program uses it.
    Busy,
}

impl From<io::Error> for Unopened {
    fn from(error: io::Error) -> Unopened {
        Unopened::Io(error)
    }
}

impl Journal {
    /// Opens or creates the journal of a build with this origin; returns the values in it.
    pub(super) fn open(
        path: &Path,
        origin: &Origin,
        form: Form,
    ) -> Result<(Journal, Keys<Worth>), Unopened> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path)?;
        if !lock(&file)? {
            return Err(Unopened::Busy);
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let head = head(origin);
        let mut known = Keys::default();
        let begun_by = match read_head(&bytes) {
            Some((found, records)) if found.is_same_work(origin) => {
                let end = read_records(records, form, &mut known);
                file.set_len((bytes.len() - records.len() + end) as u64)?;
                file.seek(io::SeekFrom::End(0))?;
                found.program
            }
            // The head is incomplete: the build crashed while writing it.
            None if head.starts_with(&bytes) => {
                file.set_len(0)?;
                file.rewind()?;
                file.write_all(&head)?;
                origin.program.clone()
            }
            _ => return Err(Unopened::Other),
        };
        let journal = Journal {
            file,
            path: path.to_path_buf(),
            begun_by,
            synced: Instant::now(),
        };
        Ok((journal, known))
    }

    /// Appends values.
    pub(super) fn add(&mut self, found: &[Entry]) -> io::Result<()> {
        let records: Vec<u8> = found.iter().flat_map(|entry| record(*entry)).collect();
        self.file.write_all(&records)?;
        if self.synced.elapsed() >= SYNC {
            self.file.sync_data()?;
            self.synced = Instant::now();
        }
        Ok(())
    }

    /// The origin of the finished book, which also names the program that started it.
    pub(super) fn finished(&self, origin: &Origin) -> Origin {
        let mut finished = origin.clone();
        if self.begun_by != origin.program {
            finished.program = format!("{} and {}", self.begun_by, origin.program);
        }
        finished
    }

    /// Removes the file, once the book is written.
    pub(super) fn remove(self) -> io::Result<()> {
        std::fs::remove_file(&self.path)
    }
}

pub(super) fn head(origin: &Origin) -> Vec<u8> {
    let text = origin.to_text();
    let mut head = MAGIC.to_vec();
    head.extend((text.len() as u32).to_le_bytes());
    head.extend(text.as_bytes());
    let checksum = crc32fast::hash(&head);
    head.extend(checksum.to_le_bytes());
    head
}

pub(super) fn record((key, worth): Entry) -> [u8; RECORD] {
    let (number, depth) = worth.numbers();
    let mut record = [0; RECORD];
    record[..8].copy_from_slice(&key.to_le_bytes());
    record[8..10].copy_from_slice(&number.to_le_bytes());
    record[10] = depth;
    let checksum = crc32fast::hash(&record[..RECORD - CHECKSUM]);
    record[RECORD - CHECKSUM..].copy_from_slice(&checksum.to_le_bytes());
    record
}

/// The origin and the records of a journal; `None` if the file is not a journal.
pub(super) fn head_of(path: &Path) -> Result<Option<(Origin, Vec<u8>)>, BookError> {
    let bytes = std::fs::read(path).map_err(|reason| BookError::Unreadable {
        name: path.display().to_string(),
        reason,
    })?;
    Ok(read_head(&bytes).map(|(origin, records)| (origin, records.to_vec())))
}

/// Splits a journal into its origin and its records; `None` if its head is incomplete.
pub(super) fn read_head(bytes: &[u8]) -> Option<(Origin, &[u8])> {
    let is_former = bytes.starts_with(&FORMER_MAGIC);
    if !is_former && !bytes.starts_with(&MAGIC) {
        return None;
    }
    let text_start = MAGIC.len() + 4;
    let text_end = text_start.checked_add(u32_at(bytes, MAGIC.len())? as usize)?;
    let origin = Origin::parse(str::from_utf8(bytes.get(text_start..text_end)?).ok()?)?;
    if u32_at(bytes, text_end)? != crc32fast::hash(&bytes[..text_end]) {
        return None;
    }
    let origin = if is_former { origin.renamed() } else { origin };
    Some((origin, &bytes[text_end + CHECKSUM..]))
}

/// Reads the whole records into `known`, and returns the end of the last of them. Damaged records
/// are skipped; their positions are judged again.
pub(super) fn read_records(bytes: &[u8], form: Form, known: &mut Keys<Worth>) -> usize {
    let mut end = 0;
    for (number, record) in bytes.chunks_exact(RECORD).enumerate() {
        let (data, _) = record.split_at(RECORD - CHECKSUM);
        if u32_at(record, RECORD - CHECKSUM) != Some(crc32fast::hash(data)) {
            continue;
        }
        let number_at = i16::from_le_bytes([record[8], record[9]]);
        let worth = form.worth(number_at, record[10]);
        if let Some((key, worth)) = u64_at(record, 0).zip(worth) {
            known.insert(key, worth);
            end = (number + 1) * RECORD;
        }
    }
    end
}

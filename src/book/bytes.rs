//! The bytes of a book, wherever they are.

use std::fs::File;
use std::io;
use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::files::open_plain;
use crate::system::read_exact_at;

/// The bytes of a book.
pub(super) enum Bytes {
    /// In the program.
    BuiltIn(&'static [u8]),
    /// In memory.
    InMemory(Vec<u8>),
    /// In a file, read in parts as they are needed. It may change or break at any time.
    InFile(Parts),
}

/// A part of the bytes.
pub(super) enum Part<'a> {
    Borrowed(&'a [u8]),
    Shared(Arc<[u8]>),
}

impl Deref for Part<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Part::Borrowed(bytes) => bytes,
            Part::Shared(bytes) => bytes,
        }
    }
}

impl Bytes {
    pub(super) fn of_file(path: &Path) -> io::Result<Bytes> {
        let file = open_plain(path, File::options().read(true))?;
        let length = file.metadata()?.len();
        Ok(Bytes::InFile(Parts {
            file,
            length,
            cache: Mutex::default(),
        }))
    }

    /// Forgets the parts of a file that are in memory: they will be read again.
    pub(super) fn forget(&self) {
        if let Bytes::InFile(parts) = self {
            *parts.cache() = Cache::default();
        }
    }

    /// The number of bytes; of a file, when it was opened.
    pub(super) fn len(&self) -> u64 {
        match self {
            Bytes::BuiltIn(bytes) => bytes.len() as u64,
            Bytes::InMemory(bytes) => bytes.len() as u64,
            Bytes::InFile(parts) => parts.length,
        }
    }

    /// The bytes of a range, which must end within [`len`](Bytes::len).
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or has become shorter.
    pub(super) fn read(&self, range: Range<u64>) -> io::Result<Part<'_>> {
        let within = |bytes| slice(bytes, &range).ok_or(io::ErrorKind::UnexpectedEof);
        match self {
            Bytes::BuiltIn(bytes) => Ok(Part::Borrowed(within(bytes)?)),
            Bytes::InMemory(bytes) => Ok(Part::Borrowed(within(bytes)?)),
            Bytes::InFile(parts) => Ok(Part::Shared(parts.read(range)?)),
        }
    }
}

fn slice<'a>(bytes: &'a [u8], range: &Range<u64>) -> Option<&'a [u8]> {
    let start = usize::try_from(range.start).ok()?;
    bytes.get(start..usize::try_from(range.end).ok()?)
}

/// A file, and those of its parts that were read last, for all threads.
pub(super) struct Parts {
    file: File,
    length: u64,
    cache: Mutex<Cache>,
}

impl Parts {
    fn read(&self, range: Range<u64>) -> io::Result<Arc<[u8]>> {
        if range.end > self.length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if let Some(found) = self.cache().find(&range) {
            return Ok(found);
        }
        // Other threads need not wait for the disk: at worst, one reads the same part.
        let length = usize::try_from(range.end - range.start).map_err(io::Error::other)?;
        let mut bytes = vec![0; length];
        read_exact_at(&self.file, &mut bytes, range.start).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => io::Error::new(
                error.kind(),
                "the file has become shorter since it was opened",
            ),
            _ => error,
        })?;
        let bytes: Arc<[u8]> = bytes.into();
        self.cache().keep(range, &bytes);
        Ok(bytes)
    }

    fn cache(&self) -> MutexGuard<'_, Cache> {
        // Nothing panics under this lock.
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A direct-mapped cache of parts: each has one place, and the newest takes it.
#[derive(Default)]
struct Cache(Vec<Option<Kept>>);

/// A part in the cache, and its bytes.
type Kept = (Range<u64>, Arc<[u8]>);

impl Cache {
    const PLACES: usize = 256;
    /// The longest part that is kept, in bytes, so that all take 4 MiB at most.
    const LONGEST: usize = 16 << 10;

    fn find(&self, range: &Range<u64>) -> Option<Arc<[u8]>> {
        let (found, bytes) = self.0.get(place(range))?.as_ref()?;
        (found == range).then(|| Arc::clone(bytes))
    }

    fn keep(&mut self, range: Range<u64>, bytes: &Arc<[u8]>) {
        if bytes.len() > Cache::LONGEST {
            return;
        }
        self.0.resize(Cache::PLACES, None);
        let place = place(&range);
        self.0[place] = Some((range, Arc::clone(bytes)));
    }
}

/// The place of a part, from a hash of its start (Fibonacci hashing).
fn place(range: &Range<u64>) -> usize {
    let mixed = range.start.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> (u64::BITS - Cache::PLACES.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cache_keeps_the_newest_parts_and_no_long_ones() {
        // Miri takes seconds for a thousand of them.
        const PARTS: u64 = if cfg!(miri) { 2_000 } else { 10_000 };
        let mut cache = Cache::default();
        let part = |n: u64| (100 * n..100 * n + 50, Arc::from([n as u8; 50]));
        for n in 0..PARTS {
            let (range, bytes) = part(n);
            assert!(cache.find(&range).is_none());
            cache.keep(range.clone(), &bytes);
            assert_eq!(cache.find(&range), Some(bytes));
            assert!(cache.find(&(range.start..range.end - 1)).is_none());
        }
        let kept = (0..PARTS).filter(|&n| cache.find(&part(n).0).is_some());
        assert_eq!(kept.count(), Cache::PLACES);
        let long = Arc::from(vec![0; Cache::LONGEST + 1]);
        cache.keep(0..Cache::LONGEST as u64 + 1, &long);
        assert_eq!(Arc::strong_count(&long), 1);
    }
}

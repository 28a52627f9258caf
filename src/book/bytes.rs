//! The bytes of a book, wherever they are.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

use crate::files::open_plain;

/// The bytes of a book.
pub(super) enum Bytes {
    /// In the program.
    BuiltIn(&'static [u8]),
    /// In memory.
    Read(Vec<u8>),
    /// In a file that is mapped into memory.
    Mapped(Mmap),
}

/// The largest file, in bytes, that is read into memory, so that later changes to it do not matter.
/// A larger one is mapped.
const LARGEST_READ: u64 = 16 << 20;

impl Bytes {
    pub(super) fn of_file(path: &Path) -> io::Result<Bytes> {
        let file = open_plain(path, File::options().read(true))?;
        if file.metadata()?.len() <= LARGEST_READ {
            let mut bytes = Vec::new();
            file.take(LARGEST_READ + 1).read_to_end(&mut bytes)?;
            return Ok(Bytes::Read(bytes));
        }
        // SAFETY: books are written under another name and then renamed, so a mapped file keeps its
        // bytes. Should somebody change it all the same, each block is checked as it is read, and
        // any bytes are safe to read; only truncating the file while it is mapped ends the program.
        let map = unsafe { Mmap::map(&file)? };
        Ok(Bytes::Mapped(map))
    }

    /// Returns true if the file may still change.
    pub(super) fn is_mapped(&self) -> bool {
        matches!(self, Bytes::Mapped(_))
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::BuiltIn(bytes) => bytes,
            Bytes::Read(bytes) => bytes,
            Bytes::Mapped(map) => map,
        }
    }
}

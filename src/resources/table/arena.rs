//! The memory of a table: cache lines of words that all threads read and write.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::system::memory::Zeroed;

/// The words of a cache line.
pub(crate) const WORDS: usize = 8;

/// The bytes of a cache line.
const LINE_BYTES: usize = 8 * WORDS;

/// A cache line, as a solver sees it.
#[repr(C, align(64))]
#[derive(Debug)]
pub(crate) struct CacheLine(pub(crate) [AtomicU64; WORDS]);

/// This many MiB, initially zero. The system provides each page as it is first written to, so that a table
/// that is not used takes next to nothing.
#[derive(Debug)]
pub(super) struct Arena(Zeroed);

impl Arena {
    pub(super) fn new(mib: usize) -> std::io::Result<Arena> {
        Zeroed::new(mib << 20).map(Arena)
    }

    pub(super) fn mib(&self) -> usize {
        self.0.len() >> 20
    }

    #[inline]
    pub(super) fn lines(&self) -> &[CacheLine] {
        // SAFETY: pages are aligned more than cache lines, the size is a number of MiB, every bit
        // pattern is an `AtomicU64`, and the memory is never accessed in another way than through them.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), self.0.len() / LINE_BYTES) }
    }

    /// Sets every word to zero, from this line on. Pages that nobody has written to stay away.
    pub(super) fn wipe(&self, first: usize) {
        // SAFETY: every word is atomic, zero is a valid one, and none relies on what it wrote.
        if unsafe { self.0.release_from(first * LINE_BYTES) } {
            return;
        }
        let words = self.lines()[first..].iter().flat_map(|line| &line.0);
        let written = words.filter(|word| word.load(Ordering::Relaxed) != 0);
        written.for_each(|word| word.store(0, Ordering::Relaxed));
    }
}

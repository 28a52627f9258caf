//! The memory of a table: cache lines of words that all threads read and write.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use memmap2::MmapMut;

use crate::system::pages;

/// The words of a cache line.
pub(crate) const WORDS: usize = 8;

/// The bytes of a cache line.
const LINE_BYTES: usize = 8 * WORDS;

/// A cache line, as a solver sees it.
#[repr(C, align(64))]
#[derive(Debug)]
pub(crate) struct CacheLine(pub(crate) [AtomicU64; WORDS]);

/// So many MiB of zeros at first, which are only taken as they are written to, or
/// [before](Arena::take_piece).
#[derive(Debug)]
pub(super) struct Arena {
    map: MmapMut,
    /// The bytes that were taken before.
    taken: AtomicUsize,
}

impl Arena {
    pub(super) fn new(mib: usize) -> std::io::Result<Arena> {
        let map = MmapMut::map_anon(mib << 20)?;
        pages::prefer_large(&map);
        let taken = AtomicUsize::new(0);
        Ok(Arena { map, taken })
    }

    pub(super) fn mib(&self) -> usize {
        self.map.len() >> 20
    }

    /// Takes a piece of the memory from the system. Returns whether there may be more; of a large
    /// arena, most is only taken as it is written to.
    pub(super) fn take_piece(&self) -> bool {
        /// The size of a large page.
        const PIECE: usize = 2 << 20;
        const MOST: usize = 256 << 20;
        let start = self.taken.load(Ordering::Relaxed);
        let piece = PIECE.min(self.map.len().min(MOST).saturating_sub(start));
        if piece == 0 {
            return false;
        }
        let is_taken = pages::take(&self.map, start, piece);
        let taken = if is_taken {
            start + piece
        } else {
            self.map.len()
        };
        self.taken.store(taken, Ordering::Relaxed);
        is_taken
    }

    #[inline]
    pub(super) fn lines(&self) -> &[CacheLine] {
        // SAFETY: pages are aligned more than cache lines, the map is a number of MiB, every bit
        // pattern is an `AtomicU64`, and the map is never accessed in another way than through them.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.map.len() / LINE_BYTES) }
    }

    /// Sets every word to zero, from that line on.
    pub(super) fn wipe(&self, first: usize) {
        // The system can do that as it gives the pages again, and only for those that are wanted.
        // SAFETY: `new` made the map anonymous and private; zeros are valid words, all accesses are
        // atomic, and none relies on what it wrote.
        if unsafe { pages::zero_from(&self.map, first * LINE_BYTES) } {
            return;
        }
        let words = self.lines()[first..].iter().flat_map(|line| &line.0);
        words.for_each(|word| word.store(0, Ordering::Relaxed));
    }
}

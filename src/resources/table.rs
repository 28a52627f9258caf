//! The transposition table [Greenblatt 1967]: one arena of cache lines, shared by all threads
//! without locks.
//!
//! A bucket is a cache line of four entries of two words. The first word holds the key combined
//! with the second by exclusive or, so that an entry whose two words come from different writers
//! does not match [Hyatt and Mann 2002]. All 64 bits of the key are kept: in a game with exact keys
//! no entry is ever mistaken for another position's.

mod arena;
mod entry;
mod extent;

use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering};

use thiserror::Error;

pub(crate) use arena::{CacheLine, WORDS};
pub(crate) use entry::{Bound, Entry};
pub(crate) use extent::Extent;

use arena::Arena;
use entry::Stamp;

/// The reason why a table cannot have the requested size.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// Outside of [`Table::MIN_MIB`] and [`Table::MAX_MIB`].
    #[error("the table takes {min} to {max} MiB", min = Table::MIN_MIB, max = Table::MAX_MIB)]
    Size,
    /// The system does not provide that much.
    #[error("no memory for a table of {mib} MiB: {source}")]
    Memory {
        /// The requested size.
        mib: usize,
        /// The system's error.
        source: std::io::Error,
    },
}

/// The transposition table.
///
/// A search for play and a solver use the same memory with different layouts: either all of it in
/// turns, where the entries of the other are wiped, or half of it each, if a solver assists a
/// search for play.
#[derive(Debug)]
pub struct Table {
    arena: Arena,
    /// The buckets for playing, from the start of the arena.
    buckets: AtomicUsize,
    stamp: AtomicU32,
    /// A [`Use`].
    used: AtomicU8,
    /// How much of it solvers have used.
    extent: Extent,
}

/// The current use of the memory.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Use {
    Playing,
    Solving,
    /// The first half is for playing, the second for a solver.
    Both,
}

impl Table {
    /// The smallest table.
    pub const MIN_MIB: usize = 1;
    /// The largest table.
    pub const MAX_MIB: usize = 1 << 20;
    /// The default size.
    pub const DEFAULT_MIB: usize = 64;

    /// An empty table of `mib` MiB. The system only provides the memory as it is written to.
    ///
    /// # Errors
    /// If the size is out of range or the system does not provide the memory.
    pub fn new(mib: usize) -> Result<Table, TableError> {
        if !(Table::MIN_MIB..=Table::MAX_MIB).contains(&mib) {
            return Err(TableError::Size);
        }
        let arena = Arena::new(mib).map_err(|source| TableError::Memory { mib, source })?;
        let stamp = AtomicU32::new(Stamp { era: 1, age: 0 }.to_word());
        Ok(Table {
            buckets: AtomicUsize::new(arena.lines().len()),
            arena,
            stamp,
            used: AtomicU8::new(Use::Playing as u8),
            extent: Extent::default(),
        })
    }

    /// The size in MiB.
    pub fn mib(&self) -> usize {
        self.arena.mib()
    }

    /// Forgets everything, at no cost if no solver has written: entries of an earlier era count as
    /// empty.
    pub fn clear(&self) {
        self.use_for(Use::Playing);
        let era = self.stamp().era.checked_add(1).unwrap_or_else(|| {
            self.arena.wipe(0);
            1
        });
        self.stamp
            .store(Stamp { era, age: 0 }.to_word(), Ordering::Relaxed);
    }

    /// Prepares for a search for play: with a solver beside it, or with the present division.
    pub(crate) fn for_playing(&self, with_solver: bool) {
        if with_solver {
            self.use_for(Use::Both);
        } else if self.is_used_for(Use::Solving) {
            self.use_for(Use::Playing);
        }
    }

    /// The memory of the solver beside a search for play.
    pub(crate) fn beside_playing(&self) -> (&[CacheLine], &Extent) {
        self.use_for(Use::Both);
        (&self.arena.lines()[self.half()..], &self.extent)
    }

    /// The memory for a solver alone: all zero, unless the last user was a solver too.
    pub(crate) fn for_solving(&mut self) -> (&[CacheLine], &Extent) {
        self.use_for(Use::Solving);
        (self.arena.lines(), &self.extent)
    }

    fn is_used_for(&self, wanted: Use) -> bool {
        self.used.load(Ordering::Relaxed) == wanted as u8
    }

    /// Gives the memory to another use and wipes what that cannot read. Entries for playing stay if
    /// they keep their place.
    fn use_for(&self, wanted: Use) {
        let before = self.used.swap(wanted as u8, Ordering::Relaxed);
        if before == wanted as u8 {
            return;
        }
        let all = self.arena.lines().len();
        let (buckets, wiped_from) = match wanted {
            Use::Playing if before == Use::Both as u8 => (all, self.half()),
            Use::Playing | Use::Solving => (all, 0),
            Use::Both if before == Use::Playing as u8 => (self.half(), self.half()),
            Use::Both => (self.half(), 0),
        };
        self.buckets.store(buckets, Ordering::Relaxed);
        self.arena.wipe(wiped_from);
        self.extent.forget();
    }

    /// The first line of the second half.
    fn half(&self) -> usize {
        self.arena.lines().len() / 2
    }

    /// Marks the entries of earlier searches as older, so that they are replaced first.
    pub fn age(&self) {
        let Stamp { era, age } = self.stamp();
        let stamp = Stamp {
            era,
            age: (age + 1) % Stamp::AGES,
        };
        self.stamp.store(stamp.to_word(), Ordering::Relaxed);
    }

    #[inline]
    fn stamp(&self) -> Stamp {
        Stamp::from_word(self.stamp.load(Ordering::Relaxed))
    }

    /// The words of the key's bucket. Keys are expected to be mixed.
    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64; WORDS] {
        let buckets = self.buckets.load(Ordering::Relaxed);
        let index = ((u128::from(key) * buckets as u128) >> 64) as usize;
        &self.arena.lines()[index].0
    }

    /// Prefetches the key's bucket into the cache.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch touches no memory that the program sees; the address is valid.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(self.bucket(key).as_ptr().cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// The entry of the position with this key.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        let era = self.stamp().era;
        self.bucket(key).chunks_exact(2).find_map(|slot| {
            let data = slot[1].load(Ordering::Relaxed);
            let matches = slot[0].load(Ordering::Relaxed) ^ data == key;
            (matches && Stamp::of(data).era == era).then(|| Entry::unpack(data))?
        })
    }

    /// Stores an entry for the position with this key, over the entry of the same position or else
    /// over the least valuable one.
    #[inline]
    pub(crate) fn store(&self, key: u64, mut entry: Entry) {
        let now = self.stamp();
        let mut victim = 0;
        let mut least = u32::MAX;
        let bucket = self.bucket(key);
        for (index, slot) in bucket.chunks_exact(2).enumerate() {
            let data = slot[1].load(Ordering::Relaxed);
            if Stamp::of(data).era == now.era && slot[0].load(Ordering::Relaxed) ^ data == key {
                if entry.mv == Entry::NO_MOVE {
                    entry.mv = Entry::packed_move(data);
                }
                victim = index;
                break;
            }
            let worth = now.worth(data);
            if worth < least {
                (victim, least) = (index, worth);
            }
        }
        let data = entry.pack() | now.bits();
        bucket[victim * 2].store(key ^ data, Ordering::Relaxed);
        bucket[victim * 2 + 1].store(data, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests;

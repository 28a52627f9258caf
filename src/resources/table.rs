//! The transposition table [Greenblatt 1967]: one arena of cache lines, shared by all threads
//! without locks.
//!
//! A bucket is a cache line of four entries of two words. The first word holds the key mixed with
//! the second by exclusive or, so that an entry whose two words come from different writers does
//! not match [Hyatt and Mann 2002]. All 64 bits of the key are kept: for a game with exact keys no
//! entry is ever taken for another position's.

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

/// Why a table cannot have the wanted size.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// Outside of [`Table::MIN_MIB`] and [`Table::MAX_MIB`].
    #[error("the table takes {min} to {max} MiB", min = Table::MIN_MIB, max = Table::MAX_MIB)]
    Size,
    /// The system does not give that much.
    #[error("no memory for a table of {mib} MiB: {source}")]
    Memory {
        /// The wanted size.
        mib: usize,
        /// What the system said.
        source: std::io::Error,
    },
}

/// The transposition table.
///
/// A search for play and a solver see the same memory in different ways. They use all of it in
/// turns, and what the other one has left there is wiped; or, where a search for play is helped by
/// a solver, half of it each.
#[derive(Debug)]
pub struct Table {
    arena: Arena,
    /// The buckets for playing, from the start of the arena.
    buckets: AtomicUsize,
    stamp: AtomicU32,
    /// A [`Use`].
    used: AtomicU8,
    /// How much of it a solver has used.
    extent: Extent,
}

/// Whose the memory is.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Use {
    Playing,
    Solving,
    /// The first half is for playing, the second a solver's.
    Both,
}

impl Table {
    /// The smallest table.
    pub const MIN_MIB: usize = 1;
    /// The largest table.
    pub const MAX_MIB: usize = 1 << 20;
    /// The size at start.
    pub const DEFAULT_MIB: usize = 64;

    /// An empty table of `mib` MiB. The memory is only taken as it is written to, or
    /// [before](Table::take_memory).
    ///
    /// # Errors
    /// When the size is out of range or the system does not give the memory.
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

    /// Takes a piece of the memory from the system, which a search would have to wait for when it
    /// first writes there: that can be a tenth of a second in all. Returns whether there may be more.
    /// Of a large table, most is only taken as it is written to.
    pub fn take_memory(&self) -> bool {
        self.arena.take_piece()
    }

    /// The size in MiB.
    pub fn mib(&self) -> usize {
        self.arena.mib()
    }

    /// Forgets everything, at no cost where no solver has written: entries of an earlier era count
    /// as empty.
    pub fn clear(&self) {
        self.use_for(Use::Playing);
        let era = self.stamp().era.checked_add(1).unwrap_or_else(|| {
            self.arena.wipe(0);
            1
        });
        self.stamp
            .store(Stamp { era, age: 0 }.to_word(), Ordering::Relaxed);
    }

    /// Makes ready for a search for play: with a solver beside it, or in what it has already.
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

    /// The memory, for one solver: all zero unless the last one left it.
    pub(crate) fn for_solving(&mut self) -> (&[CacheLine], &Extent) {
        self.use_for(Use::Solving);
        (self.arena.lines(), &self.extent)
    }

    fn is_used_for(&self, wanted: Use) -> bool {
        self.used.load(Ordering::Relaxed) == wanted as u8
    }

    /// Gives the memory to others; what they cannot read is wiped. Of the entries for playing those
    /// stay that are still in their place.
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

    /// Lets what earlier searches left be replaced before what the coming one writes.
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

    /// Brings the key's bucket into the cache, before it is asked for.
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

    /// What is known about the position with this key.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        let era = self.stamp().era;
        self.bucket(key).chunks_exact(2).find_map(|slot| {
            let data = slot[1].load(Ordering::Relaxed);
            let matches = slot[0].load(Ordering::Relaxed) ^ data == key;
            (matches && Stamp::of(data).era == era).then(|| Entry::unpack(data))?
        })
    }

    /// Writes what is known about the position with this key, over the entry of the same position
    /// or else over the one that is worth least.
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

//! The transposition table: one arena of cache lines, shared by all threads without locks.
//!
//! A bucket is a cache line of four entries of two words. The first word holds the key mixed with
//! the second by exclusive or, so that an entry whose two words come from different writers does
//! not match (Hyatt and Mann, "A lock-less transposition-table implementation for parallel search
//! chess engines", 2002). All 64 bits of the key are kept: for a game with exact keys no entry is
//! ever taken for another position's.

use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering};

use memmap2::MmapMut;
use thiserror::Error;

use crate::game::Score;
use crate::solve::AreaExtent;

/// Why a table cannot have the wanted size.
#[derive(Debug, Error)]
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

/// What an entry's score says about the exact one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The exact score is at least this.
    Lower,
    /// The exact score is at most this.
    Upper,
    /// This is the exact score.
    Exact,
}

/// What is known about a position. Distances to the end count from the position itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) score: Score,
    pub(super) bound: Bound,
    /// Nominal plies searched, at most [`Entry::MAX_DEPTH`].
    pub(super) depth: u8,
    /// Whether the whole tree below was searched, so that no deeper search changes the score.
    pub(super) complete: bool,
    /// The index of the best move, [`Entry::NO_MOVE`] where none is known.
    pub(super) mv: u16,
}

impl Entry {
    /// The largest depth that an entry can hold.
    pub(super) const MAX_DEPTH: u8 = 127;
    /// Not the index of any move.
    pub(super) const NO_MOVE: u16 = u16::MAX;

    fn pack(self, stamp: Stamp) -> u64 {
        let bound: u64 = match self.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        u64::from(self.score.get() as u16)
            | u64::from(self.mv) << 16
            | u64::from(self.depth) << 32
            | u64::from(self.complete) << 39
            | bound << 40
            | u64::from(stamp.age) << 42
            | u64::from(stamp.era) << 48
    }

    fn unpack(data: u64) -> Option<Entry> {
        let bound = match data >> 40 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Entry {
            score: Score::from_raw(data as u16 as i16),
            mv: (data >> 16) as u16,
            depth: (data >> 32) as u8 & Entry::MAX_DEPTH,
            complete: data >> 39 & 1 == 1,
            bound,
        })
    }
}

/// When an entry was written: the era counts games, the age counts searches of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    era: u16,
    age: u8,
}

impl Stamp {
    const AGES: u8 = 64;

    fn of(data: u64) -> Stamp {
        Stamp {
            era: (data >> 48) as u16,
            age: (data >> 42) as u8 % Stamp::AGES,
        }
    }

    const fn from_word(word: u32) -> Stamp {
        Stamp {
            era: (word >> 8) as u16,
            age: word as u8,
        }
    }

    const fn to_word(self) -> u32 {
        (self.era as u32) << 8 | self.age as u32
    }

    /// How much would be lost with an entry now: its depth, less for each search since it was
    /// written.
    #[inline]
    fn worth(self, data: u64) -> u32 {
        const PER_AGE: u32 = 4;
        let written = Stamp::of(data);
        if written.era != self.era {
            return 0;
        }
        let depth = (data >> 32) as u32 & u32::from(Entry::MAX_DEPTH);
        let old = u32::from((Stamp::AGES + self.age - written.age) % Stamp::AGES);
        1 + PER_AGE * u32::from(Stamp::AGES) + depth - PER_AGE * old
    }
}

const ENTRIES: usize = 4;
const BUCKET_BYTES: usize = ENTRIES * 16;

/// The words of a cache line.
pub(crate) const WORDS: usize = 8;

/// A cache line, as a solver sees it.
#[repr(C, align(64))]
#[derive(Debug)]
pub(crate) struct CacheLine(pub(crate) [AtomicU64; WORDS]);

/// The transposition table.
///
/// A search for play and a solver see the same memory in different ways. They use all of it in
/// turns, and what the other one has left there is wiped; or, where a search for play is helped by
/// a solver, half of it each.
#[derive(Debug)]
pub struct Table {
    arena: MmapMut,
    /// The buckets for playing, from the start of the arena.
    buckets: AtomicUsize,
    stamp: AtomicU32,
    /// A [`Use`].
    used: AtomicU8,
    /// How much of it a solver has used.
    extent: AreaExtent,
    /// The bytes that were [taken](Table::take_memory).
    taken: AtomicUsize,
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
        let bytes = mib << 20;
        let arena =
            MmapMut::map_anon(bytes).map_err(|source| TableError::Memory { mib, source })?;
        // Fewer misses of the address cache; the system may refuse, and all is well without.
        #[cfg(target_os = "linux")]
        let _ = arena.advise(memmap2::Advice::HugePage);
        let stamp = AtomicU32::new(Stamp { era: 1, age: 0 }.to_word());
        Ok(Table {
            arena,
            buckets: AtomicUsize::new(bytes / BUCKET_BYTES),
            stamp,
            used: AtomicU8::new(Use::Playing as u8),
            extent: AreaExtent::default(),
            taken: AtomicUsize::new(0),
        })
    }

    /// Takes a piece of the memory from the system, which a search would have to wait for when it
    /// first writes there: that can be a tenth of a second in all. Returns whether there may be more.
    /// Of a large table, most is only taken as it is written to.
    pub fn take_memory(&self) -> bool {
        /// The size of a large page.
        const PIECE: usize = 2 << 20;
        const MOST: usize = 256 << 20;
        let start = self.taken.load(Ordering::Relaxed);
        let piece = PIECE.min(self.arena.len().min(MOST).saturating_sub(start));
        if piece == 0 {
            return false;
        }
        #[cfg(target_os = "linux")]
        let is_taken = {
            let advice = memmap2::Advice::PopulateWrite;
            self.arena.advise_range(advice, start, piece).is_ok()
        };
        #[cfg(not(target_os = "linux"))]
        let is_taken = false;
        let taken = if is_taken {
            start + piece
        } else {
            self.arena.len()
        };
        self.taken.store(taken, Ordering::Relaxed);
        is_taken
    }

    /// The size in MiB.
    pub fn mib(&self) -> usize {
        self.arena.len() >> 20
    }

    /// Forgets everything, at no cost where no solver has written: entries of an earlier era count
    /// as empty.
    pub fn clear(&self) {
        self.use_for(Use::Playing);
        let era = self.stamp().era.checked_add(1).unwrap_or_else(|| {
            self.wipe(0);
            1
        });
        self.stamp
            .store(Stamp { era, age: 0 }.to_word(), Ordering::Relaxed);
    }

    /// Makes ready for a search for play: with a solver beside it, or in what it has already.
    pub(super) fn for_playing(&self, with_solver: bool) {
        if with_solver {
            self.use_for(Use::Both);
        } else if self.is_used_for(Use::Solving) {
            self.use_for(Use::Playing);
        }
    }

    /// The memory of the solver beside a search for play.
    pub(crate) fn beside_playing(&self) -> (&[CacheLine], &AreaExtent) {
        self.use_for(Use::Both);
        (&self.lines()[self.half()..], &self.extent)
    }

    /// The memory, for one solver: all zero unless the last one left it.
    pub(crate) fn for_solving(&mut self) -> (&[CacheLine], &AreaExtent) {
        self.use_for(Use::Solving);
        (self.lines(), &self.extent)
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
        let all = self.lines().len();
        let (buckets, wiped_from) = match wanted {
            Use::Playing if before == Use::Both as u8 => (all, self.half()),
            Use::Playing | Use::Solving => (all, 0),
            Use::Both if before == Use::Playing as u8 => (self.half(), self.half()),
            Use::Both => (self.half(), 0),
        };
        self.buckets.store(buckets, Ordering::Relaxed);
        self.wipe(wiped_from);
        self.extent.forget();
    }

    /// The first line of the second half.
    fn half(&self) -> usize {
        self.lines().len() / 2
    }

    fn lines(&self) -> &[CacheLine] {
        // SAFETY: as for `words`; pages are aligned more than cache lines, and the arena is a
        // number of MiB.
        unsafe {
            std::slice::from_raw_parts(self.arena.as_ptr().cast(), self.arena.len() / BUCKET_BYTES)
        }
    }

    /// Sets every word to zero, from that line on.
    fn wipe(&self, first: usize) {
        let start = first * BUCKET_BYTES;
        // The system can do that as it gives the pages again, and only for those that are wanted.
        #[cfg(target_os = "linux")]
        {
            // SAFETY: private anonymous pages that are given back read as zeros from then on,
            // which are valid words; all accesses are atomic, and none relies on what it wrote.
            let given_back = unsafe {
                self.arena.unchecked_advise_range(
                    memmap2::UncheckedAdvice::DontNeed,
                    start,
                    self.arena.len() - start,
                )
            };
            if given_back.is_ok() {
                return;
            }
        }
        self.words()[start / 8..]
            .iter()
            .for_each(|word| word.store(0, Ordering::Relaxed));
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

    fn words(&self) -> &[AtomicU64] {
        // SAFETY: the arena is page-aligned, its length is a multiple of 8, every bit pattern is
        // an `AtomicU64`, and the arena is never accessed in another way than through them.
        unsafe { std::slice::from_raw_parts(self.arena.as_ptr().cast(), self.arena.len() / 8) }
    }

    /// The words of the key's bucket. Keys are expected to be mixed.
    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let buckets = self.buckets.load(Ordering::Relaxed);
        let index = ((u128::from(key) * buckets as u128) >> 64) as usize;
        &self.words()[index * ENTRIES * 2..][..ENTRIES * 2]
    }

    /// Brings the key's bucket into the cache, before it is asked for.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
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
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
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
    pub(super) fn store(&self, key: u64, mut entry: Entry) {
        let now = self.stamp();
        let mut victim = 0;
        let mut least = u32::MAX;
        let bucket = self.bucket(key);
        for (index, slot) in bucket.chunks_exact(2).enumerate() {
            let data = slot[1].load(Ordering::Relaxed);
            if Stamp::of(data).era == now.era && slot[0].load(Ordering::Relaxed) ^ data == key {
                if entry.mv == Entry::NO_MOVE {
                    entry.mv = (data >> 16) as u16;
                }
                victim = index;
                break;
            }
            let worth = now.worth(data);
            if worth < least {
                (victim, least) = (index, worth);
            }
        }
        let data = entry.pack(now);
        bucket[victim * 2].store(key ^ data, Ordering::Relaxed);
        bucket[victim * 2 + 1].store(data, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests;

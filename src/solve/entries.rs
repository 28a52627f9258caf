//! The solver's entries: both bounds of a position. A bucket is a cache line.
//!
//! The family of a position ([`family`](crate::game::Knowledge::family)) chooses a few neighbouring
//! lines, and its key one of them: positions that are looked up one after the other are close
//! together in memory.
//!
//! There are two forms of entries in the same memory. [`Words`] are single words, eight to a
//! bucket, for games whose keys they hold completely: the line of the family and the tag together
//! determine the key, so that no position is ever mistaken for another. [`Pairs`] are two words,
//! four to a bucket, with all 64 bits of any key; the first is combined with the second by
//! exclusive or, as in the table for playing, so that an entry with words of different writers does
//! not match.
//!
//! A new entry replaces the one that took the least work.

use std::marker::PhantomData;
use std::sync::atomic::Ordering;

use super::area::{Area, LINE_BITS};
use super::number::{Arithmetic, Number, PACKED_BITS};
use crate::game::Rules;
use crate::resources::CacheLine;

/// Both bounds of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: Number,
    pub(super) high: Number,
}

/// The line of a position, and the tag that tells it apart from others in its bucket.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Address {
    line: usize,
    tag: u64,
}

impl Address {
    /// A nonzero word for the position.
    #[inline]
    pub(super) fn identity(self) -> u64 {
        (self.tag ^ (self.line as u64).wrapping_mul(GOLDEN)) | 1
    }
}

/// A form of entries.
pub(super) trait Entries: Copy {
    /// The address of the position with this key and family.
    fn address(&self, key: u64, family: u64) -> Address;

    /// Prefetches an address into the cache.
    fn prefetch(&self, address: Address);

    /// The same for all addresses of a family.
    fn prefetch_family(&self, family: u64) {
        let first = self.area().first_line(family);
        for line in first..first + (1 << LINE_BITS) {
            prefetch(self.area().line(line));
        }
    }

    /// The bounds of the position, if there is an entry.
    fn probe(&self, address: Address) -> Option<Bounds>;

    /// The memory.
    fn area(&self) -> Area<'_>;

    /// Makes the area larger.
    fn grow(&self);

    /// Stores the bounds of the position, and how many nodes they took.
    fn store(&self, address: Address, bounds: Bounds, work: u64);
}

/// 2⁶⁴ divided by the golden ratio: multiples of it spread evenly ([Knuth 1998], 6.4).
pub(super) const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

#[inline]
fn prefetch(line: &CacheLine) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch touches no memory that the program sees; the address is valid.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(line.0.as_ptr().cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = line;
}

/// The work in a few bits: its logarithm, from 1.
#[inline]
fn effort(work: u64) -> u64 {
    u64::from((work | 1).ilog2()) + 1
}

/// The effort of an entry whose copy may be at a wrong address after the memory grew.
fn faded(effort: u64) -> u64 {
    const LOSS: u64 = 3;
    effort.min(effort.saturating_sub(LOSS).max(1))
}

/// Entries of one word: a tag, the effort, and both bounds.
pub(super) struct Words<'a, R> {
    area: Area<'a>,
    /// The number of bits of a word that the keys leave free.
    spare: u32,
    game: PhantomData<R>,
}

/// The bits of a word below the tag: the effort and the bounds.
const DATA_BITS: u32 = 17;
const EFFORT_SHIFT: u32 = PACKED_BITS;
const MOST_EFFORT: u64 = (1 << (DATA_BITS - EFFORT_SHIFT)) - 1;
const TAG_BITS: u32 = u64::BITS - DATA_BITS;

impl<'a, R: Rules> Words<'a, R> {
    /// `None` if a tag and a line cannot hold a key, or if keys are hashes.
    ///
    /// A key of n bits is multiplied by an odd number modulo 2ⁿ, so that different keys stay
    /// different.
    pub(super) fn new(area: Area<'a>) -> Option<Self> {
        let bits = R::KEY_BITS.filter(|bits| (1..=TAG_BITS + LINE_BITS).contains(bits))?;
        Some(Words {
            area,
            spare: u64::BITS - bits,
            game: PhantomData,
        })
    }

    /// If the tag matches, the rest is the data, which is 0 if there is none.
    #[inline]
    fn is_of(word: u64, address: Address) -> bool {
        debug_assert!(address.tag.trailing_zeros() >= DATA_BITS);
        (word ^ address.tag).wrapping_sub(1) < (1 << DATA_BITS) - 1
    }
}

impl<R> Clone for Words<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Words<'_, R> {}

impl<R: Rules> Entries for Words<'_, R> {
    #[inline]
    fn address(&self, key: u64, family: u64) -> Address {
        let mixed = (key << self.spare).wrapping_mul(GOLDEN);
        let line = (mixed >> (u64::BITS - LINE_BITS)) as usize;
        Address {
            line: self.area.first_line(family) + line,
            tag: mixed << LINE_BITS,
        }
    }

    #[inline]
    fn area(&self) -> Area<'_> {
        self.area
    }

    fn grow(&self) {
        self.area.grow(|words| {
            words.map(|word| {
                let effort = word >> EFFORT_SHIFT & MOST_EFFORT;
                word - ((effort - faded(effort)) << EFFORT_SHIFT)
            })
        });
    }

    #[inline]
    fn prefetch(&self, address: Address) {
        prefetch(self.area.line(address.line));
    }

    #[inline]
    fn probe(&self, address: Address) -> Option<Bounds> {
        let CacheLine(words) = self.area.line(address.line);
        let mut words = words.iter().map(|word| word.load(Ordering::Relaxed));
        let word = words.find(|&word| Self::is_of(word, address))?;
        let (low, high) = Arithmetic::<R>::unpack(word as u16);
        Some(Bounds { low, high })
    }

    #[inline]
    fn store(&self, address: Address, bounds: Bounds, work: u64) {
        let CacheLine(words) = self.area.line(address.line);
        let (mut victim, mut least) = (0, u64::MAX);
        for (index, word) in words.iter().enumerate() {
            let word = word.load(Ordering::Relaxed);
            if Self::is_of(word, address) {
                victim = index;
                break;
            }
            let worth = word >> EFFORT_SHIFT & MOST_EFFORT;
            if worth < least {
                (victim, least) = (index, worth);
            }
        }
        let data = u64::from(Arithmetic::<R>::pack(bounds.low, bounds.high));
        let word = address.tag | effort(work).min(MOST_EFFORT) << EFFORT_SHIFT | data;
        words[victim].store(word, Ordering::Relaxed);
    }
}

/// Entries of two words: the key, combined with the second word, which holds the bounds and the
/// effort.
#[derive(Clone, Copy)]
pub(super) struct Pairs<'a> {
    area: Area<'a>,
}

impl<'a> Pairs<'a> {
    pub(super) fn new(area: Area<'a>) -> Pairs<'a> {
        Pairs { area }
    }
}

impl Entries for Pairs<'_> {
    #[inline]
    fn address(&self, key: u64, family: u64) -> Address {
        let line = (key.wrapping_mul(GOLDEN) >> (u64::BITS - LINE_BITS)) as usize;
        Address {
            line: self.area.first_line(family) + line,
            tag: key,
        }
    }

    #[inline]
    fn area(&self) -> Area<'_> {
        self.area
    }

    fn grow(&self) {
        self.area.grow(|mut words| {
            for pair in words.chunks_exact_mut(2) {
                let effort = pair[1] >> 32;
                let data = pair[1] - ((effort - faded(effort)) << 32);
                pair[0] ^= pair[1] ^ data;
                pair[1] = data;
            }
            words
        });
    }

    #[inline]
    fn prefetch(&self, address: Address) {
        prefetch(self.area.line(address.line));
    }

    #[inline]
    fn probe(&self, address: Address) -> Option<Bounds> {
        let CacheLine(words) = self.area.line(address.line);
        words.chunks_exact(2).find_map(|pair| {
            let data = pair[1].load(Ordering::Relaxed);
            let is_it = pair[0].load(Ordering::Relaxed) ^ data == address.tag && data != 0;
            is_it.then(|| Bounds {
                low: Number::from_raw(data as i16),
                high: Number::from_raw((data >> 16) as i16),
            })
        })
    }

    #[inline]
    fn store(&self, address: Address, bounds: Bounds, work: u64) {
        let CacheLine(words) = self.area.line(address.line);
        let (mut victim, mut least) = (0, u64::MAX);
        for (index, pair) in words.chunks_exact(2).enumerate() {
            let data = pair[1].load(Ordering::Relaxed);
            if pair[0].load(Ordering::Relaxed) ^ data == address.tag && data != 0 {
                victim = index;
                break;
            }
            let worth = data >> 32;
            if worth < least {
                (victim, least) = (index, worth);
            }
        }
        let [low, high] = [bounds.low, bounds.high].map(|bound| u64::from(bound.get() as u16));
        let data = effort(work) << 32 | high << 16 | low;
        words[2 * victim].store(address.tag ^ data, Ordering::Relaxed);
        words[2 * victim + 1].store(data, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests;

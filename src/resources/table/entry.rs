//! What the table knows about a position, in one word.

use crate::game::Score;

/// What an entry's score says about the exact one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The exact score is at least this.
    Lower,
    /// The exact score is at most this.
    Upper,
    /// This is the exact score.
    Exact,
}

/// What is known about a position. Distances to the end count from the position itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    /// Nominal plies searched, at most [`Entry::MAX_DEPTH`].
    pub(crate) depth: u8,
    /// Whether the whole tree below was searched, so that no deeper search changes the score.
    pub(crate) complete: bool,
    /// The index of the best move, [`Entry::NO_MOVE`] where none is known.
    pub(crate) mv: u16,
}

impl Entry {
    /// The largest depth that an entry can hold.
    pub(crate) const MAX_DEPTH: u8 = 127;
    /// Not the index of any move.
    pub(crate) const NO_MOVE: u16 = u16::MAX;

    pub(super) fn pack(self, stamp: Stamp) -> u64 {
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

    pub(super) fn unpack(data: u64) -> Option<Entry> {
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
pub(super) struct Stamp {
    pub(super) era: u16,
    pub(super) age: u8,
}

impl Stamp {
    pub(super) const AGES: u8 = 64;

    pub(super) fn of(data: u64) -> Stamp {
        Stamp {
            era: (data >> 48) as u16,
            age: (data >> 42) as u8 % Stamp::AGES,
        }
    }

    pub(super) const fn from_word(word: u32) -> Stamp {
        Stamp {
            era: (word >> 8) as u16,
            age: word as u8,
        }
    }

    pub(super) const fn to_word(self) -> u32 {
        (self.era as u32) << 8 | self.age as u32
    }

    /// How much would be lost with an entry now: its depth, less for each search since it was
    /// written.
    #[inline]
    pub(super) fn worth(self, data: u64) -> u32 {
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

//! A table entry about a position, in one word.

use crate::game::Score;

/// The relation of an entry's score to the exact score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The exact score is at least this.
    Lower,
    /// The exact score is at most this.
    Upper,
    /// This is the exact score.
    Exact,
}

/// Where the parts of a packed entry begin; the score, of 24 bits, is in front.
const MOVE_SHIFT: u32 = 24;
const DEPTH_SHIFT: u32 = 40;
const COMPLETE_SHIFT: u32 = 47;
const BOUND_SHIFT: u32 = 48;
const AGE_SHIFT: u32 = 50;
const ERA_SHIFT: u32 = 56;
const SCORE: u32 = (1 << MOVE_SHIFT) - 1;

/// The knowledge about a position. Distances to the end count from the position itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    /// Nominal plies searched, at most [`Entry::MAX_DEPTH`].
    pub(crate) depth: u8,
    /// True if the whole tree below was searched, so that no deeper search changes the score.
    pub(crate) complete: bool,
    /// The index of the best move, [`Entry::NO_MOVE`] if none is known.
    pub(crate) mv: u16,
}

impl Entry {
    /// The largest depth that an entry can hold.
    pub(crate) const MAX_DEPTH: u8 = 127;
    /// An index that no move has.
    pub(crate) const NO_MOVE: u16 = u16::MAX;

    /// The entry as a word, which is never 0.
    #[inline]
    pub(crate) fn pack(self) -> u64 {
        let bound: u64 = match self.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        u64::from(self.score.steps() as u32 & SCORE)
            | u64::from(self.mv) << MOVE_SHIFT
            | u64::from(self.depth) << DEPTH_SHIFT
            | u64::from(self.complete) << COMPLETE_SHIFT
            | bound << BOUND_SHIFT
    }

    /// The entry of a word, if it is of one; a stamp in it is skipped.
    #[inline]
    pub(crate) fn unpack(data: u64) -> Option<Entry> {
        let bound = match data >> BOUND_SHIFT & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Entry {
            // Its highest bit becomes the sign.
            score: Score::from_steps((data as i32) << (32 - MOVE_SHIFT) >> (32 - MOVE_SHIFT)),
            mv: Entry::packed_move(data),
            depth: (data >> DEPTH_SHIFT) as u8 & Entry::MAX_DEPTH,
            complete: data >> COMPLETE_SHIFT & 1 == 1,
            bound,
        })
    }

    /// The move of a packed entry.
    pub(super) const fn packed_move(data: u64) -> u16 {
        (data >> MOVE_SHIFT) as u16
    }
}

/// When an entry was written: the era counts games, the age counts searches of a game. After 255 games
/// the table is wiped, so that no era comes again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    pub(super) era: u8,
    pub(super) age: u8,
}

impl Stamp {
    pub(super) const AGES: u8 = 64;

    /// The bits of the stamp in the word of an entry.
    pub(super) fn bits(self) -> u64 {
        u64::from(self.age) << AGE_SHIFT | u64::from(self.era) << ERA_SHIFT
    }

    pub(super) fn of(data: u64) -> Stamp {
        Stamp {
            era: (data >> ERA_SHIFT) as u8,
            age: (data >> AGE_SHIFT) as u8 % Stamp::AGES,
        }
    }

    pub(super) const fn from_word(word: u32) -> Stamp {
        Stamp {
            era: (word >> 8) as u8,
            age: word as u8,
        }
    }

    pub(super) const fn to_word(self) -> u32 {
        (self.era as u32) << 8 | self.age as u32
    }

    /// The value of keeping an entry: its depth, less something for each search since it was
    /// written.
    #[inline]
    pub(super) fn worth(self, data: u64) -> u32 {
        const PER_AGE: u32 = 4;
        let written = Stamp::of(data);
        if written.era != self.era {
            return 0;
        }
        let depth = (data >> DEPTH_SHIFT) as u32 & u32::from(Entry::MAX_DEPTH);
        let old = u32::from((Stamp::AGES + self.age - written.age) % Stamp::AGES);
        1 + PER_AGE * u32::from(Stamp::AGES) + depth - PER_AGE * old
    }
}

//! How games are played that something is learnt from.

use std::ops::Range;

use fastrand::Rng;

use crate::learn::OPENING;

/// How games are played.
#[derive(Clone, Debug)]
pub(super) struct Manner {
    /// The plies at random at the beginning of a game.
    early: Range<usize>,
    /// Those of one game in [`LATE`].
    late: Range<usize>,
    /// One move in so many is chosen at random.
    pub(super) rarity: u32,
    /// The nodes with which the last positions are solved.
    pub(super) solving: u64,
    /// True if a game goes on when its result is proved.
    pub(super) to_the_end: bool,
}

/// One game in so many begins late.
const LATE: u32 = 6;

impl Manner {
    /// For networks, which see by themselves what is alike.
    pub(super) fn plain() -> Manner {
        Manner {
            early: *OPENING.start()..OPENING.end() + 1,
            late: 0..0,
            rarity: 40,
            solving: 20_000,
            to_the_end: false,
        }
    }

    /// Shows more of what a search or a solver may meet: even openings of many kinds, positions that no sane player gets,
    /// bad moves and ends. A game has so many plies or so.
    pub(super) fn varied(plies: usize) -> Manner {
        let least = (plies / 10).max(2);
        Manner {
            early: least..(plies / 3).max(least + 1),
            late: plies / 3..(5 * plies / 6).max(plies / 3 + 1),
            rarity: 25,
            solving: 2_000,
            to_the_end: true,
        }
    }

    /// True if openings in which a side is far ahead are left out, except late ones.
    pub(super) fn is_varied(&self) -> bool {
        !self.late.is_empty()
    }

    /// The number of plies at random that a game begins with, and whether that is late.
    pub(super) fn plies(&self, rng: &mut Rng) -> (usize, bool) {
        let is_late = self.is_varied() && rng.u32(..LATE) == 0;
        let plies = if is_late { &self.late } else { &self.early };
        (rng.usize(plies.clone()), is_late)
    }
}

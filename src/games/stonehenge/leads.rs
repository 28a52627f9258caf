//! The leads of the side to move on all lines, and the lines that a stone decides.

use super::hand::Hand;
use super::lanes::{self, Lanes};
use super::rules::Stonehenge;
use crate::game::{Rules, Side};

/// The leads of the side to move on all lines, and the most that can still be added to them.
pub(super) struct Leads {
    /// The leads, plus [`lanes::LEVEL`].
    leads: Lanes,
    free: Lanes,
    /// The number of free cells of each line after a stone on it.
    free_after: Lanes,
    /// The lead that makes a line safe from the other side after a stone on it, plus
    /// [`lanes::LEVEL`].
    safe: Lanes,
    mine: Hand,
}

/// The lines that a stone decides. The bits of lines decided before are arbitrary.
#[derive(Clone, Copy)]
pub(super) struct Decided {
    /// Won by a stone on them.
    pub(super) won: u16,
    /// Lost by a stone on them.
    pub(super) lost: u16,
    /// Lost by a stone elsewhere.
    pub(super) given: u16,
}

impl Leads {
    pub(super) fn new(position: &Stonehenge) -> Leads {
        let mover = position.to_move();
        let (balance, free) = position.lanes();
        let leads = match mover {
            Side::Black => balance,
            Side::White => balance.map(|half| 2 * lanes::LEVEL - half),
        };
        let free_after = free.map(lanes::one_less);
        // The side that fills a line needs the larger sum.
        let [_, others @ ..] = position.hand(!mover).facts().best;
        let [a, b, c, d, e, f, g] = others;
        let reach = lanes::reach(free_after, &[1, a, b, c, d, e, f, g]);
        Leads {
            leads,
            free,
            free_after,
            safe: reach.map(|half| lanes::LEVEL + half),
            mine: position.hand(mover),
        }
    }

    pub(super) fn lead(&self, line: usize) -> i8 {
        lanes::get(self.leads, line) as i8 - lanes::LEVEL as i8
    }

    pub(super) fn free(&self, line: usize) -> u8 {
        lanes::get(self.free, line)
    }

    /// The lines won by putting a stone of this value on them.
    #[inline]
    pub(super) fn won_by(&self, stone: u8) -> u16 {
        let stone = lanes::in_each(stone);
        let won = |half: usize| lanes::at_least(self.leads[half] + stone, self.safe[half]);
        won(1) << 8 | won(0)
    }

    /// The lines that a stone of this value decides.
    #[inline]
    pub(super) fn decided_by(&self, stone: u8) -> Decided {
        let best = &self.mine.without(stone).facts().best;
        let reach = lanes::reach(self.free, best);
        let reach_after = lanes::reach(self.free_after, best);
        let mut decided = Decided {
            won: 0,
            lost: 0,
            given: 0,
        };
        for half in (0..2).rev() {
            let lead = self.leads[half];
            let with_stone = lead + lanes::in_each(stone);
            let add = |lines: u16, found: u16| lines << 8 | found;
            decided = Decided {
                won: add(decided.won, lanes::at_least(with_stone, self.safe[half])),
                lost: add(
                    decided.lost,
                    lanes::at_least(lanes::LEVEL - reach_after[half], with_stone),
                ),
                given: add(
                    decided.given,
                    lanes::at_least(lanes::LEVEL - reach[half], lead),
                ),
            };
        }
        decided
    }
}

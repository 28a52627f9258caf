//! What a proof leaves to spare.
//!
//! Who has refuted a stone on a cell has mostly refuted the larger ones there, too: the line sums of
//! the other side are a little better then, but its hand is worse, and the same replies still win
//! where the winner has more than he needs. (Partition search [Ginsberg 1996] keeps what
//! a proof needs for positions to come; here it serves the moves beside it.)

use super::geometry::CELL_LINES;
use super::rules::{Stonehenge, set_bits};
use super::sums::{LANES, Sums};
use crate::game::Side;

/// By how much less the winner may lead on each line: twice that, and one more. On lines that he
/// does not need it is below 0, which counts as more than any other number.
#[derive(Clone, Copy)]
pub(super) struct Slack(Sums);

impl Slack {
    /// Nothing to spare that would be known of.
    pub(super) const NONE: Slack = Slack(Sums::ZERO);

    /// All that there is, before any end is known.
    pub(super) const ALL: Slack = Slack(Sums::of_lanes([-1; LANES]));

    /// When all lines are full, as the winner sees them.
    #[inline]
    pub(super) fn at_end(sums: Sums) -> Slack {
        Slack(sums)
    }

    /// When the winner owns enough lines: he may lose so much that he would still own them.
    pub(super) fn of_owner(position: &Stonehenge, winner: Side) -> Slack {
        let reach = &position.hand(!winner).facts().best;
        let mut slack = [-1; LANES];
        for line in set_bits(u32::from(position.owned(winner))) {
            let lead = match winner {
                Side::Black => position.balance(line),
                Side::White => -position.balance(line),
            };
            let free = position.free(line);
            slack[line] = if free == 0 {
                // Who has filled it is not known.
                (2 * lead - 1).max(1)
            } else {
                2 * (lead - reach[usize::from(free)] as i8) + 1
            };
        }
        Slack(Sums::of_lanes(slack))
    }

    /// What two proofs both leave.
    #[inline]
    pub(super) fn and(self, other: Slack) -> Slack {
        Slack(self.0.least_unsigned(&other.0))
    }

    /// Whether it is enough for so much more of the other side on the lines through a cell.
    #[inline]
    pub(super) fn allows(self, more: &Sums, cell: usize) -> bool {
        let too_little = self.0.least_unsigned(more).same(&self.0);
        too_little & u32::from(CELL_LINES[cell]) == 0
    }

    /// What is left then.
    #[inline]
    pub(super) fn less(self, more: &Sums) -> Slack {
        Slack(self.0.minus(more))
    }
}

/// How a position ends, and what the winner has to spare.
#[derive(Clone, Copy)]
pub(super) struct Ending {
    /// Whether the side to move wins.
    pub(super) is_won: bool,
    pub(super) slack: Slack,
}

impl Ending {
    pub(super) fn won(slack: Slack) -> Ending {
        let is_won = true;
        Ending { is_won, slack }
    }

    pub(super) fn lost(slack: Slack) -> Ending {
        let is_won = false;
        Ending { is_won, slack }
    }
}

//! The margin by which a proof holds.
//!
//! A refutation of a stone on a cell usually refutes the larger ones there as well: the sums of
//! their side are a little better then, but its hand is worse, and the same replies still win if
//! the winner has something to spare. (Partition search [Ginsberg 1996] keeps what a proof needs
//! for positions to come; here it serves the sibling moves.)

use super::geometry::CELL_LINES;
use super::rules::{Stonehenge, set_bits};
use super::sums::{LANES, Sums};
use crate::game::Side;

/// The margin by which the winner's lead on each line may shrink, doubled, plus one. On lines that
/// the winner does not need it is below 0, which counts as larger than any other number.
#[derive(Clone, Copy)]
pub(super) struct Slack(Sums);

impl Slack {
    /// No known margin.
    pub(super) const NONE: Slack = Slack(Sums::ZERO);

    /// An unlimited margin, before any end is known.
    pub(super) const ALL: Slack = Slack(Sums::of_lanes([-1; LANES]));

    /// The margin when all lines are full; `sums` are seen from the winner.
    #[inline]
    pub(super) fn at_end(sums: Sums) -> Slack {
        Slack(sums)
    }

    /// The margin of a side that owns enough lines: it must still own them.
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
                // It is unknown who filled the line.
                (2 * lead - 1).max(1)
            } else {
                2 * (lead - reach[usize::from(free)] as i8) + 1
            };
        }
        Slack(Sums::of_lanes(slack))
    }

    /// The margin that two proofs share.
    #[inline]
    pub(super) fn and(self, other: Slack) -> Slack {
        Slack(self.0.least_unsigned(&other.0))
    }

    /// Returns true if the other side may have `more` on the lines through the cell.
    #[inline]
    pub(super) fn allows(self, more: &Sums, cell: usize) -> bool {
        let too_little = self.0.least_unsigned(more).same(&self.0);
        too_little & u32::from(CELL_LINES[cell]) == 0
    }

    /// The margin left after `more`.
    #[inline]
    pub(super) fn less(self, more: &Sums) -> Slack {
        Slack(self.0.minus(more))
    }
}

/// The end of a position with best play, and the winner's margin.
#[derive(Clone, Copy)]
pub(super) struct Ending {
    /// `true` if the side to move wins.
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

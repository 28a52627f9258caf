//! The numbers of the search that can be tuned.

use crate::game::{Param, Score, Selectivity};
use crate::resources::Entry;

/// The tuning of the search, for every game and evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// The first half-width of the aspiration window, in percent of
    /// [`Evaluation::grain`](crate::game::Evaluation::grain).
    aspiration: Param,
    /// The first iteration that uses such a window.
    aspiration_depth: Param,
    /// The growth factor of the window if the score is outside.
    aspiration_growth: Param,
    /// The share of each kind of selectivity that the search uses, in percent of what the
    /// evaluation asks for.
    reduction: Param,
    futility: Param,
    null_move: Param,
    confidence: Param,
    /// The number of plies by which unstable positions are searched beyond the nominal depth.
    quiescence: Param,
    /// The share of the moves that is overlooked on purpose, in thousandths: 1000 plays at random.
    overlooks: Param,
}

impl Default for Tuning {
    fn default() -> Tuning {
        const DEEPEST: i32 = Entry::MAX_DEPTH as i32;
        Tuning {
            aspiration: Param::new("aspiration", 200, 1..=2000),
            aspiration_depth: Param::new("aspiration_depth", 4, 1..=DEEPEST),
            aspiration_growth: Param::new("aspiration_growth", 4, 2..=64),
            reduction: Param::percent("reduction"),
            futility: Param::percent("futility"),
            null_move: Param::percent("null_move"),
            confidence: Param::percent("confidence"),
            quiescence: Param::new("quiescence", 8, 0..=64),
            overlooks: Param::new("overlooks", 0, 0..=1000),
        }
    }
}

impl Tuning {
    /// The parameters, in the order to show them.
    pub fn params(&mut self) -> [&mut Param; 9] {
        [
            &mut self.aspiration,
            &mut self.aspiration_depth,
            &mut self.aspiration_growth,
            &mut self.reduction,
            &mut self.futility,
            &mut self.null_move,
            &mut self.confidence,
            &mut self.quiescence,
            &mut self.overlooks,
        ]
    }

    /// The first half-width of the aspiration window for an evaluation with this grain, if this
    /// iteration uses one.
    pub(super) fn aspiration(&self, depth: u32, grain: i16) -> Option<i16> {
        let widest = i32::from(Score::MAX_EVALUATION.units());
        let width = i32::from(grain) * self.aspiration.get() / 100;
        (depth >= self.aspiration_depth.get().unsigned_abs())
            .then_some(width.clamp(1, widest) as i16)
    }

    /// The next half-width after one that was too small.
    pub(super) fn widened(&self, width: i16) -> i16 {
        width.saturating_mul(self.aspiration_growth.get() as i16)
    }

    /// The selectivity to use, from what the evaluation asks for.
    pub(super) fn selectivity(&self, suits: Selectivity) -> Selectivity {
        let share = |value: i32, share: Param| value.saturating_mul(share.get()) / 100;
        Selectivity {
            reduction: share(suits.reduction, self.reduction),
            futility: share(suits.futility, self.futility),
            null_move: share(suits.null_move, self.null_move),
            confidence: share(suits.confidence, self.confidence),
            ..suits
        }
    }

    /// The share of the moves at the root that is overlooked on purpose, in thousandths.
    pub(crate) fn overlooks(&self) -> u16 {
        self.overlooks.get().unsigned_abs() as u16
    }

    pub(super) fn quiescence(&self) -> i32 {
        self.quiescence.get()
    }
}

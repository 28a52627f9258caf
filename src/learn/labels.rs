//! The numbers that results are learnt as.

use crate::game::{Notation, Value};

/// How the results of a game become numbers between -1 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Labels {
    /// The largest margin, in games that have one. A margin teaches more than who won in the end: a box or a disc counts
    /// the same wherever the others are.
    most: Option<i16>,
    /// True if margins above the largest that was seen are numbers above 1.
    is_open: bool,
}

impl Labels {
    /// Those of a game, by positions of it.
    pub(crate) fn of<R: Notation>(positions: &[R]) -> Labels {
        let results = positions.iter().flat_map(|position| {
            let moves = position.legal_moves().into_iter();
            moves.filter_map(|mv| position.after(mv).outcome())
        });
        let most = results.map(|Value(margin)| margin.abs()).max();
        Labels {
            most: R::SCALE.has_margin().then_some(most.unwrap_or(0).max(1)),
            is_open: false,
        }
    }

    /// The same with numbers above 1 for larger margins, for sums that have no bound.
    pub(crate) fn open(self) -> Labels {
        Labels {
            is_open: true,
            ..self
        }
    }

    /// The margin that the number 1 stands for, in games that have one.
    pub(crate) fn largest(self) -> Option<u32> {
        self.most.map(|most| most.unsigned_abs().into())
    }

    /// The number for a result, seen from Black.
    pub(crate) fn of_result(self, result: Value) -> f32 {
        match self.most {
            Some(most) => self.bounded(f32::from(result.0) / f32::from(most)),
            None => f32::from(result.0.signum()),
        }
    }

    /// A number for a margin, which is not above 1 unless it may be.
    pub(crate) fn bounded(self, number: f32) -> f32 {
        if self.is_open {
            number
        } else {
            number.clamp(-1.0, 1.0)
        }
    }
}

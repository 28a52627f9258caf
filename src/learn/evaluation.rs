//! Evaluating with what was learnt.

use std::sync::Arc;

use super::weights::Weights;
use crate::game::{Evaluation, Notation, Selectivity, Turn};

/// The sum of learnt weights.
#[derive(Clone, Debug)]
pub(crate) struct Learned(pub(crate) Arc<Weights>);

/// The largest value.
const LARGEST: i32 = 15_000;

impl<R: Notation> Evaluation<R> for Learned {
    type Accumulator = ();

    fn start(&self, _: &R) {}

    fn value(&self, position: &R, (): &()) -> i32 {
        let Learned(weights) = self;
        let planes = weights.board.planes(position);
        let to_move = Turn::side(position.turn());
        weights.sum(&planes, to_move).clamp(-LARGEST, LARGEST)
    }

    fn is_stable(&self, position: &R) -> bool {
        position.is_settled()
    }

    fn selectivity(&self) -> Selectivity {
        Selectivity {
            reduction: 100,
            ..Selectivity::NONE
        }
    }
}

//! Patterns: the sum of the weights of what stands on groups of neighbouring places.

mod features;
mod fit;
mod groups;
mod plan;
mod self_play;

pub(super) use features::Features;
pub(crate) use fit::PatternsFit;
pub(super) use plan::Plan;
pub(crate) use self_play::Games;

use super::accumulator::Accumulator;
use crate::game::Side;

/// Patterns with their weights, in whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Patterns {
    pub(super) features: Features,
    pub(super) numbers: Vec<i16>,
}

impl Patterns {
    /// The sum of a position's weights, seen from Black.
    #[inline]
    pub(super) fn sum(&self, accumulator: &Accumulator, to_move: Side) -> i32 {
        let mut sum = 0;
        self.features.for_each(accumulator, to_move, |weight| {
            sum += i32::from(self.numbers[weight])
        });
        self.features.sign(to_move) * sum
    }
}

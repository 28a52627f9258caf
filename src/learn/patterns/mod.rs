//! Patterns: the sum of the weights of what stands on groups of neighbouring places.

mod features;
mod fit;
mod groups;
mod plan;
mod self_play;
mod tables;

pub(super) use features::Features;
pub(crate) use fit::PatternsFit;
pub(super) use plan::Plan;
pub(crate) use self_play::Games;

use super::accumulator::{Accumulator, Rows};
use super::board::Board;
use crate::game::Side;
use tables::Tables;

/// Patterns with their weights, in whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Patterns {
    pub(super) features: Features,
    pub(super) numbers: Vec<i16>,
    /// The same weights in tables that are faster to read, where the groups allow them.
    tables: Option<Tables>,
}

impl Patterns {
    /// Patterns with these weights, one for each of the features.
    pub(super) fn new(board: &Board, features: Features, numbers: Vec<i16>) -> Patterns {
        Patterns {
            tables: Tables::new(board, &features, &numbers),
            features,
            numbers,
        }
    }

    /// The numbers that each thing adds to the accumulator.
    #[inline]
    pub(super) fn rows(&self) -> &Rows {
        self.tables
            .as_ref()
            .map_or(&self.features.rows, Tables::rows)
    }

    /// The sum of a position's weights, seen from Black.
    #[inline(never)]
    pub(super) fn sum(&self, accumulator: &Accumulator, to_move: Side) -> i32 {
        let features = &self.features;
        let sum = match &self.tables {
            Some(tables) => {
                let set = features.set(&accumulator.planes);
                let sum = tables.sum(accumulator, to_move, set);
                if features.has_alone() {
                    sum + self.sum_alone(accumulator, to_move, set)
                } else {
                    sum
                }
            }
            None => self.sum_of_all(accumulator, to_move),
        };
        features.sign(to_move) * sum
    }

    // What few games need is in functions of its own, so that the others save fewer registers.

    /// The sum of the weights of things that groups do not see.
    #[inline(never)]
    fn sum_alone(&self, accumulator: &Accumulator, to_move: Side, set: usize) -> i32 {
        let first = self.features.first(to_move, set);
        let mut sum = 0;
        self.features
            .for_each_alone(&accumulator.planes, to_move, |weight| {
                sum += i32::from(self.numbers[first + weight]);
            });
        sum
    }

    /// The sum without tables.
    #[inline(never)]
    fn sum_of_all(&self, accumulator: &Accumulator, to_move: Side) -> i32 {
        let mut sum = 0;
        self.features.for_each(accumulator, to_move, |weight| {
            sum += i32::from(self.numbers[weight]);
        });
        sum
    }
}

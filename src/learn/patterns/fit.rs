//! Learning patterns from games by temporal differences: each position is to be worth what the positions after it turned
//! out to be worth [Sutton 1988], and each weight has a rate of its own, which falls while its errors contradict each
//! other [Beal and Smith 1999].

use super::features::Features;
use crate::game::{Planes, Side};
use crate::learn::accumulator::Accumulator;
use crate::learn::errors::Errors;
use crate::learn::weights::Weights;

/// How far a result reaches back: 0 to the last position only, 1 to all equally.
const LAMBDA: f32 = 0.95;

/// The sums that the rate of a weight follows from: that of its errors, and that of their sizes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Sums {
    error: f32,
    size: f32,
}

/// A position of a game, as patterns see it.
pub(super) struct Seen {
    pub(super) planes: Planes,
    pub(super) to_move: Side,
    /// False if nothing is to be learnt of it.
    pub(super) is_settled: bool,
    /// True if the move played there was chosen at random.
    pub(super) at_random: bool,
}

/// A game that was played.
pub(super) struct Game {
    pub(super) seen: Vec<Seen>,
    /// The number for its result, seen from Black.
    pub(super) result: f32,
}

/// Patterns while they are learnt.
#[derive(Clone)]
pub(crate) struct PatternsFit {
    pub(crate) features: Features,
    /// Apart from the sums, which choosing moves does without, so that more of them are in the processor's cache.
    numbers: Vec<f32>,
    sums: Vec<Sums>,
}

impl PatternsFit {
    /// Knows nothing.
    pub(crate) fn new(features: Features) -> PatternsFit {
        PatternsFit {
            numbers: vec![0.0; features.weights()],
            sums: vec![Sums::default(); features.weights()],
            features,
        }
    }

    /// The value of a position before it is squeezed between -1 and 1, seen from Black.
    pub(super) fn sum(&self, accumulator: &Accumulator, to_move: Side) -> f32 {
        let mut sum = 0.0;
        self.features
            .for_each(accumulator, to_move, |weight| sum += self.numbers[weight]);
        self.features.sign(to_move) as f32 * sum
    }

    /// Compares the result of a game with what is predicted in each of its positions, before anything is learnt from it.
    pub(super) fn compare(&self, game: &Game, errors: &mut Errors) {
        let mut accumulator = Accumulator::EMPTY;
        for (ply, seen) in game.seen.iter().enumerate() {
            if seen.is_settled {
                accumulator = self.features.rows.moved(&accumulator, &seen.planes);
                let error = game.result - self.sum(&accumulator, seen.to_move).tanh();
                errors.add(ply as f32 / game.seen.len() as f32, error);
            }
        }
    }

    /// Learns from a game.
    pub(super) fn learn(&mut self, game: &Game) {
        let mut target = Some(game.result);
        let mut accumulator = Accumulator::EMPTY;
        for seen in game.seen.iter().rev() {
            if seen.at_random {
                // What came of a move that was not meant says nothing of the positions before it.
                target = None;
            }
            if !seen.is_settled {
                continue;
            }
            accumulator = self.features.rows.moved(&accumulator, &seen.planes);
            let value = self.sum(&accumulator, seen.to_move).tanh();
            target = Some(match target {
                None => value,
                Some(target) => {
                    let error = (target - value) * (1.0 - value * value);
                    self.correct(&accumulator, seen.to_move, error);
                    (1.0 - LAMBDA) * value + LAMBDA * target
                }
            });
        }
    }

    /// Moves the weights of a position towards an error, seen from Black.
    fn correct(&mut self, accumulator: &Accumulator, to_move: Side, error: f32) {
        let error = self.features.sign(to_move) as f32 * error;
        let share = error / self.features.plan.groups.len() as f32;
        let (numbers, sums) = (&mut self.numbers, &mut self.sums);
        self.features.for_each(accumulator, to_move, |weight| {
            let sums = &mut sums[weight];
            let rate = if sums.size > 0.0 {
                sums.error.abs() / sums.size
            } else {
                1.0
            };
            numbers[weight] += rate * share;
            sums.error += error;
            sums.size += error.abs();
        });
    }

    /// The present weights, rounded.
    pub(crate) fn rounded(&self) -> Vec<i16> {
        let round = |weight: &f32| (weight * Weights::UNIT).round() as i16;
        self.numbers.iter().map(round).collect()
    }

    /// The floats that a file stores for each weight.
    pub(crate) fn floats(&self) -> impl Iterator<Item = [f32; 3]> + '_ {
        let weights = self.numbers.iter().zip(&self.sums);
        weights.map(|(&weight, sums)| [weight, sums.error, sums.size])
    }

    /// Patterns of which a file has this.
    pub(crate) fn of_floats(features: Features, floats: &[[f32; 3]]) -> PatternsFit {
        let sums = |&[_, error, size]: &[f32; 3]| Sums { error, size };
        PatternsFit {
            features,
            numbers: floats.iter().map(|&[weight, ..]| weight).collect(),
            sums: floats.iter().map(sums).collect(),
        }
    }
}

//! Learning weights from all positions of many games at once. [`LinearFit`](super::LinearFit), which
//! sees each game once, gets less out of it.

#[cfg(test)]
mod tests;

use fastrand::Rng;

use super::fit::MANY;
use super::lessons::{sign, worths};
use super::{Features, Linear};
use crate::learn::errors::Errors;
use crate::learn::sample::Sample;
use crate::learn::shares::shared;

/// The number of passes over the positions of a stage.
const PASSES: usize = 12;
/// The rate of learning in the first pass, and the part of it that is left in the next one.
const RATE: f32 = 0.5;
const DECAY: f32 = 0.75;
/// The weight of the next position's value beside the score of a search. Lower than for games that are seen once: the
/// player is already good, and its scores vary less than the results of its games.
const LAMBDA: f32 = 0.2;

/// Games to learn from.
pub(crate) struct Batch<'a, P> {
    pub(crate) form: &'a Linear,
    pub(crate) games: &'a [&'a [Sample<P>]],
    /// The features of a position.
    pub(crate) see: &'a (dyn Fn(&P) -> Features + Sync),
    /// The stage of a position.
    pub(crate) stage: &'a (dyn Fn(&P) -> usize + Sync),
}

/// A position with what it is to be worth to its side to move.
struct Lesson {
    features: Features,
    worth: f32,
}

impl<P: Sync> Batch<'_, P> {
    /// Learns from the games on `threads` threads, whose number makes no difference. Returns the weights, and their errors
    /// in some games that are held out.
    pub(crate) fn learn(&self, seed: u64, threads: usize) -> (Vec<i16>, Errors) {
        let stages = 0..self.form.stages as u64;
        let learnt = shared(stages, threads, |stage| {
            self.learn_stage(stage as usize, seed)
        });
        let numbers = learnt.concat();
        (self.form.rounded(&numbers), self.errors(&numbers))
    }

    /// The weights of a stage.
    fn learn_stage(&self, stage: usize, seed: u64) -> Vec<f32> {
        let mut lessons = self.lessons(stage);
        let mut counts = vec![0.0; self.form.each];
        for &(weight, _) in lessons.iter().flat_map(|lesson| &lesson.features.counts) {
            counts[weight as usize] += 1.0;
        }
        let mut rng = Rng::with_seed(seed ^ (stage as u64).rotate_left(16));
        let mut rate = RATE;
        let mut weights = vec![0.0; self.form.each];
        for _ in 0..PASSES {
            let of_count = |count: &f32| rate / (1.0 + count / MANY).sqrt();
            let rates: Vec<f32> = counts.iter().map(of_count).collect();
            let before = weights.clone();
            rng.shuffle(&mut lessons);
            for lesson in &lessons {
                let share = lesson.features.share(lesson.features.sum(&before));
                self.take(lesson, share, &rates, &mut weights);
            }
            rate *= DECAY;
        }
        weights
    }

    /// Moves the weights that count in a position towards what it is worth, by this share of the error.
    fn take(&self, lesson: &Lesson, share: f32, rates: &[f32], weights: &mut [f32]) {
        let sum = lesson.features.sum(weights);
        let step = share * (lesson.worth - self.form.number(sum));
        for &(weight, times) in &lesson.features.counts {
            weights[weight as usize] += f32::from(times) * step * rates[weight as usize];
        }
    }

    /// The positions that train a stage: its own and those of the neighbouring stages.
    fn lessons(&self, stage: usize) -> Vec<Lesson> {
        let games = self.games.iter().enumerate();
        let learnt = games.filter(|&(number, _)| !Errors::is_compared(number));
        let worths = learnt.flat_map(|(_, game)| worths(game, LAMBDA));
        let near = worths.filter(|(sample, _)| (self.stage)(&sample.seen).abs_diff(stage) <= 1);
        let lessons = near.map(|(sample, worth)| Lesson {
            features: (self.see)(&sample.seen),
            worth,
        });
        lessons
            .filter(|lesson| !lesson.features.counts.is_empty())
            .collect()
    }

    /// The errors of what is foretold of the results of some games.
    fn errors(&self, numbers: &[f32]) -> Errors {
        let mut errors = Errors::default();
        for sample in Errors::of_round(self.games).copied().flatten() {
            if let Some(result) = sample.result {
                let features = (self.see)(&sample.seen);
                let weights = &numbers[features.stage * self.form.each..][..self.form.each];
                let foretold = self.form.number(features.sum(weights));
                errors.compare(sample.part, sign(sample.to_move) * result, foretold);
            }
        }
        errors
    }
}

//! Learning weights from positions with the scores of searches, by normalised least mean squares [Widrow and Hoff 1960].
//! Each weight has a rate of its own, which falls the more often it has counted, and the weights that count are averages
//! over the last part of what was learnt [Polyak and Juditsky 1992].

#[cfg(test)]
mod tests;

use fastrand::Rng;
use serde_json::{Value, json};

use super::lessons::{sign, worths};
use super::{Features, Linear};
use crate::learn::errors::Errors;
use crate::learn::sample::Sample;
use crate::learn::shares::shared;

/// The number of passes over the positions of a round.
const PASSES: usize = 8;
/// A weight that has counted so often learns half of what it would otherwise: few positions prove little.
const FEW: f32 = 20.0;
/// From so many on the rate of a weight falls with the root of how often it has counted.
pub(super) const MANY: f32 = 100.0;
/// The averages cover roughly the last 1/LAST of the rounds.
const LAST: f32 = 3.0;
/// The weight of the next position's value beside the score of a search: TD(λ) [Sutton 1988].
const LAMBDA: f32 = 0.8;

/// Weights while they are learnt.
#[derive(Clone)]
pub(crate) struct LinearFit {
    pub(crate) form: Linear,
    /// A checksum of the evaluation that the training began with, so that it never goes on with another one.
    pub(crate) teacher: u32,
    /// The rounds so far.
    rounds: u64,
    weights: Vec<Weight>,
    /// The averages of the weights.
    averages: Vec<f32>,
}

/// A position with what it is to be worth to its side to move.
struct Lesson<'a> {
    features: &'a Features,
    worth: f32,
    /// The share of the error to be learnt from: less if a side is far ahead, and the less, the more the sum changes
    /// if each weight changes by how often it counts.
    share: f32,
}

/// The weights of a stage while they are learnt.
#[derive(Clone, Copy, Default)]
struct Weight {
    number: f32,
    /// How often it has counted.
    count: f32,
}

impl LinearFit {
    /// Knows nothing.
    pub(crate) fn new(form: Linear) -> LinearFit {
        LinearFit {
            teacher: 0,
            rounds: 0,
            weights: vec![Weight::default(); form.weights()],
            averages: vec![0.0; form.weights()],
            form,
        }
    }

    /// Learns from the positions of some games, in an order of chance, on `threads` threads, and returns how many games
    /// there were. The errors are those of the predictions in some of them.
    pub(crate) fn learn(
        &mut self,
        games: &[Vec<Sample<Features>>],
        errors: &mut Errors,
        seed: u64,
        threads: usize,
    ) -> u64 {
        for game in Errors::of_round(games) {
            self.compare(game, errors);
        }
        let lessons: Vec<Lesson<'_>> = games.iter().flat_map(|game| self.lessons(game)).collect();
        let stages = 0..self.form.stages as u64;
        let learnt = shared(stages, threads, |stage| {
            self.learn_stage(stage as usize, &lessons, seed)
        });
        let newest = LAST / (LAST + self.rounds as f32);
        for (weight, learnt) in self.weights.iter_mut().zip(learnt.concat()) {
            *weight = learnt;
        }
        for (average, weight) in self.averages.iter_mut().zip(&self.weights) {
            *average += newest * (weight.number - *average);
        }
        self.rounds += 1;
        games.len() as u64
    }

    /// The weights of a stage after what these positions teach.
    fn learn_stage(&self, stage: usize, lessons: &[Lesson<'_>], seed: u64) -> Vec<Weight> {
        let mut weights = self.weights[stage * self.form.each..][..self.form.each].to_vec();
        let is_near = |lesson: &&Lesson<'_>| lesson.features.stage.abs_diff(stage) <= 1;
        let mut lessons: Vec<&Lesson<'_>> = lessons.iter().filter(is_near).collect();
        for &(weight, _) in lessons.iter().flat_map(|lesson| &lesson.features.counts) {
            weights[weight as usize].count += 1.0;
        }
        let mut rng = Rng::with_seed(seed ^ (stage as u64).rotate_left(16));
        for _ in 0..PASSES {
            rng.shuffle(&mut lessons);
            for lesson in &lessons {
                self.take(lesson, &mut weights);
            }
        }
        weights
    }

    /// Moves the weights that count in a position towards what it is worth.
    fn take(&self, lesson: &Lesson<'_>, weights: &mut [Weight]) {
        let counts = &lesson.features.counts;
        let of_each =
            |&(weight, times): &(u32, i16)| f32::from(times) * weights[weight as usize].number;
        let sum = counts.iter().map(of_each).sum();
        let step = lesson.share * (lesson.worth - self.form.number(sum));
        for &(weight, times) in counts {
            let weight = &mut weights[weight as usize];
            weight.number += f32::from(times) * step * rate(weight.count);
        }
    }

    /// The lessons of a game, from its last position back.
    fn lessons<'a>(&self, samples: &'a [Sample<Features>]) -> Vec<Lesson<'a>> {
        let lessons = worths(samples, LAMBDA).map(|(sample, worth)| Lesson {
            features: &sample.seen,
            worth,
            share: self.share(&sample.seen),
        });
        lessons
            .filter(|lesson| !lesson.features.counts.is_empty())
            .collect()
    }

    /// See [`Lesson::share`].
    fn share(&self, features: &Features) -> f32 {
        features.share(self.average(features))
    }

    /// The sum of the averages that count in a position.
    fn average(&self, features: &Features) -> f32 {
        features.sum(&self.averages[features.stage * self.form.each..][..self.form.each])
    }

    /// Compares the results of a game with what is predicted, before anything is learnt from it.
    fn compare(&self, samples: &[Sample<Features>], errors: &mut Errors) {
        for sample in samples {
            if let Some(result) = sample.result {
                let foretold = self.form.number(self.average(&sample.seen));
                errors.compare(sample.part, sign(sample.to_move) * result, foretold);
            }
        }
    }

    /// The present weights, rounded.
    pub(crate) fn rounded(&self) -> Vec<i16> {
        self.form.rounded(&self.averages)
    }

    /// The rest of the state that a file stores beside the floats.
    pub(crate) fn to_json(&self) -> Value {
        json!({"rounds": self.rounds, "teacher": self.teacher})
    }

    /// The floats that a file stores for each weight.
    pub(crate) fn floats(&self) -> impl Iterator<Item = [f32; 3]> + '_ {
        let weights = self.weights.iter().zip(&self.averages);
        weights.map(|(weight, &average)| [weight.number, weight.count, average])
    }

    /// Weights of which a file has this.
    pub(crate) fn of_floats(form: Linear, head: &Value, floats: &[[f32; 3]]) -> Option<LinearFit> {
        let weight = |&[number, count, _]: &[f32; 3]| Weight { number, count };
        Some(LinearFit {
            form,
            teacher: u32::try_from(head["teacher"].as_u64()?).ok()?,
            rounds: head["rounds"].as_u64().filter(|&rounds| rounds < 1 << 50)?,
            weights: floats.iter().map(weight).collect(),
            averages: floats.iter().map(|&[.., average]| average).collect(),
        })
    }
}

/// The rate of a weight that has counted this many times.
fn rate(count: f32) -> f32 {
    count / (count + FEW) / (1.0 + count / MANY).sqrt()
}

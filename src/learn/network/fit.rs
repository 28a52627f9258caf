//! Learning a network from positions with the results of their games and the scores of searches, by gradients of the
//! logistic error [Kingma and Ba 2015]. The weights that count are averages over the last part of what was learnt.

#[cfg(test)]
mod tests;

use fastrand::Rng;
use serde_json::{Value, json};

use super::MOST;
use super::shape::Shape;
use crate::game::{Planes, Side};
use crate::learn::errors::Errors;
use crate::learn::sample;

/// The positions of a step.
const BATCH: usize = 128;
/// The number of passes over the positions of a round.
const PASSES: usize = 3;
/// The size of a step, and how slowly the mean of the gradients and that of their squares change.
const RATE: f32 = 0.001;
const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;
/// The averages cover roughly the last 1/LAST of the steps.
const LAST: f32 = 8.0;
/// The weight of a search's score beside the result of the game.
const OF_SCORE: f32 = 0.8;

/// A position as a network sees it.
pub(crate) type Sample = sample::Sample<Planes>;

impl Sample {
    /// The target value of the position, if it is known.
    fn target(&self) -> Option<f32> {
        match (self.score, self.result) {
            (Some(score), Some(result)) => Some(OF_SCORE * score + (1.0 - OF_SCORE) * result),
            (one, other) => one.or(other),
        }
    }
}

/// A network while it is learnt.
#[derive(Clone)]
pub(crate) struct NetworkFit {
    pub(crate) shape: Shape,
    /// Where the row of each thing begins in each side's view.
    rows: [Vec<u32>; 2],
    /// A checksum of the evaluation that the training began with, so that it never goes on with another one.
    pub(crate) teacher: u32,
    weights: Vec<f32>,
    /// The means of each weight's gradients, and of their squares.
    means: Vec<f32>,
    squares: Vec<f32>,
    /// The averages of the weights.
    averages: Vec<f32>,
    steps: u64,
    /// The largest size of each weight.
    most: Vec<f32>,
}

/// The rows that count in a position: those of the side to move's view, then those of the other one.
type Rows = [Vec<u32>; 2];

/// The outputs of neurons, before and after squaring and clamping.
type Neurons = [[f32; MOST]; 2];

impl NetworkFit {
    /// Knows nothing. Its neurons begin with weights of chance.
    pub(crate) fn new(shape: Shape, seed: u64) -> NetworkFit {
        let mut rng = Rng::with_seed(seed);
        let count = shape.weights();
        let first_output = shape.output(Side::Black, 0);
        let spread = 1.0 / (shape.neurons as f32).sqrt();
        let mut weight = |at: usize| {
            if at >= first_output {
                (2.0 * rng.f32() - 1.0) * spread
            } else {
                0.2 * rng.f32() - 0.07
            }
        };
        let weights: Vec<f32> = (0..count).map(&mut weight).collect();
        NetworkFit {
            rows: rows(&shape),
            most: most(&shape),
            teacher: 0,
            averages: weights.clone(),
            weights,
            means: vec![0.0; count],
            squares: vec![0.0; count],
            steps: 0,
            shape,
        }
    }

    /// Compares the results of a game with what is predicted, before anything is learnt from it.
    fn compare(&self, samples: &[Sample], errors: &mut Errors) {
        for sample in samples {
            if let Some(result) = sample.result {
                let rows = self.rows(sample, &self.shape.turns[0]);
                let (value, _) = self.value(&self.averages, &rows, sample);
                errors.add(sample.part, sign(sample.to_move) * result - value.tanh());
            }
        }
    }

    /// Learns from the positions of some games, in an order of chance, and returns how many games there were. The errors
    /// are those of the predictions in some of them.
    pub(crate) fn learn(&mut self, games: &[Vec<Sample>], errors: &mut Errors, seed: u64) -> u64 {
        for game in Errors::of_round(games) {
            self.compare(game, errors);
        }
        let mut rng = Rng::with_seed(seed);
        let mut samples: Vec<&Sample> = games.iter().flatten().collect();
        rng.shuffle(&mut samples);
        let mut gradients = vec![0.0; self.weights.len()];
        for batch in (0..PASSES).flat_map(|_| samples.chunks(BATCH)) {
            gradients.fill(0.0);
            for sample in batch {
                let turn = rng.usize(..self.shape.turns.len());
                self.add_gradient(sample, turn, &mut gradients);
            }
            self.step(&gradients, 1.0 / batch.len() as f32);
        }
        games.len() as u64
    }

    /// The number of neurons for each side.
    pub(crate) fn neurons(&self) -> usize {
        self.shape.neurons
    }

    /// The rows that count in a position on a turned board.
    fn rows(&self, sample: &Sample, turn: &[u8]) -> Rows {
        let count = sample.seen.count(self.shape.kinds) as usize;
        let mut rows = [Vec::with_capacity(count), Vec::with_capacity(count)];
        let views = [sample.to_move, !sample.to_move];
        let kinds = sample.seen.sets().iter().take(self.shape.kinds);
        for (kind, set) in kinds.enumerate() {
            let mut left = *set;
            while left != 0 {
                let place = usize::from(turn[left.trailing_zeros() as usize]);
                left &= left - 1;
                for (row, side) in rows.iter_mut().zip(views) {
                    let thing = kind * self.shape.places + place;
                    row.push(self.rows[side.index()][thing]);
                }
            }
        }
        rows
    }

    /// The value of a position to the side to move, before it is squeezed between -1 and 1, and what the neurons put out.
    fn value(&self, weights: &[f32], rows: &Rows, sample: &Sample) -> (f32, Neurons) {
        let neurons = self.shape.neurons;
        let output = self.output(sample);
        let mut value = weights[output + 2 * neurons];
        let mut put_out = [[0.0; MOST]; 2];
        let views = [sample.to_move, !sample.to_move];
        for (view, (side, of)) in views.into_iter().zip(rows).enumerate() {
            let put_out = &mut put_out[view][..neurons];
            put_out.copy_from_slice(&weights[self.shape.bias(side)..][..neurons]);
            for &row in of {
                let row = &weights[row as usize..][..neurons];
                put_out.iter_mut().zip(row).for_each(|(sum, by)| *sum += by);
            }
            let of_view = &weights[output + view * neurons..][..neurons];
            for (put_out, weight) in put_out.iter_mut().zip(of_view) {
                *put_out = put_out.clamp(0.0, 1.0);
                value += *put_out * *put_out * weight;
            }
        }
        (value, put_out)
    }

    /// Where the output of a position begins.
    fn output(&self, sample: &Sample) -> usize {
        let phase = self.shape.phase(&sample.seen);
        self.shape.output(sample.to_move, phase)
    }

    /// Adds what the error in a position says of each weight.
    fn add_gradient(&self, sample: &Sample, turn: usize, gradients: &mut [f32]) {
        let Some(target) = sample.target() else {
            return;
        };
        let rows = self.rows(sample, &self.shape.turns[turn]);
        let (value, put_out) = self.value(&self.weights, &rows, sample);
        let error = value.tanh() - sign(sample.to_move) * target;
        let (neurons, output) = (self.shape.neurons, self.output(sample));
        gradients[output + 2 * neurons] += error;
        let views = [sample.to_move, !sample.to_move];
        for (view, (side, of)) in views.into_iter().zip(rows).enumerate() {
            let mut inputs = [0.0; MOST];
            let inputs = &mut inputs[..neurons];
            let begin = output + view * neurons;
            let of_view = &self.weights[begin..][..neurons];
            let of_output = &mut gradients[begin..][..neurons];
            for (lane, &put_out) in put_out[view][..neurons].iter().enumerate() {
                of_output[lane] += error * put_out * put_out;
                // What is cut off does not change.
                if put_out < 1.0 {
                    inputs[lane] = error * of_view[lane] * 2.0 * put_out;
                }
            }
            let starts = of.iter().map(|&row| row as usize);
            for start in starts.chain([self.shape.bias(side)]) {
                let row = &mut gradients[start..][..neurons];
                row.iter_mut()
                    .zip(&*inputs)
                    .for_each(|(sum, by)| *sum += by);
            }
        }
    }

    /// Changes the weights by the mean of the gradients of a batch.
    fn step(&mut self, gradients: &[f32], share: f32) {
        self.steps += 1;
        let steps = self.steps.min(1 << 20) as f32;
        let unbiased = |decay: f32| 1.0 / (1.0 - decay.powf(steps));
        let (of_mean, of_square) = (unbiased(MEAN), unbiased(SQUARE));
        let newest = LAST / (LAST + steps - 1.0);
        let weights = self.weights.iter_mut().zip(&mut self.averages);
        let moments = self.means.iter_mut().zip(&mut self.squares);
        let all = weights.zip(moments).zip(gradients).zip(&self.most);
        for ((((weight, average), (mean, square)), gradient), most) in all {
            let gradient = gradient * share;
            *mean += (1.0 - MEAN) * (gradient - *mean);
            *square += (1.0 - SQUARE) * (gradient * gradient - *square);
            let by = RATE * *mean * of_mean / ((*square * of_square).sqrt() + 1e-8);
            *weight = (*weight - by).clamp(-most, *most);
            *average += newest * (*weight - *average);
        }
    }

    /// The present weights, rounded.
    pub(crate) fn rounded(&self) -> Vec<i16> {
        let round = |(at, weight): (usize, &f32)| {
            let (one, most) = self.shape.scale(at);
            (weight.clamp(-most, most) * one).round() as i16
        };
        self.averages.iter().enumerate().map(round).collect()
    }

    /// The rest of the state that a file stores beside the floats.
    pub(crate) fn to_json(&self) -> Value {
        json!({"steps": self.steps, "teacher": self.teacher})
    }

    /// The floats that a file stores for each weight.
    pub(crate) fn floats(&self) -> impl Iterator<Item = [f32; 4]> + '_ {
        (0..self.weights.len()).map(|at| {
            [
                self.weights[at],
                self.means[at],
                self.squares[at],
                self.averages[at],
            ]
        })
    }

    /// A network of which a file has this.
    pub(crate) fn of_floats(shape: Shape, head: &Value, floats: &[[f32; 4]]) -> Option<NetworkFit> {
        let all = |number: usize| floats.iter().map(|floats| floats[number]).collect();
        Some(NetworkFit {
            rows: rows(&shape),
            most: most(&shape),
            shape,
            teacher: u32::try_from(head["teacher"].as_u64()?).ok()?,

            steps: head["steps"].as_u64().filter(|&steps| steps < 1 << 50)?,
            weights: all(0),
            means: all(1),
            squares: all(2),
            averages: all(3),
        })
    }
}

/// Where the row of each thing begins in each side's view.
fn rows(shape: &Shape) -> [Vec<u32>; 2] {
    let row = |side| (0..shape.things()).map(move |thing| shape.row(side, thing) as u32);
    Side::BOTH.map(|side| row(side).collect())
}

/// The largest size of each weight.
fn most(shape: &Shape) -> Vec<f32> {
    (0..shape.weights()).map(|at| shape.scale(at).1).collect()
}

/// 1 if what is seen from Black is seen from this side.
fn sign(side: Side) -> f32 {
    if side == Side::Black { 1.0 } else { -1.0 }
}

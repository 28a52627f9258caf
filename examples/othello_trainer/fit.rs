//! The weights: a least squares fit for each stage, by stochastic gradient descent.

use std::error::Error;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, thread};

use heelstone::game::Evaluation;
use heelstone::games::othello::{FEATURES, Othello, Patterns, STAGES};

use super::Fit;
use super::samples::{Sample, read};

/// Positions with so many empty squares more or less than those of a stage help to fit it.
const OVERLAP: u32 = 4;
/// The empty squares of a stage.
const STAGE: u32 = 4;
/// One position in so many is held out, to see how the fit does on what it was not made of.
const HELD_OUT: usize = 50;
/// How much of an error one position takes away at first, and at last.
const RATE: (f64, f64) = (1.0, 0.03);
/// A weight that is met so often counts half of what it would otherwise: few positions prove little.
const FEW: f32 = 40.0;
/// A position in which a side is ahead by so much, in hundredths of a disc, counts half of an even
/// one: what is worth a disc there decides no game.
const AHEAD: f32 = 600.0;
/// The same for the stages whose weights order the moves of the solver, too: it meets all margins.
const AHEAD_WHERE_SOLVED: f32 = 1500.0;
const SOLVED: Range<usize> = 2..4;

pub fn fit(order: &Fit) -> Result<(), Box<dyn Error>> {
    let judge = match &order.judge {
        Some(file) => Some(Patterns::from_bytes(&fs::read(file)?)?),
        None => None,
    };
    let mut samples = Vec::new();
    for file in &order.files {
        samples.extend(read(file, order.lambda)?);
    }
    fastrand::Rng::with_seed(order.seed).shuffle(&mut samples);
    let (held_out, samples) = samples.split_at(samples.len() / HELD_OUT);
    let stages = Mutex::new(vec![Vec::new(); STAGES]);
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..order.threads {
            scope.spawn(|| {
                loop {
                    let stage = next.fetch_add(1, Ordering::Relaxed);
                    if stage >= STAGES {
                        return;
                    }
                    let weights = fit_stage(stage, samples, held_out, judge.as_ref(), order);
                    if let Ok(mut stages) = stages.lock() {
                        stages[stage] = weights;
                    }
                }
            });
        }
    });
    let stages = stages.into_inner().map_err(|_| "a thread has failed")?;
    let bytes: Vec<u8> = stages
        .iter()
        .flatten()
        .flat_map(|weight| weight.to_le_bytes())
        .collect();
    let level = miniz_oxide::deflate::CompressionLevel::BestCompression as u8;
    fs::write(
        &order.out,
        miniz_oxide::deflate::compress_to_vec(&bytes, level),
    )?;
    Ok(())
}

type Features = [u32; FEATURES];

struct Known {
    features: Features,
    worth: f32,
    /// How much the value changes when each weight changes by one: a weight that counts n times
    /// changes n times, too.
    leverage: f32,
    /// How much the position counts.
    weight: f32,
}

fn leverage(features: &Features) -> f32 {
    let mut sorted = *features;
    sorted.sort_unstable();
    let same = sorted.chunk_by(|one, other| one == other);
    same.map(|same| (same.len() * same.len()) as f32).sum()
}

/// How much a position counts. It is the judge who says how far ahead a side is: to go by what the
/// position turned out to be worth would pull the weights towards 0.
fn weight(judge: Option<&Patterns>, position: &Othello, stage: usize) -> f32 {
    let ahead = judge.map_or(0, |judge| judge.value(position, &judge.start(position)));
    let half = if SOLVED.contains(&stage) {
        AHEAD_WHERE_SOLVED
    } else {
        AHEAD
    };
    1.0 / (1.0 + (ahead as f32 / half).powi(2))
}

fn chosen(samples: &[Sample], stage: usize, overlap: u32, judge: Option<&Patterns>) -> Vec<Known> {
    let last = stage as u32 * STAGE + 1;
    let range = last.saturating_sub(overlap)..last + STAGE + overlap;
    let is_in = |sample: &&Sample| {
        let empty = 64 - (sample.own | sample.opponent).count_ones();
        range.contains(&empty)
    };
    let chosen = samples.iter().filter(is_in);
    let known = |sample: &Sample| {
        let position = sample.position();
        let features = Patterns::features(&position);
        Known {
            features,
            worth: sample.worth.into(),
            leverage: leverage(&features),
            weight: weight(judge, &position, stage),
        }
    };
    chosen.map(known).collect()
}

fn fit_stage(
    stage: usize,
    samples: &[Sample],
    held_out: &[Sample],
    judge: Option<&Patterns>,
    order: &Fit,
) -> Vec<i16> {
    // They are shuffled: to go through them in one order, from other beginnings, is quick.
    let samples = chosen(samples, stage, OVERLAP, judge);
    let held_out = chosen(held_out, stage, 0, judge);
    let mut counts = vec![0.0f32; Patterns::weights_of_stage()];
    for &feature in samples.iter().flat_map(|known| &known.features) {
        counts[feature as usize] += 1.0;
    }
    let trust: Vec<f32> = counts.iter().map(|count| count / (count + FEW)).collect();
    let mut weights = vec![0.0f32; counts.len()];
    let mut rng = fastrand::Rng::with_seed(order.seed + stage as u64);
    for epoch in 0..order.epochs {
        let (last, first) = samples.split_at(rng.usize(..samples.len().max(1)));
        let done = f64::from(epoch) / f64::from(order.epochs.max(2) - 1);
        let rate = (RATE.0 * (RATE.1 / RATE.0).powf(done)) as f32;
        for known in first.iter().chain(last) {
            let error = known.worth - value(&weights, &known.features);
            let step = error * rate * known.weight / known.leverage;
            for &feature in &known.features {
                weights[feature as usize] += step * trust[feature as usize];
            }
        }
    }
    let weights: Vec<i16> = weights.iter().map(|weight| weight.round() as i16).collect();
    let rounded: Vec<f32> = weights.iter().map(|&weight| f32::from(weight)).collect();
    let first = stage as u32 * STAGE + 1;
    println!(
        "{first:2} to {:2} empty: {:8} positions, error {:5.2} discs; held out {:6}, {:5.2}",
        first + STAGE - 1,
        samples.len(),
        error(&rounded, &samples),
        held_out.len(),
        error(&rounded, &held_out),
    );
    weights
}

fn value(weights: &[f32], features: &Features) -> f32 {
    features
        .iter()
        .map(|&feature| weights[feature as usize])
        .sum()
}

/// The root of the mean of the squares, in discs.
fn error(weights: &[f32], samples: &[Known]) -> f64 {
    let squares = samples.iter().map(|known| {
        let error = f64::from((known.worth - value(weights, &known.features)) / 100.0);
        error * error
    });
    (squares.sum::<f64>() / samples.len().max(1) as f64).sqrt()
}

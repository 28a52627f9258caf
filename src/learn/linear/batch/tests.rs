//! Weights are learnt from what the positions of many games are worth.

use fastrand::Rng;

use super::Batch;
use crate::game::Side;
use crate::learn::linear::{Features, Linear};
use crate::learn::sample::Sample;

const STAGES: usize = 3;
const EACH: usize = 10;

fn form(largest: Option<u32>) -> Linear {
    Linear {
        evaluation: "sums".into(),
        stages: STAGES,
        each: EACH,
        largest,
    }
}

/// A solved position whose worth is that by these weights.
fn sample(form: &Linear, weights: &[f32], rng: &mut Rng) -> Sample<Features> {
    // The stage between them learns from both, and is none of either.
    let stage = 2 * rng.usize(..2);
    let first = rng.u32(..8);
    let seen = Features {
        stage,
        counts: vec![(first, rng.i16(1..3)), (first + 1, -1), (first + 2, 1)],
        ahead: rng.bool().then_some(0.5),
    };
    let worth = form.number(seen.sum(&weights[EACH * stage..][..EACH]));
    let to_move = Side::BOTH[rng.usize(..2)];
    let black = if to_move == Side::Black {
        worth
    } else {
        -worth
    };
    Sample {
        seen,
        to_move,
        result: Some(black),
        score: Some(black),
        is_exact: true,
        at_random: false,
        part: rng.f32(),
    }
}

/// The weights learnt from these games, and their errors.
fn learn(form: &Linear, games: &[Vec<Sample<Features>>], threads: usize) -> (Vec<i16>, [f64; 3]) {
    let games: Vec<&[Sample<Features>]> = games.iter().map(|game| &game[..]).collect();
    let batch = Batch {
        form,
        games: &games,
        see: &Features::clone,
        stage: &|features| features.stage,
    };
    let (numbers, errors) = batch.learn(7, threads);
    (
        numbers,
        errors.of_stages().expect("positions of each third"),
    )
}

/// The weights of the first and of the last stage are found again, on however many threads.
fn finds_again(largest: Option<u32>) {
    let form = form(largest);
    let mut rng = Rng::with_seed(4);
    let weights: Vec<f32> = (0..STAGES * EACH).map(|_| 2.0 * rng.f32() - 1.0).collect();
    let mut game = || {
        (0..100)
            .map(|_| sample(&form, &weights, &mut rng))
            .collect()
    };
    let mut games: Vec<Vec<Sample<Features>>> = (0..100).map(|_| game()).collect();
    let (numbers, errors) = learn(&form, &games, 1);
    for (at, (&found, weight)) in numbers.iter().zip(&weights).enumerate() {
        let error = f32::from(found) - form.unit() * weight;
        assert!(
            at / EACH == 1 || error.abs() < 0.1 * form.unit(),
            "{at}: {error}"
        );
    }
    assert!(errors.iter().all(|&error| error < 0.05), "{errors:?}");
    assert_eq!(learn(&form, &games, 3), (numbers.clone(), errors));
    // Nothing is learnt from the games that tell the errors: one in 32 from the first one on.
    for sample in games.iter_mut().step_by(32).flatten() {
        sample.score = Some(-0.9);
        sample.result = Some(-0.9);
    }
    let (same, others) = learn(&form, &games, 1);
    assert_eq!(same, numbers);
    assert!(others.iter().all(|&error| error > 0.5), "{others:?}");
}

#[test]
fn weights_are_found_again_from_margins_and_from_expected_results() {
    finds_again(Some(1_000));
    finds_again(None);
}

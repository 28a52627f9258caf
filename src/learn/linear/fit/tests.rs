//! Weights are learnt from what positions are worth.

use fastrand::Rng;

use super::LinearFit;
use crate::game::Side;
use crate::learn::errors::Errors;
use crate::learn::linear::{Features, Linear};
use crate::learn::sample::Sample;

fn form(largest: Option<u32>) -> Linear {
    Linear {
        evaluation: "sums".into(),
        stages: 3,
        each: 10,
        largest,
    }
}

fn sample(features: Features, to_move: Side, score: Option<f32>) -> Sample<Features> {
    Sample {
        seen: features,
        to_move,
        result: None,
        score,
        is_exact: false,
        at_random: false,
        part: 0.0,
    }
}

fn features(stage: usize, counts: &[(u32, i16)]) -> Features {
    Features {
        stage,
        counts: counts.to_vec(),
        ahead: None,
    }
}

#[test]
fn a_position_is_worth_its_search_and_more_so_what_the_next_one_is_worth() {
    let position = |score, to_move| sample(features(0, &[(0, 1)]), to_move, score);
    let mut game = [
        position(Some(0.1), Side::Black),
        position(Some(0.3), Side::White),
        position(Some(0.9), Side::Black),
        position(None, Side::White),
        position(Some(-0.7), Side::Black),
        position(Some(0.5), Side::White),
    ];
    // A move at random follows the third, the last but one was solved, and White won.
    game[2].at_random = true;
    game[4].is_exact = true;
    game[5].result = Some(-1.0);
    let fit = LinearFit::new(form(None));
    let lessons = fit.lessons(&game);
    let worth: Vec<f32> = lessons.iter().map(|lesson| lesson.worth).collect();
    // From the last to the first, each seen from its side: 0.8 * 1 - 0.2 * 0.5; the exact value; the same, seen from
    // White; only the search; 0.8 * 0.9 + 0.2 * 0.3, seen from White; 0.8 * 0.78 + 0.2 * 0.1.
    let expected = [0.7, -0.7, 0.7, 0.9, -0.78, 0.644];
    let is_near = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-5;
    assert!(worth.iter().zip(&expected).all(is_near), "{worth:?}");
    assert_eq!(worth.len(), expected.len());
}

#[test]
fn a_position_far_ahead_teaches_half_as_much() {
    let mut fit = LinearFit::new(form(Some(100)));
    fit.averages[12] = 0.25;
    let mut seen = features(1, &[(2, 2), (5, -1)]);
    // The squares of the counts add up to 5.
    assert_eq!(fit.share(&seen), 0.2);
    seen.ahead = Some(0.5);
    assert_eq!(fit.share(&seen), 0.1);
}

/// The weights of the first and of the last stage are found again from what positions are worth by them.
fn finds_again(largest: Option<u32>) {
    let mut rng = Rng::with_seed(4);
    let mut number = || 2.0 * rng.f32() - 1.0;
    let weights: Vec<f32> = (0..30).map(|_| number()).collect();
    let mut fit = LinearFit::new(form(largest));
    let mut errors = Errors::default();
    let mut rng = Rng::with_seed(5);
    for round in 0..20 {
        let mut game = Vec::new();
        for ply in 0..500 {
            let stage = 2 * rng.usize(..2);
            let first = rng.u32(..8);
            let counts = [(first, rng.i16(1..3)), (first + 1, -1), (first + 2, 1)];
            let sum: f32 = counts
                .iter()
                .map(|&(at, times)| f32::from(times) * weights[10 * stage + at as usize])
                .sum();
            let worth = fit.form.number(sum);
            let to_move = Side::BOTH[rng.usize(..2)];
            let black = if to_move == Side::Black {
                worth
            } else {
                -worth
            };
            let mut sample = sample(features(stage, &counts), to_move, Some(black));
            sample.is_exact = true;
            sample.result = Some(black);
            sample.part = ply as f32 / 500.0;
            game.push(sample);
        }
        errors = Errors::default();
        assert_eq!(fit.learn(&[game], &mut errors, round, 2), 1);
    }
    let unit = fit.form.unit();
    for (at, (found, weight)) in fit.rounded().iter().zip(&weights).enumerate() {
        let error = f32::from(*found) - unit * weight;
        assert!(at / 10 == 1 || error.abs() < 0.05 * unit, "{at}: {error}");
    }
    let errors = errors.of_stages().expect("positions of each third");
    assert!(errors.iter().all(|&error| error < 0.05), "{errors:?}");
}

#[test]
fn weights_are_found_again_from_margins_and_from_expected_results() {
    finds_again(Some(1_000));
    finds_again(None);
}

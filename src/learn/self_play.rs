//! Games of a learner against itself.

use std::panic::resume_unwind;
use std::thread;

use fastrand::Rng;

use super::features::Indices;
use super::labels::Labels;
use super::learner::{Game, Learner, Seen};
use crate::game::{Notation, Side, Turn, Value};

/// The games of a round.
const ROUND: u64 = 32;
/// A game without end is given up as a draw.
const LONGEST: usize = 600;
/// The plies at random that games begin with.
const OPENING: std::ops::RangeInclusive<usize> = 2..=9;
/// The share of the other moves that are chosen at random.
const AT_RANDOM: f32 = 0.1;

/// Positions of random games, which show what a board may hold.
pub(crate) fn explore<R: Notation>(start: impl Fn() -> R) -> Vec<R> {
    let mut rng = Rng::with_seed(0);
    let mut positions = Vec::new();
    for _ in 0..50 {
        let mut position = start();
        while position.outcome().is_none() && positions.len() < 10_000 {
            positions.push(position.clone());
            let moves = position.legal_moves();
            position.play(moves[rng.usize(..moves.len())]);
        }
    }
    positions
}

/// Plays the next games on so many threads, but no more than up to the number `most` of all, and learns from them.
///
/// The games of a round are played with what was learnt before it, so the number of threads makes no difference.
pub(crate) fn play<R: Notation>(
    learner: &mut Learner,
    labels: Labels,
    start: &(impl Fn() -> R + Sync + ?Sized),
    most: u64,
    threads: usize,
) {
    let played = learner.origin.games;
    let round: Vec<u64> =
        (played..most.min((played - played % ROUND).saturating_add(ROUND))).collect();
    let record = |numbers: &[u64]| -> Vec<Game> {
        let record = |&number| record(learner, labels, start(), number);
        numbers.iter().map(record).collect()
    };
    let shares = round.chunks(round.len().div_ceil(threads.max(1)).max(1));
    let games: Vec<Vec<Game>> = if threads > 1 {
        thread::scope(|scope| {
            let threads: Vec<_> = shares
                .map(|share| scope.spawn(move || record(share)))
                .collect();
            let joined = threads.into_iter().map(|thread| thread.join());
            joined
                .map(|games| games.unwrap_or_else(|panic| resume_unwind(panic)))
                .collect()
        })
    } else {
        shares.map(record).collect()
    };
    if let Some(first) = games.iter().flatten().next()
        && played.is_multiple_of(ROUND)
    {
        learner.compare(first);
    }
    for game in games.iter().flatten() {
        learner.learn(game);
    }
}

/// Plays the game of this number.
fn record<R: Notation>(learner: &Learner, labels: Labels, start: R, number: u64) -> Game {
    // Each game has a seed of its own: whoever goes on later plays the same.
    let mut rng = Rng::with_seed(learner.origin.seed.rotate_left(32) ^ number);
    let opening = rng.usize(OPENING);
    let mut position = start;
    let mut seen = Vec::new();
    let result = loop {
        if let Some(outcome) = position.outcome() {
            break labels.of_result(outcome);
        }
        if seen.len() == LONGEST {
            break 0.0;
        }
        position = match position.turn() {
            Turn::Chance => roll(&position, &mut rng),
            turn => {
                let is_settled = position.is_settled();
                // Captures that are due are no choice to explore.
                let at_random = seen.len() < opening || is_settled && rng.f32() < AT_RANDOM;
                let planes = learner.board.planes(&position);
                seen.push(Seen {
                    planes,
                    to_move: turn.side(),
                    is_settled,
                    at_random,
                });
                if at_random {
                    let moves = position.legal_moves();
                    position.after(moves[rng.usize(..moves.len())])
                } else {
                    best(learner, &position, &learner.features.indices(planes))
                }
            }
        };
    };
    Game { seen, result }
}

fn sign(value: Value) -> f32 {
    f32::from(value.0.signum())
}

/// What chance brings.
pub(crate) fn roll<R: Notation>(position: &R, rng: &mut Rng) -> R {
    let rolls = position.legal_moves();
    let all: u32 = rolls.iter().map(|&roll| position.weight(roll)).sum();
    let mut left = rng.u32(..all.max(1));
    for &roll in &rolls {
        let weight = position.weight(roll);
        if left < weight {
            return position.after(roll);
        }
        left -= weight;
    }
    position.after(rolls[0])
}

/// The most plies until a position is judged as it is.
const FARTHEST: u32 = 16;

/// The position after the best move, as far as the learner knows.
fn best<R: Notation>(learner: &Learner, position: &R, indices: &Indices) -> R {
    let nexts = position
        .legal_moves()
        .into_iter()
        .map(|mv| position.after(mv));
    let sign = sign_of(position.turn().side());
    let ranked = nexts.map(|next| (sign * worth(learner, &next, indices, FARTHEST), next));
    let best = ranked.max_by(|(a, _), (b, _)| a.total_cmp(b));
    best.map_or_else(|| position.clone(), |(_, next)| next)
}

/// The worth of a position after it was played on until it is settled, seen from Black. The indices are those of an
/// earlier position.
fn worth<R: Notation>(learner: &Learner, position: &R, indices: &Indices, left: u32) -> f32 {
    if let Some(outcome) = position.outcome() {
        // More than all that is not certain; a draw is worth 0.
        return sign(outcome) * f32::MAX;
    }
    let turn = position.turn();
    if left == 0 || turn == Turn::Chance || position.is_settled() {
        let planes = learner.board.planes(position);
        return learner.sum(&learner.features.moved(indices, planes), turn.side());
    }
    let sign = sign_of(turn.side());
    let nexts = position.legal_moves().into_iter();
    let worths = nexts.map(|mv| sign * worth(learner, &position.after(mv), indices, left - 1));
    sign * worths.max_by(f32::total_cmp).unwrap_or(0.0)
}

/// 1 if more is better for the side.
fn sign_of(side: Side) -> f32 {
    if side == Side::Black { 1.0 } else { -1.0 }
}

//! Games of a learner against itself.

use fastrand::Rng;

use super::learner::{Learner, Seen};
use crate::game::{Notation, Side, Turn, Value};

/// A game without end is given up as a draw.
const LONGEST: usize = 600;
/// The plies at random that games begin with.
const OPENING: std::ops::RangeInclusive<usize> = 2..=9;
/// The share of the other moves that are chosen at random.
const AT_RANDOM: f32 = 0.1;

/// Positions of random games, which show what a board may hold.
pub(crate) fn explore<R: Notation>(start: fn() -> R) -> Vec<R> {
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

/// Plays the next game, and learns from it.
pub(crate) fn play<R: Notation>(learner: &mut Learner, start: fn() -> R) {
    // Each game has a seed of its own: whoever goes on later plays the same.
    let mut rng = Rng::with_seed(learner.origin.seed.rotate_left(32) ^ learner.origin.games);
    let opening = rng.usize(OPENING);
    let mut position = start();
    let mut game = Vec::new();
    let result = loop {
        if let Some(outcome) = position.outcome() {
            break sign(outcome);
        }
        if game.len() == LONGEST {
            break 0.0;
        }
        position = match position.turn() {
            Turn::Chance => roll(&position, &mut rng),
            turn => {
                let to_move = turn.side();
                let at_random = game.len() < opening || rng.f32() < AT_RANDOM;
                game.push(Seen {
                    indices: learner.see(&position),
                    to_move,
                    at_random,
                });
                if at_random {
                    let moves = position.legal_moves();
                    position.after(moves[rng.usize(..moves.len())])
                } else {
                    best(learner, &position, to_move)
                }
            }
        };
    };
    learner.learn(&game, result);
}

fn sign(value: Value) -> f32 {
    f32::from(value.0.signum())
}

/// What chance brings.
fn roll<R: Notation>(position: &R, rng: &mut Rng) -> R {
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

/// The position after the best move, as far as the learner knows.
fn best<R: Notation>(learner: &Learner, position: &R, to_move: Side) -> R {
    let sign_of = if to_move == Side::Black { 1.0 } else { -1.0 };
    let worth = |next: &R| match next.outcome() {
        Some(outcome) => sign(outcome) * f32::INFINITY,
        None => learner.sum(&learner.see(next), next.turn().side()),
    };
    let nexts = position
        .legal_moves()
        .into_iter()
        .map(|mv| position.after(mv));
    let ranked = nexts.map(|next| {
        let worth = worth(&next);
        // A draw is worth 0, not nothing.
        (if worth.is_nan() { 0.0 } else { sign_of * worth }, next)
    });
    let best = ranked.max_by(|(a, _), (b, _)| a.total_cmp(b));
    best.map_or_else(|| position.clone(), |(_, next)| next)
}

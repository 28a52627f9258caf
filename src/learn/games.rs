//! Rules and constants that all self-play games share.

use std::ops::RangeInclusive;

use fastrand::Rng;

use crate::game::Notation;

/// A game without end is given up as a draw.
pub(crate) const LONGEST: usize = 600;
/// The plies at random that games begin with.
pub(crate) const OPENING: RangeInclusive<usize> = 2..=9;

/// The number of random games of [`explore`].
pub(crate) const EXPLORED: usize = 50;

/// Positions of random games, which show what a board may hold.
pub(crate) fn explore<R: Notation>(start: impl Fn() -> R) -> Vec<R> {
    let mut rng = Rng::with_seed(0);
    let mut positions = Vec::new();
    for _ in 0..EXPLORED {
        let mut position = start();
        while position.outcome().is_none() && positions.len() < 10_000 {
            positions.push(position.clone());
            let moves = position.legal_moves();
            position.play(moves[rng.usize(..moves.len())]);
        }
    }
    positions
}

/// The position after a random roll.
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

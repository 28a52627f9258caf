//! The target values of the positions of a game.

use crate::game::Side;
use crate::learn::sample::Sample;

/// The positions of a game that have a target value, from the last one back, each with that value, seen from its side to
/// move: `lambda` times that of the next position, and the score of a search for the rest [TD(λ), Sutton 1988]. A position
/// before a random move learns nothing from the next one.
pub(super) fn worths<S>(
    samples: &[Sample<S>],
    lambda: f32,
) -> impl Iterator<Item = (&Sample<S>, f32)> {
    let mut next = None;
    samples.iter().rev().filter_map(move |sample| {
        let after = if sample.at_random {
            None
        } else {
            next.or(sample.result)
        };
        next = match (sample.score, after) {
            (Some(score), Some(after)) if !sample.is_exact => {
                Some(lambda * after + (1.0 - lambda) * score)
            }
            (score, after) => score.or(after),
        };
        next.map(|worth| (sample, sign(sample.to_move) * worth))
    })
}

/// 1 if what is seen from Black is seen from this side.
pub(super) fn sign(side: Side) -> f32 {
    if side == Side::Black { 1.0 } else { -1.0 }
}

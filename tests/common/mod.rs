//! What the tests over all games share: random positions and exact values by plain minimax.

// Each test binary uses its own part of this module.
#![allow(dead_code)]

use std::collections::HashMap;

use sarsen::game::{Game, Rules, Value};

/// The positions of one random game from the start, the start and the end included.
pub fn random_game<G: Game>(rng: &mut fastrand::Rng) -> Vec<G> {
    let mut game = vec![G::start()];
    loop {
        let position = &game[game.len() - 1];
        let moves = position.legal_moves();
        if moves.is_empty() {
            return game;
        }
        let next = position.after(moves[rng.usize(..moves.len())]);
        game.push(next);
    }
}

/// A random position `plies` before the end of a random game, or its start if it was shorter.
pub fn late_position<G: Game>(rng: &mut fastrand::Rng, plies: usize) -> G {
    let mut game = random_game::<G>(rng);
    game.swap_remove(game.len().saturating_sub(plies + 1))
}

/// The exact value by minimax over the whole tree, without any hook, seen from the side to move.
pub fn exact<R: Rules>(position: &R, known: &mut HashMap<u64, Value>) -> Value {
    if let Some(value) = position.outcome() {
        return value;
    }
    if let Some(&value) = known.get(&position.key()) {
        return value;
    }
    let children = position.legal_moves().into_iter().map(|mv| {
        let next = position.after(mv);
        let value = exact(&next, known);
        if next.to_move() == position.to_move() {
            value
        } else {
            -value
        }
    });
    let best = children.max().expect("an unfinished position has a move");
    known.insert(position.key(), best);
    best
}

//! Files of weights.

use crate::game::{Evaluation, Game, Notation, Rules};
use crate::games::othello::{Othello, Patterns};

/// Weights of Othello's patterns. Those that are accepted give every position a value.
pub fn weights(bytes: &[u8]) {
    let Ok(patterns) = Patterns::from_bytes(bytes) else {
        return;
    };
    let mut position = Othello::start();
    while position.outcome().is_none() {
        let value = patterns.value(&position, &patterns.start(&position));
        assert!(
            value.abs() <= LARGEST,
            "{value} for {}",
            position.position()
        );
        let moves = position.legal_moves();
        position = position.after(moves[moves.len() / 2]);
    }
}

/// The largest value that an evaluation may give.
const LARGEST: i32 = 20_000;

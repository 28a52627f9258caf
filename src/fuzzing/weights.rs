//! Files of weights.

use crate::game::{Evaluation, Game, Notation, Rules};
use crate::games::othello::{Othello, Patterns};
use crate::games::tictactoe::TicTacToe;
use crate::learn::linear_evaluation;
use crate::session::{Begin, Engine, Registry};

/// Weights of Othello's patterns, or what was learnt of tic-tac-toe, without the checksum. Those that are accepted
/// give every position a value.
pub fn weights(bytes: &[u8]) {
    let mut whole = bytes.to_vec();
    whole.extend(crc32fast::hash(bytes).to_le_bytes());
    patterns(&whole);
    learnt(&whole);
}

fn learnt(bytes: &[u8]) {
    let registry = Registry::empty().with::<TicTacToe>();
    let plain = Engine::new(registry.clone()).expect("a small table");
    if let Ok(mut training) = plain.session().training(Begin::From(bytes)) {
        let next = training.games().saturating_add(1);
        training.play(next, 1);
    }
    let Ok(registry) = registry.with_weights(bytes) else {
        return;
    };
    let mut engine = Engine::new(registry).expect("a small table");
    while engine.session().result().is_none() {
        let value = engine.session().evaluate();
        assert!(value.abs() <= LARGEST, "{value}");
        let moves = engine.session().legal_moves();
        let played = engine.session_mut().play(None, &moves[moves.len() / 2]);
        played.expect("a legal move");
    }
}

fn patterns(bytes: &[u8]) {
    let Ok(patterns) = linear_evaluation::<Othello, Patterns>("patterns", bytes) else {
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

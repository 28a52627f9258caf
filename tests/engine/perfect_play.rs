//! Tic-tac-toe is a draw, and the engine never loses it: every line of play of the opponent is
//! tried, from both sides.

use std::time::Instant;

use heelstone::game::{Side, Value};
use heelstone::search::Stop;
use heelstone::session::{Engine, Registry, Reply};

fn engine() -> Engine {
    let mut engine = Engine::new(Registry::all()).expect("an engine");
    engine
        .newgame(Some("tictactoe"), None)
        .expect("the game is known");
    engine
}

/// Plays on with the engine as `side` against every reply; the number of games that were played.
fn play_all(engine: &mut Engine, side: Side, results: &mut Vec<Value>) {
    if let Some(result) = engine.session().result() {
        results.push(if side == Side::Black {
            result.value
        } else {
            -result.value
        });
        return;
    }
    if engine.session().to_move() == side {
        let reply = engine
            .genmove(None, Instant::now(), &Stop::new())
            .expect("its turn");
        assert!(matches!(reply, Reply::Move(_)));
        play_all(engine, side, results);
        engine.session_mut().undo(1).expect("a move to take back");
        return;
    }
    for name in engine.session().legal_moves() {
        engine
            .session_mut()
            .play(None, &name)
            .expect("a legal move");
        play_all(engine, side, results);
        engine.session_mut().undo(1).expect("a move to take back");
    }
}

#[test]
fn tictactoe_is_never_lost_against_any_opponent() {
    for side in Side::BOTH {
        let mut results = Vec::new();
        play_all(&mut engine(), side, &mut results);
        assert!(results.len() > 50, "{} games", results.len());
        assert!(
            results.iter().all(|&value| value >= Value::DRAW),
            "{side} lost"
        );
        assert!(
            results.contains(&Value::WIN),
            "{side} never punishes a mistake"
        );
    }
}

#[test]
fn tictactoe_is_a_draw_between_perfect_players() {
    let mut engine = engine();
    while engine.session().result().is_none() {
        engine
            .genmove(None, Instant::now(), &Stop::new())
            .expect("its turn");
    }
    assert_eq!(
        engine.session().result().map(|result| result.to_string()),
        Some("0".into())
    );
}

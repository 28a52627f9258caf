//! Positions in the notation of their game, or as moves.

use std::time::{Duration, Instant};

use super::{Game, engine, replies_legally};
use crate::search::Stop;
use crate::session::{Engine, Question};

/// The nodes of the search of a position: enough for a few plies.
const NODES: u64 = 100;

/// The name of a game and its size on the first line, and on the others a position.
pub fn positions(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (game, position) = text.split_once('\n').unwrap_or((&text, ""));
    let (name, size) = game.split_once(' ').unzip();
    let mut engine = engine();
    if engine.newgame(Some(name.unwrap_or(game)), size).is_err() {
        return;
    }
    solve(&mut engine, position);
    let before = Game::of(&engine);
    if engine.set_up(position).is_err() {
        assert_eq!(
            Game::of(&engine),
            before,
            "a refused position changes nothing"
        );
        return;
    }
    is_read_as_it_is_written(&mut engine);
    can_be_shown_and_played(&mut engine);
    replies_legally(&mut engine, NODES);
}

/// Solves what can be solved at sight.
fn solve(engine: &mut Engine, position: &str) {
    let at_once = Stop::new();
    at_once.request();
    let question = Question {
        moves: true,
        line: true,
        time: Some(Duration::from_millis(1)),
        start: Instant::now(),
        threads: 1,
        unrelated: false,
    };
    let _ = engine.solve_text(position, question, &at_once);
}

fn is_read_as_it_is_written(engine: &mut Engine) {
    let (position, key) = (engine.session().position(), engine.session().position_key());
    let again = engine.set_up(&position);
    assert_eq!(again, Ok(()), "{position:?} is written and not read");
    assert_eq!(engine.session().position(), position);
    assert_eq!(engine.session().position_key(), key, "{position:?}");
}

fn can_be_shown_and_played(engine: &mut Engine) {
    let session = engine.session_mut();
    let position = session.position();
    session.drawing().to_text();
    let moves = session.legal_moves();
    let is_over = session.result().is_some();
    assert_eq!(moves.is_empty(), is_over, "{position:?}: {moves:?}");
    for name in moves {
        let played = session.play(None, &name);
        assert_eq!(played, Ok(()), "{position:?}: {name} is legal");
        assert_eq!(session.undo(1), Ok(()));
        assert_eq!(session.position(), position, "{name} is taken back");
    }
}

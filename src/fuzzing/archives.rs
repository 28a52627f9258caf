//! Files of many games: WTHOR.

use std::path::Path;

use super::{Game, Scratch, engine};
use crate::session::Engine;

const FORMAT: &str = "WTHOR";

/// The games of a file that are loaded, from the first one.
const GAMES: usize = 3;

/// A file that should hold games.
pub fn archives(bytes: &[u8]) {
    let file = Scratch::with(bytes);
    let mut engine = engine();
    let mut before = Game::of(&engine);
    for number in 0..=GAMES {
        if load(&mut engine, file.path(), number) {
            assert!(number > 0, "games are numbered from 1");
            is_read_as_it_is_written(&engine);
        } else {
            assert_eq!(Game::of(&engine), before, "a refused game changes nothing");
        }
        before = Game::of(&engine);
    }
    is_appended_or_leaves_the_file_alone(&engine, &file, bytes);
}

fn load(engine: &mut Engine, path: &Path, number: usize) -> bool {
    engine.load_record(FORMAT, path, number, None).is_ok()
}

/// A game from a file can be stored in one.
fn is_read_as_it_is_written(engine: &Engine) {
    let file = Scratch::new();
    engine
        .save_record(FORMAT, file.path())
        .expect("a game that was read");
    let mut again = super::engine();
    assert!(load(&mut again, file.path(), 1));
    assert_eq!(Game::of(&again), Game::of(engine));
}

fn is_appended_or_leaves_the_file_alone(engine: &Engine, file: &Scratch, bytes: &[u8]) {
    let (mut games, mut same) = (0, super::engine());
    while games < GAMES && load(&mut same, file.path(), games + 1) {
        games += 1;
    }
    if engine.save_record(FORMAT, file.path()).is_err() {
        assert_eq!(file.bytes(), bytes, "the file has changed");
        return;
    }
    for number in 1..=games {
        let (mut old, mut new) = (super::engine(), super::engine());
        assert!(load(&mut old, Scratch::with(bytes).path(), number));
        assert!(load(&mut new, file.path(), number));
        assert_eq!(Game::of(&old), Game::of(&new), "game {number}");
    }
}

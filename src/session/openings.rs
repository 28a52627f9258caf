//! The names of openings.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::Session;
use super::registry::Entry;

/// The named positions of a game by the key that their images share, once they are needed.
pub(super) type Openings = OnceLock<HashMap<u64, &'static str>>;

/// The last move of an opening, by its number.
const LAST: usize = 30;

impl Session {
    /// The name of the opening that was played, if it has one: that of the last position with a name.
    pub(crate) fn opening(&self) -> Option<&'static str> {
        if self.info().openings.is_empty() {
            return None;
        }
        let names = self.entry.openings.get_or_init(|| read(&self.entry));
        let plies = self.history.len().min(LAST);
        let mut keys = (0..=plies).rev().map(|ply| self.at(ply).position_key());
        keys.find_map(|key| names.get(&key).copied())
    }
}

/// Reads the list of a game. Each line is the moves, a colon and the name.
fn read(entry: &Entry) -> HashMap<u64, &'static str> {
    let lines = entry.info.openings.lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    let named = lines.filter_map(|line| {
        let (moves, name) = line.split_once(':')?;
        let mut session = entry.open();
        let played = session.play_list(moves);
        played
            .inspect_err(|error| log::error!("the opening {line}: {error}"))
            .ok()?;
        Some((session.position_key(), name.trim()))
    });
    named.collect()
}

#[cfg(all(test, feature = "games"))]
mod tests {
    use crate::session::{Engine, Registry};

    #[test]
    fn every_opening_of_the_lists_can_be_played_and_is_found_by_its_name() {
        for info in Registry::all().games() {
            let mut engine = Engine::with_table(Registry::all(), 1).expect("an engine");
            for line in info.openings.lines().filter(|line| !line.starts_with('#')) {
                let (moves, name) = line.split_once(": ").expect("moves and a name");
                let size = info.size_name();
                engine
                    .newgame(Some(info.name), Some(&size))
                    .expect("a game");
                engine.session_mut().play_list(moves).expect(line);
                assert_eq!(engine.session().opening(), Some(name));
            }
        }
    }

    #[test]
    fn an_opening_keeps_its_name_turned_and_after_other_moves() {
        let mut engine = Engine::with_table(Registry::all(), 1).expect("an engine");
        engine.newgame(Some("othello"), None).expect("a game");
        assert_eq!(engine.session().opening(), None);
        let session = engine.session_mut();
        session.play_list("f5d6c3d3c4").expect("the Tiger, turned");
        assert_eq!(session.opening(), Some("Tiger"));
        let next = session.legal_moves().pop().expect("a move");
        session.play(None, &next).expect("a legal move");
        assert!(session.opening().is_some());
    }
}

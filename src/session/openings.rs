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
    pub fn opening(&self) -> Option<&'static str> {
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

//! Repetitions in the game in progress: the positions that may come again, and the end that this brings.

use super::Session;
use super::position::PlayedMove;
use crate::game::Value;

impl Session {
    /// The keys of the positions before this one that may come again, the oldest first. None in a
    /// game without repetitions.
    pub(super) fn past(&self) -> Vec<u64> {
        if self.entry.occurrences.is_none() {
            return Vec::new();
        }
        let since = self
            .history
            .iter()
            .rposition(|record| record.is_irreversible);
        let (earlier, since) = match since {
            Some(last) => (&[][..], last + 1),
            None => (&self.earlier[..], 0),
        };
        let keys = self.history[since..]
            .iter()
            .map(|record| record.before.key());
        earlier.iter().copied().chain(keys).collect()
    }

    /// The same for the position after a move.
    pub(super) fn past_after(&self, mv: &PlayedMove) -> Vec<u64> {
        if self.entry.occurrences.is_none() || mv.is_irreversible {
            return Vec::new();
        }
        let mut keys = self.past();
        keys.push(self.position.key());
        keys
    }

    /// The result of the game, seen from Black, once it is over: by its rules, or because the
    /// position has come again often enough.
    pub(super) fn outcome(&self) -> Option<Value> {
        self.position
            .outcome()
            .or_else(|| (self.has_come_again()).then(|| self.position.repeated()))
    }

    /// `true` if the position has come again so often that this ends the game.
    fn has_come_again(&self) -> bool {
        self.entry.occurrences.is_some_and(|occurrences| {
            let key = self.position.key();
            let before = self.past().into_iter().filter(|past| *past == key);
            before.count() + 1 >= occurrences
        })
    }
}

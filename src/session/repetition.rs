//! Repetitions in the game in progress: the positions that may be repeated, and the end of the game
//! by repetition.

use super::position::PlayedMove;
use super::{EndReason, GameResult, Session};

impl Session {
    /// The keys of the earlier positions that may be repeated, the oldest first. Empty in a game
    /// without repetitions.
    pub(super) fn past(&self) -> Vec<u64> {
        self.past_at(self.history.len())
    }

    /// The same for the position after the first `ply` moves.
    pub(super) fn past_at(&self, ply: usize) -> Vec<u64> {
        if self.entry.occurrences.is_none() {
            return Vec::new();
        }
        let history = &self.history[..ply];
        let since = history.iter().rposition(|record| record.is_irreversible);
        let (earlier, since) = match since {
            Some(last) => (&[][..], last + 1),
            None => (&self.earlier[..], 0),
        };
        let keys = history[since..]
            .iter()
            .map(|record| record.before.repetition_key());
        earlier.iter().copied().chain(keys).collect()
    }

    /// The same for the position after a move.
    pub(super) fn past_after(&self, mv: &PlayedMove) -> Vec<u64> {
        if self.entry.occurrences.is_none() || mv.is_irreversible {
            return Vec::new();
        }
        let mut keys = self.past();
        keys.push(self.position.repetition_key());
        keys
    }

    /// The result of the game if it is over because the position was repeated often enough.
    pub(super) fn result_by_repetition(&self) -> Option<GameResult> {
        let occurrences = self.entry.occurrences?;
        let key = self.position.repetition_key();
        let before = self.past().into_iter().filter(|past| *past == key);
        (before.count() + 1 >= occurrences).then(|| GameResult {
            value: self.position.repeated(),
            reason: Some(EndReason::Repetition),
        })
    }
}

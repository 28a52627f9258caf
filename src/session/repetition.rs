//! Repetitions in the game in progress: the positions that may be repeated, and the end of the game
//! by repetition.

use super::typed::GameSession;
use crate::game::{Game, Value};

impl<G: Game> GameSession<G> {
    /// The keys of the earlier positions that may be repeated, the oldest first. Empty in a game
    /// without repetitions.
    pub(super) fn past(&self) -> Vec<u64> {
        if !G::REPETITION.is_possible() {
            return Vec::new();
        }
        let mut keys = Vec::new();
        for (before, name) in self.moves_back() {
            let mv = Self::read_move(before, name);
            if mv.is_ok_and(|mv| before.is_irreversible(mv)) {
                break;
            }
            keys.push(before.key());
        }
        keys.reverse();
        keys
    }

    /// The same for the position after a move.
    pub(super) fn past_after(&self, mv: G::Move) -> Vec<u64> {
        if !G::REPETITION.is_possible() || self.position.is_irreversible(mv) {
            return Vec::new();
        }
        let mut keys = self.past();
        keys.push(self.position.key());
        keys
    }

    /// The result of the game, seen from Black, once it is over: by its rules, or because the
    /// position was repeated often enough.
    pub(super) fn outcome(&self) -> Option<Value> {
        self.position.outcome().or_else(|| {
            let key = self.position.key();
            let before = self.past().into_iter().filter(|past| *past == key);
            let occurrences = u32::try_from(before.count() + 1).unwrap_or(u32::MAX);
            (G::REPETITION.is_possible() && occurrences >= G::OCCURRENCES)
                .then(|| self.position.repeated())
        })
    }
}

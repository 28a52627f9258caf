//! Positions as text: in the notation of the game, or as the moves that lead to them.

use super::position::{BoxedPosition, after_forced_pass, play};
use super::registry::Entry;
use crate::game::{MoveError, PositionError};

/// Reads a position; see [`super::Engine::solve_text`].
pub(super) fn read(entry: &Entry, text: &str) -> Result<BoxedPosition, PositionError> {
    let mut game = Replay {
        position: entry.services.start(),
        moves: 0,
    };
    if text == "start" {
        return Ok(game.position);
    }
    let played = text.split_whitespace().try_for_each(|word| game.word(word));
    let Err(error) = played else {
        return Ok(game.position);
    };
    entry.services.read(text).map_err(|position_error| {
        if game.moves > 0 {
            error
        } else {
            PositionError::new(format!("neither moves nor a position: {position_error}"))
        }
    })
}

/// Returns `true` if a word can be split into pieces of this length with letters and digits in the
/// same places.
fn are_alike(word: &str, length: usize) -> bool {
    let pieces = word.as_bytes().chunks(length);
    let is_alike = |piece: &[u8]| {
        let kinds = piece.iter().map(u8::is_ascii_digit);
        kinds.eq(word.as_bytes()[..length].iter().map(u8::is_ascii_digit))
    };
    word.is_ascii() && pieces.into_iter().all(is_alike)
}

/// A game that is replayed from its start.
struct Replay {
    position: BoxedPosition,
    /// The number of moves played.
    moves: usize,
}

/// The largest length of the names of moves that share a word.
const LONGEST_IN_A_ROW: usize = 3;

impl Replay {
    /// Plays a move, or several in the same notation: `D1`, `f5d6c3`, `4453`.
    fn word(&mut self, word: &str) -> Result<(), PositionError> {
        let Err(error) = self.try_move(word) else {
            return Ok(());
        };
        let begins_with_move = |&length: &usize| {
            are_alike(word, length) && play(&mut *self.position.copy(), &word[..length]).is_ok()
        };
        let longest = LONGEST_IN_A_ROW.min(word.len().saturating_sub(1));
        let Some(length) = (1..=longest).rev().find(begins_with_move) else {
            return Err(self.wrong_move(word, error));
        };
        for start in (0..word.len()).step_by(length) {
            let name = &word[start..start + length];
            self.try_move(name)
                .map_err(|error| self.wrong_move(name, error))?;
        }
        Ok(())
    }

    /// Plays a move, after any forced pass that was left out.
    fn try_move(&mut self, name: &str) -> Result<(), MoveError> {
        if let Err(error) = play(&mut *self.position, name) {
            let (mut passed, _) = after_forced_pass(&*self.position).ok_or(error)?;
            play(&mut *passed, name)?;
            self.position = passed;
        }
        self.moves += 1;
        Ok(())
    }

    fn wrong_move(&self, name: &str, error: MoveError) -> PositionError {
        PositionError::new(format!("move {}, {name:?}: {error}", self.moves + 1))
    }
}

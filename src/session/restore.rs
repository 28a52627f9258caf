//! Taking over a whole game at once: the game, where it began, and its moves.

use thiserror::Error;

use super::engine::{Engine, EngineError};
use crate::game::PositionError;

/// A game as it was noted down.
#[derive(Clone, Copy, Debug)]
pub struct Noted<'a> {
    /// The name of the game.
    pub game: &'a str,
    /// The size of its board, such as `7x6`; `None` for its first one.
    pub size: Option<&'a str>,
    /// The position in which it began; `None` for the usual one.
    pub start: Option<&'a str>,
    /// The moves from there, forced passes included or not.
    pub moves: &'a [String],
}

/// Why a game cannot be taken over: a whole sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RestoreError {
    /// There is no such game or size.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// It begins with a position that cannot be set up.
    #[error("the game begins with a position that cannot be set up: {0}")]
    Position(#[from] PositionError),
    /// A move, counted from 1, is not legal.
    #[error("move {number} of the game, {text:?}, is not legal")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// As it was given.
        text: String,
    },
}

impl Engine {
    /// Takes over a game, in the position after its moves.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it; nothing has changed then.
    pub fn restore(&mut self, noted: &Noted<'_>) -> Result<(), RestoreError> {
        let mut session = self.entry(noted.game, noted.size)?.open();
        if let Some(position) = noted.start {
            session.set_up(position)?;
        }
        for (index, text) in noted.moves.iter().enumerate() {
            let wrong = |_| RestoreError::Move {
                number: index + 1,
                text: text.clone(),
            };
            session.play_in_order(text).map_err(wrong)?;
        }
        self.take_over(session);
        Ok(())
    }
}

//! The words and pictures of a game.

use thiserror::Error;

use super::{BoardLine, Drawing, Grid, Place, Rules};

/// Why a text is not a move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The text is not formed as a move of this game.
    #[error("syntax error")]
    Syntax,
    /// It is formed as a move, but is off the board or against the rules.
    #[error("illegal move")]
    Illegal,
}

/// Why a text is not a position: a whole sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct PositionError(pub String);

impl PositionError {
    /// An error with this sentence, which says what is wrong with the position.
    pub fn new(sentence: impl Into<String>) -> PositionError {
        PositionError(sentence.into())
    }
}

/// Names of moves and positions, and a drawing as data.
pub trait Notation: Rules {
    /// The name of a legal move: a vertex in upper case (`D3`), or `pass`.
    fn name_move(&self, mv: Self::Move) -> String;

    /// Reads a move in any case. The result is always legal here.
    ///
    /// # Errors
    /// [`MoveError::Syntax`] for what is not formed as a move, [`MoveError::Illegal`] for a move
    /// that is off the board or against the rules.
    fn parse_move(&self, text: &str) -> Result<Self::Move, MoveError>;

    /// The position on one line of printable ASCII, side to move included; without `;`, `%` and
    /// `#`, with which remarks begin.
    fn position(&self) -> String;

    /// Reads what [`Notation::position`] writes.
    ///
    /// # Errors
    /// A sentence, for what breaks the notation and for what cannot arise in a game.
    fn parse_position(text: &str) -> Result<Self, PositionError>;

    /// The points of the board by the vertices of the moves, as a client for Go sees them.
    fn grid(&self) -> Grid;

    /// The picture of the position. Defaults to the grid, with a place to choose a forced pass.
    fn drawing(&self) -> Drawing {
        let mut drawing = self.grid().draw();
        if let Some(pass) = Self::PASS
            && self.legal_moves().contains(&pass)
        {
            let y = i16::from(self.grid().rows()) + 1;
            drawing
                .places
                .push(Place::choice("pass".into(), 0, y, None, "pass".into()));
        }
        drawing
    }

    /// The places of [`Notation::drawing`] to click, in order, to play a legal move. Defaults to
    /// the one that bears the move's name.
    fn clicks(&self, mv: Self::Move) -> Vec<String> {
        vec![self.name_move(mv)]
    }

    /// The lines through places of [`Notation::drawing`] to show: those that somebody has won with,
    /// or, where lines are what the game is about, all of them. Defaults to none.
    fn lines(&self) -> Vec<BoardLine> {
        Vec::new()
    }
}

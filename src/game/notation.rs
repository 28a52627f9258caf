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
    /// A side was to move, and it is chance's turn.
    #[error("it is the turn of chance: play a roll")]
    Chance,
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

/// What each side has of something that people count while they play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// What is counted, in the plural and in lower case: `discs`.
    pub what: &'static str,
    /// How many Black has, and White.
    pub of: [u32; 2],
}

/// Names of moves and positions, and a drawing as data.
pub trait Notation: Rules {
    /// Returns the name of a legal move: one word of printable ASCII without `#` and `.`, which no other move
    /// of the position has. In a game with a [`Notation::grid`] it is a vertex in upper case (`D3`).
    /// A move that passes is `pass`; `resign` is no move.
    fn name_move(&self, mv: Self::Move) -> String;

    /// Reads a move in any case: the name, and what else players write for it. The result is always
    /// legal here.
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

    /// Returns the points of the board, as a client for Go sees them, in a game in which every move is
    /// the vertex of an empty point, or `pass`. Defaults to `None`: the moves are named otherwise, and
    /// commands for clients that know only vertices are not offered.
    fn grid(&self) -> Option<Grid> {
        None
    }

    /// Returns the pass that the side to move has to make: its only legal move, if that is named `pass`.
    fn forced_pass(&self) -> Option<Self::Move> {
        let [only] = self.legal_moves()[..] else {
            return None;
        };
        (self.name_move(only) == "pass").then_some(only)
    }

    /// Returns the picture of the position. Defaults to the grid, with a place to choose a forced
    /// pass: a game without a grid has to draw itself.
    fn drawing(&self) -> Drawing {
        let Some(grid) = self.grid() else {
            return Drawing::default();
        };
        let mut drawing = grid.draw();
        if self.forced_pass().is_some() {
            let y = i16::from(grid.rows()) + 1;
            drawing
                .places
                .push(Place::choice("pass".into(), 0, y, None, "pass".into()));
        }
        drawing
    }

    /// Returns the places of [`Notation::drawing`] to click, in order, to play a legal move: where a
    /// piece stands and where it goes, say. No two moves of a position have the same. Defaults to the
    /// one that bears the move's name.
    fn clicks(&self, mv: Self::Move) -> Vec<String> {
        vec![self.name_move(mv)]
    }

    /// Returns what each side has so far, in a game in which that is counted: discs, lines, pieces.
    /// Defaults to `None`.
    fn counts(&self) -> Option<Counts> {
        None
    }

    /// The lines through places of [`Notation::drawing`] to show: those that somebody has won with,
    /// or, where lines are what the game is about, all of them. Defaults to none.
    fn lines(&self) -> Vec<BoardLine> {
        Vec::new()
    }
}

//! Positions that are set up piece by piece, as by clicks on a board.

use super::Side;

/// A piece on a cell of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing<'a> {
    /// The name of the cell in the drawing.
    pub place: &'a str,
    /// The side that it belongs to.
    pub side: Side,
    /// What the drawing writes for it.
    pub text: &'a str,
}

impl Standing<'_> {
    /// The pieces of a game with plain stones, for [`Game::PIECES`](super::Game::PIECES).
    pub const STONES: &'static [(Side, &'static str)] = &[(Side::Black, "X"), (Side::White, "O")];
}

//! The games, a folder each, and their registry: one line for each game and size.

pub mod connect4;
pub mod draughts;
pub mod othello;
pub mod stonehenge;
pub mod tictactoe;

use crate::game::GameVisitor;

/// The game that a program with all the games starts with. One that has to fetch the large files of its games
/// starts with a game that needs little, so that a first visit is short.
pub const FIRST_GAME: &str = if cfg!(feature = "apart") {
    "connect4"
} else {
    "othello"
};

/// Passes every game to the visitor; the first size of a game is its default.
pub fn visit_all(visitor: &mut impl GameVisitor) {
    visitor.visit::<tictactoe::TicTacToe>();
    visitor.visit::<connect4::Connect4<7, 6>>();
    visitor.visit::<connect4::Connect4<8, 7>>();
    visitor.visit::<connect4::Connect4<9, 6>>();
    visitor.visit::<connect4::Connect4<6, 5>>();
    visitor.visit::<connect4::Connect4<5, 4>>();
    visitor.visit::<othello::Othello>();
    visitor.visit::<stonehenge::Stonehenge>();
    visitor.visit::<draughts::International>();
    visitor.visit::<draughts::Relative>();
    visitor.visit::<draughts::Checkers>();
}

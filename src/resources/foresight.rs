//! A look ahead with an evaluation, as a solver asks for it.

use crate::game::{Moves, Rules};

/// A look ahead with one evaluation of the game `R`, whose type is erased. See
/// [`Searcher::foresight`](crate::search::Searcher::foresight).
pub trait Foresight<R: Rules>: Send + Sync {
    /// Adds to the order of each move the value of the position `plies` plies after it, seen from the
    /// side to move, in
    /// [`Knowledge::ADVANTAGE`](crate::game::Knowledge::ADVANTAGE) for each
    /// [`Evaluation::grain`](crate::game::Evaluation::grain). `lists` are lists of moves
    /// to be used again. Returns the number of positions looked at.
    fn order(
        &self,
        position: &R,
        plies: u32,
        moves: &mut Moves<R::Move>,
        lists: &mut Vec<Moves<R::Move>>,
    ) -> u64;

    /// The value of the position after `plies` plies, seen from its side to move, in whole
    /// [grains](crate::game::Evaluation::grain), rounded down.
    fn estimate(&self, position: &R, plies: u32, lists: &mut Vec<Moves<R::Move>>) -> i32;
}

//! Positions of games that searches have played, to learn from.

use crate::game::Side;

/// A position of a game, with what a learner sees of it. All numbers are seen from Black.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample<S> {
    pub(crate) seen: S,
    pub(crate) to_move: Side,
    /// The number for the result of the game, unless a move at random followed.
    pub(crate) result: Option<f32>,
    /// The number for the score of a search, if it has one.
    pub(crate) score: Option<f32>,
    /// True if the solver knows the result, which is the score then.
    pub(crate) is_exact: bool,
    /// True if the move there was chosen at random.
    pub(crate) at_random: bool,
    /// The part of the game that led here, from 0 to 1.
    pub(crate) part: f32,
}

//! The search for play: alpha-beta with any game's [`Rules`] and any
//! [`Evaluation`](crate::game::Evaluation) of it.
//!
//! It asks for exact values, too, of whoever can find them: see [`Finishing`].

mod chance;
mod deepening;
mod finishing;
mod foresight;
mod memory;
mod near;
mod node;
mod ordering;
mod outcome;
mod path;
mod selective;
mod tree;
mod tuning;
mod window;

use std::time::Duration;

pub(crate) use deepening::Deepening;
pub(crate) use finishing::{Finisher, Finishing};
pub(crate) use ordering::ordered_moves;
pub use tree::{
    Edge, LARGEST_TREE, NodeKind, TreeError, TreeMethod, TreeNode, TreeValue, search_tree,
};
pub use tuning::Tuning;

use crate::game::{Rules, Score};
use crate::resources::{Foresight, Limits, Stop, Table};

/// What to search and how.
#[derive(Clone, Debug)]
pub struct Search<'a, R: Rules> {
    /// The position to search. In chance's turn, the only line begins with the likeliest roll, and its
    /// score is the average over all rolls, seen from Black.
    pub position: &'a R,
    /// What is known from earlier searches, and what this one finds out.
    pub table: &'a Table,
    /// The keys of the positions of the game so far that may come again, without this one. Empty in
    /// games without repetitions.
    pub past: &'a [u64],
    /// When to end.
    pub limits: Limits,
    /// The threads that search, at least 1. With one, a search without a limit of time can be
    /// reproduced to the node.
    pub threads: usize,
    /// Plain minimax, or expectiminimax in a game with chance, at exactly the depth: no quiescence,
    /// extension, hook or shortcut, and one thread.
    pub plain: bool,
    /// How many of the best moves to give a line for; at least 1.
    pub lines: usize,
    /// Find the exact scores of all moves within this of the best, in the evaluation's units.
    pub margin: i16,
    /// How the search is tuned. What a table has learnt with other numbers is not told apart.
    pub tuning: Tuning,
}

/// What is known about a move after an iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line<M> {
    /// The nominal plies searched.
    pub depth: u32,
    /// The score of its first move, seen from the side to move.
    pub score: Score,
    /// The nodes searched so far.
    pub nodes: u64,
    /// The time taken so far.
    pub time: Duration,
    /// Whether the score is the exact value, which no deeper search changes. In a game with chance it
    /// may be an average of results, and proves none.
    pub exact: bool,
    /// The moves expected, its first move in front, as far as no roll comes between.
    pub pv: Vec<M>,
}

/// What a search has found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outcome<M> {
    /// The lines of the deepest iteration that was finished, the best first; where only one is
    /// wanted, that of the unfinished one if it came to a best move. Never empty while the game is
    /// unfinished: stopped before anything was known, a search gives a legal move, at depth 0.
    pub lines: Vec<Line<M>>,
    /// All moves whose scores are within [`Search::margin`] of the best one's, the best first.
    pub near: Vec<(M, Score)>,
    /// The nodes searched.
    pub nodes: u64,
    /// The time taken.
    pub time: Duration,
}

/// Searches positions of one game with one evaluation.
pub trait Searcher<R: Rules>: Send + Sync {
    /// Searches until a limit is reached, `stop` is requested, or nothing is left to find out.
    /// `report` is called with each line of each finished iteration. There is no line where the game
    /// is over.
    fn search(
        &self,
        search: &Search<'_, R>,
        stop: &Stop,
        report: &mut dyn FnMut(&Line<R::Move>),
    ) -> Outcome<R::Move>;

    /// The static evaluation, seen from Black.
    fn evaluate(&self, position: &R) -> i32;

    /// A look ahead with the same evaluation, for a [`Solver`](crate::solve::Solver).
    fn foresight(&self) -> &dyn Foresight<R>;
}

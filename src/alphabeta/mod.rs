//! The search for play: alpha-beta with any game's [`Rules`] and any
//! [`Evaluation`](crate::game::Evaluation) of it.
//!
//! It asks for exact values, too, of whoever can find them: see [`Finishing`].

mod chance;
mod deepening;
mod finishing;
mod foresight;
mod handicap;
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
pub use handicap::Handicap;
pub(crate) use ordering::ordered_moves;
pub use tree::{
    Edge, LARGEST_TREE, NodeKind, TreeError, TreeMethod, TreeNode, TreeValue, search_tree,
};
pub use tuning::Tuning;

use crate::game::{Rules, Score};
use crate::resources::{Foresight, Limits, Stop, Table};

/// How to search a position, and when to end.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// When to end.
    pub limits: Limits,
    /// The number of threads, at least 1. With one thread, a search without a time limit is
    /// reproducible to the node.
    pub threads: usize,
    /// Plain minimax, or expectiminimax in a game with chance, at exactly the depth: no quiescence,
    /// extension, hook or shortcut, and one thread.
    pub plain: bool,
    /// The number of best moves to report a line for; at least 1.
    pub lines: usize,
    /// Find the exact scores of all moves within this of the best, in the evaluation's units.
    pub margin: i16,
    /// The tuning of the search. Table entries do not record the tuning they were made with.
    pub tuning: Tuning,
    /// Play below full strength: no solver helps, and [`Search::among`] has the moves that are seen.
    pub handicap: Option<Handicap>,
}

impl Request {
    /// The full search for one best move, on one thread.
    pub fn within(limits: Limits) -> Self {
        Request {
            limits,
            threads: 1,
            plain: false,
            lines: 1,
            margin: 0,
            tuning: Tuning::default(),
            handicap: None,
        }
    }
}

/// The task of a search.
#[derive(Clone, Debug)]
pub struct Search<'a, R: Rules> {
    /// The position to search. In chance's turn, the only line begins with the likeliest roll, and its
    /// score is the average over all rolls, seen from Black.
    pub position: &'a R,
    /// The results of earlier searches; this search adds its own.
    pub table: &'a Table,
    /// The keys of earlier positions of the game that may be repeated, without the current one.
    /// Empty in games without repetitions.
    pub past: &'a [u64],
    /// The moves to choose among; all legal ones if there are none here.
    pub among: &'a [R::Move],
    /// How to search, and when to end.
    pub request: Request,
}

/// The result for a move after an iteration.
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
    /// True if the score is the exact value, which no deeper search changes. In a game with chance it
    /// may be an average of results, and proves none.
    pub exact: bool,
    /// True if a solver found it.
    pub solved: bool,
    /// The moves expected, its first move in front, as far as no roll comes between.
    pub pv: Vec<M>,
}

/// The result of a search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outcome<M> {
    /// The lines of the deepest finished iteration, the best first; if only one is wanted, that of
    /// the unfinished iteration if it found a best move. Never empty while the game is unfinished:
    /// a search that is stopped too early returns a legal move, at depth 0.
    pub lines: Vec<Line<M>>,
    /// All moves whose scores are within [`Request::margin`] of the best one's, the best first.
    pub near: Vec<(M, Score)>,
    /// The nodes searched.
    pub nodes: u64,
    /// The time taken.
    pub time: Duration,
}

/// Searches positions of one game with one evaluation.
pub trait Searcher<R: Rules>: Send + Sync {
    /// Searches until a limit is reached, `stop` is requested, or nothing is left to find out.
    /// `report` is called with each line of each finished iteration. There are no lines if the game
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

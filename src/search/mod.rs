//! The search: it works with the [`Rules`] and any [`Evaluation`] of a game, and names no game.
//!
//! [`Searcher`] is the interface: one evaluation of one game, with the type of the evaluation
//! erased, while the search behind it is compiled for each. [`Search`] describes the task and
//! [`Outcome`] the result.

mod deepening;
mod finishing;
mod limits;
mod memory;
mod near;
mod node;
mod ordering;
mod outcome;
mod path;
mod selective;
mod table;
mod team;
mod tree;
mod tuning;

use std::sync::Arc;
use std::time::Duration;

pub(crate) use limits::Meter;
pub use limits::{Limits, Stop, Stopped, TimeBudget};
pub(crate) use ordering::ordered_moves;
pub(crate) use table::{CacheLine, WORDS};
pub use table::{Table, TableError};
pub(crate) use team::{Claim, Team};
pub use tree::{
    Edge, LARGEST_TREE, NodeKind, TreeError, TreeMethod, TreeNode, TreeValue, search_tree,
};
pub use tuning::Tuning;

use crate::game::{Evaluation, Knowledge, Rules, Score};

/// The stack size of a searching thread: the path to the deepest node has to fit.
pub(crate) const STACK_BYTES: usize = 16 << 20;

/// The task of a search.
#[derive(Clone, Debug)]
pub struct Search<'a, R: Rules> {
    /// The position to search.
    pub position: &'a R,
    /// The results of earlier searches; this search adds its own.
    pub table: &'a Table,
    /// The keys of earlier positions of the game that may be repeated, without the current one.
    /// Empty in games without repetitions.
    pub past: &'a [u64],
    /// When to end.
    pub limits: Limits,
    /// The number of threads, at least 1. With one thread, a search without a time limit is
    /// reproducible to the node.
    pub threads: usize,
    /// Plain minimax to exactly this depth: no quiescence, extensions, game knowledge or shortcuts,
    /// and a single thread.
    pub plain: bool,
    /// The number of best moves to report a line for; at least 1.
    pub lines: usize,
    /// Find the exact scores of all moves within this of the best, in the evaluation's units.
    pub margin: i16,
    /// The tuning of the search. Table entries do not record the tuning they were made with.
    pub tuning: Tuning,
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
    /// Whether the score is the exact value, which no deeper search can change.
    pub exact: bool,
    /// The expected moves, its first move included.
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
}

/// A [`Searcher`] with this knowledge and evaluation. `salt` must be unique among the pairs of them
/// that share a table, so that their scores are kept apart.
pub fn searcher<R: Rules, K: Knowledge<R>>(
    knowledge: K,
    evaluation: impl Evaluation<R>,
    salt: u8,
) -> Box<dyn Searcher<R>> {
    let knowledge = Arc::new(knowledge);
    Box::new(deepening::Deepening {
        knowledge,
        evaluation,
        salt,
    })
}

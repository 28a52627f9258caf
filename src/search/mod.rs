//! The search: it works with the [`Rules`] and any [`Evaluation`] of a game, and names no game.
//!
//! [`Searcher`] is the interface: one evaluation of one game, with the type of the evaluation
//! erased, while the search behind it is compiled for each. [`Search`] describes the task and
//! [`Outcome`] the result.
//!
//! Here the search for play and the solver are joined: near the end of a game, a solver works beside
//! the search.

mod finishing;

use std::sync::Arc;

use crate::alphabeta::Deepening;
pub(crate) use crate::alphabeta::ordered_moves;
pub use crate::alphabeta::{
    Edge, Handicap, LARGEST_TREE, Line, NodeKind, Outcome, Request, Search, Searcher, TreeError,
    TreeMethod, TreeNode, TreeValue, Tuning, search_tree,
};
use crate::game::{Evaluation, Knowledge, Rules};
pub use crate::resources::{Foresight, Limits, Stop, Stopped, Table, TableError, TimeBudget};
pub(crate) use finishing::BySolver;

/// A [`Searcher`] with this knowledge and evaluation. `salt` must be unique among the pairs of them
/// that share a table, so that their scores are kept apart.
pub fn searcher<R: Rules, K: Knowledge<R>>(
    knowledge: K,
    evaluation: impl Evaluation<R>,
    salt: u8,
) -> Box<dyn Searcher<R>> {
    let knowledge = Arc::new(knowledge);
    Box::new(Deepening {
        finishing: Box::new(BySolver(Arc::clone(&knowledge))),
        knowledge,
        evaluation,
        salt,
    })
}

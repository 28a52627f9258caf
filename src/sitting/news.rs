//! The news of a sitting, for whoever shows it.

use crate::game::Side;
use crate::session::{Info, Judged, Puzzle, SearchTree, Solved};

/// The purpose of a piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The machine's move.
    Move,
    /// A move that a person could play.
    Hint,
    /// Analysis of the position on a person's turn.
    Analysis,
    /// The search tree.
    Tree,
    /// The review of the game.
    Review,
    /// A puzzle.
    Puzzle,
}

/// The position and the purpose of a thought.
#[derive(Clone, Copy, Debug)]
pub(crate) struct About {
    /// The purpose.
    pub(crate) purpose: Purpose,
    /// The number of moves played before the position.
    pub(crate) ply: usize,
    /// The side to move.
    pub(crate) side: Side,
}

/// Something to show.
#[derive(Debug)]
pub(crate) enum News {
    /// The game, its position or the work in progress has changed.
    Changed,
    /// The result of an iteration of the search.
    Thinking {
        /// The position.
        about: About,
        /// The lines of one depth, the best first; at least one.
        lines: Vec<Info>,
        /// The places to click for each move of the first line.
        clicks: Vec<Vec<String>>,
    },
    /// The exact values of moves, at least one of them known.
    Solved(About, Solved),
    /// A suggested move.
    Hint {
        /// The number of moves played before the position.
        ply: usize,
        /// The name of the move.
        name: String,
        /// The places to click for it.
        clicks: Vec<String>,
    },
    /// The search tree.
    Tree(SearchTree),
    /// A puzzle of the present game.
    Puzzle(Puzzle),
    /// A step of the review of the game.
    Reviewed {
        /// The move that was judged, if the step has judged one, with the places to click for each move of
        /// the better line.
        judged: Option<(Judged, Vec<Vec<String>>)>,
        /// The number of positions that are assessed, and of all.
        progress: (usize, usize),
    },
    /// A request was refused, for this reason.
    Refused(String),
}

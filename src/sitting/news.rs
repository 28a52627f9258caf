//! What a sitting tells whoever shows it.

use crate::game::Side;
use crate::session::{Info, SearchTree, Solved};

/// What can be thought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The machine's move.
    Move,
    /// What a person could play.
    Hint,
    /// The position, while a person is to move.
    Analysis,
    /// The search tree.
    Tree,
}

/// About which position a thought is, and what for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct About {
    /// What for.
    pub(crate) purpose: Purpose,
    /// After how many moves of the game.
    pub(crate) ply: usize,
    /// Whose turn it is there.
    pub(crate) side: Side,
}

/// What there is to show.
#[derive(Debug)]
pub(crate) enum News {
    /// The game is another one, or stands elsewhere, or something else is thought about.
    Changed,
    /// What a search knows after an iteration.
    Thinking {
        /// Of which position.
        about: About,
        /// The lines of one depth, the best first; there is one.
        lines: Vec<Info>,
        /// The places to click for each move of the first line.
        clicks: Vec<Vec<String>>,
    },
    /// The exact values of moves, as far as they are known; some are.
    Solved(About, Solved),
    /// What to play.
    Hint {
        /// After how many moves.
        ply: usize,
        /// The name of the move.
        name: String,
        /// The places to click for it.
        clicks: Vec<String>,
    },
    /// The search tree.
    Tree(SearchTree),
    /// What was asked for is not done, for this reason.
    Refused(String),
}

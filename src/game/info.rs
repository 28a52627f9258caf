//! What a search reports.

use std::fmt;
use std::time::Duration;

use super::Score;

/// A line of an analysis: the result of one finished iteration for one move.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Info {
    /// 1 for the best move, 2 for the second best, and so on.
    pub line: usize,
    /// The nominal plies searched.
    pub depth: u32,
    /// The score of the line, seen from the side to move.
    pub score: Score,
    /// The nodes searched so far.
    pub nodes: u64,
    /// The time taken so far.
    pub time: Duration,
    /// True if the score is the exact value; in a game with chance, a proof.
    pub exact: bool,
    /// Where the score is from.
    pub source: Source,
    /// The names of the expected moves.
    pub pv: Vec<String>,
}

/// Where a score is from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// The search for play.
    #[default]
    Search,
    /// The solver.
    Solver,
    /// The opening book.
    Book,
}

impl Source {
    pub(crate) const fn of_search(solved: bool) -> Source {
        if solved {
            Source::Solver
        } else {
            Source::Search
        }
    }
}

/// Writes `search`, `solver` or `book`.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Source::Search => "search",
            Source::Solver => "solver",
            Source::Book => "book",
        })
    }
}

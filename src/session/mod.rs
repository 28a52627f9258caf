//! A game in progress, of any kind: the only bridge from the generic games and the generic search
//! to the protocol and the user interfaces, which see strings, numbers and pictures.
//!
//! [`Engine`] is their interface: the available games, the current one, the settings, the clocks
//! and the transposition table.

mod analysis;
mod arrange;
mod background;
mod bench;
mod book;
mod clock;
mod consulting;
mod dot;
mod engine;
mod evidence;
mod forecasting;
mod game;
mod given;
mod grade;
mod info;
pub(crate) mod json;
mod lessons;
mod list;
mod load;
mod made;
mod openings;
mod params;
mod pondering;
mod position;
mod puzzle;
mod records;
mod registry;
mod repetition;
mod replay;
mod restore;
mod review;
mod reviewing;
mod searchers;
mod services;
mod settings;
mod solving;
mod speedup;
mod thinking;
mod training;
mod tree;

use thiserror::Error;

pub use analysis::Ending;
pub(crate) use background::{Background, News};
pub(crate) use bench::{BenchResult, bench};
pub use book::{BookMove, BookOrder, BookValues, BookWorkError, OpenBookError};
pub use clock::TimeControl;
pub(crate) use engine::before_remarks;
pub use engine::{Engine, EngineError};
pub(crate) use evidence::Witness;
pub use game::{Played, Session};
pub use given::{AnyEvaluation, AnyPosition};
pub(crate) use grade::{Grade, score_text};
pub use info::{EndReason, GameInfo, GameResult};
pub use list::ListError;
pub(crate) use list::is_empty_list;
pub use load::LoadError;
pub use made::Made;
pub use params::{ParamError, ParamInfo, ParamValues};
pub(crate) use puzzle::{Puzzle, PuzzleMaker};
pub use records::{Collection, RecordError, RecordFileError};
pub use registry::Registry;
pub(crate) use restore::Noted;
pub use restore::RestoreError;
pub(crate) use review::{Assessed, Judged, Review, Tally};
pub(crate) use reviewing::Budget;
pub use services::{BookMoves, Found, Job};
pub use settings::{Level, Settings, UnknownLevel};
pub use solving::{Question, SolveJob, Solved};
pub(crate) use speedup::{Speedup, speedup};
pub(crate) use thinking::Choice;
pub use training::{Batch, Begin, Kind, Last, Learnt, Training, Trial};
pub use tree::{SearchTree, TreeEdge, TreeNode};

pub use crate::game::{Info, Source};

impl From<Found> for Info {
    fn from(found: Found) -> Info {
        Info {
            line: 1,
            depth: found.depth,
            score: found.score,
            nodes: found.nodes,
            time: found.time,
            exact: found.exact,
            source: found.source,
            pv: found.pv,
        }
    }
}

/// The source of the engine's move, with its result.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Thought {
    /// It was searched.
    Searched(Info),
    /// It came from the book.
    FromBook(BookMove),
}

/// The engine's answer to a request for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reply {
    /// The name of a move, or `pass`.
    Move(String),
    /// It resigns, because a loss is proved.
    Resign,
}

/// There are fewer moves to take back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("cannot undo")]
pub struct CannotUndo;

/// The game has no evaluation of that name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown evaluation {name:?}: {game} has {}", known.join(", "))]
pub struct UnknownEvaluation {
    /// The requested name.
    pub name: String,
    /// The game's name.
    pub game: &'static str,
    /// The available evaluations, the default first.
    pub known: Vec<&'static str>,
}

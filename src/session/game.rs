//! One game in progress with its types erased.

use std::fmt;
use std::time::Duration;

use super::book::{BookOrder, BookWorkError};
use super::{
    CannotUndo, Info, ParamInfo, ParamValues, Question, SearchTree, SolveJob, UnknownEvaluation,
};
use crate::book::{Book, BookError, Built, Progress, Verified, Worth};
use crate::game::{
    BoardLine, Counts, Drawing, Grid, MoveError, Perft, PositionError, Score, Side, Value,
};
use crate::search::{Limits, Stop, Table, TreeError, TreeMethod, Tuning};

/// The fixed properties of a game and size.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct GameInfo {
    /// Its name in `newgame`.
    pub name: &'static str,
    /// Its name in `set_game`.
    pub title: &'static str,
    /// One sentence about it.
    pub about: &'static str,
    /// The names that people use for Black and White.
    pub sides: [&'static str; 2],
    /// Who begins.
    pub begins: Side,
    /// The unit of a margin.
    pub unit: Option<&'static str>,
    /// Columns and rows.
    pub size: (u8, u8),
    /// The arguments of `boardsize` that select this board; the first is reported to GoGui.
    pub board_sizes: &'static [&'static [u32]],
    /// Its number in SGF.
    pub sgf_number: Option<u32>,
    /// Its name in GGF.
    pub ggf_name: Option<&'static str>,
    /// Whether its games are kept in WTHOR files.
    pub has_wthor: bool,
    /// Whether its moves are vertices, or `pass`.
    pub has_vertices: bool,
    /// Whether a result is a margin rather than only a win or loss.
    pub has_margin: bool,
    /// Known perft counts.
    pub perft: &'static str,
    /// Positions to measure with.
    pub bench: &'static [&'static str],
    /// The book that comes with it.
    pub book: Option<&'static [u8]>,
}

impl GameInfo {
    /// The size reported to GoGui, as one number, since its boards are square.
    pub fn told_size(&self) -> u32 {
        let first = self.board_sizes.first().and_then(|size| size.first());
        first
            .copied()
            .unwrap_or_else(|| self.size.0.max(self.size.1).into())
    }

    /// The name that people use for a side: `Red`.
    pub fn side_name(&self, side: Side) -> &'static str {
        self.sides[side.index()]
    }

    /// A side with its mark on the board, `Red (X)`; just `X` if that is its name.
    pub fn marked_side(&self, side: Side) -> String {
        marked(self.side_name(side), side)
    }

    /// The size in the form of `newgame`: `7x6`.
    pub fn size_name(&self) -> String {
        format!("{}x{}", self.size.0, self.size.1)
    }
}

/// A name of a side with its mark on the board.
pub(super) fn marked(name: &str, side: Side) -> String {
    let symbol = side.symbol();
    if name.chars().eq([symbol]) {
        name.into()
    } else {
        format!("{name} ({symbol})")
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameResult {
    /// The result seen from Black.
    pub value: Value,
}

/// Writes `B+10`, `W+2`, or `0` for a draw.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value.0 {
            0 => f.write_str("0"),
            margin if margin > 0 => write!(f, "B+{margin}"),
            margin => write!(f, "W+{}", -margin),
        }
    }
}

/// The task of a search of an unfinished position; see [`crate::search::Search`].
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// When to end.
    pub limits: Limits,
    /// The number of threads.
    pub threads: usize,
    /// Plain minimax to exactly the given depth.
    pub plain: bool,
    /// The number of lines.
    pub lines: usize,
    /// The largest distance from the best move of the moves to report.
    pub margin: i16,
    /// The tuning of the search.
    pub tuning: Tuning,
}

/// The result of a search, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The best move.
    pub best: String,
    /// Its score, seen from the side to move.
    pub score: Score,
    /// All moves near the best one with their scores, the best one first.
    pub near: Vec<(String, Score)>,
    /// The expected moves, the best one first.
    pub pv: Vec<String>,
    /// The nodes searched.
    pub nodes: u64,
    /// The time since the start of the limits.
    pub time: Duration,
    /// The nominal plies of the deepest finished iteration.
    pub depth: u32,
    /// Whether the score is the exact value.
    pub exact: bool,
}

/// A search on a snapshot of the position. It does not depend on the game in progress, which may
/// continue meanwhile.
pub type Job = Box<dyn FnOnce(&Table, &Stop, &mut dyn FnMut(&Info)) -> Found + Send>;

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Played {
    /// The side that played it.
    pub side: Side,
    /// Its name.
    pub name: String,
}

/// Moves by name, each with its value for the side that plays it.
pub type BookMoves = Vec<(String, Worth)>;

/// A game in progress, with strings as input and output.
pub trait Session: Send {
    /// The game and its size.
    fn info(&self) -> GameInfo;

    /// Starts the game again.
    fn reset(&mut self);

    /// The side whose turn it is.
    fn to_move(&self) -> Side;

    /// The names of the legal moves, sorted; none if the game is over.
    fn legal_moves(&self) -> Vec<String>;

    /// Whether the side to move has to pass.
    fn must_pass(&self) -> bool;

    /// The result, once the game is over.
    fn result(&self) -> Option<GameResult>;

    /// The moves played so far, automatic passes included.
    fn history(&self) -> Vec<Played>;

    /// The position from which the game began, if it was not the usual one.
    fn set_up_from(&self) -> Option<String>;

    /// Plays a move for the side to move, or for `side`. If the side to move has no legal move, a
    /// move of the other side first passes for it. After the end either side may pass.
    ///
    /// # Errors
    /// As [`crate::game::Notation::parse_move`], and [`MoveError::Illegal`] out of turn. Nothing
    /// has changed then.
    fn play(&mut self, side: Option<Side>, text: &str) -> Result<(), MoveError>;

    /// Takes back the last `count` moves, each with the automatic pass before it.
    ///
    /// # Errors
    /// If there are fewer; nothing has changed then.
    fn undo(&mut self, count: usize) -> Result<(), CannotUndo>;

    /// The position on one line.
    fn position(&self) -> String;

    /// A number for the position, including the side to move, that is shared by all positions
    /// equivalent by the game's symmetry; the same in every run.
    fn position_key(&self) -> u64;

    /// Sets up a position and clears the undo history.
    ///
    /// # Errors
    /// A sentence that describes the problem; nothing has changed then.
    fn set_up(&mut self, text: &str) -> Result<(), PositionError>;

    /// The points of the board by vertex, in a game whose moves are vertices.
    fn grid(&self) -> Option<Grid>;

    /// The picture of the board.
    fn drawing(&self) -> Drawing;

    /// The counts of each side; see [`crate::game::Notation::counts`].
    fn counts(&self) -> Option<Counts>;

    /// The lines of the board to show; see [`crate::game::Notation::lines`].
    fn lines(&self) -> Vec<BoardLine>;

    /// The places of the drawing to click for each move of a line that begins here, up to the first
    /// illegal move.
    fn clicks(&self, line: &[String]) -> Vec<Vec<String>>;

    /// The places clicked for the last move; empty at the start, or for a pass after the end.
    fn last_clicks(&self) -> Vec<String>;

    /// The same position and evaluations without the history, for work elsewhere while the game
    /// continues.
    fn snapshot(&self) -> Box<dyn Session>;

    /// The names of the evaluations, each with a description, the default first.
    fn evaluations(&self) -> Vec<(&'static str, &'static str)>;

    /// The name of the evaluation that a side uses.
    fn evaluation(&self, side: Side) -> &'static str;

    /// Chooses an evaluation for a side, or for both.
    ///
    /// # Errors
    /// If the game has none of that name.
    fn set_evaluation(&mut self, side: Option<Side>, name: &str) -> Result<(), UnknownEvaluation>;

    /// The parameters of all evaluations of the game, the default one's first.
    fn params(&self) -> Vec<ParamInfo>;

    /// Sets these parameters of the evaluations, and all others to their defaults.
    fn tune(&mut self, values: &ParamValues);

    /// The static evaluation by the evaluation of the side to move, seen from Black.
    fn evaluate(&self) -> i32;

    /// Counts move sequences; `None` when stopped.
    fn perft(&self, plies: u32, stop: &Stop) -> Option<Perft>;

    /// The tree of a textbook search of this many plies, by the evaluation of the side to move.
    ///
    /// # Errors
    /// If it is too large to look at, or was stopped.
    fn tree(&self, plies: u32, method: TreeMethod, stop: &Stop) -> Result<SearchTree, TreeError>;

    /// Returns an upper limit on the remaining plies, if there is one.
    fn max_plies(&self) -> Option<u32>;

    /// A search for a move of `side` by its evaluation, for the caller to run when and where it
    /// likes. If the other side has to pass, the pass is assumed. `None` if the game is over or it
    /// is not that side's turn.
    fn search(&self, side: Side, request: Request) -> Option<Job>;

    /// The same after the reply `reply` of the other side, with the resulting position on one line.
    /// `None` if it is not the side's turn then, or the game is over.
    fn search_after(&self, reply: &str, side: Side, request: Request) -> Option<(String, Job)>;

    /// The position in which `side` moves, on one line, after a forced pass of the other side;
    /// `None` if it is not its turn.
    fn position_for(&self, side: Side) -> Option<String>;

    /// A job that solves the current position, for the caller to run when and where it likes.
    fn solve(&self, question: Question) -> SolveJob;

    /// A job that solves a position given as text; see [`super::Engine::solve_text`].
    ///
    /// # Errors
    /// A sentence that describes the problem with the text.
    fn solve_text(&self, text: &str, question: Question) -> Result<SolveJob, PositionError>;

    /// The only move of `side`, possibly a forced pass, if it is its turn and it has just one.
    fn only_move(&self, side: Side) -> Option<String>;

    /// Whether the book is of this game and size.
    fn book_fits(&self, book: &Book) -> bool;

    /// The moves of `side` in a book, the best first, with their values; `None` if the book does
    /// not contain the best one, or it is not that side's turn.
    ///
    /// # Errors
    /// If the book is damaged.
    fn book_moves(&self, side: Side, book: &Book) -> Result<Option<BookMoves>, BookError>;

    /// Builds a book of this game and size.
    ///
    /// # Errors
    /// A sentence that describes the problem.
    fn build_book(
        &self,
        order: &BookOrder,
        stop: &Stop,
        report: &mut dyn FnMut(Progress),
    ) -> Result<Built, BookWorkError>;

    /// Checks a book of this game and size: its structure, its values against those after them, and
    /// this many of its last positions, chosen by a seed, without the book. `roots` is the list of
    /// positions that it was built from, if any; `report` receives the number of positions judged
    /// so far.
    ///
    /// # Errors
    /// A sentence that describes the problem.
    fn verify_book(
        &self,
        book: &Book,
        roots: Option<&[String]>,
        sample: (usize, u64),
        stop: &Stop,
        report: &mut dyn FnMut(u64),
    ) -> Result<Verified, BookWorkError>;
}

/// The mean absolute evaluation of the game's own examples, at least 1, as a scale for its units.
pub(crate) fn usual_size(session: &dyn Session) -> i32 {
    let mut example = session.snapshot();
    let examples = session.info().bench.iter();
    let sizes = examples.filter_map(|text| {
        example.set_up(text).ok()?;
        (example.result().is_none()).then(|| example.evaluate().saturating_abs())
    });
    let sizes: Vec<i32> = sizes.collect();
    let sum: i64 = sizes.iter().map(|&size| i64::from(size)).sum();
    i32::try_from(sum / sizes.len().max(1) as i64).map_or(1, |mean| mean.max(1))
}

//! The work that needs the type of a game: searching, solving, books, trees and evaluations. Each
//! is a service beside the game in progress, which restores the type of an erased position.

use std::sync::Arc;

use super::book::{BookOrder, BookWorkError};
use super::position::{self, BoxedPosition, Position};
use super::searchers::{Added, NamedSearcher, named_searchers, run};
use super::{
    AnyEvaluation, Batch, Begin, GameInfo, Info, ParamInfo, ParamValues, Question, SearchTree,
    SolveJob, Source, Training, forecasting, solving, training, tree,
};
use crate::book::{self, Book, BookError, Built, Progress, Verified, Worth};
use crate::game::{Game, Perft, PositionError, Score, Side, Standing, perft};
use crate::learn::{Evaluator, Weights};
use crate::search::{Request, Stop, Table, TreeError, TreeMethod, search_tree};
use crate::solve::Exact;
use std::time::Duration;

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
    /// True if the score is the exact value.
    pub exact: bool,
    /// Where the score is from.
    pub source: Source,
}

/// A search on a snapshot of the position. It does not depend on the game in progress, which may
/// continue meanwhile.
pub type Job = Box<dyn FnOnce(&Table, &Stop, &mut dyn FnMut(&Info)) -> Found + Send>;

/// Moves by name, each with its value for the side that plays it.
pub type BookMoves = Vec<(String, Worth)>;

/// The only winning move of a position.
pub(super) struct OnlyWin {
    pub(super) name: String,
    /// Its value for the side that plays it.
    pub(super) value: Exact,
    /// The nodes that the solver needed for the values of all moves.
    pub(super) nodes: u64,
}

/// The services of one game. Every position is one of that game, and an evaluation is its index.
pub(super) trait Services: Send + Sync {
    /// The names of the evaluations, each with a description, the default first.
    fn evaluations(&self) -> Vec<(&'static str, &'static str)>;

    /// The parameters of all evaluations, the default one's first.
    fn params(&self) -> Vec<ParamInfo>;

    /// The same services with these parameters of the evaluations, and defaults for all others.
    fn tuned(&self, values: &ParamValues) -> Arc<dyn Services>;

    /// The same services with an evaluation by these weights, as the default.
    ///
    /// # Errors
    /// A sentence if they are of another board.
    fn learned(&self, weights: Weights) -> Result<Arc<dyn Services>, String>;

    /// The same services with this evaluation, as the last one.
    fn given(&self, evaluation: Arc<dyn AnyEvaluation>) -> Arc<dyn Services>;

    /// A training of the game.
    fn training(&self, begin: Begin<'_>) -> Result<Box<dyn Training>, String>;

    /// The learning of an evaluation of the game from many games at once.
    fn batch(&self, evaluation: &str, seed: u64) -> Result<Box<dyn Batch>, String>;

    /// These weights with forecasts for the search, from as many games as are wanted.
    fn forecast(
        &self,
        weights: Weights,
        nodes: u64,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Vec<u8>, String>;

    /// The static evaluation seen from Black.
    fn evaluate(&self, position: &dyn Position, evaluation: usize) -> i32;

    /// The evaluation's units in one unit of the margin, if it estimates one.
    fn per_margin(&self, evaluation: usize) -> Option<u16>;

    /// A search of an unfinished position, after those with the keys in `past`.
    fn search(
        &self,
        position: &dyn Position,
        past: Vec<u64>,
        evaluation: usize,
        request: Request,
    ) -> Job;

    /// Solving a position, looking ahead with an evaluation.
    fn solve(&self, position: &dyn Position, evaluation: usize, question: Question) -> SolveJob;

    /// The only winning move, if there is exactly one and `nodes` nodes show it. Earlier results in the table
    /// are of no use.
    fn only_win(
        &self,
        position: &dyn Position,
        nodes: u64,
        table: &mut Table,
        stop: &Stop,
    ) -> Option<OnlyWin>;

    /// Counts move sequences; `None` if stopped.
    fn perft(&self, position: &dyn Position, plies: u32, stop: &Stop) -> Option<Perft>;

    /// The tree of a textbook search.
    fn tree(
        &self,
        position: &dyn Position,
        evaluation: usize,
        plies: u32,
        method: TreeMethod,
        stop: &Stop,
    ) -> Result<SearchTree, TreeError>;

    /// An upper limit on the remaining plies, if there is one.
    fn max_plies(&self, position: &dyn Position) -> Option<u32>;

    /// A key shared by all positions that are equivalent by the game's symmetry.
    fn canonical_key(&self, position: &dyn Position) -> u64;

    /// The first position.
    fn start(&self) -> BoxedPosition;

    /// Reads a position on one line.
    fn read(&self, text: &str) -> Result<BoxedPosition, PositionError>;

    /// Writes a position; see [`Game::arranged`].
    fn arranged(&self, pieces: &[Standing<'_>], to_move: Side) -> String;

    /// `true` if the book is of this game and size.
    fn book_fits(&self, book: &Book) -> bool;

    /// The moves of a position in a book, the best first.
    fn book_moves(
        &self,
        position: &dyn Position,
        book: &Book,
    ) -> Result<Option<BookMoves>, BookError>;

    /// Builds a book; see [`super::Session::build_book`].
    fn build_book(
        &self,
        evaluation: usize,
        order: &BookOrder,
        stop: &Stop,
        report: &mut dyn FnMut(Progress),
    ) -> Result<Built, BookWorkError>;

    /// Checks a book; see [`super::Session::verify_book`].
    fn verify_book(
        &self,
        book: &Book,
        roots: Option<&[String]>,
        sample: (usize, u64),
        stop: &Stop,
        report: &mut dyn FnMut(u64),
    ) -> Result<Verified, BookWorkError>;
}

/// How positions of a variant of the game `G` come about.
pub(super) struct Beginning<G> {
    /// Makes the first one.
    pub(super) start: Start<G>,
    /// Reads one on one line.
    pub(super) read: Read<G>,
}

impl<G: 'static> Beginning<G> {
    /// By plain functions.
    pub(super) fn of(start: fn() -> G, read: fn(&str) -> Result<G, PositionError>) -> Self {
        Beginning {
            start: Arc::new(start),
            read: Arc::new(read),
        }
    }
}

impl<G> Clone for Beginning<G> {
    fn clone(&self) -> Self {
        Beginning {
            start: Arc::clone(&self.start),
            read: Arc::clone(&self.read),
        }
    }
}

/// Makes the first position of a game.
pub(super) type Start<G> = Arc<dyn Fn() -> G + Send + Sync>;

/// Reads a position on one line.
pub(super) type Read<G> = Arc<dyn Fn(&str) -> Result<G, PositionError> + Send + Sync>;

/// The services of the game `G`.
pub(super) struct TypedServices<G: Game> {
    pub(super) info: GameInfo,
    pub(super) beginning: Beginning<G>,
    pub(super) searchers: Arc<[NamedSearcher<G>]>,
    added: Added,
}

impl<G: Game> TypedServices<G> {
    pub(super) fn new(
        info: GameInfo,
        beginning: Beginning<G>,
        added: Added,
        values: &ParamValues,
    ) -> TypedServices<G> {
        TypedServices {
            info,
            beginning,
            searchers: named_searchers(&added, values),
            added,
        }
    }

    /// The same services with other evaluations beside those of the game.
    fn with(&self, added: Added) -> Arc<dyn Services> {
        let values = ParamValues::new();
        Arc::new(TypedServices::<G>::new(
            self.info,
            self.beginning.clone(),
            added,
            &values,
        ))
    }
}

/// The position with its type.
fn typed<G: Game>(position: &dyn Position) -> &G {
    let typed = position.as_any().downcast_ref();
    typed.expect("a session has the positions and the services of one game")
}

impl<G: Game> Services for TypedServices<G> {
    fn start(&self) -> BoxedPosition {
        position::boxed((self.beginning.start)())
    }

    fn read(&self, text: &str) -> Result<BoxedPosition, PositionError> {
        (self.beginning.read)(text).map(position::boxed)
    }

    fn arranged(&self, pieces: &[Standing<'_>], to_move: Side) -> String {
        G::arranged(pieces, to_move)
    }

    fn evaluations(&self) -> Vec<(&'static str, &'static str)> {
        let searchers = self.searchers.iter();
        searchers.map(|named| (named.name, named.about)).collect()
    }

    fn params(&self) -> Vec<ParamInfo> {
        let all = self.searchers.iter().flat_map(|named| &named.params);
        all.cloned().collect()
    }

    fn tuned(&self, values: &ParamValues) -> Arc<dyn Services> {
        let added = self.added.clone();
        Arc::new(TypedServices::<G>::new(
            self.info,
            self.beginning.clone(),
            added,
            values,
        ))
    }

    fn learned(&self, weights: Weights) -> Result<Arc<dyn Services>, String> {
        weights.check::<G>()?;
        let learned = Some(Evaluator::from(weights));
        Ok(self.with(Added {
            learned,
            ..self.added.clone()
        }))
    }

    fn given(&self, evaluation: Arc<dyn AnyEvaluation>) -> Arc<dyn Services> {
        let given = Some(evaluation);
        self.with(Added {
            given,
            ..self.added.clone()
        })
    }

    fn training(&self, begin: Begin<'_>) -> Result<Box<dyn Training>, String> {
        let teacher = &self.searchers[0];
        training::open(&self.info, &self.beginning.start, teacher, begin)
    }

    fn batch(&self, evaluation: &str, seed: u64) -> Result<Box<dyn Batch>, String> {
        let teacher = &self.searchers[0];
        training::open_batch(&self.info, &self.beginning.start, teacher, evaluation, seed)
    }

    fn forecast(
        &self,
        weights: Weights,
        nodes: u64,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Vec<u8>, String> {
        forecasting::fit(&self.beginning.start, weights, nodes, goes_on)
    }

    fn evaluate(&self, position: &dyn Position, evaluation: usize) -> i32 {
        self.searchers[evaluation]
            .searcher
            .evaluate(typed(position))
    }

    fn per_margin(&self, evaluation: usize) -> Option<u16> {
        self.searchers[evaluation].per_margin
    }

    fn search(
        &self,
        position: &dyn Position,
        past: Vec<u64>,
        evaluation: usize,
        request: Request,
    ) -> Job {
        let position = typed::<G>(position).clone();
        let searchers = Arc::clone(&self.searchers);
        Box::new(
            move |table: &Table, stop: &Stop, report: &mut dyn FnMut(&Info)| {
                let searcher = &*searchers[evaluation].searcher;
                run(&position, &past, searcher, request, table, stop, report)
            },
        )
    }

    fn solve(&self, position: &dyn Position, evaluation: usize, question: Question) -> SolveJob {
        let searcher = Arc::clone(&self.searchers[evaluation].searcher);
        solving::job(typed::<G>(position).clone(), question, searcher)
    }

    fn only_win(
        &self,
        position: &dyn Position,
        nodes: u64,
        table: &mut Table,
        stop: &Stop,
    ) -> Option<OnlyWin> {
        solving::only_win(typed::<G>(position), nodes, table, stop)
    }

    fn perft(&self, position: &dyn Position, plies: u32, stop: &Stop) -> Option<Perft> {
        perft(typed::<G>(position), plies, &|| stop.is_requested())
    }

    fn tree(
        &self,
        position: &dyn Position,
        evaluation: usize,
        plies: u32,
        method: TreeMethod,
        stop: &Stop,
    ) -> Result<SearchTree, TreeError> {
        let chosen = &self.searchers[evaluation];
        let evaluate = |position: &G| chosen.searcher.evaluate(position);
        let nodes = search_tree(typed(position), plies, method, &evaluate, stop)?;
        Ok(SearchTree {
            game: self.info.name,
            sides: self.info.sides,
            evaluation: chosen.name,
            plies,
            method,
            nodes: tree::in_words(nodes),
        })
    }

    fn max_plies(&self, position: &dyn Position) -> Option<u32> {
        typed::<G>(position).max_plies()
    }

    fn canonical_key(&self, position: &dyn Position) -> u64 {
        typed::<G>(position).canonical_key()
    }

    fn book_fits(&self, book: &Book) -> bool {
        self.fits(book)
    }

    fn book_moves(
        &self,
        position: &dyn Position,
        book: &Book,
    ) -> Result<Option<BookMoves>, BookError> {
        let position = typed::<G>(position);
        let moves = book::moves(book, position)?;
        let name = |(mv, worth)| (position.name_move(mv), worth);
        Ok(moves.map(|moves| moves.into_iter().map(name).collect()))
    }

    fn build_book(
        &self,
        evaluation: usize,
        order: &BookOrder,
        stop: &Stop,
        report: &mut dyn FnMut(Progress),
    ) -> Result<Built, BookWorkError> {
        self.build(&self.searchers[evaluation], order, stop, report)
    }

    fn verify_book(
        &self,
        book: &Book,
        roots: Option<&[String]>,
        sample: (usize, u64),
        stop: &Stop,
        report: &mut dyn FnMut(u64),
    ) -> Result<Verified, BookWorkError> {
        self.verify(book, roots, sample, stop, report)
    }
}

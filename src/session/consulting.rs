//! Uses of the services of a game for the current position of a game in progress.

use super::book::{BookOrder, BookWorkError};
use super::services::OnlyWin;
use super::{
    BookMoves, Job, ParamInfo, ParamValues, Question, SearchTree, Session, SolveJob,
    UnknownEvaluation, replay,
};
use crate::book::{Book, BookError, Built, Progress, Verified};
use crate::game::{Perft, PositionError, Side, Turn};
use crate::search::{Request, Stop, Table, TreeError, TreeMethod};

/// Evaluations.
impl Session {
    /// Returns the names of the evaluations, each with a description, the default first.
    pub fn evaluations(&self) -> Vec<(&'static str, &'static str)> {
        self.services.evaluations()
    }

    /// Returns the name of the evaluation that a side uses.
    pub fn evaluation(&self, side: Side) -> &'static str {
        self.evaluations()[self.chosen[side.index()]].0
    }

    /// Chooses an evaluation for a side, or for both.
    ///
    /// # Errors
    /// If the game has none of that name.
    pub fn set_evaluation(
        &mut self,
        side: Option<Side>,
        name: &str,
    ) -> Result<(), UnknownEvaluation> {
        let known: Vec<_> = self
            .evaluations()
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        let Some(index) = known.iter().position(|known| *known == name) else {
            return Err(UnknownEvaluation {
                name: name.into(),
                game: self.info().name,
                known,
            });
        };
        match side {
            Some(side) => self.chosen[side.index()] = index,
            None => self.chosen = [index, index],
        }
        Ok(())
    }

    /// Returns the parameters of all evaluations of the game, the default one's first.
    pub fn params(&self) -> Vec<ParamInfo> {
        self.services.params()
    }

    /// Sets these parameters of the evaluations, and all others to their defaults.
    pub fn tune(&mut self, values: &ParamValues) {
        self.services = self.services.tuned(values);
    }

    /// Returns the static evaluation by the evaluation of the side to move, seen from Black.
    pub fn evaluate(&self) -> i32 {
        self.services
            .evaluate(&*self.position, self.chosen_to_move())
    }

    /// Evaluates once, so that no evaluation is used for the first time in a search.
    pub(super) fn warm_up(&self) {
        for chosen in self.chosen {
            self.services.evaluate(&*self.position, chosen);
        }
    }

    /// Returns the units of [`Session::evaluate`] in one unit of the margin, such as 100 for hundredths of a
    /// disc; `None` if the evaluation estimates no margin.
    pub(crate) fn per_margin(&self) -> Option<u16> {
        self.services.per_margin(self.chosen_to_move())
    }

    fn chosen_to_move(&self) -> usize {
        self.chosen[self.to_move().index()]
    }

    /// Returns the mean absolute evaluation of the game's own examples, at least 1, as a scale for
    /// its units.
    pub(crate) fn usual_size(&self) -> i32 {
        let mut example = self.snapshot();
        let examples = self.info().bench.iter();
        let sizes = examples.filter_map(|text| {
            example.set_up(text).ok()?;
            (example.result().is_none()).then(|| example.evaluate().saturating_abs())
        });
        let sizes: Vec<i32> = sizes.collect();
        let sum: i64 = sizes.iter().map(|&size| i64::from(size)).sum();
        i32::try_from(sum / sizes.len().max(1) as i64).map_or(1, |mean| mean.max(1))
    }
}

/// Searching and solving.
impl Session {
    /// Returns a search for a move of `side` by its evaluation, for the caller to run when and
    /// where it likes. If the other side has to pass, the pass is assumed. `None` if the game is
    /// over or it is not that side's turn.
    pub fn search(&self, side: Side, request: Request) -> Option<Job> {
        if self.result().is_some() {
            return None;
        }
        let (position, past) = self.on_turn(side)?;
        let is_open = position.turn() == Turn::from(side) && position.outcome().is_none();
        is_open.then(|| {
            self.services
                .search(&*position, past, self.chosen[side.index()], request)
        })
    }

    /// Returns the same after the reply `reply` of the other side, with the resulting position on
    /// one line. `None` if it is not the side's turn then, or the game is over.
    pub fn search_after(&self, reply: &str, side: Side, request: Request) -> Option<(String, Job)> {
        let mut after = self.position.copy();
        let past = self.past_after(&after.play(reply).ok()?);
        let is_turn = self.to_move() != side && after.turn() == Turn::from(side);
        if !is_turn || after.outcome().is_some() {
            return None;
        }
        let job = self
            .services
            .search(&*after, past, self.chosen[side.index()], request);
        Some((after.text(), job))
    }

    /// Returns a job that solves the current position, for the caller to run when and where it
    /// likes.
    pub fn solve(&self, question: Question) -> SolveJob {
        self.services
            .solve(&*self.position, self.chosen_to_move(), question)
    }

    /// Returns a job that solves a position given as text; see [`super::Engine::solve_text`].
    ///
    /// # Errors
    /// A sentence that describes the problem with the text.
    pub fn solve_text(&self, text: &str, question: Question) -> Result<SolveJob, PositionError> {
        let position = replay::read(&self.entry, text)?;
        let evaluation = self.chosen[position.turn().side().index()];
        Ok(self.services.solve(&*position, evaluation, question))
    }

    /// Returns the only winning move, if there is exactly one and so many nodes show it.
    pub(super) fn only_win(&self, nodes: u64, table: &mut Table, stop: &Stop) -> Option<OnlyWin> {
        self.services.only_win(&*self.position, nodes, table, stop)
    }

    /// Returns an upper limit on the remaining plies, if there is one.
    pub fn max_plies(&self) -> Option<u32> {
        self.services.max_plies(&*self.position)
    }

    /// Counts move sequences; `None` if stopped.
    pub fn perft(&self, plies: u32, stop: &Stop) -> Option<Perft> {
        self.services.perft(&*self.position, plies, stop)
    }

    /// Returns the tree of a textbook search of this many plies, by the evaluation of the side to
    /// move.
    ///
    /// # Errors
    /// If it is too large to look at, or was stopped.
    pub fn tree(
        &self,
        plies: u32,
        method: TreeMethod,
        stop: &Stop,
    ) -> Result<SearchTree, TreeError> {
        let chosen = self.chosen_to_move();
        self.services
            .tree(&*self.position, chosen, plies, method, stop)
    }
}

/// Books.
impl Session {
    /// Returns a number for the position, including the side to move, that is shared by all
    /// positions equivalent by the game's symmetry; the same in every run.
    pub fn position_key(&self) -> u64 {
        self.services.canonical_key(&*self.position)
    }

    /// Returns `true` if the book is of this game and size.
    pub fn book_fits(&self, book: &Book) -> bool {
        self.services.book_fits(book)
    }

    /// Returns the moves of `side` in a book, the best first, with their values. `None` if the book
    /// does not contain the best one, if one of them repeats a position of the game, which the
    /// book's values do not take into account, or if it is not that side's turn.
    ///
    /// # Errors
    /// If the book is damaged.
    pub fn book_moves(&self, side: Side, book: &Book) -> Result<Option<BookMoves>, BookError> {
        let Some((position, past)) = self.on_turn(side) else {
            return Ok(None);
        };
        let moves = self.services.book_moves(&*position, book)?;
        let comes_again = |(name, _): &(String, _)| {
            let mut after = position.copy();
            after.play(name).is_ok() && past.contains(&after.repetition_key())
        };
        Ok(moves.filter(|moves| past.is_empty() || !moves.iter().any(comes_again)))
    }

    /// Builds a book of this game and size, by the evaluation of the side to move.
    ///
    /// # Errors
    /// A sentence that describes the problem.
    pub fn build_book(
        &self,
        order: &BookOrder,
        stop: &Stop,
        report: &mut dyn FnMut(Progress),
    ) -> Result<Built, BookWorkError> {
        let chosen = self.chosen_to_move();
        self.services.build_book(chosen, order, stop, report)
    }

    /// Checks a book of this game and size: its structure, its values against those after them, and
    /// this many of its last positions, chosen by a seed, without the book. `roots` is the list of
    /// positions that it was built from, if any; `report` receives the number of positions judged
    /// so far.
    ///
    /// # Errors
    /// A sentence that describes the problem.
    pub fn verify_book(
        &self,
        book: &Book,
        roots: Option<&[String]>,
        sample: (usize, u64),
        stop: &Stop,
        report: &mut dyn FnMut(u64),
    ) -> Result<Verified, BookWorkError> {
        self.services.verify_book(book, roots, sample, stop, report)
    }
}

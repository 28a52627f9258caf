//! A game in progress of one type: where strings become moves and positions.

use std::sync::Arc;

use super::book::{BookOrder, BookWorkError};
use super::game::{BookMoves, GameInfo, GameResult, Job, Played, Request, Session};
use super::searchers::{NamedSearcher, named_searchers, run};
use super::solving::{self, Question, SolveJob};
use super::{CannotUndo, Info, ParamInfo, ParamValues, SearchTree, UnknownEvaluation, tree};
use crate::book::{self, Book, BookError, Built, Progress, Verified};
use crate::game::{
    BoardLine, Counts, Drawing, Game, Grid, MoveError, Perft, PositionError, Side, perft,
};
use crate::search::{Stop, Table, TreeError, TreeMethod, search_tree};

/// A move in the history.
struct Record<G: Game> {
    before: G,
    played: Played,
    /// Passed for the side that had no move, when the other side played on.
    automatic: bool,
}

/// A game in progress.
pub(super) struct GameSession<G: Game> {
    pub(super) info: GameInfo,
    start: G,
    pub(super) position: G,
    history: Vec<Record<G>>,
    searchers: Arc<[NamedSearcher<G>]>,
    /// The index of the evaluation of each side.
    chosen: [usize; 2],
}

pub(super) const PASS: &str = "pass";

impl<G: Game> GameSession<G> {
    pub(super) fn new(info: GameInfo, searchers: Arc<[NamedSearcher<G>]>) -> GameSession<G> {
        let start = G::start();
        let position = start.clone();
        GameSession {
            info,
            start,
            position,
            history: Vec::new(),
            searchers,
            chosen: [0, 0],
        }
    }

    fn record(&mut self, side: Side, name: String, automatic: bool, after: G) {
        let before = std::mem::replace(&mut self.position, after);
        self.history.push(Record {
            before,
            played: Played { side, name },
            automatic,
        });
    }

    /// Reads a move of `position`, `pass` included.
    pub(super) fn read_move(position: &G, text: &str) -> Result<G::Move, MoveError> {
        let read = position.parse_move(text);
        if text.eq_ignore_ascii_case(PASS) {
            // Every client can say it, also where no game does.
            return read.map_err(|_| MoveError::Illegal);
        }
        read
    }

    fn play_after_the_end(&mut self, side: Side, text: &str) -> Result<(), MoveError> {
        if !text.eq_ignore_ascii_case(PASS) {
            self.position.parse_move(text)?;
            return Err(MoveError::Illegal);
        }
        self.record(side, PASS.into(), false, self.position.clone());
        Ok(())
    }

    fn play_in_turn(&mut self, text: &str) -> Result<(), MoveError> {
        let mv = Self::read_move(&self.position, text)?;
        let name = self.position.name_move(mv);
        self.record(
            self.position.to_move(),
            name,
            false,
            self.position.after(mv),
        );
        Ok(())
    }

    fn play_out_of_turn(&mut self, text: &str) -> Result<(), MoveError> {
        let Some(pass) = self.position.forced_pass() else {
            Self::read_move(&self.position, text)?;
            return Err(MoveError::Illegal);
        };
        let passed = self.position.after(pass);
        let mv = Self::read_move(&passed, text)?;
        let name = passed.name_move(mv);
        let after = passed.after(mv);
        let mover = self.position.to_move();
        self.record(mover, PASS.into(), true, passed);
        self.record(!mover, name, false, after);
        Ok(())
    }

    /// The moves of the game with the positions before them, the last first.
    pub(super) fn moves_back(&self) -> impl Iterator<Item = (&G, &str)> {
        let records = self.history.iter().rev();
        records.map(|record| (&record.before, record.played.name.as_str()))
    }

    fn undo_one(&mut self) -> Result<(), CannotUndo> {
        let record = self.history.pop().ok_or(CannotUndo)?;
        self.position = record.before;
        if let Some(pass) = self.history.pop_if(|previous| previous.automatic) {
            self.position = pass.before;
        }
        Ok(())
    }

    /// The evaluation of the side to move.
    pub(super) fn searcher_to_move(&self) -> &NamedSearcher<G> {
        &self.searchers[self.chosen[self.position.to_move().index()]]
    }

    /// The evaluation of that name.
    pub(super) fn searcher(&self, name: &str) -> Option<&NamedSearcher<G>> {
        self.searchers.iter().find(|named| named.name == name)
    }

    /// The position in which `side` moves, after a forced pass of the other side; `None` when it
    /// is not its turn.
    fn on_turn(&self, side: Side) -> Option<G> {
        if self.position.to_move() == side {
            return Some(self.position.clone());
        }
        self.position
            .forced_pass()
            .map(|pass| self.position.after(pass))
    }

    /// What solves a position, looking ahead with the evaluation of its side to move.
    fn solve_job(&self, position: G, question: Question) -> SolveJob {
        let index = self.chosen[position.to_move().index()];
        let searcher = Arc::clone(&self.searchers[index].searcher);
        solving::job(position, question, searcher)
    }

    /// A search of a position in which `side` moves, after those with the keys in `past`; `None` when
    /// the game is over.
    fn job(&self, position: G, past: Vec<u64>, side: Side, request: Request) -> Option<Job> {
        if position.outcome().is_some() {
            return None;
        }
        let searchers = Arc::clone(&self.searchers);
        let index = self.chosen[side.index()];
        Some(Box::new(
            move |table: &Table, stop: &Stop, report: &mut dyn FnMut(&Info)| {
                run(
                    &position,
                    &past,
                    &*searchers[index].searcher,
                    request,
                    table,
                    stop,
                    report,
                )
            },
        ))
    }
}

impl<G: Game> Session for GameSession<G> {
    fn info(&self) -> GameInfo {
        self.info
    }

    fn reset(&mut self) {
        self.start = G::start();
        self.position = self.start.clone();
        self.history.clear();
    }

    fn to_move(&self) -> Side {
        self.position.to_move()
    }

    fn legal_moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let moves = self.position.legal_moves();
        let mut names: Vec<_> = moves
            .into_iter()
            .map(|mv| self.position.name_move(mv))
            .collect();
        names.sort_unstable();
        names
    }

    fn must_pass(&self) -> bool {
        self.position.forced_pass().is_some()
    }

    fn result(&self) -> Option<GameResult> {
        self.outcome().map(|value| GameResult { value })
    }

    fn history(&self) -> Vec<Played> {
        self.history
            .iter()
            .map(|record| record.played.clone())
            .collect()
    }

    fn set_up_from(&self) -> Option<String> {
        (self.start != G::start()).then(|| self.start.position())
    }

    fn play(&mut self, side: Option<Side>, text: &str) -> Result<(), MoveError> {
        let side = side.unwrap_or(self.position.to_move());
        if self.outcome().is_some() {
            self.play_after_the_end(side, text)
        } else if side == self.position.to_move() {
            self.play_in_turn(text)
        } else {
            self.play_out_of_turn(text)
        }
    }

    fn undo(&mut self, count: usize) -> Result<(), CannotUndo> {
        if self
            .history
            .iter()
            .filter(|record| !record.automatic)
            .count()
            < count
        {
            return Err(CannotUndo);
        }
        (0..count).try_for_each(|_| self.undo_one())
    }

    fn position(&self) -> String {
        self.position.position()
    }

    fn position_key(&self) -> u64 {
        self.position.canonical_key()
    }

    fn set_up(&mut self, text: &str) -> Result<(), PositionError> {
        let position = G::parse_position(text)?;
        self.start = position.clone();
        self.position = position;
        self.history.clear();
        Ok(())
    }

    fn grid(&self) -> Option<Grid> {
        self.position.grid()
    }

    fn drawing(&self) -> Drawing {
        self.position.drawing()
    }

    fn counts(&self) -> Option<Counts> {
        self.position.counts()
    }

    fn lines(&self) -> Vec<BoardLine> {
        self.position.lines()
    }

    fn clicks(&self, line: &[String]) -> Vec<Vec<String>> {
        let mut position = self.position.clone();
        let click_and_play = |name: &String| {
            let mv = Self::read_move(&position, name).ok()?;
            let clicks = position.clicks(mv);
            position.play(mv);
            Some(clicks)
        };
        line.iter().map_while(click_and_play).collect()
    }

    fn last_clicks(&self) -> Vec<String> {
        let clicks = |record: &Record<G>| {
            let mv = Self::read_move(&record.before, &record.played.name).ok()?;
            Some(record.before.clicks(mv))
        };
        self.history.last().and_then(clicks).unwrap_or_default()
    }

    fn snapshot(&self) -> Box<dyn Session> {
        let mut session = GameSession::new(self.info, Arc::clone(&self.searchers));
        session.start = self.position.clone();
        session.position = self.position.clone();
        session.chosen = self.chosen;
        Box::new(session)
    }

    fn evaluations(&self) -> Vec<(&'static str, &'static str)> {
        self.searchers
            .iter()
            .map(|named| (named.name, named.about))
            .collect()
    }

    fn evaluation(&self, side: Side) -> &'static str {
        self.searchers[self.chosen[side.index()]].name
    }

    fn set_evaluation(&mut self, side: Option<Side>, name: &str) -> Result<(), UnknownEvaluation> {
        let Some(index) = self.searchers.iter().position(|named| named.name == name) else {
            let known = self.searchers.iter().map(|named| named.name).collect();
            return Err(UnknownEvaluation {
                name: name.into(),
                game: self.info.name,
                known,
            });
        };
        match side {
            Some(side) => self.chosen[side.index()] = index,
            None => self.chosen = [index, index],
        }
        Ok(())
    }

    fn params(&self) -> Vec<ParamInfo> {
        let all = self.searchers.iter().flat_map(|named| &named.params);
        all.cloned().collect()
    }

    fn tune(&mut self, values: &ParamValues) {
        self.searchers = named_searchers(values);
    }

    fn evaluate(&self) -> i32 {
        self.searcher_to_move().searcher.evaluate(&self.position)
    }

    fn perft(&self, plies: u32, stop: &Stop) -> Option<Perft> {
        perft(&self.position, plies, &|| stop.is_requested())
    }

    fn tree(&self, plies: u32, method: TreeMethod, stop: &Stop) -> Result<SearchTree, TreeError> {
        let chosen = &self.searchers[self.chosen[self.position.to_move().index()]];
        let evaluate = |position: &G| chosen.searcher.evaluate(position);
        let nodes = search_tree(&self.position, plies, method, &evaluate, stop)?;
        Ok(SearchTree {
            game: self.info.name,
            sides: self.info.sides,
            evaluation: chosen.name,
            plies,
            method,
            nodes: tree::in_words(nodes),
        })
    }

    fn max_plies(&self) -> Option<u32> {
        self.position.max_plies()
    }

    fn search(&self, side: Side, request: Request) -> Option<Job> {
        if self.outcome().is_some() {
            return None;
        }
        if self.position.to_move() == side {
            return self.job(self.position.clone(), self.past(), side, request);
        }
        let pass = self.position.forced_pass()?;
        let past = self.past_after(pass);
        self.job(self.position.after(pass), past, side, request)
    }

    fn search_after(&self, reply: &str, side: Side, request: Request) -> Option<(String, Job)> {
        let reply = Self::read_move(&self.position, reply).ok()?;
        let past = self.past_after(reply);
        let after = self.position.after(reply);
        if self.position.to_move() == side || after.to_move() != side {
            return None;
        }
        let text = after.position();
        Some((text, self.job(after, past, side, request)?))
    }

    fn position_for(&self, side: Side) -> Option<String> {
        self.on_turn(side).map(|position| position.position())
    }

    fn solve(&self, question: Question) -> SolveJob {
        self.solve_job(self.position.clone(), question)
    }

    fn solve_text(&self, text: &str, question: Question) -> Result<SolveJob, PositionError> {
        Ok(self.solve_job(solving::read::<G>(text)?, question))
    }

    fn only_move(&self, side: Side) -> Option<String> {
        let position = self.on_turn(side)?;
        match position.legal_moves()[..] {
            [mv] => Some(position.name_move(mv)),
            _ => None,
        }
    }

    fn book_fits(&self, book: &Book) -> bool {
        self.fits(book)
    }

    fn book_moves(&self, side: Side, book: &Book) -> Result<Option<BookMoves>, BookError> {
        let Some(position) = self.on_turn(side) else {
            return Ok(None);
        };
        let moves = book::moves(book, &position)?;
        let name = |(mv, worth)| (position.name_move(mv), worth);
        Ok(moves.map(|moves| moves.into_iter().map(name).collect()))
    }

    fn build_book(
        &self,
        order: &BookOrder,
        stop: &Stop,
        report: &mut dyn FnMut(Progress),
    ) -> Result<Built, BookWorkError> {
        self.build(order, stop, report)
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

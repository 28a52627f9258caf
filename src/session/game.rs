//! A game in progress, of any kind: its moves, whose turn it is, and how it ends.

use std::sync::Arc;

use super::position::{BoxedPosition, PASS, PlayedMove, after_forced_pass, is_pass, play};
use super::registry::Entry;
use super::services::Services;
use super::{CannotUndo, GameInfo, GameResult};
use crate::game::{BoardLine, Counts, Drawing, Grid, MoveError, PositionError, Side, Turn};

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Played {
    /// The side that played it.
    pub side: Side,
    /// Its name.
    pub name: String,
}

/// A move in the history.
pub(super) struct Record {
    pub(super) before: BoxedPosition,
    pub(super) played: Played,
    /// A pass made for a side without other moves when the other side played on.
    is_automatic: bool,
    pub(super) is_irreversible: bool,
}

/// A game in progress, with strings as input and output, independent of the game's type.
///
/// Work that needs the type of the game (searching, solving, books, evaluations) is done by the
/// services of the game, on the current position.
pub struct Session {
    pub(super) entry: Entry,
    start: BoxedPosition,
    pub(super) position: BoxedPosition,
    pub(super) history: Vec<Record>,
    /// The keys of the positions before `start` that may be repeated, if this is a snapshot of a
    /// longer game.
    pub(super) earlier: Vec<u64>,
    pub(super) services: Arc<dyn Services>,
    /// The index of the evaluation of each side.
    pub(super) chosen: [usize; 2],
}

impl Session {
    /// A new game.
    pub(super) fn new(entry: &Entry) -> Session {
        let start = entry.services.start();
        Session {
            entry: entry.clone(),
            position: start.copy(),
            start,
            history: Vec::new(),
            earlier: Vec::new(),
            services: Arc::clone(&entry.services),
            chosen: [0, 0],
        }
    }

    /// Returns the game and its size.
    pub fn info(&self) -> GameInfo {
        self.entry.info
    }

    /// Starts the game again.
    pub fn reset(&mut self) {
        self.begin(self.entry.services.start());
    }

    /// Sets up a position and clears the undo history.
    ///
    /// # Errors
    /// A sentence that describes the problem; nothing has changed then.
    pub fn set_up(&mut self, text: &str) -> Result<(), PositionError> {
        self.begin(self.entry.services.read(text)?);
        Ok(())
    }

    fn begin(&mut self, start: BoxedPosition) {
        self.position = start.copy();
        self.start = start;
        self.history.clear();
        self.earlier.clear();
    }

    /// Returns the same position and evaluations without the moves that led to it, for work
    /// elsewhere while the game continues.
    pub fn snapshot(&self) -> Session {
        Session {
            entry: self.entry.clone(),
            start: self.position.copy(),
            position: self.position.copy(),
            history: Vec::new(),
            earlier: self.past(),
            services: Arc::clone(&self.services),
            chosen: self.chosen,
        }
    }

    /// Returns the same as [`Session::snapshot`] for the position after `ply` of the moves.
    pub(super) fn at(&self, ply: usize) -> Session {
        let mut then = self.snapshot();
        if let Some(record) = self.history.get(ply) {
            then.position = record.before.copy();
            then.start = record.before.copy();
            then.earlier = self.past_at(ply);
        }
        then
    }

    /// Returns the same game with these moves instead.
    pub(crate) fn with_moves(&self, line: &[Played]) -> Session {
        let mut session = self.snapshot();
        session.begin(self.start.copy());
        for played in line {
            // These moves were legal before.
            let _ = session.play(Some(played.side), &played.name);
        }
        session
    }

    /// Returns the side whose turn it is.
    pub fn to_move(&self) -> Side {
        self.position.turn().side()
    }

    /// Returns whose turn it is: a side's, or that of chance, for which nobody chooses the move.
    pub fn turn(&self) -> Turn {
        self.position.turn()
    }

    /// Returns the names of the legal moves, sorted; none if the game is over.
    pub fn legal_moves(&self) -> Vec<String> {
        if self.result().is_some() {
            return Vec::new();
        }
        let mut names = self.position.move_names();
        names.sort_unstable();
        names
    }

    /// Returns `true` if the side to move has to pass.
    pub fn must_pass(&self) -> bool {
        after_forced_pass(&*self.position).is_some()
    }

    /// Returns the result, once the game is over, with the reason if the position alone does not
    /// show it.
    pub fn result(&self) -> Option<GameResult> {
        self.result_by_rules()
            .or_else(|| self.result_by_repetition())
    }

    fn result_by_rules(&self) -> Option<GameResult> {
        let value = self.position.outcome()?;
        Some(GameResult {
            value,
            reason: None,
        })
    }

    /// Returns the moves played so far, automatic passes included.
    pub fn history(&self) -> Vec<Played> {
        let records = self.history.iter();
        records.map(|record| record.played.clone()).collect()
    }

    /// Returns the position from which the game began, if it was not the usual one.
    pub fn set_up_from(&self) -> Option<String> {
        let is_usual = self.start.equals(&*self.entry.services.start());
        (!is_usual).then(|| self.start.text())
    }

    /// Plays a move for the side to move, or for `side`; a roll belongs to chance, whoever plays
    /// it. If the side to move has to pass, a move of the other side first passes for it. After the
    /// end either side may pass.
    ///
    /// # Errors
    /// As [`crate::game::Notation::parse_move`], and [`MoveError::Illegal`] out of turn. Nothing
    /// has changed then.
    pub fn play(&mut self, side: Option<Side>, text: &str) -> Result<(), MoveError> {
        let side = side.unwrap_or(self.to_move());
        if self.result().is_some() {
            self.play_after_the_end(side, text)
        } else if side == self.to_move() || self.turn() == Turn::Chance {
            let mut after = self.position.copy();
            let played = play(&mut *after, text)?;
            self.record(self.to_move(), played, false, after);
            Ok(())
        } else {
            self.play_out_of_turn(text)
        }
    }

    /// Plays a move of the side to move, or of the other one after a forced pass that was left out.
    pub(super) fn play_in_order(&mut self, text: &str) -> Result<(), MoveError> {
        let side = self.to_move();
        let played = self.play(Some(side), text);
        played.or_else(|error| match self.must_pass() {
            true => self.play(Some(!side), text),
            false => Err(error),
        })
    }

    fn play_after_the_end(&mut self, side: Side, text: &str) -> Result<(), MoveError> {
        let after = self.position.copy();
        if !is_pass(text) {
            after.clicks(text)?;
            return Err(MoveError::Illegal);
        }
        let pass = PlayedMove {
            name: PASS.into(),
            is_irreversible: false,
        };
        self.record(side, pass, false, after);
        Ok(())
    }

    fn play_out_of_turn(&mut self, text: &str) -> Result<(), MoveError> {
        let Some((passed, pass)) = after_forced_pass(&*self.position) else {
            play(&mut *self.position.copy(), text)?;
            return Err(MoveError::Illegal);
        };
        let mut after = passed.copy();
        let played = play(&mut *after, text)?;
        let mover = self.to_move();
        self.record(mover, pass, true, passed);
        self.record(!mover, played, false, after);
        Ok(())
    }

    fn record(&mut self, side: Side, mv: PlayedMove, is_automatic: bool, after: BoxedPosition) {
        let before = std::mem::replace(&mut self.position, after);
        let PlayedMove {
            name,
            is_irreversible,
        } = mv;
        self.history.push(Record {
            before,
            played: Played { side, name },
            is_automatic,
            is_irreversible,
        });
    }

    /// Takes back the last `count` moves, each with the automatic pass before it.
    ///
    /// # Errors
    /// If there are fewer; nothing has changed then.
    pub fn undo(&mut self, count: usize) -> Result<(), CannotUndo> {
        let records = self.history.iter();
        let moves = records.filter(|record| !record.is_automatic).count();
        if moves < count {
            return Err(CannotUndo);
        }
        (0..count).try_for_each(|_| self.undo_one())
    }

    fn undo_one(&mut self) -> Result<(), CannotUndo> {
        self.position = self.history.pop().ok_or(CannotUndo)?.before;
        if let Some(pass) = self.history.pop_if(|previous| previous.is_automatic) {
            self.position = pass.before;
        }
        Ok(())
    }

    /// Returns the position on one line.
    pub fn position(&self) -> String {
        self.position.text()
    }

    /// The position in which `side` moves, after a forced pass of the other side, with the keys of
    /// the positions before it that may be repeated; `None` if it is not its turn.
    pub(super) fn on_turn(&self, side: Side) -> Option<(BoxedPosition, Vec<u64>)> {
        if self.to_move() == side {
            return Some((self.position.copy(), self.past()));
        }
        let (passed, pass) = after_forced_pass(&*self.position)?;
        Some((passed, self.past_after(&pass)))
    }

    /// Returns the position in which `side` moves, on one line, after a forced pass of the other
    /// side; `None` if it is not its turn.
    pub fn position_for(&self, side: Side) -> Option<String> {
        self.on_turn(side).map(|(position, _)| position.text())
    }

    /// Returns the only move of `side`, possibly a forced pass, if it is its turn and it has just
    /// one.
    pub fn only_move(&self, side: Side) -> Option<String> {
        let (position, _) = self.on_turn(side)?;
        if position.turn() == Turn::Chance {
            return None;
        }
        let mut names = position.move_names();
        names.pop().filter(|_| names.is_empty())
    }

    /// Returns the points of the board by vertex, in a game whose moves are vertices.
    pub fn grid(&self) -> Option<Grid> {
        self.position.grid()
    }

    /// Returns the picture of the board.
    pub fn drawing(&self) -> Drawing {
        self.position.drawing()
    }

    /// Returns the counts of each side; see [`crate::game::Notation::counts`].
    pub fn counts(&self) -> Option<Counts> {
        self.position.counts()
    }

    /// Returns the lines of the board to show; see [`crate::game::Notation::lines`].
    pub fn lines(&self) -> Vec<BoardLine> {
        self.position.lines()
    }

    /// Returns the places of the drawing to click for each move of a line that begins here, up to
    /// the first illegal move.
    pub fn clicks(&self, line: &[String]) -> Vec<Vec<String>> {
        let mut position = self.position.copy();
        let click_and_play = |name: &String| {
            let clicks = position.clicks(name).ok()?;
            position.play(name).ok()?;
            Some(clicks)
        };
        line.iter().map_while(click_and_play).collect()
    }

    /// Returns the places clicked for the last move; empty at the start, or for a pass after the
    /// end.
    pub fn last_clicks(&self) -> Vec<String> {
        let clicks = |last: &Record| last.before.clicks(&last.played.name).ok();
        self.history.last().and_then(clicks).unwrap_or_default()
    }
}

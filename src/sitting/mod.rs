//! A game that somebody sits at: who plays each side, what was taken back, and what is thought
//! about meanwhile. A tab of the browser has one, the terminal has one.
//!
//! [`Sitting`] never waits. What has to be thought about goes to the threads of a [`Pool`]; what
//! they find comes back as an [`Event`], on the way that the owner of the sitting gave, and the
//! owner hands it to [`Sitting::learn`]. What there is to show then are the [`News`].

mod mode;
mod news;
mod pool;
mod thinking;
mod work;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

pub(crate) use self::mode::{Mode, plies, seconds};
pub(crate) use self::news::{About, News, Purpose};
pub(crate) use self::pool::Pool;
pub(crate) use self::thinking::{Event, Listener};
use self::work::Job;
use crate::game::{MoveError, Side, Turn};
use crate::session::{Engine, Noted, Played, Session};

/// How long a position that nobody moves in is thought about.
const LONGEST_ANALYSIS: Duration = Duration::from_secs(60);

/// Numbers all games, for the tables of the pool.
static GAMES: AtomicU64 = AtomicU64::new(0);

/// A game in progress with its players.
pub(crate) struct Sitting {
    engine: Engine,
    /// All moves of the game, those that were taken back too.
    line: Vec<Played>,
    modes: [Mode; 2],
    analysis: Option<Analysis>,
    /// A usual size of an evaluation.
    scale: i32,
    /// After a move was taken back, the machine waits to be told to go on.
    paused: bool,
    /// Whether somebody has said what to play; before that nothing is begun.
    is_open: bool,
    job: Option<Job>,
    next_id: u64,
    game: u64,
    pool: Arc<Pool>,
    listener: Listener,
    news: Vec<News>,
}

/// Thinking while a person is to move.
struct Analysis {
    /// The scores of all moves.
    moves: bool,
    /// How much longer the present position is thought about.
    left: Duration,
}

impl Sitting {
    /// A sitting at the engine's game, which is begun by [`Sitting::open`] or [`Sitting::load`].
    pub(crate) fn new(engine: Engine, pool: Arc<Pool>, listener: Listener) -> Sitting {
        Sitting {
            engine,
            line: Vec::new(),
            modes: [Mode::default(), Mode::default()],
            analysis: None,
            scale: 1,
            paused: false,
            is_open: false,
            job: None,
            next_id: 0,
            game: GAMES.fetch_add(1, Ordering::Relaxed),
            pool,
            listener,
            news: Vec::new(),
        }
    }

    /// The game in progress.
    pub(crate) fn session(&self) -> &Session {
        self.engine.session()
    }

    /// The engine that has it.
    pub(crate) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// All moves of the game, those that were taken back too.
    pub(crate) fn line(&self) -> &[Played] {
        &self.line
    }

    /// After how many of them the game stands.
    pub(crate) fn ply(&self) -> usize {
        self.session().history().len()
    }

    /// Who plays a side.
    pub(crate) fn mode(&self, side: Side) -> &Mode {
        &self.modes[side.index()]
    }

    /// A usual size of an evaluation, at least 1.
    pub(crate) fn scale(&self) -> i32 {
        self.scale
    }

    /// Whether the machine waits to be told to go on.
    pub(crate) fn is_paused(&self) -> bool {
        self.paused
    }

    /// What is thought about.
    pub(crate) fn busy(&self) -> Option<Purpose> {
        self.job.as_ref().map(|job| job.purpose)
    }

    /// What is new since the last time.
    pub(crate) fn news(&mut self) -> Vec<News> {
        std::mem::take(&mut self.news)
    }

    /// Begins a game, or goes on with one, in the position after `at` of its moves, or after all.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it; nothing has changed then.
    pub(crate) fn open(&mut self, noted: &Noted<'_>, at: Option<usize>) -> Result<(), String> {
        self.engine
            .restore(noted)
            .map_err(|error| error.to_string())?;
        self.begin(at);
        Ok(())
    }

    /// Takes over a record, or else a position of the present game.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it; nothing has changed then.
    pub(crate) fn load(&mut self, text: &str) -> Result<(), String> {
        let text = text.trim();
        // GGF may begin with a number.
        let loaded = match text.starts_with('(') || text.contains("(;") {
            true => self
                .engine
                .loadsgf(text, None)
                .map_err(|error| error.to_string()),
            false => self.engine.set_up(text).map_err(|error| error.to_string()),
        };
        loaded?;
        self.begin(None);
        Ok(())
    }

    /// Another game is on the board.
    fn begin(&mut self, at: Option<usize>) {
        self.interrupt();
        self.line = self.engine.session().history();
        (self.paused, self.is_open) = (false, true);
        self.game = GAMES.fetch_add(1, Ordering::Relaxed);
        self.choose_evaluations();
        if let Some(at) = at.filter(|&at| at < self.line.len()) {
            self.stand_at(at);
        }
        self.think_afresh();
        self.go_on_and_tell();
    }

    /// Starts what is due now, and tells that something has changed.
    fn go_on_and_tell(&mut self) {
        if self.is_open {
            self.go_on();
            self.news.push(News::Changed);
        }
    }

    /// A new position gets its full time of analysis.
    fn think_afresh(&mut self) {
        if let Some(analysis) = &mut self.analysis {
            analysis.left = LONGEST_ANALYSIS;
        }
    }

    /// Plays a move of a person for the side to move.
    ///
    /// # Errors
    /// A sentence that says why it cannot be played.
    pub(crate) fn play(&mut self, name: &str) -> Result<(), String> {
        let session = self.engine.session();
        if session.result().is_some() {
            return Err("the game is over".into());
        }
        if self.is_machines_turn() && !self.paused {
            return Err(format!(
                "it is the turn of {}, which the machine plays",
                session.info().side_name(session.to_move())
            ));
        }
        self.put(name)
            .map_err(|_| format!("{name:?} is not a legal move here"))?;
        self.go_on_and_tell();
        Ok(())
    }

    fn put(&mut self, name: &str) -> Result<(), MoveError> {
        self.engine.session_mut().play(None, name)?;
        self.interrupt();
        let history = self.engine.session().history();
        if !self.line.starts_with(&history) {
            self.line = history;
        }
        self.paused = false;
        self.think_afresh();
        Ok(())
    }

    /// Goes to the position after so many moves of the game, where the machine waits.
    ///
    /// # Errors
    /// A sentence, if there are not that many.
    pub(crate) fn go_to(&mut self, ply: usize) -> Result<(), String> {
        if ply > self.line.len() {
            return Err(format!("the game has only {} moves", self.line.len()));
        }
        self.interrupt();
        self.stand_at(ply);
        self.think_afresh();
        self.go_on_and_tell();
        Ok(())
    }

    fn stand_at(&mut self, ply: usize) {
        let session = self.engine.session_mut();
        while session.undo(1).is_ok() {}
        for played in &self.line[..ply] {
            // They were legal before.
            let _ = session.play(None, &played.name);
        }
        self.paused = true;
    }

    /// Says who plays.
    pub(crate) fn set_modes(&mut self, modes: [Mode; 2]) {
        let machines = |modes: &[Mode; 2]| modes.each_ref().map(|mode| mode.machine);
        if machines(&modes) != machines(&self.modes) {
            self.paused = false;
        }
        self.modes = modes;
        self.choose_evaluations();
        self.interrupt();
        self.go_on_and_tell();
    }

    /// Gives each side the evaluation that it wants, where the present game has it, or else the
    /// game's first one.
    fn choose_evaluations(&mut self) {
        let known = self.engine.session().evaluations();
        for side in Side::BOTH {
            let wanted = self.modes[side.index()].evaluation.as_deref();
            let fits = |(name, _): &&(&str, &str)| Some(*name) == wanted;
            let chosen = known.iter().find(fits).or(known.first());
            // It is one of those that are known.
            let _ = chosen.map(|(name, _)| self.engine.set_evaluation(Some(side), name));
        }
        self.scale = self.engine.session().usual_size();
    }

    /// Says whether to think while a person is to move, and whether about the score of each move.
    pub(crate) fn think(&mut self, on: bool, moves: bool) {
        let left = LONGEST_ANALYSIS;
        self.analysis = on.then_some(Analysis { moves, left });
        self.interrupt_unless(Purpose::Move);
        self.go_on_and_tell();
    }

    /// Lets the machine move, after moves were taken back.
    pub(crate) fn resume(&mut self) {
        self.paused = false;
        self.go_on_and_tell();
    }

    /// Lets the machine play what it has found.
    pub(crate) fn move_now(&mut self) {
        if let Some(job) = &self.job {
            job.stop.request();
        }
    }

    /// Whether the machine plays the side to move.
    pub(crate) fn is_machines_turn(&self) -> bool {
        let session = self.engine.session();
        session.turn() != Turn::Chance && self.modes[session.to_move().index()].machine
    }
}

impl Drop for Sitting {
    fn drop(&mut self) {
        self.interrupt();
    }
}

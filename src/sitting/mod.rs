//! A game with its players: who plays each side, which moves were taken back, and what the engine
//! is thinking about. Each browser tab has a sitting, and so has the terminal.
//!
//! [`Sitting`] never blocks. It gives its work to the threads of a [`Pool`]; their results reach
//! the listener of the sitting's owner as an [`Event`], which the owner passes to
//! [`Sitting::learn`]. The [`News`] say what there is to show.

mod mode;
mod news;
mod pool;
mod review;
mod thinking;
mod work;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

pub(crate) use self::mode::{Mode, plies, seconds};
pub(crate) use self::news::{About, News, Purpose};
pub(crate) use self::pool::{Pool, Seat};
pub(crate) use self::thinking::{Event, Listener};
use self::work::Job;
use crate::game::{MoveError, Side, Turn};
use crate::session::{Collection, Engine, Noted, Played, Registry, Review, Session};

/// The time to analyse a position in which nobody moves.
const LONGEST_ANALYSIS: Duration = Duration::from_secs(60);

/// The number of the next game, by which the pool tells its tables apart.
static GAMES: AtomicU64 = AtomicU64::new(0);

/// A game in progress with its players.
pub(crate) struct Sitting {
    engine: Engine,
    /// All moves of the game, including those taken back.
    line: Vec<Played>,
    modes: [Mode; 2],
    analysis: Option<Analysis>,
    review: Option<Review>,
    /// The usual size of an evaluation, at least 1.
    scale: i32,
    /// After a takeback the machine waits to be told to go on.
    paused: bool,
    /// `true` once a game was begun; before that nothing is started.
    is_open: bool,
    /// `true` while nobody looks: then nothing is started.
    resting: bool,
    job: Option<Job>,
    next_id: u64,
    game: u64,
    pool: Arc<Pool>,
    listener: Listener,
    news: Vec<News>,
}

/// The analysis of a person's turn.
struct Analysis {
    /// `true` to analyse every move instead of the best line.
    moves: bool,
    /// The time left to analyse the present position.
    left: Duration,
}

impl Sitting {
    /// Creates a sitting at the engine's game; [`Sitting::open`] or [`Sitting::load`] begins it.
    pub(crate) fn new(engine: Engine, pool: Arc<Pool>, listener: Listener) -> Sitting {
        Sitting {
            engine,
            line: Vec::new(),
            modes: [Mode::default(), Mode::default()],
            analysis: None,
            review: None,
            scale: 1,
            paused: false,
            is_open: false,
            resting: false,
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

    /// The engine that holds the game.
    pub(crate) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Opens the games of another registry from now on.
    pub(crate) fn adopt(&mut self, registry: Registry) {
        self.engine.adopt(registry);
    }

    /// All moves of the game, including those taken back.
    pub(crate) fn line(&self) -> &[Played] {
        &self.line
    }

    /// The number of moves played in the present position.
    pub(crate) fn ply(&self) -> usize {
        self.session().history().len()
    }

    /// The player of a side.
    pub(crate) fn mode(&self, side: Side) -> &Mode {
        &self.modes[side.index()]
    }

    /// The usual size of an evaluation, at least 1.
    pub(crate) fn scale(&self) -> i32 {
        self.scale
    }

    /// Returns true if the machine waits to be told to go on.
    pub(crate) fn is_paused(&self) -> bool {
        self.paused
    }

    /// The purpose of the work in progress.
    pub(crate) fn busy(&self) -> Option<Purpose> {
        self.job.as_ref().map(|job| job.purpose)
    }

    /// Takes the news since the last call.
    pub(crate) fn news(&mut self) -> Vec<News> {
        std::mem::take(&mut self.news)
    }

    /// Begins or resumes a game, in the position after `at` of its moves, or after all; if it `waits`, the
    /// machine does not move before somebody else has.
    ///
    /// # Errors
    /// Returns a sentence that says what is wrong with it; nothing changes.
    pub(crate) fn open(
        &mut self,
        noted: &Noted<'_>,
        at: Option<usize>,
        waits: bool,
    ) -> Result<(), String> {
        self.engine
            .restore(noted)
            .map_err(|error| error.to_string())?;
        self.begin(at, waits);
        Ok(())
    }

    /// Loads a game record, a list of moves or a position. A game with moves is there to be looked at: the machine
    /// waits.
    ///
    /// # Errors
    /// Returns a sentence that says what is wrong with it; nothing changes.
    pub(crate) fn load(&mut self, text: &str) -> Result<(), String> {
        self.engine.load(text).map_err(|error| error.to_string())?;
        self.begin_loaded();
        Ok(())
    }

    /// Begins a game from a position that is set up piece by piece.
    ///
    /// # Errors
    /// Returns a sentence that says why it cannot arise; nothing changes.
    pub(crate) fn arrange(
        &mut self,
        pieces: &BTreeMap<String, String>,
        to_move: Side,
    ) -> Result<(), String> {
        let arranged = self.engine.arrange(pieces, to_move);
        arranged.map_err(|error| error.to_string())?;
        self.begin(None, false);
        Ok(())
    }

    /// Loads a game of a list, where the machine waits as well.
    ///
    /// # Errors
    /// Returns a sentence that says what is wrong with it; nothing changes.
    pub(crate) fn load_listed(&mut self, list: &Collection, number: usize) -> Result<(), String> {
        let loaded = self.engine.load_listed(list, number);
        loaded.map_err(|error| error.to_string())?;
        self.begin_loaded();
        Ok(())
    }

    fn begin_loaded(&mut self) {
        let has_moves = !self.engine.session().history().is_empty();
        self.begin(None, has_moves);
    }

    /// Starts with the engine's new game.
    fn begin(&mut self, at: Option<usize>, waits: bool) {
        self.interrupt();
        self.line = self.engine.session().history();
        (self.paused, self.is_open) = (waits, true);
        self.review = None;
        self.game = GAMES.fetch_add(1, Ordering::Relaxed);
        self.engine.shuffle();
        self.choose_evaluations();
        if let Some(at) = at.filter(|&at| at < self.line.len()) {
            self.stand_at(at);
        }
        self.think_afresh();
        self.go_on_and_tell();
    }

    /// Starts the work that is due, and announces a change.
    fn go_on_and_tell(&mut self) {
        if self.is_open {
            self.go_on();
            self.news.push(News::Changed);
        }
    }

    /// Gives a new position its full time of analysis.
    fn think_afresh(&mut self) {
        if let Some(analysis) = &mut self.analysis {
            analysis.left = LONGEST_ANALYSIS;
        }
    }

    /// Plays a person's move for the side to move.
    ///
    /// # Errors
    /// Returns a sentence that says why the move cannot be played.
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
            self.keep_review_of_line();
        }
        self.paused = false;
        self.think_afresh();
        Ok(())
    }

    /// Goes to the position after the first `ply` moves of the game, where the machine waits.
    ///
    /// # Errors
    /// Returns a sentence if the game is shorter.
    pub(crate) fn go_to(&mut self, ply: usize) -> Result<(), String> {
        if ply > self.line.len() {
            return Err(format!(
                "the last move of the game is number {}",
                self.line.len()
            ));
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
            // These moves were legal before.
            let _ = session.play(None, &played.name);
        }
        self.paused = true;
    }

    /// Sets who plays each side.
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

    /// Gives each side the evaluation that it asks for, or the default where the game lacks it.
    fn choose_evaluations(&mut self) {
        let known = self.engine.session().evaluations();
        for side in Side::BOTH {
            let wanted = self.modes[side.index()].evaluation.as_deref();
            let fits = |(name, _): &&(&str, &str)| Some(*name) == wanted;
            let chosen = known.iter().find(fits).or(known.first());
            // The name is one of the game's evaluations.
            let _ = chosen.map(|(name, _)| self.engine.set_evaluation(Some(side), name));
        }
        self.scale = self.engine.session().usual_size();
    }

    /// Turns the analysis of a person's turn on or off; `moves` asks for the score of every move.
    pub(crate) fn think(&mut self, on: bool, moves: bool) {
        let left = LONGEST_ANALYSIS;
        self.analysis = on.then_some(Analysis { moves, left });
        self.interrupt_unless(Purpose::Move);
        self.go_on_and_tell();
    }

    /// Stops all work while nobody looks, and goes on with what is due when somebody does again.
    pub(crate) fn rest(&mut self, on: bool) {
        self.resting = on;
        if on {
            self.interrupt();
        }
        self.go_on_and_tell();
    }

    /// Lets the machine move after a takeback.
    pub(crate) fn resume(&mut self) {
        self.paused = false;
        self.go_on_and_tell();
    }

    /// Ends the search, so that the machine plays the best move found so far.
    pub(crate) fn move_now(&mut self) {
        if let Some(job) = &self.job {
            job.stop.request();
        }
    }

    /// Returns true if the machine plays the side to move.
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

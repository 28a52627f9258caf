//! A tab of the browser: its game, who plays it, and what is thought about for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::mpsc::UnboundedSender;

use super::Shared;
use super::messages::{self, Around};
use super::request::{Mode, Open, Player, Request};
use super::thinking::Event;
use super::work::{Job, Purpose};
use crate::game::Side;
use crate::session::{Engine, Noted, Played, Session};

/// How long a position that nobody moves in is thought about.
const LONGEST_ANALYSIS: Duration = Duration::from_secs(60);

/// Numbers the games of all tabs, for the tables of the pool.
static GAMES: AtomicU64 = AtomicU64::new(0);

/// A tab.
pub(super) struct Tab {
    pub(super) shared: Arc<Shared>,
    pub(super) engine: Engine,
    /// All moves of the game, those that were taken back too.
    line: Vec<Played>,
    pub(super) modes: [Mode; 2],
    pub(super) analysis: Option<Analysis>,
    /// A usual size of an evaluation.
    scale: i32,
    /// After a move was taken back, the machine waits to be told to go on.
    pub(super) paused: bool,
    /// Whether the page has said which game it wants; before that nothing is begun.
    is_open: bool,
    pub(super) job: Option<Job>,
    pub(super) next_id: u64,
    pub(super) game: u64,
    pub(super) events: UnboundedSender<Event>,
    pub(super) messages: Vec<Value>,
}

/// Thinking while a person is to move.
pub(super) struct Analysis {
    /// The scores of all moves.
    pub(super) moves: bool,
    /// How much longer the present position is thought about.
    pub(super) left: Duration,
}

impl Tab {
    /// A tab, which is told by `events` what its work says.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub(super) fn new(shared: &Arc<Shared>, events: UnboundedSender<Event>) -> anyhow::Result<Tab> {
        // Its own table is never used: the threads of the pool have theirs.
        let mut engine = Engine::with_table(shared.registry.clone(), 1)?;
        engine.newgame(Some(shared.game), Some(&shared.size))?;
        Ok(Tab {
            shared: Arc::clone(shared),
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
            events,
            messages: vec![messages::hello(shared)],
        })
    }

    /// The messages for the page since the last time.
    pub(super) fn messages(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.messages)
    }

    /// Does what a message asks for.
    pub(super) fn hear(&mut self, text: &str) {
        let done = Request::read(text).and_then(|request| self.carry_out(request));
        if let Err(why) = done {
            self.messages.push(messages::refused(&why));
        }
    }

    fn carry_out(&mut self, request: Request) -> Result<(), String> {
        match request {
            Request::Open(open) => self.open(&open)?,
            Request::Load { text } => self.load(&text)?,
            Request::Play { name } => self.play_for_person(&name)?,
            Request::Goto { ply } => self.go_to(ply)?,
            Request::Players { black, white } => self.set_players([&black, &white])?,
            Request::Think { on, moves } => {
                let left = LONGEST_ANALYSIS;
                self.analysis = on.then_some(Analysis { moves, left });
                self.interrupt_unless(Purpose::Move);
            }
            Request::Hint {} => return self.hint(),
            Request::Go {} => self.paused = false,
            Request::Stop {} => {
                if let Some(job) = &self.job {
                    job.stop.request();
                }
                return Ok(());
            }
            Request::Tree { plies, minimax } => {
                self.tree(plies, minimax);
                return Ok(());
            }
        }
        if self.is_open {
            self.go_on();
            self.tell_state();
        }
        Ok(())
    }

    pub(super) fn tell_state(&mut self) {
        let around = Around {
            line: &self.line,
            scale: self.scale,
            paused: self.paused,
            busy: self.job.as_ref().map(|job| job.purpose.name()),
        };
        self.messages.push(messages::state(&self.engine, &around));
    }

    fn open(&mut self, open: &Open) -> Result<(), String> {
        let present = self.engine.session().info();
        let game = open.game.as_deref().unwrap_or(present.name);
        let present_size = (game == present.name).then(|| present.size_name());
        let noted = Noted {
            game,
            size: open.size.as_deref().or(present_size.as_deref()),
            start: open.start.as_deref(),
            moves: &open.moves,
        };
        self.engine
            .restore(&noted)
            .map_err(|error| error.to_string())?;
        self.begin();
        let at = open.at.unwrap_or(self.line.len()).min(self.line.len());
        if at < self.line.len() {
            self.stand_at(at);
        }
        Ok(())
    }

    /// Takes over a record, or else a position of the present game.
    fn load(&mut self, text: &str) -> Result<(), String> {
        let text = text.trim();
        // GGF may begin with a number.
        if text.contains("(;") {
            self.engine
                .loadsgf(text, None)
                .map_err(|error| error.to_string())?;
        } else {
            self.engine
                .set_up(text)
                .map_err(|error| error.to_string())?;
        }
        self.begin();
        Ok(())
    }

    /// Another game is on the board.
    fn begin(&mut self) {
        self.interrupt();
        self.line = self.engine.session().history();
        (self.paused, self.is_open) = (false, true);
        self.game = GAMES.fetch_add(1, Ordering::Relaxed);
        self.choose_evaluations();
        self.think_afresh();
    }

    /// A new position gets its full time of analysis.
    fn think_afresh(&mut self) {
        if let Some(analysis) = &mut self.analysis {
            analysis.left = LONGEST_ANALYSIS;
        }
    }

    fn play_for_person(&mut self, name: &str) -> Result<(), String> {
        let session = self.engine.session();
        if session.result().is_some() {
            return Err("the game is over".into());
        }
        if self.is_machines_turn() && !self.paused {
            return Err(format!(
                "it is the turn of {}, which the machine plays",
                session.to_move()
            ));
        }
        self.play(name)
            .map_err(|_| format!("{name:?} is not a legal move here"))
    }

    pub(super) fn play(&mut self, name: &str) -> Result<(), crate::game::MoveError> {
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

    fn go_to(&mut self, ply: usize) -> Result<(), String> {
        if ply > self.line.len() {
            return Err(format!("the game has only {} moves", self.line.len()));
        }
        self.interrupt();
        self.stand_at(ply);
        self.think_afresh();
        Ok(())
    }

    /// Goes to the position after so many moves of the game, where the machine waits.
    fn stand_at(&mut self, ply: usize) {
        let session = self.engine.session_mut();
        while session.undo(1).is_ok() {}
        for played in &self.line[..ply] {
            // They were legal before.
            let _ = session.play(None, &played.name);
        }
        self.paused = true;
    }

    fn set_players(&mut self, players: [&Player; 2]) -> Result<(), String> {
        let modes = [Mode::of(players[0])?, Mode::of(players[1])?];
        let machines = |modes: &[Mode; 2]| modes.each_ref().map(|mode| mode.machine);
        if machines(&modes) != machines(&self.modes) {
            self.paused = false;
        }
        self.modes = modes;
        self.choose_evaluations();
        self.interrupt();
        Ok(())
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
        self.scale = usual_size(self.engine.session());
    }

    pub(super) fn is_machines_turn(&self) -> bool {
        self.modes[self.engine.session().to_move().index()].machine
    }
}

/// The mean size of the evaluation of the game's own examples, at least 1: it tells a page what is
/// much in units that it does not know.
fn usual_size(session: &dyn Session) -> i32 {
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

impl Drop for Tab {
    fn drop(&mut self) {
        self.interrupt();
    }
}

//! The engine as a user holds it: the games that are known, the one in progress, the settings,
//! the clocks and the transposition table.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::clock::{Clock, TimeControl};
use super::game::{Found, GameInfo, Request, Session};
use super::registry::{Entry, Registry};
use super::settings::Settings;
use super::sgf::{self, SgfError};
use super::{Info, Reply, UnknownEvaluation};
use crate::game::{MoveError, Side};
use crate::search::{Limits, Stop, Table, TableError, TimeBudget};

/// Why a game cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineError {
    /// There is no game of that name.
    #[error("unknown game {name:?}: the games are {}", known.join(", "))]
    UnknownGame {
        /// What was asked for.
        name: String,
        /// The games there are.
        known: Vec<&'static str>,
    },
    /// The game has no board of that size.
    #[error("{game} has no size {size:?}: the sizes are {}", known.join(", "))]
    UnknownSize {
        /// The game.
        game: &'static str,
        /// What was asked for.
        size: String,
        /// The sizes there are.
        known: Vec<String>,
    },
    /// There is no game at all.
    #[error("no game is known")]
    NoGames,
}

/// A game in progress with all that is needed to play it.
pub struct Engine {
    registry: Registry,
    session: Box<dyn Session>,
    settings: Settings,
    /// The evaluations that were chosen, by game, for Black and White.
    evaluations: HashMap<&'static str, [&'static str; 2]>,
    time_control: TimeControl,
    clocks: [Clock; 2],
    table: Table,
    rng: fastrand::Rng,
}

impl Engine {
    /// The game at start, where it is known; else the first one.
    pub const FIRST_GAME: &'static str = "othello";

    /// An engine with these games, at the start of a game.
    ///
    /// # Errors
    /// When there is no game, or no memory for the table.
    pub fn new(registry: Registry) -> anyhow::Result<Engine> {
        let first = registry.find(|info| info.name == Engine::FIRST_GAME);
        let entry = first
            .or_else(|| registry.find(|_| true))
            .ok_or(EngineError::NoGames)?;
        let session = entry.open();
        let settings = Settings::default();
        let time_control = TimeControl::default();
        Ok(Engine {
            session,
            rng: fastrand::Rng::with_seed(settings.seed),
            settings,
            evaluations: HashMap::new(),
            time_control,
            clocks: [Clock::new(time_control); 2],
            table: Table::new(Table::DEFAULT_MIB)?,
            registry,
        })
    }

    /// The games that are known.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The game in progress.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// The game in progress, to play in.
    pub fn session_mut(&mut self) -> &mut dyn Session {
        &mut *self.session
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The settings, to change them; the seed is set by [`Engine::set_seed`].
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Sets the seed of the random choice, and starts its sequence again.
    pub fn set_seed(&mut self, seed: u64) {
        self.settings.seed = seed;
        self.rng.seed(seed);
    }

    /// The size of the transposition table in MiB.
    pub fn hash(&self) -> usize {
        self.table.mib()
    }

    /// Gives the transposition table another size, and empties it.
    ///
    /// # Errors
    /// When that is out of range or more than there is; the table stays as it was.
    pub fn set_hash(&mut self, mib: usize) -> Result<(), TableError> {
        self.table = Table::new(mib)?;
        Ok(())
    }

    /// Starts over, in the present game.
    pub fn clear_board(&mut self) {
        self.session.reset();
        self.begin();
    }

    /// Starts a game, the present one by default, on a board of the size `size` (`7x6`), the
    /// game's first by default, or the present one where the game stays.
    ///
    /// # Errors
    /// When there is no such game or size; nothing has changed then.
    pub fn newgame(&mut self, game: Option<&str>, size: Option<&str>) -> Result<(), EngineError> {
        let present = self.session.info();
        let name = game.unwrap_or(present.name);
        let unknown = || {
            let known = self.registry.names();
            EngineError::UnknownGame {
                name: name.to_string(),
                known,
            }
        };
        let first = self
            .registry
            .find(|info| info.name == name)
            .ok_or_else(unknown)?;
        let entry = match size {
            None if name == present.name => {
                self.clear_board();
                return Ok(());
            }
            None => first,
            Some(size) => self
                .registry
                .find(|info| info.name == name && info.size_name() == size.to_ascii_lowercase())
                .ok_or_else(|| self.unknown_size(first.info.name, size))?,
        };
        let entry = entry.clone();
        self.open(&entry);
        Ok(())
    }

    fn unknown_size(&self, game: &'static str, size: &str) -> EngineError {
        let sizes = self.registry.games().filter(|info| info.name == game);
        let known = sizes.map(|info| info.size_name()).collect();
        EngineError::UnknownSize {
            game,
            size: size.to_string(),
            known,
        }
    }

    /// Starts the game with that title; whether there is one.
    pub fn set_game(&mut self, title: &str) -> bool {
        self.open_first(|info| info.title == title)
    }

    /// Starts the present game on the board that the arguments of `boardsize` mean; whether there
    /// is one. What GoGui is told of the present board always means that one.
    pub fn boardsize(&mut self, size: &[u32]) -> bool {
        let present = self.session.info();
        if present.board_sizes.contains(&size) || size == [present.told_size()] {
            self.clear_board();
            return true;
        }
        self.open_first(|info| info.name == present.name && info.board_sizes.contains(&size))
    }

    fn open_first(&mut self, fits: impl Fn(&GameInfo) -> bool) -> bool {
        let entry = self.registry.find(fits).cloned();
        entry.inspect(|entry| self.open(entry)).is_some()
    }

    fn open(&mut self, entry: &Entry) {
        self.replace_session(entry.open());
        self.begin();
    }

    fn replace_session(&mut self, mut session: Box<dyn Session>) {
        if let Some(names) = self.evaluations.get(session.info().name) {
            for side in Side::BOTH {
                // They were accepted for this game before.
                let _ = session.set_evaluation(Some(side), names[side.index()]);
            }
        }
        self.session = session;
    }

    /// What belongs to one game only is put back.
    fn begin(&mut self) {
        self.clocks = [Clock::new(self.time_control); 2];
        self.table.clear();
        self.rng.seed(self.settings.seed);
    }

    /// Chooses an evaluation of the present game for a side, or for both; it is remembered for
    /// that game.
    ///
    /// # Errors
    /// When the game has none of that name.
    pub fn set_evaluation(
        &mut self,
        side: Option<Side>,
        name: &str,
    ) -> Result<(), UnknownEvaluation> {
        self.session.set_evaluation(side, name)?;
        let chosen = Side::BOTH.map(|side| self.session.evaluation(side));
        self.evaluations.insert(self.session.info().name, chosen);
        Ok(())
    }

    /// Sets the clocks of both sides.
    pub fn time_settings(&mut self, control: TimeControl) {
        self.time_control = control;
        self.clocks = [Clock::new(control); 2];
    }

    /// Tells how much time a side has left, for so many moves (0: for the rest of the game).
    pub fn time_left(&mut self, side: Side, left: Duration, stones: u32) {
        self.clocks[side.index()].set_left(left, stones);
    }

    /// Whether a search for a move would only end when the game is solved.
    pub fn is_unlimited(&self) -> bool {
        self.limits(self.session.to_move(), Instant::now())
            .is_unlimited()
    }

    /// All limits that are set, for a move of `side` that was asked for at `start`.
    fn limits(&self, side: Side, start: Instant) -> Limits {
        let Settings {
            depth,
            nodes,
            timelimit,
            level,
            ..
        } = self.settings;
        let fixed = timelimit.map(|limit| TimeBudget::fixed(limit - lag(limit)));
        let own_moves = self.session.max_plies().div_ceil(2);
        let clock = self.clocks[side.index()];
        let on_clock = self
            .time_control
            .is_a_limit()
            .then(|| clock.budget(own_moves));
        let time = [fixed, on_clock]
            .into_iter()
            .flatten()
            .reduce(TimeBudget::tightest);
        let depth = [depth, level.depth()].into_iter().flatten().min();
        Limits {
            depth,
            nodes,
            time,
            start,
        }
    }

    /// Finds a move for `side`, or for the side to move, and plays it. After the end, and where
    /// the pass is forced, it passes.
    ///
    /// # Errors
    /// When it is not that side's turn.
    pub fn genmove(
        &mut self,
        side: Option<Side>,
        start: Instant,
        stop: &Stop,
    ) -> Result<Reply, MoveError> {
        let side = side.unwrap_or(self.session.to_move());
        let reply = self.choose(side, start, stop, self.settings.variety)?;
        if let Reply::Move(name) = &reply {
            self.session.play(Some(side), name)?;
        }
        self.clocks[side.index()].spend(start.elapsed());
        Ok(reply)
    }

    /// Finds a move for `side` without playing it, and without any random choice.
    ///
    /// # Errors
    /// When it is not that side's turn.
    pub fn reg_genmove(
        &mut self,
        side: Side,
        start: Instant,
        stop: &Stop,
    ) -> Result<Reply, MoveError> {
        self.choose(side, start, stop, 0)
    }

    fn choose(
        &mut self,
        side: Side,
        start: Instant,
        stop: &Stop,
        variety: u16,
    ) -> Result<Reply, MoveError> {
        if self.session.result().is_some() {
            return Ok(Reply::Move("pass".into()));
        }
        // To resign, the score has to be known even of an only move.
        let only_move = self.session.only_move(side);
        if let Some(name) = only_move.filter(|_| !self.settings.resignation) {
            return Ok(Reply::Move(name));
        }
        let limits = self.limits(side, start);
        let margin = i16::try_from(variety).unwrap_or(i16::MAX);
        let request = Request {
            limits,
            plain: self.settings.plain,
            lines: 1,
            margin,
        };
        let found = self
            .think(side, request, stop, &mut |_| {})
            .ok_or(MoveError::Illegal)?;
        if self.settings.resignation && found.score.is_proved() && found.score < -found.score {
            return Ok(Reply::Resign);
        }
        let near = found.near.len();
        if variety > 0 && near > 1 {
            return Ok(Reply::Move(found.near[self.rng.usize(..near)].clone()));
        }
        Ok(Reply::Move(found.best))
    }

    /// Searches without playing, for `seconds` or within the limits that are set, and reports the
    /// best `lines` of each finished iteration. Nothing is reported when the game is over.
    pub fn analyze(
        &mut self,
        seconds: Option<Duration>,
        lines: usize,
        start: Instant,
        stop: &Stop,
        report: &mut dyn FnMut(&Info),
    ) {
        let side = self.session.to_move();
        let mut limits = self.limits(side, start);
        if let Some(time) = seconds {
            limits = Limits {
                time: Some(TimeBudget::fixed(time)),
                ..Limits::none()
            };
            limits.start = start;
        }
        let request = Request {
            limits,
            plain: self.settings.plain,
            lines,
            margin: 0,
        };
        self.think(side, request, stop, report);
    }

    fn think(
        &mut self,
        side: Side,
        request: Request,
        stop: &Stop,
        report: &mut dyn FnMut(&Info),
    ) -> Option<Found> {
        let job = self.session.search(side, request)?;
        self.table.age();
        let found = job(&self.table, stop, report);
        log::info!(
            "{side}: {} at depth {}, score {}, {} nodes",
            found.best,
            found.depth,
            found.score,
            found.nodes
        );
        Some(found)
    }

    /// The game so far as SGF on one line.
    pub fn printsgf(&self) -> String {
        sgf::write(&*self.session)
    }

    /// Takes over the game of an SGF record, up to the position before move `before` (from 1), or
    /// to its end.
    ///
    /// # Errors
    /// When it is no record, or not of a game that is known; nothing has changed then.
    pub fn loadsgf(&mut self, text: &str, before: Option<usize>) -> Result<(), SgfError> {
        let record = sgf::read(text)?;
        let present = self.session.info();
        let entry = self.registry.find(|info| record.is_of(info, &present));
        let mut session = entry.ok_or(SgfError::UnknownGame)?.open();
        record.replay(&mut *session, before)?;
        self.replace_session(session);
        self.begin();
        Ok(())
    }
}

/// What is kept back of a time limit for the way of the reply.
fn lag(limit: Duration) -> Duration {
    (limit / 20).min(Duration::from_millis(5))
}

//! The engine as a user holds it: the games that are known, the one in progress, the settings,
//! the clocks and the transposition table.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use super::book::BookChoice;
use super::clock::{Clock, TimeControl};
use super::pondering::{Expected, Pondering};
use super::registry::{Entry, Registry};
use super::settings::Settings;
use super::{GameInfo, Session};
use super::{ParamValues, Thought, UnknownEvaluation};
use crate::game::{PositionError, Side};
use crate::search::{Table, TableError, Tuning};

/// Why a game cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
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

/// The position in a line of a list of positions. In an `.obf` file the moves and their scores follow
/// `;`, and a remark `%`; elsewhere a remark follows `#`.
pub(crate) fn before_remarks(line: &str) -> &str {
    let mut parts = line.split([';', '%', '#']);
    parts.next().unwrap_or_default().trim()
}

/// A game in progress with all that is needed to play it.
pub struct Engine {
    registry: Registry,
    pub(super) session: Session,
    pub(super) settings: Settings,
    /// The evaluations that were chosen, by game, for Black and White.
    evaluations: HashMap<&'static str, [&'static str; 2]>,
    /// The parameters of evaluations that were set, by game.
    pub(super) params: HashMap<&'static str, ParamValues>,
    pub(super) tuning: Tuning,
    pub(super) time_control: TimeControl,
    pub(super) clocks: [Clock; 2],
    /// Shared with the thinking on the opponent's time alone.
    pub(super) table: Arc<Table>,
    /// What the opponent is expected to play, until that is thought about.
    pub(super) expected: Option<Expected>,
    pub(super) pondering: Option<Pondering>,
    pub(super) rng: fastrand::Rng,
    pub(super) last_move: Option<Thought>,
    pub(super) book: BookChoice,
}

impl Engine {
    /// An engine with these games, at the start of [the one to begin with](Registry::beginning_with).
    ///
    /// # Errors
    /// When there is no game, or no memory for the table.
    pub fn new(registry: Registry) -> anyhow::Result<Engine> {
        Engine::with_table(registry, Table::DEFAULT_MIB)
    }

    /// The same with a transposition table of that size: a small one is enough where the searches
    /// are run elsewhere.
    ///
    /// # Errors
    /// When there is no game, or no memory for the table.
    pub fn with_table(registry: Registry, mib: usize) -> anyhow::Result<Engine> {
        let entry = registry.first().ok_or(EngineError::NoGames)?;
        let session = entry.open();
        let settings = Settings::default();
        let time_control = TimeControl::default();
        Ok(Engine {
            session,
            rng: fastrand::Rng::with_seed(settings.seed),
            settings,
            evaluations: HashMap::new(),
            params: HashMap::new(),
            tuning: Tuning::default(),
            time_control,
            clocks: [Clock::new(time_control); 2],
            table: Arc::new(Table::new(mib)?),
            registry,
            expected: None,
            pondering: None,
            last_move: None,
            book: BookChoice::default(),
        })
    }

    /// The games that are known.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The game in progress.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The game in progress, to play in.
    pub fn session_mut(&mut self) -> &mut Session {
        &mut self.session
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

    /// Makes use of a moment in which there is nothing to do: takes a piece of the table's memory
    /// from the system, in a millisecond or a few. Returns whether there may be more.
    pub fn take_memory(&self) -> bool {
        self.table.take_memory()
    }

    /// Gives the transposition table another size, and empties it.
    ///
    /// # Errors
    /// When that is out of range or more than there is; the table stays as it was.
    pub fn set_hash(&mut self, mib: usize) -> Result<(), TableError> {
        self.stop_pondering();
        self.table = Arc::new(Table::new(mib)?);
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
        let present = self.session.info().name;
        if size.is_none() && game.is_none_or(|name| name == present) {
            self.clear_board();
            return Ok(());
        }
        let entry = self.entry(game.unwrap_or(present), size)?.clone();
        self.open(&entry);
        Ok(())
    }

    /// The game of that name on a board of that size, or on its first one.
    pub(super) fn entry(&self, name: &str, size: Option<&str>) -> Result<&Entry, EngineError> {
        let unknown = || EngineError::UnknownGame {
            name: name.to_string(),
            known: self.registry.names(),
        };
        let first = self.registry.find(|info| info.name == name);
        let first = first.ok_or_else(unknown)?;
        let Some(size) = size else { return Ok(first) };
        let lower = size.to_ascii_lowercase();
        self.registry
            .find(|info| info.name == name && info.size_name() == lower)
            .ok_or_else(|| self.unknown_size(first.info.name, size))
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
        self.take_over(entry.open());
    }

    fn replace_session(&mut self, mut session: Session) {
        if let Some(values) = self.params.get(session.info().name) {
            session.tune(values);
        }
        if let Some(names) = self.evaluations.get(session.info().name) {
            for side in Side::BOTH {
                // They were accepted for this game before.
                let _ = session.set_evaluation(Some(side), names[side.index()]);
            }
        }
        self.session = session;
    }

    /// Takes over a position of the present game; nothing is left to undo. Remarks after `;` or `%` in the
    /// text are skipped.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it; nothing has changed then.
    pub fn set_up(&mut self, text: &str) -> Result<(), PositionError> {
        self.session.set_up(before_remarks(text))?;
        self.last_move = None;
        Ok(())
    }

    /// What belongs to one game only is put back.
    fn begin(&mut self) {
        self.stop_pondering();
        self.expected = None;
        self.last_move = None;
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

    /// Goes on with a game that was opened and played elsewhere.
    pub(super) fn take_over(&mut self, session: Session) {
        self.replace_session(session);
        self.begin();
    }
}

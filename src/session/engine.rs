//! The engine from the user's view: the available games, the current one, the settings, the clocks
//! and the transposition table.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use super::book::BookChoice;
use super::clock::{Clock, TimeControl};
use super::pondering::{Expected, Pondering};
use super::registry::{Entry, Registry};
use super::settings::Settings;
use super::{GameInfo, ParamValues, Session, Thought, Training, UnknownEvaluation};
use crate::game::{PositionError, Side};
use crate::search::{Table, TableError, Tuning};

/// The reason why a game cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EngineError {
    /// There is no game with that name.
    #[error("unknown game {name:?}: the games are {}", known.join(", "))]
    UnknownGame {
        /// The requested name.
        name: String,
        /// The number of games in it.
        known: Vec<&'static str>,
    },
    /// The game has no board of that size.
    #[error("{game} has no size {size:?}: {}", sizes_text(known))]
    UnknownSize {
        /// The game.
        game: &'static str,
        /// The requested name.
        size: String,
        /// The available sizes.
        known: Vec<String>,
    },
    /// There are no games at all.
    #[error("no game is known")]
    NoGames,
}

/// The sizes that a game has, for a sentence.
fn sizes_text(known: &[String]) -> String {
    match known {
        [only] => format!("its only size is {only}"),
        _ => format!("the sizes are {}", known.join(", ")),
    }
}

/// The position in a line of a list of positions. In an `.obf` file the moves and their scores
/// follow `;`, and a comment `%`; elsewhere a comment follows `#`.
pub(crate) fn before_remarks(line: &str) -> &str {
    let mut parts = line.split([';', '%', '#']);
    parts.next().unwrap_or_default().trim()
}

/// The form of a game with this seed, from 0 to 200 percent of the usual errors.
fn form(seed: u64) -> u16 {
    // Not the first number of the sequence that decides the moves.
    fastrand::Rng::with_seed(seed.rotate_left(32) ^ 0x666f_726d).u16(0..=200)
}

/// A game in progress with everything needed to play it.
pub struct Engine {
    registry: Registry,
    pub(super) session: Session,
    pub(super) settings: Settings,
    /// The chosen evaluations, by game, for Black and White.
    evaluations: HashMap<&'static str, [&'static str; 2]>,
    /// The parameters of evaluations that were set, by game.
    pub(super) params: HashMap<&'static str, ParamValues>,
    pub(super) tuning: Tuning,
    pub(super) time_control: TimeControl,
    pub(super) clocks: [Clock; 2],
    /// Shared only with the search on the opponent's time.
    pub(super) table: Arc<Table>,
    /// The expected move of the opponent, until that search starts.
    pub(super) expected: Option<Expected>,
    pub(super) pondering: Option<Pondering>,
    pub(super) rng: fastrand::Rng,
    /// How well the engine plays in this game, below full strength: its errors in percent of the usual.
    pub(super) form: u16,
    pub(super) last_move: Option<Thought>,
    pub(super) book: BookChoice,
    training: Option<Box<dyn Training>>,
}

impl Engine {
    /// An engine with these games, at the start of [the one to begin with](Registry::beginning_with).
    ///
    /// # Errors
    /// If there is no game, or no memory for the table.
    pub fn new(registry: Registry) -> anyhow::Result<Engine> {
        Engine::with_table(registry, Table::DEFAULT_MIB)
    }

    /// The same with a transposition table of that size: a small one is enough where the searches
    /// are run elsewhere.
    ///
    /// # Errors
    /// If there is no game, or no memory for the table.
    pub fn with_table(registry: Registry, mib: usize) -> anyhow::Result<Engine> {
        let entry = registry.first().ok_or(EngineError::NoGames)?;
        let session = entry.open();
        let settings = Settings::default();
        let time_control = TimeControl::default();
        Ok(Engine {
            session,
            rng: fastrand::Rng::with_seed(settings.seed),
            form: form(settings.seed),
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
            training: None,
        })
    }

    /// Opens the games of another registry from now on.
    pub(crate) fn adopt(&mut self, registry: Registry) {
        self.registry = registry;
    }

    /// The available games.
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
        self.begin_chance(seed);
    }

    /// Gives the game in progress random choices of its own, whatever the seed: people who play it again
    /// meet other moves.
    pub(crate) fn shuffle(&mut self) {
        self.begin_chance(fastrand::u64(..));
    }

    fn begin_chance(&mut self, seed: u64) {
        self.rng.seed(seed);
        self.form = form(seed);
    }

    /// The size of the transposition table in MiB.
    pub fn hash(&self) -> usize {
        self.table.mib()
    }

    /// Changes the size of the transposition table, and empties it.
    ///
    /// # Errors
    /// If the size is out of range or there is not enough memory; the table stays as it was.
    pub fn set_hash(&mut self, mib: usize) -> Result<(), TableError> {
        self.stop_pondering();
        self.table = Arc::new(Table::new(mib)?);
        Ok(())
    }

    /// Takes a training whose games are to be played here.
    pub fn set_training(&mut self, training: Box<dyn Training>) {
        self.training = Some(training);
    }

    /// The training whose games are played here.
    pub fn training(&self) -> Option<&dyn Training> {
        self.training.as_deref()
    }

    /// Starts the current game again.
    pub fn clear_board(&mut self) {
        self.session.reset();
        self.begin();
    }

    /// Starts a game, by default the current one, on a board of size `size` (`7x6`). The default
    /// size is the current one if the game stays, unless that is a variant and the game is named;
    /// otherwise the game's first.
    ///
    /// # Errors
    /// If there is no such game or size; nothing has changed then.
    pub fn newgame(&mut self, game: Option<&str>, size: Option<&str>) -> Result<(), EngineError> {
        let present = self.session.info();
        let is_present =
            |name: &str| name.eq_ignore_ascii_case(present.name) && present.variant.is_none();
        if size.is_none() && game.is_none_or(is_present) {
            self.clear_board();
            return Ok(());
        }
        let entry = self.entry(game.unwrap_or(present.name), size)?.clone();
        self.open(&entry);
        Ok(())
    }

    /// The game of that name on a board of that size, or on its first one.
    pub(super) fn entry(&self, name: &str, size: Option<&str>) -> Result<&Entry, EngineError> {
        let unknown = || EngineError::UnknownGame {
            name: name.to_string(),
            known: self.registry.names(),
        };
        let is_named = |info: &GameInfo| info.name.eq_ignore_ascii_case(name);
        let first = self.registry.find(is_named).ok_or_else(unknown)?;
        let Some(size) = size else { return Ok(first) };
        let lower = size.to_ascii_lowercase();
        let number = size.parse::<u32>().ok();
        let is_wanted = |info: &GameInfo| {
            let has_number = number.is_some_and(|number| info.board_sizes.contains(&&[number][..]));
            info.size_name() == lower || has_number
        };
        self.registry
            .find(|info| is_named(info) && is_wanted(info))
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

    /// Starts the game with this title. Returns whether there is one.
    pub fn set_game(&mut self, title: &str) -> bool {
        self.open_first(|info| info.title == title)
    }

    /// Starts the current game on the board for these arguments of `boardsize`. Returns whether
    /// there is one. The size reported to GoGui always selects the current board.
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

    /// Sets up a position of the current game and clears the undo history. Comments after `;` or
    /// `%` in the text are skipped.
    ///
    /// # Errors
    /// A sentence that describes the problem; nothing has changed then.
    pub fn set_up(&mut self, text: &str) -> Result<(), PositionError> {
        self.session.set_up(before_remarks(text))?;
        self.last_move = None;
        Ok(())
    }

    /// Resets everything that belongs to one game only.
    fn begin(&mut self) {
        self.stop_pondering();
        self.expected = None;
        self.last_move = None;
        self.clocks = [Clock::new(self.time_control); 2];
        self.table.clear();
        self.begin_chance(self.settings.seed);
        self.get_ready();
    }

    /// Unpacks what the evaluations are made of, if the first move will have little time for it.
    pub(crate) fn get_ready(&self) {
        let is_short = |time: Duration| time < Duration::from_secs(1);
        if self.settings.timelimit.is_some_and(is_short) || self.time_control.is_a_limit() {
            self.session.warm_up();
        }
    }

    /// Chooses an evaluation of the current game for a side, or for both; it is remembered for that
    /// game.
    ///
    /// # Errors
    /// If the game has none of that name.
    pub fn set_evaluation(
        &mut self,
        side: Option<Side>,
        name: &str,
    ) -> Result<(), UnknownEvaluation> {
        self.session.set_evaluation(side, name)?;
        let chosen = Side::BOTH.map(|side| self.session.evaluation(side));
        self.evaluations.insert(self.session.info().name, chosen);
        self.get_ready();
        Ok(())
    }

    /// Sets the clocks of both sides.
    pub fn time_settings(&mut self, control: TimeControl) {
        self.time_control = control;
        self.clocks = [Clock::new(control); 2];
        self.get_ready();
    }

    /// Sets how much time a side has left, for this many moves (0: for the rest of the game).
    pub fn time_left(&mut self, side: Side, left: Duration, stones: u32) {
        self.clocks[side.index()].set_left(left, stones);
    }

    /// Sets the clock of a side as it is before its move: the time left, for so many moves (0: for the rest of
    /// the game), and what is added for each.
    pub(crate) fn set_clock(
        &mut self,
        side: Side,
        left: Duration,
        stones: u32,
        increment: Duration,
    ) {
        let main = left.max(Duration::from_millis(1));
        self.time_settings(TimeControl {
            main,
            ..TimeControl::default()
        });
        let clock = &mut self.clocks[side.index()];
        clock.set_left(left, stones);
        clock.set_increment(increment);
    }

    /// Continues with a game that was opened and played elsewhere.
    pub(super) fn take_over(&mut self, session: Session) {
        self.replace_session(session);
        self.begin();
    }
}

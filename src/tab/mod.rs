//! A browser tab: a sitting that is driven by messages and reports by messages.
//!
//! It knows nothing of the way that they take; the server brings them over a WebSocket.

mod from_page;
#[cfg(all(feature = "games", feature = "program"))]
pub(crate) mod fuzzing;
mod messages;
mod shelf;
mod tree;

use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;

use self::from_page::{FromPage, Open};
use self::shelf::Shelf;
use crate::session::{Engine, Noted, Registry};
use crate::sitting::{self, Event, Listener, Pool, Sitting};

/// What is refused where no file was opened.
const NO_LIST: &str = "there is no list of games";

/// What all tabs of a program have in common.
pub(crate) struct Shared {
    /// The games.
    pub(crate) registry: Registry,
    /// The threads that think.
    pub(crate) pool: Arc<Pool>,
    /// The game shown first.
    pub(crate) game: &'static str,
    /// Its size.
    pub(crate) size: String,
}

/// A tab.
pub(crate) struct Tab {
    sitting: Sitting,
    shelf: Shelf,
    /// The messages to send before the news.
    messages: Vec<Value>,
}

impl Tab {
    /// Creates a tab; `listener` receives the events of its work.
    ///
    /// # Errors
    /// Returns an error if there is not enough memory.
    pub(crate) fn new(shared: &Shared, listener: Listener) -> anyhow::Result<Tab> {
        // The engine's own table is not used: the threads of the pool have theirs.
        let mut engine = Engine::with_table(shared.registry.clone(), 1)?;
        engine.newgame(Some(shared.game), Some(&shared.size))?;
        Ok(Tab {
            sitting: Sitting::new(engine, Arc::clone(&shared.pool), listener),
            shelf: Shelf::default(),
            messages: vec![messages::hello(shared)],
        })
    }

    /// Opens the games of another registry from now on.
    pub(crate) fn adopt(&mut self, registry: Registry) {
        self.sitting.adopt(registry);
    }

    /// Takes the messages for the page since the last call.
    pub(crate) fn messages(&mut self) -> Vec<Value> {
        let mut messages = std::mem::take(&mut self.messages);
        let news = self.sitting.news().into_iter();
        messages.extend(news.map(|news| messages::news(news, &self.sitting)));
        messages
    }

    /// Carries out a message.
    pub(crate) fn hear(&mut self, text: &str) {
        let done = FromPage::read(text).and_then(|message| self.carry_out(message));
        if let Err(why) = done {
            self.messages.push(messages::refused(&why));
        }
    }

    /// Takes an event of the sitting's work.
    pub(crate) fn learn(&mut self, event: Event) {
        self.sitting.learn(event);
    }

    /// The time at which [`Tab::move_when_due`] has a move to play.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.sitting.due()
    }

    /// Plays the move that the machine found earlier, if it is time.
    pub(crate) fn move_when_due(&mut self) {
        self.sitting.move_when_due();
    }

    /// The message that says how the game stands.
    #[cfg(any(test, all(feature = "games", feature = "program")))]
    pub(crate) fn state(&self) -> Value {
        messages::state(&self.sitting)
    }

    fn carry_out(&mut self, message: FromPage) -> Result<(), String> {
        let sitting = &mut self.sitting;
        match message {
            FromPage::Open(open) => return self.open(&open),
            FromPage::Load { text } => return sitting.load(&text),
            FromPage::Arrange { pieces, to_move } => {
                return sitting.arrange(&pieces, to_move.into());
            }
            FromPage::File { name, data, more } => {
                self.shelf.add(&name, &data)?;
                return if more { Ok(()) } else { self.open_files() };
            }
            FromPage::Search { text } => {
                let games = self.shelf.games.as_ref().ok_or(NO_LIST)?;
                self.messages.push(messages::records(games, &text));
            }
            FromPage::Record { number } => {
                let games = self.shelf.games.as_ref().ok_or(NO_LIST)?;
                return sitting.load_listed(games, number);
            }
            FromPage::Play { name } => return sitting.play(&name),
            FromPage::Goto { ply } => return sitting.go_to(ply),
            FromPage::Players { black, white } => sitting.set_modes([black.mode()?, white.mode()?]),
            FromPage::Think { on, moves } => sitting.think(on, moves),
            FromPage::Rest { on } => sitting.rest(on),
            FromPage::Hint {} => return sitting.hint(),
            FromPage::Go {} => sitting.resume(),
            FromPage::Stop {} => sitting.move_now(),
            FromPage::Learn {} => {
                let lessons = messages::lessons(sitting);
                self.messages.push(lessons);
            }
            FromPage::Review { on: false, .. } => sitting.end_review(),
            FromPage::Review { time, .. } => return sitting.begin_review(sitting::seconds(time)?),
            FromPage::Puzzle { seed } => return sitting.make_puzzle(seed),
            FromPage::Tree { plies, minimax } => return sitting.tree(plies, minimax),
        }
        Ok(())
    }

    /// Lists the games of the files that have come; a single game is loaded.
    fn open_files(&mut self) -> Result<(), String> {
        let registry = self.sitting.engine().registry();
        if let Some(text) = self.shelf.list(registry) {
            return self.sitting.load(&text);
        }
        match &self.shelf.games {
            Some(games) if games.count() == 1 => self.sitting.load_listed(games, 1),
            Some(games) => {
                self.messages.push(messages::records(games, ""));
                Ok(())
            }
            None => Err(NO_LIST.into()),
        }
    }

    fn open(&mut self, open: &Open) -> Result<(), String> {
        let present = self.sitting.session().info();
        let game = open.game.as_deref().unwrap_or(present.name);
        let present_size = (game == present.name).then(|| present.size_name());
        let noted = Noted {
            game,
            size: open.size.as_deref().or(present_size.as_deref()),
            start: open.start.as_deref(),
            moves: &open.moves,
        };
        self.sitting.open(&noted, open.at, open.waits)
    }
}

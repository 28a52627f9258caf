//! A browser tab: a sitting that is driven by messages and reports by messages.

use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;

use super::Shared;
use super::from_page::{FromPage, Open};
use super::messages;
use crate::session::{Engine, Noted};
use crate::sitting::{Event, Listener, Sitting};

/// A tab.
pub(super) struct Tab {
    sitting: Sitting,
    /// The messages to send before the news.
    messages: Vec<Value>,
}

impl Tab {
    /// Creates a tab; `listener` receives the events of its work.
    ///
    /// # Errors
    /// Returns an error if there is not enough memory.
    pub(super) fn new(shared: &Shared, listener: Listener) -> anyhow::Result<Tab> {
        // The engine's own table is not used: the threads of the pool have theirs.
        let mut engine = Engine::with_table(shared.registry.clone(), 1)?;
        engine.newgame(Some(shared.game), Some(&shared.size))?;
        Ok(Tab {
            sitting: Sitting::new(engine, Arc::clone(&shared.pool), listener),
            messages: vec![messages::hello(shared)],
        })
    }

    /// Takes the messages for the page since the last call.
    pub(super) fn messages(&mut self) -> Vec<Value> {
        let mut messages = std::mem::take(&mut self.messages);
        let news = self.sitting.news().into_iter();
        messages.extend(news.map(|news| messages::news(news, &self.sitting)));
        messages
    }

    /// Carries out a message.
    pub(super) fn hear(&mut self, text: &str) {
        let done = FromPage::read(text).and_then(|message| self.carry_out(message));
        if let Err(why) = done {
            self.messages.push(messages::refused(&why));
        }
    }

    /// Takes an event of the sitting's work.
    pub(super) fn learn(&mut self, event: Event) {
        self.sitting.learn(event);
    }

    /// The time at which [`Tab::move_when_due`] has a move to play.
    pub(super) fn due(&self) -> Option<Instant> {
        self.sitting.due()
    }

    /// Plays the move that the machine found earlier, if it is time.
    pub(super) fn move_when_due(&mut self) {
        self.sitting.move_when_due();
    }

    /// The message that says how the game stands.
    #[cfg(any(test, feature = "fuzzing"))]
    pub(super) fn state(&self) -> Value {
        messages::state(&self.sitting)
    }

    fn carry_out(&mut self, message: FromPage) -> Result<(), String> {
        let sitting = &mut self.sitting;
        match message {
            FromPage::Open(open) => return self.open(&open),
            FromPage::Load { text } => return sitting.load(&text),
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
            FromPage::Tree { plies, minimax } => return sitting.tree(plies, minimax),
        }
        Ok(())
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
        self.sitting.open(&noted, open.at)
    }
}

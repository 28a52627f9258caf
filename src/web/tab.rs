//! A tab of the browser: a sitting that is told what to do by messages, and tells what is new by
//! messages.

use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;

use super::Shared;
use super::messages;
use super::request::{Open, Request};
use crate::session::{Engine, Noted};
use crate::sitting::{Event, Listener, Sitting};

/// A tab.
pub(super) struct Tab {
    sitting: Sitting,
    /// What is to be told before the news.
    messages: Vec<Value>,
}

impl Tab {
    /// A tab, whose work is heard of by `listener`.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub(super) fn new(shared: &Shared, listener: Listener) -> anyhow::Result<Tab> {
        // Its own table is never used: the threads of the pool have theirs.
        let mut engine = Engine::with_table(shared.registry.clone(), 1)?;
        engine.newgame(Some(shared.game), Some(&shared.size))?;
        Ok(Tab {
            sitting: Sitting::new(engine, Arc::clone(&shared.pool), listener),
            messages: vec![messages::hello(shared)],
        })
    }

    /// The messages for the page since the last time.
    pub(super) fn messages(&mut self) -> Vec<Value> {
        let mut messages = std::mem::take(&mut self.messages);
        let news = self.sitting.news().into_iter();
        messages.extend(news.map(|news| messages::news(news, &self.sitting)));
        messages
    }

    /// Does what a message asks for.
    pub(super) fn hear(&mut self, text: &str) {
        let done = Request::read(text).and_then(|request| self.carry_out(request));
        if let Err(why) = done {
            self.messages.push(messages::refused(&why));
        }
    }

    /// Takes what its work says.
    pub(super) fn learn(&mut self, event: Event) {
        self.sitting.learn(event);
    }

    /// When [`Tab::move_when_due`] has something to do.
    pub(super) fn due(&self) -> Option<Instant> {
        self.sitting.due()
    }

    /// Plays the move that the machine has found before.
    pub(super) fn move_when_due(&mut self) {
        self.sitting.move_when_due();
    }

    fn carry_out(&mut self, request: Request) -> Result<(), String> {
        let sitting = &mut self.sitting;
        match request {
            Request::Open(open) => return self.open(&open),
            Request::Load { text } => return sitting.load(&text),
            Request::Play { name } => return sitting.play(&name),
            Request::Goto { ply } => return sitting.go_to(ply),
            Request::Players { black, white } => sitting.set_modes([black.mode()?, white.mode()?]),
            Request::Think { on, moves } => sitting.think(on, moves),
            Request::Hint {} => return sitting.hint(),
            Request::Go {} => sitting.resume(),
            Request::Stop {} => sitting.move_now(),
            Request::Tree { plies, minimax } => return sitting.tree(plies, minimax),
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

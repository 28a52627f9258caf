//! What a command is given.

use std::time::Instant;

use super::parse;
use super::reply::Failure;
use crate::search::Stop;
use crate::session::{Engine, Session};

/// The engine, and the dialogue that a command is a part of.
pub(super) struct Context<'a> {
    pub(super) engine: &'a mut Engine,
    /// When the command had its turn: the clock runs since then.
    pub(super) start: Instant,
    /// Whether the dialogue is over.
    pub(super) quit: bool,
    begin_search: &'a dyn Fn(bool) -> Stop,
    write_line: &'a mut dyn FnMut(&str) -> bool,
}

impl<'a> Context<'a> {
    pub(super) fn new(
        engine: &'a mut Engine,
        start: Instant,
        begin_search: &'a dyn Fn(bool) -> Stop,
        write_line: &'a mut dyn FnMut(&str) -> bool,
    ) -> Context<'a> {
        Context {
            engine,
            start,
            quit: false,
            begin_search,
            write_line,
        }
    }

    /// The game in progress.
    pub(super) fn session(&self) -> &Session {
        self.engine.session()
    }

    /// What may end the search that now begins; `unlimited` where it has no limit of its own.
    pub(super) fn begin_search(&self, unlimited: bool) -> Stop {
        (self.begin_search)(unlimited)
    }

    /// The engine, and what writes a line of the reply at once and says whether somebody reads.
    pub(super) fn engine_and_writer(&mut self) -> (&mut Engine, &mut dyn FnMut(&str) -> bool) {
        (self.engine, self.write_line)
    }
}

/// What follows the name of a command.
pub(super) struct Arguments<'a> {
    /// All of it, without spaces around it.
    pub(super) text: &'a str,
    /// Its words.
    pub(super) words: Vec<&'a str>,
}

impl<'a> Arguments<'a> {
    pub(super) fn new(text: &'a str) -> Arguments<'a> {
        let words = parse::words(text);
        Arguments { text, words }
    }

    /// For a command that takes none.
    pub(super) fn none(&self) -> Result<(), Failure> {
        let [] = self.exactly()?;
        Ok(())
    }

    /// For a command that takes the word `json`, the form of its answer.
    pub(super) fn json(&self) -> Result<(), Failure> {
        match self.exactly()? {
            ["json"] => Ok(()),
            _ => Err(Failure::Syntax),
        }
    }

    /// For a command that takes so many.
    pub(super) fn exactly<const N: usize>(&self) -> Result<[&'a str; N], Failure> {
        self.words
            .as_slice()
            .try_into()
            .map_err(|_| Failure::Syntax)
    }

    /// For a command that takes one or none.
    pub(super) fn optional(&self) -> Result<Option<&'a str>, Failure> {
        match self.words[..] {
            [] => Ok(None),
            [word] => Ok(Some(word)),
            _ => Err(Failure::Syntax),
        }
    }
}

//! The context and the arguments that a command runs with.

use std::time::Instant;

use super::parse;
use super::reply::Failure;
use super::signal::{Lasting, Signal};
use crate::search::Stop;
use crate::session::{Engine, Session};

/// The engine and the dialogue that the command belongs to.
pub(super) struct Context<'a> {
    pub(super) engine: &'a mut Engine,
    /// The time at which the command's clock started.
    pub(super) start: Instant,
    /// Set by `quit`, which ends the dialogue.
    pub(super) quit: bool,
    begin_search: &'a dyn Fn(Lasting) -> Signal,
    write_line: &'a mut dyn FnMut(&str) -> bool,
}

impl<'a> Context<'a> {
    pub(super) fn new(
        engine: &'a mut Engine,
        start: Instant,
        begin_search: &'a dyn Fn(Lasting) -> Signal,
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

    /// Starts a search, with a limit of its own or without, and returns the stop that may end it.
    pub(super) fn begin_search(&self, limited: bool) -> Stop {
        self.begin_lasting(Lasting::limited(limited)).stop
    }

    /// The same for a search that lasts as `lasting` says; the signal tells what ended it.
    pub(super) fn begin_lasting(&self, lasting: Lasting) -> Signal {
        (self.begin_search)(lasting)
    }

    /// The engine, and a function that writes one line of the reply at once and returns `false` if
    /// nobody reads it any more.
    pub(super) fn engine_and_writer(&mut self) -> (&mut Engine, &mut dyn FnMut(&str) -> bool) {
        (self.engine, self.write_line)
    }
}

/// The text after the name of a command.
pub(super) struct Arguments<'a> {
    /// The whole text, without surrounding spaces.
    pub(super) text: &'a str,
    /// Its words.
    pub(super) words: Vec<&'a str>,
}

impl<'a> Arguments<'a> {
    pub(super) fn new(text: &'a str) -> Arguments<'a> {
        let words = parse::words(text);
        Arguments { text, words }
    }

    /// Checks that there are no arguments.
    pub(super) fn none(&self) -> Result<(), Failure> {
        let [] = self.exactly()?;
        Ok(())
    }

    /// Checks that the only argument is `json`, the form of the answer.
    pub(super) fn json(&self) -> Result<(), Failure> {
        match self.exactly()? {
            ["json"] => Ok(()),
            _ => Err(Failure::Syntax),
        }
    }

    /// Returns the arguments of a command that takes exactly `N`.
    pub(super) fn exactly<const N: usize>(&self) -> Result<[&'a str; N], Failure> {
        self.words
            .as_slice()
            .try_into()
            .map_err(|_| Failure::Syntax)
    }

    /// Returns the argument of a command that takes at most one.
    pub(super) fn optional(&self) -> Result<Option<&'a str>, Failure> {
        match self.words[..] {
            [] => Ok(None),
            [word] => Ok(Some(word)),
            _ => Err(Failure::Syntax),
        }
    }
}

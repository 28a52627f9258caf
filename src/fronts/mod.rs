//! Protocols of other programs: carries the messages of a game's [`Dialogue`], and has the engine search
//! beside it.
//!
//! [`converse`] runs a dialogue on any input and output; [`connection`] makes a TCP connection for one that
//! needs it.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod connection;
mod desk;
mod input;
mod search;

use std::io::{self, ErrorKind, Read, Write};
use std::time::Instant;

pub(crate) use self::connection::{Listening, accept, connect};
use self::desk::Seat;
use self::input::{Event, Inbox};
use crate::game::{Carrier, Desk, Dialogue, Heard, Protocol};
use crate::protocol::Traffic;
use crate::session::{Engine, GameInfo, News, Registry};

/// A protocol by its name, with the game that speaks it: the one with that name, or else the first.
///
/// # Errors
/// A sentence, if the game does not speak it.
pub(crate) fn find(
    registry: &Registry,
    name: &str,
    game: Option<&str>,
) -> Result<(Protocol, GameInfo), String> {
    let speaks = |info: &GameInfo| info.protocols.iter().copied().find(|own| own.name == name);
    let mut speakers = registry
        .games()
        .filter_map(|info| Some((speaks(&info)?, info)));
    let is_wanted = |info: &GameInfo| game.is_none_or(|game| info.name == game);
    let found = speakers.find(|(_, info)| is_wanted(info));
    found.ok_or_else(|| {
        let others = registry.games().filter(|info| speaks(info).is_some());
        let mut names: Vec<_> = others.map(|info| info.name).collect();
        names.dedup();
        let game = game.unwrap_or("no game");
        format!(
            "{game} does not speak {name}; those that do: {}",
            names.join(", ")
        )
    })
}

/// The names of all protocols of a registry's games, each once.
pub(crate) fn names(registry: &Registry) -> Vec<&'static str> {
    let mut names = Vec::new();
    for protocol in registry.games().flat_map(|info| info.protocols) {
        if !names.contains(&protocol.name) {
            names.push(protocol.name);
        }
    }
    names
}

/// Runs a dialogue until it ends itself, its input ends or nobody reads its output. The limits that are set in
/// the engine hold for every search, the time for a move only if `is_timed`: otherwise it holds where a search has
/// no other limit.
///
/// # Errors
/// When `output` fails other than by a lost reader.
pub(crate) fn converse(
    engine: &mut Engine,
    mut dialogue: Box<dyn Dialogue>,
    carrier: Carrier,
    (input, output): (impl Read + Send + 'static, impl Write),
    (traffic, is_timed): (Option<Box<dyn Write + Send>>, bool),
) -> io::Result<()> {
    let traffic = Traffic::new(traffic);
    let inbox = Inbox::new(input, carrier, traffic.clone())?;
    let output = desk::Output::new(output, carrier, traffic);
    let mut seat = Seat::new(engine, output, inbox.teller(), is_timed);
    dialogue.begin(&mut seat);
    let mut talk = Talk {
        dialogue,
        seat,
        inbox,
        held: None,
        has_ended: false,
    };
    talk.settle();
    while talk.goes_on() {
        talk.step();
    }
    match talk.seat.failure() {
        Some(error) if is_lost_reader(&error) => Ok(()),
        Some(error) => Err(error),
        None => Ok(()),
    }
}

fn is_lost_reader(error: &io::Error) -> bool {
    use ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset};
    [BrokenPipe, ConnectionAborted, ConnectionReset].contains(&error.kind())
}

/// A dialogue in progress.
struct Talk<'a, W: Write> {
    dialogue: Box<dyn Dialogue>,
    seat: Seat<'a, W>,
    inbox: Inbox,
    /// A message that waits for the end of the search.
    held: Option<(String, Instant)>,
    /// The input has ended.
    has_ended: bool,
}

impl<W: Write> Talk<'_, W> {
    fn goes_on(&self) -> bool {
        let is_left = self.has_ended && self.inbox.is_empty() && self.held.is_none();
        !(self.seat.is_over() || is_left && !self.seat.searches())
    }

    /// Takes a message, or waits for what happens next.
    fn step(&mut self) {
        let message = match self.held {
            None => self.inbox.take(),
            Some(_) => None,
        };
        if let Some((message, arrived)) = message {
            return self.hear(message, arrived);
        }
        match self.inbox.wait(self.seat.deadline()) {
            Some(Event::Message) => {}
            Some(Event::End) => {
                self.has_ended = true;
                if self.inbox.is_connection() {
                    // Nobody is left to tell anything.
                    self.seat.quit();
                } else if self.seat.is_endless() {
                    self.seat.end_search();
                }
            }
            Some(Event::News(News::Line(info))) => {
                self.seat.look_at_clock();
                self.dialogue.report(&info, &mut self.seat);
            }
            Some(Event::News(News::End(found))) => {
                self.seat.finish(found, &mut *self.dialogue);
                self.settle();
                if let Some((message, arrived)) = self.held.take() {
                    self.hear(message, arrived);
                }
            }
            None => self.seat.end_search(),
        }
    }

    fn hear(&mut self, message: String, arrived: Instant) {
        self.seat.arrived = arrived;
        match self.dialogue.hear(&message, &mut self.seat) {
            Heard::AfterSearch if self.seat.searches() => {
                self.seat.end_search();
                self.held = Some((message, arrived));
            }
            Heard::AfterSearch | Heard::Done => self.settle(),
        }
    }

    /// Begins the searches that were asked for; what is known needs none, and may lead to the next.
    fn settle(&mut self) {
        while let Some(task) = self.seat.next_task() {
            self.seat.start(task, &mut *self.dialogue);
        }
        // After the end of its input nothing could stop it.
        if self.has_ended && self.seat.is_endless() {
            self.seat.end_search();
        }
    }
}

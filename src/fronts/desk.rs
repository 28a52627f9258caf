//! The engine as a dialogue sees it.

use std::io::{self, Write};
use std::sync::mpsc::Sender;
use std::time::Instant;

use super::input::Event;
use super::search::{Limits, Searching};
use crate::game::{Carrier, Desk, MoveError, PositionError, Side, Task, Value};
use crate::protocol::Traffic;
use crate::session::{Engine, Settings};

/// Writes messages and flushes each at once.
pub(super) struct Output<W: Write> {
    writer: W,
    traffic: Traffic,
    end: char,
    failed: Option<io::Error>,
}

impl<W: Write> Output<W> {
    pub(super) fn new(writer: W, carrier: Carrier, traffic: Traffic) -> Output<W> {
        let end = match carrier {
            Carrier::Lines => '\n',
            Carrier::Socket { .. } => '\0',
        };
        Output {
            writer,
            traffic,
            end,
            failed: None,
        }
    }

    fn say(&mut self, message: &str) {
        self.traffic.outgoing(message);
        if self.failed.is_none() {
            let message = format!("{message}{}", self.end);
            let sent = self.writer.write_all(message.as_bytes());
            self.failed = sent.and_then(|()| self.writer.flush()).err();
        }
    }
}

/// The engine with its search, and the way to the other side.
pub(super) struct Seat<'a, W: Write> {
    pub(super) engine: &'a mut Engine,
    output: Output<W>,
    /// Where the search tells its news.
    pub(super) teller: Sender<Event>,
    /// When the last message came.
    pub(super) arrived: Instant,
    pub(super) limits: Limits,
    pub(super) searching: Option<Searching>,
    task: Option<Task>,
    quits: bool,
}

impl<'a, W: Write> Seat<'a, W> {
    pub(super) fn new(
        engine: &'a mut Engine,
        output: Output<W>,
        teller: Sender<Event>,
        is_timed: bool,
    ) -> Seat<'a, W> {
        let limits = Limits::of(engine.settings(), is_timed);
        Seat {
            engine,
            output,
            teller,
            arrived: Instant::now(),
            limits,
            searching: None,
            task: None,
            quits: false,
        }
    }

    /// The search that was asked for last.
    pub(super) fn next_task(&mut self) -> Option<Task> {
        self.task.take()
    }

    /// Tells whether the dialogue has ended, or nobody listens any more.
    pub(super) fn is_over(&self) -> bool {
        self.quits || self.output.failed.is_some()
    }

    /// The reason why nobody could be spoken to.
    pub(super) fn failure(self) -> Option<io::Error> {
        self.output.failed
    }
}

impl<W: Write> Desk for Seat<'_, W> {
    fn say(&mut self, message: &str) {
        self.output.say(message);
    }

    fn game(&self) -> (&'static str, Option<&'static str>) {
        let info = self.engine.session().info();
        (info.name, info.variant)
    }

    fn open(&mut self, game: &str, variant: Option<&str>) -> Result<(), String> {
        let opened = self.engine.newgame(Some(game), variant);
        opened.map_err(|error| error.to_string())
    }

    fn restart(&mut self) {
        self.engine.clear_board();
    }

    fn set_up(&mut self, position: &str) -> Result<(), PositionError> {
        self.engine.set_up(position)
    }

    fn play(&mut self, side: Option<Side>, name: &str) -> Result<(), MoveError> {
        self.engine.session_mut().play(side, name)
    }

    fn undo(&mut self, moves: usize) -> bool {
        self.engine.session_mut().undo(moves).is_ok()
    }

    fn position(&self) -> String {
        self.engine.session().position()
    }

    fn to_move(&self) -> Side {
        self.engine.session().to_move()
    }

    fn moves_played(&self) -> usize {
        self.engine.session().history().len()
    }

    fn result(&self) -> Option<Value> {
        self.engine.session().result().map(|result| result.value)
    }

    fn evaluation(&self) -> &'static str {
        let session = self.engine.session();
        session.evaluation(session.to_move())
    }

    fn per_margin(&self) -> Option<u16> {
        self.engine.session().per_margin()
    }

    fn setting(&self, name: &str) -> Option<String> {
        Some(match name {
            "threads" => self.engine.settings().threads.to_string(),
            "hash" => self.engine.hash().to_string(),
            "book" => self.engine.uses_books().to_string(),
            _ => return None,
        })
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let malformed = || format!("{value:?} is not a value of {name}");
        match name {
            "threads" => {
                let threads = value.parse().map_err(|_| malformed())?;
                if !(1..=Settings::MOST_THREADS).contains(&threads) {
                    return Err(malformed());
                }
                self.engine.settings_mut().threads = threads;
                Ok(())
            }
            "hash" => {
                let mib = value.parse().map_err(|_| malformed())?;
                self.engine.set_hash(mib).map_err(|error| error.to_string())
            }
            "book" => {
                let on = value.parse().map_err(|_| malformed())?;
                self.engine.use_books(on);
                Ok(())
            }
            _ => Err(format!("there is no setting {name}")),
        }
    }

    fn think(&mut self, task: Task) {
        self.task = Some(task);
    }

    fn start_clock(&mut self) {
        self.run_clock();
    }

    fn stop(&mut self) {
        self.end_search();
    }

    fn is_thinking(&self) -> bool {
        self.searches()
    }

    fn quit(&mut self) {
        self.quits = true;
    }
}

//! Play on a terminal with mouse and keys: the board, the engine's thoughts and the moves.
//!
//! The screen waits for a key, a click, an event of the engine or a signal, and is redrawn after
//! each ([`view`]). It keeps the areas that were drawn, to interpret clicks.

mod board;
mod confirm;
mod dress;
mod ground;
mod keys;
mod look;
mod paint;
mod panels;
mod popup;
mod state;
mod terminal;
#[cfg(test)]
mod tests;
mod tree;
mod view;

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use ratatui::crossterm::event::{self, Event as Input};

use self::look::Look;
use self::state::Screen;
use self::terminal::Guard;
use super::desk::Desk;
use crate::sitting::{Event, Listener};
use crate::system::on_interrupt;

/// A message to the screen.
enum Told {
    /// A key, a click or a new size.
    Input(Input),
    /// The input failed.
    Broken(io::Error),
    /// An event of the sitting's work.
    Learnt(Event),
    /// A signal to exit.
    End,
}

/// Plays on the terminal until the player quits.
///
/// # Errors
/// Returns an error if the terminal cannot be read or written.
pub(super) fn run(open: impl FnOnce(Listener) -> Result<Desk>, mouse: bool) -> Result<()> {
    let (send, told) = mpsc::channel();
    let learn = send.clone();
    let desk = open(Arc::new(move |event| drop(learn.send(Told::Learnt(event)))))?;
    let end = send.clone();
    on_interrupt(move || drop(end.send(Told::End)));
    let mut guard = Guard::enter(mouse)?;
    read_input(send)?;
    let mut screen = Screen::new(desk, Look::of_this_terminal());
    while !screen.is_over {
        guard
            .terminal
            .draw(|frame| view::draw(frame, &mut screen))?;
        wait(&mut screen, &told)?;
    }
    Ok(())
}

/// Starts a thread that reads keys and clicks, which cannot be waited for together with events.
fn read_input(send: Sender<Told>) -> io::Result<()> {
    let read = move || {
        loop {
            let (told, is_last) = match event::read() {
                Ok(input) => (Told::Input(input), false),
                Err(error) => (Told::Broken(error), true),
            };
            if send.send(told).is_err() || is_last {
                return;
            }
        }
    };
    thread::Builder::new().name("input".into()).spawn(read)?;
    Ok(())
}

/// Waits for a message, and takes all that have arrived.
fn wait(screen: &mut Screen, told: &Receiver<Told>) -> Result<()> {
    const LONG: Duration = Duration::from_secs(3600);
    let due = screen.desk.sitting.due();
    let time = due.map_or(LONG, |due| due.saturating_duration_since(Instant::now()));
    let mut next = told.recv_timeout(time);
    loop {
        match next {
            Ok(Told::Input(input)) => screen.take(&input),
            Ok(Told::Learnt(event)) => screen.desk.learn(event),
            Ok(Told::Broken(error)) => return Err(error.into()),
            Ok(Told::End) => screen.is_over = true,
            Err(RecvTimeoutError::Timeout) => {
                screen.desk.sitting.move_when_due();
                screen.desk.refresh();
            }
            Err(RecvTimeoutError::Disconnected) => screen.is_over = true,
        }
        match told.try_recv() {
            Ok(more) => next = Ok(more),
            Err(_) => return Ok(()),
        }
    }
}

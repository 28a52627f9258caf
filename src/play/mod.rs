//! `heelstone play`: games in a terminal.
//!
//! Runs on a [`screen`] with mouse and keys, or as a dialogue of lines ([`plain`]) where there is
//! no terminal. Both show one [`desk::Desk`]: a sitting and the engine's thoughts on it.

mod clicks;
mod commands;
mod desk;
mod plain;
mod rating;
mod review;
mod screen;
mod thoughts;

use std::io::{self, IsTerminal};
use std::sync::{Arc, mpsc};

use anyhow::Result;

use self::desk::Desk;
use self::thoughts::Thoughts;
use crate::session::Engine;
use crate::sitting::{Listener, Mode, Pool, Sitting};

/// The options of `heelstone play`.
pub(crate) struct Options {
    /// The players of Black and White.
    pub(crate) modes: [Mode; 2],
    /// `true` to use lines even on a terminal.
    pub(crate) plain: bool,
    /// `true` to use the mouse.
    pub(crate) mouse: bool,
    /// The size of the transposition table in MiB.
    pub(crate) hash: usize,
}

/// Plays from the engine's game on, until the player quits.
///
/// # Errors
/// Returns an error if there is not enough memory for the table, or the terminal cannot be written
/// to.
pub(crate) fn run(engine: Engine, options: &Options) -> Result<()> {
    let pool = Arc::new(Pool::new(1, options.hash)?);
    let open = |listener: Listener| open(engine, pool, options, listener);
    if options.plain || !is_screen() {
        let (send, events) = mpsc::channel();
        let desk = open(Arc::new(move |event| drop(send.send(event))))?;
        let (mut input, mut out) = (io::stdin().lock(), io::stdout());
        let has_echo = io::stdin().is_terminal();
        return plain::run(desk, events, &mut input, &mut out, has_echo);
    }
    screen::run(open, options.mouse)
}

/// Returns true if a person sits at a terminal that can position its cursor.
fn is_screen() -> bool {
    let is_dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

/// Sets up the desk with the engine's game.
fn open(engine: Engine, pool: Arc<Pool>, options: &Options, listener: Listener) -> Result<Desk> {
    let mut desk = Desk {
        sitting: Sitting::new(engine, pool, listener),
        thoughts: Thoughts::default(),
        saved: None,
    };
    desk.sitting.set_modes(options.modes.clone());
    desk.begin(None, None).map_err(anyhow::Error::msg)?;
    Ok(desk)
}

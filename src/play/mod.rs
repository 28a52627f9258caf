//! `heelstone play`: the games in a terminal.
//!
//! On a terminal it is a [`screen`] with mouse and keys, elsewhere a dialogue of lines
//! ([`plain`]). Both show one [`desk::Desk`]: a sitting, and what the engine thinks of it.

mod clicks;
mod commands;
mod desk;
mod plain;
mod rating;
mod screen;
mod thoughts;

use std::io::{self, IsTerminal};
use std::sync::{Arc, mpsc};

use anyhow::Result;

use self::desk::Desk;
use self::thoughts::Thoughts;
use crate::session::Engine;
use crate::sitting::{Listener, Mode, Pool, Sitting};

/// How to play.
pub(crate) struct Options {
    /// Who plays Black, and White.
    pub(crate) modes: [Mode; 2],
    /// Lines even on a terminal.
    pub(crate) plain: bool,
    /// Whether the mouse plays, too.
    pub(crate) mouse: bool,
    /// The size of the search's table in MiB.
    pub(crate) hash: usize,
}

/// Plays from the engine's game on until the player has enough of it.
///
/// # Errors
/// When there is no memory for the table, or the terminal cannot be written to.
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

/// Whether a person sits at a terminal that can place its characters.
fn is_screen() -> bool {
    let is_dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

/// The desk with the engine's game on it.
fn open(engine: Engine, pool: Arc<Pool>, options: &Options, listener: Listener) -> Result<Desk> {
    let mut desk = Desk {
        sitting: Sitting::new(engine, pool, listener),
        thoughts: Thoughts::default(),
    };
    desk.sitting.set_modes(options.modes.clone());
    desk.begin(None, None).map_err(anyhow::Error::msg)?;
    Ok(desk)
}

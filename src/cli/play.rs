//! `heelstone play` on the command line.

use std::time::Duration;

use clap::{Args, ValueEnum};

use super::{GameArgs, Limit, count, level, seconds, threads};
use crate::session::Level;

/// Playing in a terminal.
#[derive(Debug, Args)]
pub(crate) struct Play {
    /// The game.
    #[command(flatten)]
    pub game: GameArgs,
    /// Who plays X (Black), and begins in most games
    #[arg(short, long, value_name = "WHO", default_value = "person")]
    pub black: Player,
    /// Who plays O (White)
    #[arg(short, long, value_name = "WHO", default_value = "machine")]
    pub white: Player,
    /// The strength of the machine, from beatable to full
    #[arg(short, long, value_name = "LEVEL", value_parser = level(), default_value = "intermediate")]
    pub level: Level,
    /// Its time for each move in seconds (at most 600), or `none` [default: 1]
    #[arg(short, long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Limit<Duration>>,
    /// Let it search no deeper than N plies, or `none`
    #[arg(short, long, value_name = "N", value_parser = count::<u32>)]
    pub depth: Option<Limit<u32>>,
    /// Its evaluation
    #[arg(short, long, value_name = "NAME")]
    pub evaluation: Option<String>,
    /// The number of threads that search
    #[arg(long, value_name = "N", value_parser = threads(), default_value_t = 1)]
    pub threads: u16,
    /// The size of the table of its search in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    pub hash: usize,
    /// Play line by line, as where there is no terminal
    #[arg(short, long)]
    pub plain: bool,
    /// Leave the mouse to the terminal, which may select text with it
    #[arg(long)]
    pub no_mouse: bool,
}

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Player {
    /// Somebody at the keys
    Person,
    /// The engine
    Machine,
}

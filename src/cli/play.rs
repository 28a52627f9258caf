//! `heelstone play` on the command line.

use std::time::Duration;

use clap::{Args, ValueEnum};

use super::{GameArgs, Limit, count, level, seconds, threads};
use crate::session::Level;

/// The arguments of `heelstone play`.
#[derive(Debug, Args)]
pub(crate) struct Play {
    /// The game.
    #[command(flatten)]
    pub game: GameArgs,
    /// The player of X (Black), who moves first in most games
    #[arg(short, long, value_name = "WHO", default_value = "person")]
    pub black: Player,
    /// The player of O (White)
    #[arg(short, long, value_name = "WHO", default_value = "machine")]
    pub white: Player,
    /// The strength of the machine, from 1 to 10, which is full strength; `novice` is 1, `intermediate` 4, `expert` 7 and `master` 10
    #[arg(short, long, value_name = "LEVEL", value_parser = level(), default_value = "4")]
    pub level: Level,
    /// The machine's time for each move in seconds (at most 600), or `none` [default: 1]
    #[arg(short, long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Limit<Duration>>,
    /// The machine's deepest search in plies, or `none`
    #[arg(short, long, value_name = "N", value_parser = count::<u32>)]
    pub depth: Option<Limit<u32>>,
    /// The machine's evaluation
    #[arg(short, long, value_name = "NAME")]
    pub evaluation: Option<String>,
    /// The number of search threads
    #[arg(long, value_name = "N", value_parser = threads, default_value_t = 1)]
    pub threads: u16,
    /// The size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    pub hash: usize,
    /// Play line by line, as without a terminal
    #[arg(short, long)]
    pub plain: bool,
    /// Leave the mouse to the terminal, for selecting text
    #[arg(long)]
    pub no_mouse: bool,
}

/// The player of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Player {
    /// A person
    Person,
    /// The engine
    Machine,
}

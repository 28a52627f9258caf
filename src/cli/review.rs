//! `heelstone review` on the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::{GameArgs, Limit, from_one, seconds, threads};

/// The text after the options in the help.
pub(super) const ABOUT: &str = "\
The file is a game record (SGF, GGF of Othello, PDN of draughts), a WTHOR file of Othello (`.wtb`), or a list of moves from the \
start of the game, with or without spaces and numbers: `f5d6c3`, `4455`, `1. f5 d6 2. c3`.

The last move is judged first; the command `review` in protocol.md explains the lines and the grades.";

/// The arguments of `heelstone review`.
#[derive(Debug, Args)]
pub(crate) struct Review {
    /// The game, if the file does not say
    #[command(flatten)]
    pub game: GameArgs,
    /// The file with the game [default: standard input]
    pub file: Option<PathBuf>,
    /// The number of the game in a WTHOR or PDN file
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub number: usize,
    /// Time for each position in seconds, or `none` [default: 1]
    #[arg(short, long, value_name = "SECONDS", value_parser = seconds, conflicts_with = "nodes")]
    pub time: Option<Limit<Duration>>,
    /// Search N nodes for each position instead, to get the same judgements on every machine
    #[arg(short, long, value_name = "N", value_parser = from_one)]
    pub nodes: Option<u64>,
    /// Write a JSON object for each move
    #[arg(short, long)]
    pub json: bool,
    /// The size of the table in MiB [default: 64]
    #[arg(long, value_name = "MIB")]
    pub hash: Option<usize>,
    /// The number of threads that search [default: 1]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<u16>,
}

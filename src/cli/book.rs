//! The arguments of `heelstone book`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args, Subcommand};

use super::{CENTURY, GameArgs};
use crate::search::Table;

/// The arguments of `heelstone book`.
#[derive(Debug, Args)]
pub(crate) struct Book {
    /// The command.
    #[command(subcommand)]
    pub command: BookCommand,
}

/// A command on books.
#[derive(Debug, Subcommand)]
pub(crate) enum BookCommand {
    /// Build a book of all positions up to some plies
    ///
    /// Solves or searches the positions after N plies, and derives the values of earlier ones.
    /// Results are kept in FILE.part until the book is complete: if the command is interrupted, run
    /// it again to continue.
    Build(Build),
    /// Show what is in a book
    Info {
        /// The book
        file: PathBuf,
    },
    /// Write a book of an earlier release in the present format
    Convert {
        /// The book
        file: PathBuf,
        /// The file to write
        to: PathBuf,
    },
    /// Check a book: its structure, its inner values, and a sample of its last positions
    Verify(Verify),
}

/// The options of books that are not proofs.
const NO_PROOF: [&str; 4] = ["exact", "depth", "nodes", "time"];

/// The arguments of `heelstone book build`.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("method").required(true))]
pub(crate) struct Build {
    /// The file to build
    pub file: PathBuf,
    /// The game.
    #[command(flatten)]
    pub game: GameArgs,
    /// Include all positions up to N plies
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=255))]
    pub plies: u32,

    /// Solve the last positions exactly
    #[arg(short = 'x', long, group = "method", help_heading = "Values")]
    pub exact: bool,
    /// Extend the book after drawn positions that the solver does not solve within N nodes, by the
    /// drawn positions among their successors
    #[arg(
        long, value_name = "N", conflicts_with_all = ["proof", "depth", "nodes", "time"],
        help_heading = "Values",
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub draws: Option<u64>,
    /// Prove who wins, with as few positions as that takes; the last of them are solved
    #[arg(long, group = "method", help_heading = "Values")]
    pub proof: bool,
    /// Prove who wins after each move of the first position as well
    #[arg(long, conflicts_with_all = NO_PROOF, help_heading = "Values")]
    pub all_moves: bool,
    /// Search the last positions to a depth of N plies
    #[arg(
        short, long, value_name = "N", group = "method", help_heading = "Values",
        value_parser = clap::value_parser!(u32).range(1..=127)
    )]
    pub depth: Option<u32>,
    /// Search N nodes in each of the last positions
    #[arg(
        short, long, value_name = "N", group = "method", help_heading = "Values",
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub nodes: Option<u64>,
    /// Search each of the last positions for a time in seconds; such a book differs from run to run
    #[arg(
        short, long, value_name = "SECONDS", group = "method", help_heading = "Values",
        value_parser = seconds
    )]
    pub time: Option<Duration>,
    /// The evaluation of the searches [default: the game's first]
    #[arg(
        short,
        long,
        value_name = "NAME",
        conflicts_with_all = ["exact", "proof"],
        help_heading = "Values"
    )]
    pub evaluation: Option<String>,
    /// Start from the positions in FILE, one a line in the notation of the command `position`; `#`,
    /// `%` or `;` begins a remark
    #[arg(long, value_name = "FILE", help_heading = "Values")]
    pub from: Option<PathBuf>,

    /// Take over the values in FILE, a book of proved or exact values or the journal of one; may be
    /// given several times
    #[arg(long, value_name = "FILE", conflicts_with_all = NO_PROOF, help_heading = "Work")]
    pub with: Vec<PathBuf>,
    /// Spread the work over N threads; the book does not depend on it, except that a proof may
    /// differ
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Work",
        value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub threads: usize,
    /// The size of the transposition table of each thread in MiB; a proof uses one table for all
    #[arg(long, value_name = "MIB", default_value_t = Table::DEFAULT_MIB, help_heading = "Work")]
    pub hash: usize,
}

/// The arguments of `heelstone book verify`.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The book
    pub file: PathBuf,
    /// Solve or search N of the last positions again; ignored for books built by time
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub sample: usize,
    /// The seed of the sample
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// The list of positions that the book was built from
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
}

/// Parses a time of at least a millisecond.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok();
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let time = time.map(|time| Duration::from_millis(time.as_millis().try_into().unwrap_or(0)));
    time.filter(|time| !time.is_zero() && *time <= CENTURY)
        .ok_or_else(|| "seconds are a number from 0.001".into())
}

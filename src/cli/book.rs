//! The arguments of `heelstone book`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args, Subcommand};

use super::{CENTURY, GameArgs};
use crate::search::Table;

/// Building and checking opening books.
#[derive(Debug, Args)]
pub(crate) struct Book {
    /// What to do.
    #[command(subcommand)]
    pub command: BookCommand,
}

/// What is done with a book.
#[derive(Debug, Subcommand)]
pub(crate) enum BookCommand {
    /// Build a book of all positions up to some plies
    ///
    /// The positions after so many plies are solved or searched, and the values of those before
    /// follow from them. What is found is kept in FILE.part until the book is complete: after an
    /// interrupt, or whatever else ended it, the same command goes on from there.
    Build(Build),
    /// Tell what is in a book
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
    /// Check a book: its structure, its values by those after them, and a sample of the last ones
    Verify(Verify),
}

/// The options that make another book than a proof.
const NO_PROOF: [&str; 4] = ["exact", "depth", "nodes", "time"];

/// Building a book.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("method").required(true))]
pub(crate) struct Build {
    /// The file to build
    pub file: PathBuf,
    /// The game.
    #[command(flatten)]
    pub game: GameArgs,
    /// Take in all positions up to N plies
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=255))]
    pub plies: u32,

    /// Solve the last positions exactly
    #[arg(short = 'x', long, group = "method", help_heading = "Values")]
    pub exact: bool,
    /// Go on after drawn positions that the solver does not find to be drawn in N nodes: of what
    /// comes after them, take in what is drawn
    #[arg(
        long, value_name = "N", conflicts_with_all = ["proof", "depth", "nodes", "time"],
        help_heading = "Values",
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub draws: Option<u64>,
    /// Prove who wins, with no more positions than that takes; the last of them are solved
    #[arg(long, group = "method", help_heading = "Values")]
    pub proof: bool,
    /// Prove who wins after each move of the first position, not only in it
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
    /// Search each of the last positions for so long, in seconds; such a book is another one each
    /// time
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
    /// Begin in the positions in FILE, one a line in the notation of the command `position`; what
    /// follows `#`, `%` or `;` is a remark
    #[arg(long, value_name = "FILE", help_heading = "Values")]
    pub from: Option<PathBuf>,

    /// Do not prove again what FILE knows, a book of proved or exact values or the journal of one; may
    /// be given several times
    #[arg(long, value_name = "FILE", conflicts_with_all = NO_PROOF, help_heading = "Work")]
    pub with: Vec<PathBuf>,
    /// Spread the work over N threads; the book is the same, but that a proof may be another one
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Work",
        value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub threads: usize,
    /// The size of the transposition table of each thread in MiB; a proof has one for all
    #[arg(long, value_name = "MIB", default_value_t = Table::DEFAULT_MIB, help_heading = "Work")]
    pub hash: usize,
}

/// Checking a book.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The book
    pub file: PathBuf,
    /// Solve or search N of the last positions again; none of a book by time
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub sample: usize,
    /// The seed that chooses them
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// The list of positions that it was built from
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
}

/// Reads a time of at least a millisecond.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok();
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let time = time.map(|time| Duration::from_millis(time.as_millis().try_into().unwrap_or(0)));
    time.filter(|time| !time.is_zero() && *time <= CENTURY)
        .ok_or_else(|| "seconds are a number from 0.001".into())
}

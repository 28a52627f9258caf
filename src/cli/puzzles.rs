//! `heelstone puzzles` on the command line.

use clap::Args;

use super::from_one;

/// The text after the options in the help.
pub(super) const ABOUT: &str = "\
A puzzle is a position with exactly one winning move, near the end of a game played at random; the solver has found \
it and checked all other moves. Where positions can repeat, as in draughts, it is the only one that wins soon: within 15 \
plies, while every other win takes over eight plies longer. The easiest come first. The difficulty is 1, and a step more for each of: a win that \
takes 3 plies, 7 plies (1,000 or 20,000 nodes of the solver where the margin counts), one other move that looks at \
least as good to a search of two plies, three such moves.";

/// The arguments of `heelstone puzzles`.
#[derive(Debug, Args)]
pub(crate) struct Puzzles {
    /// The game
    pub game: String,
    /// The size of its board, columns x rows, such as 7x6, or its variant, such as russian
    #[arg(long, value_name = "SIZE")]
    pub size: Option<String>,
    /// The number of puzzles
    #[arg(short, long, value_name = "N", default_value_t = 10, value_parser = from_one)]
    pub count: u64,
    /// The seed; each always gives the same puzzles
    #[arg(short, long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Write a JSON object for each puzzle
    #[arg(short, long)]
    pub json: bool,
}

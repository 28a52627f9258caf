//! `heelstone train` on the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::{GameArgs, Limit, from_one, seconds, threads};

/// The text after the options in the help.
pub(super) const ABOUT: &str = "\
A training needs nothing but the rules of the game. Afterwards `--weights FILE` plays, solves and reviews with what was learnt.

Every so often the newest weights play a match against the best so far, and FILE gets the better ones.

FILE.training holds all that is needed to go on: give the same command again after an interrupt, or with more games or \
time. The same seed and number of games give the same file, also after interrupts. With --batch, FILE.games \
takes its place, and there is one match, at the end, whose result does not matter: FILE gets the new weights.";

/// The arguments of `heelstone train`.
#[derive(Debug, Args)]
pub(crate) struct Train {
    /// The file of weights to write
    pub file: PathBuf,
    /// The game.
    #[command(flatten)]
    pub game: GameArgs,
    /// Stop after N games, counting those played before an interruption
    #[arg(short = 'n', long, value_name = "N", value_parser = from_one)]
    pub games: Option<u64>,
    /// Stop after this many seconds, once the round and a match that is due are over [default: 120 without --games]
    #[arg(short, long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Limit<Duration>>,
    /// The number of threads that play [default: 1]; it makes no difference to what is learnt
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<u16>,
    /// Learn a network instead of patterns, with N neurons (32 or 64) for each side [default: 32], from games of
    /// searches with the evaluation of the game, or with that of --weights
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "32",
        value_parser = neurons,
        conflicts_with = "selectivity"
    )]
    pub network: Option<usize>,
    /// Learn the weights of this evaluation of the game instead of patterns; it has to be one that adds up weights. The
    /// games are those of searches, as for a network
    #[arg(long, value_name = "NAME", conflicts_with_all = ["selectivity", "network"])]
    pub evaluation: Option<String>,
    /// Play all games first, with the evaluation of the game or that of --weights, and then learn from all of them at
    /// once, which gets more out of each if that evaluation is good already. FILE.games keeps the games. Needs --evaluation
    #[arg(long, requires = "evaluation", conflicts_with_all = ["played", "verify"])]
    pub batch: bool,
    /// Learn from the games in GAMES instead of playing them, as far as they are those that would be played: the answers
    /// of the command `training_game`, or the journal of `match.py spread` with it
    #[arg(long, value_name = "GAMES", conflicts_with_all = ["selectivity", "verify"])]
    pub played: Option<PathBuf>,
    /// Fit to FILE how far searches with it can be relied on, which lets a search skip branches
    #[arg(long)]
    pub selectivity: bool,
    /// Learn again what FILE says, from as many games, and tell whether the weights come out the same; all but
    /// patterns need the --weights that they began with
    #[arg(long, conflicts_with_all = ["games", "time", "network", "evaluation", "selectivity", "seed"])]
    pub verify: bool,
    /// The seed of the games [default: 0]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

fn neurons(text: &str) -> Result<usize, String> {
    match text {
        "32" => Ok(32),
        "64" => Ok(64),
        _ => Err("a network has 32 or 64 neurons for each side".into()),
    }
}

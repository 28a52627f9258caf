//! The definition of the command line.
//!
//! Help, manual page and completions come from it; [`command`] adds the names of games, which only
//! the registry knows.

mod book;
mod front;
mod play;
mod puzzles;
mod review;
mod train;
mod web;

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

pub(crate) use self::book::{Book, BookCommand, Build, Verify};
pub(crate) use self::front::Front;
pub(crate) use self::play::{Play, Player};
pub(crate) use self::puzzles::Puzzles;
pub(crate) use self::review::Review;
pub(crate) use self::train::Train;
pub(crate) use self::web::Web;
use crate::fronts;
use crate::game::Score;
use crate::release::BUILD;
use crate::session::{Level, Registry, Settings};

/// The program's name, also in messages.
pub(crate) const NAME: &str = "heelstone";

const LONG_ABOUT: &str = "\
Plays two-player board games.

Without a command it serves the Go Text Protocol (GTP): it reads commands from standard input \
and answers on standard output, for a graphical client, a referee, a script or a person. \
The command `help` lists them. With --protocol it speaks another protocol instead.";

const EXAMPLES: &str = "\
Examples:
  heelstone web --open                        play in the browser
  heelstone play --game connect4              play in the terminal
  heelstone                                   the protocol: type `help`
  heelstone --game othello --timelimit 0.5    an engine for GoGui or Quarry, half a second a move
  heelstone --protocol hub                    an engine for draughts programs
  printf 'newgame tictactoe\\nanalyze\\n' | heelstone
  heelstone perft --game othello 7            count the move sequences of 7 plies
  heelstone solve --game connect4 FILE        the exact value of each position in a file
  heelstone review game.sgf                   the mistakes of a game
  heelstone book build my.book --game tictactoe --plies 9 --exact
                                           an opening book of all positions
  heelstone bench                             nodes per second and the signature of the search
  heelstone tree --game tictactoe | dot -Tsvg > tree.svg";

const SOLVE_LINES: &str = "\
A line is a position in the notation of the command `position` (an .obf line with its `;` too), or \
the moves that lead there from the start, with spaces (`D1 D2`) or without (`4455`, `f5d6c3`); `start` is \
the start itself. `#` or `%` begins a comment. With --check the last field is a value: `win in 13`, \
`loss by 2`, `draw`, or a number, which is the margin or, in a game without margins, a rank (0 a draw, \
1 the latest win that there is room for, 2 the one before it, as in Pascal Pons's Connect 4 files); of \
an .obf line it is the best of the values after `;`.

Each value goes to standard output, with the number of its line: `7: win in 13, 812 nodes`. A summary \
goes to standard error. The exit code is 1 if a line could not be read or a value was wrong.";

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = NAME,
    version = BUILD,
    about = "Plays two-player board games",
    long_about = LONG_ABOUT,
    after_help = EXAMPLES,
    args_conflicts_with_subcommands = true,
    max_term_width = 100
)]
pub(crate) struct Cli {
    /// The command; without one the program serves the protocol.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The settings of the protocol's engine.
    #[command(flatten)]
    pub serve: Serve,
    /// The settings of the log.
    #[command(flatten)]
    pub log: Log,
}

/// A command of the program.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Count the move sequences of a game, to test and measure its rules
    Perft(Perft),
    /// Learn an evaluation of a game by playing it
    #[command(after_help = train::ABOUT)]
    Train(Train),
    /// Find the exact values of positions, one a line
    #[command(after_help = SOLVE_LINES)]
    Solve(Solve),
    /// Judge each move of a game
    #[command(after_help = review::ABOUT)]
    Review(Review),
    /// Make puzzles: positions with exactly one winning move
    #[command(after_help = puzzles::ABOUT)]
    Puzzles(Puzzles),
    /// Search a fixed set of positions, and print the speed and the signature of the search
    Bench(Bench),
    /// Print the tree of a textbook search in Graphviz DOT, to show how alpha-beta works
    Tree(Tree),
    /// Play in a terminal, with mouse and keys or line by line
    Play(Play),
    /// Play in a browser: serve a page to this machine, and print its address
    Web(Web),
    /// Build, show and check opening books
    Book(Book),
    /// Print the completions for a shell
    Completions {
        /// The shell to complete in
        shell: Shell,
    },
    /// Print the manual page in roff
    Man {
        /// Print the page of this command instead
        #[arg(value_name = "COMMAND", value_parser = ["perft", "train", "solve", "review", "puzzles", "bench", "tree", "play", "web", "book", "completions", "man"])]
        page: Option<String>,
    },
}

/// The game and its size.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct GameArgs {
    /// The game to start with
    #[arg(short, long, value_name = "NAME", help_heading = "Game")]
    pub game: Option<String>,
    /// The size of its board, columns x rows, such as 7x6, or its variant, such as russian
    #[arg(long, value_name = "SIZE", help_heading = "Game")]
    pub size: Option<String>,
    /// Evaluate a game with what `train` has learnt, from FILE
    #[arg(long, value_name = "FILE", help_heading = "Game")]
    pub weights: Option<PathBuf>,
}

/// The engine's settings at the start. Commands of the protocol can change them.
#[derive(Debug, Default, Args)]
pub(crate) struct Serve {
    /// The game.
    #[command(flatten)]
    pub game: GameArgs,
    /// The protocol.
    #[command(flatten)]
    pub front: Front,
    /// The evaluation of both sides; the command `evaluations` lists those of the game
    #[arg(short, long, value_name = "NAME", help_heading = "Game")]
    pub evaluation: Option<String>,

    /// Time for each move in seconds, or `none` [default: 1]
    #[arg(short, long, value_name = "SECONDS", value_parser = seconds, help_heading = "Strength")]
    pub timelimit: Option<Limit<Duration>>,
    /// Search no deeper than N plies, or `none`
    #[arg(short, long, value_name = "N", value_parser = count::<u32>, help_heading = "Strength")]
    pub depth: Option<Limit<u32>>,
    /// Search no more than N nodes for a move, or `none`
    #[arg(short, long, value_name = "N", value_parser = count::<u64>, help_heading = "Strength")]
    pub nodes: Option<Limit<u64>>,
    /// The strength, from 1 to 10, which is full strength; `novice` is 1, `intermediate` 4, `expert` 7 and `master` 10 [default: 10]
    #[arg(short, long, value_name = "LEVEL", value_parser = level(), help_heading = "Strength")]
    pub level: Option<Level>,
    /// The number of threads that search [default: 1]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = "Strength")]
    pub threads: Option<u16>,
    /// Think on the opponent's time
    #[arg(long, help_heading = "Strength")]
    pub ponder: bool,
    /// The size of the transposition table in MiB [default: 64]
    #[arg(long, value_name = "MIB", help_heading = "Strength")]
    pub hash: Option<usize>,

    /// Choose at random among moves whose scores are within N of the best [default: 0]
    #[arg(long, value_name = "N", value_parser = variety(), help_heading = "Chance")]
    pub variety: Option<u16>,
    /// The seed of the random choice [default: 0]
    #[arg(long, value_name = "N", help_heading = "Chance")]
    pub seed: Option<u64>,

    /// Play from the opening book in FILE; `off` for no book
    #[arg(short, long, value_name = "FILE", help_heading = "Files")]
    pub book: Option<PathBuf>,
    /// Run the commands in FILE first
    #[arg(short, long, value_name = "FILE", help_heading = "Files")]
    pub commands: Option<PathBuf>,
    /// Play games for the training in FILE.training, which the command `training_game` asks for
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    pub training: Option<PathBuf>,
    /// Append what goes in (>>) and out (<<) to FILE
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    pub traffic: Option<PathBuf>,
}

/// The settings of the log, which is off by default.
#[derive(Debug, Default, Args)]
pub(crate) struct Log {
    /// Log to standard error; -vv logs more, -vvv everything. Without it, RUST_LOG is read
    #[arg(short, long, action = clap::ArgAction::Count, global = true, help_heading = "Log")]
    pub verbose: u8,
    /// Append the log to FILE instead
    #[arg(long, value_name = "FILE", global = true, help_heading = "Log")]
    pub log_file: Option<PathBuf>,
}

/// The arguments of `heelstone perft`.
#[derive(Debug, Args)]
#[non_exhaustive]
pub(crate) struct Perft {
    /// The game.
    #[command(flatten)]
    pub game: GameArgs,
    /// The length of the sequences in plies; without it 1, 2, 3 and so on, until a count takes a
    /// second
    pub plies: Option<u32>,
    /// Start in this position, in the notation of the command `position`
    #[arg(short, long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Count separately for each first move
    #[arg(short, long, requires = "plies")]
    pub divide: bool,
}

/// The arguments of `heelstone solve`.
#[derive(Debug, Args)]
pub(crate) struct Solve {
    /// The game.
    #[command(flatten)]
    pub game: GameArgs,
    /// The file of positions [default: standard input]
    pub file: Option<PathBuf>,
    /// Print a line of best play as well
    #[arg(short, long)]
    pub line: bool,
    /// Print the value of each legal move as well
    #[arg(short, long)]
    pub moves: bool,
    /// Compare with the value at the end of each line
    #[arg(short, long)]
    pub check: bool,
    /// Keep the table for the next position; useful for positions of one game
    #[arg(short, long)]
    pub keep: bool,
    /// Write a JSON object for each position
    #[arg(short, long)]
    pub json: bool,
    /// Time for each position in seconds, or `none` [default: none]
    #[arg(short, long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Limit<Duration>>,
    /// The size of the table in MiB [default: 64]
    #[arg(long, value_name = "MIB")]
    pub hash: Option<usize>,
    /// The number of threads that share the work on each position [default: 1]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<u16>,
}

/// The arguments of `heelstone bench`.
#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// Search the positions of this game only
    #[arg(short, long, value_name = "NAME")]
    pub game: Option<String>,
    /// Search each position deeper and deeper until N nodes are reached
    #[arg(short, long, value_name = "N", default_value_t = 500_000, value_parser = from_one)]
    pub nodes: u64,
    /// Compare the times of one thread and of N threads to the same depths
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<u16>,
    /// Take the best of N comparisons
    #[arg(long, value_name = "N", default_value_t = 3, requires = "threads")]
    pub repeat: u32,
}

/// The arguments of `heelstone tree`.
#[derive(Debug, Args)]
pub(crate) struct Tree {
    /// The game.
    #[command(flatten)]
    pub game: GameArgs,
    /// The evaluation at the horizon; the command `evaluations` lists those of the game
    #[arg(short, long, value_name = "NAME", help_heading = "Game")]
    pub evaluation: Option<String>,
    /// Start in this position, in the notation of the command `position`
    #[arg(short, long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Search N plies
    #[arg(short = 'n', long, value_name = "N", default_value_t = 2)]
    pub plies: u32,
    /// Search every move, without cut-offs
    #[arg(short, long)]
    pub minimax: bool,
}

/// A limit that can be switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limit<T>(pub Option<T>);

/// Builds the command line's definition for the games of a registry.
pub(crate) fn command(registry: &Registry) -> clap::Command {
    let names = registry.names();
    let help = match registry.first_name() {
        Some(first) => format!("The game to start with [default: {first}]"),
        None => "The game to start with".into(),
    };
    let games = || {
        let names = names.clone();
        let own = move |typed: String| {
            let name = names.iter().find(|name| name.eq_ignore_ascii_case(&typed));
            name.map_or(typed.clone(), |name| (*name).to_string())
        };
        PossibleValuesParser::new(registry.names()).map(own)
    };
    let known = |command: clap::Command| {
        command.mut_arg("game", |game| game.value_parser(games()).ignore_case(true))
    };
    let explained = |command: clap::Command| command.mut_arg("game", |g| g.help(&help));
    let protocols = [Front::GTP].into_iter().chain(fronts::names(registry));
    let spoken = PossibleValuesParser::new(protocols);
    explained(known(Cli::command()))
        .mut_arg("protocol", |protocol| protocol.value_parser(spoken))
        .mut_subcommand("perft", |perft| explained(known(perft)))
        .mut_subcommand("train", |train| explained(known(train)))
        .mut_subcommand("solve", |solve| explained(known(solve)))
        .mut_subcommand("review", |review| explained(known(review)))
        .mut_subcommand("puzzles", known)
        .mut_subcommand("bench", known)
        .mut_subcommand("tree", |tree| explained(known(tree)))
        .mut_subcommand("play", |play| explained(known(play)))
        .mut_subcommand("web", |web| explained(known(web)))
        .mut_subcommand("book", |book| {
            book.mut_subcommand("build", |build| explained(known(build)))
        })
}

fn level() -> impl TypedValueParser<Value = Level> {
    const NUMBERS: [&str; 10] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
    let named = Level::NAMED.map(|(name, _)| name);
    let known = NUMBERS.into_iter().chain(named);
    PossibleValuesParser::new(known).try_map(|name| name.parse::<Level>())
}

/// The longest time limit, so that sums of times do not overflow.
const CENTURY: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

fn seconds(text: &str) -> Result<Limit<Duration>, String> {
    if text == "none" {
        return Ok(Limit(None));
    }
    let seconds = text.parse().ok();
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let time = time.filter(|time| !time.is_zero() && *time <= CENTURY);
    time.map(|time| Limit(Some(time)))
        .ok_or_else(|| "seconds are a number above 0 (such as 0.5), or `none`".into())
}

fn threads(text: &str) -> Result<u16, String> {
    let threads = text.parse().ok();
    threads
        .filter(|&threads| (1..=Settings::MOST_THREADS).contains(&usize::from(threads)))
        .ok_or_else(|| format!("a number from 1 to {}", Settings::MOST_THREADS))
}

fn from_one(text: &str) -> Result<u64, &'static str> {
    let number = text.parse().ok();
    number
        .filter(|&number| number >= 1)
        .ok_or("a whole number from 1")
}

fn variety() -> impl TypedValueParser<Value = u16> {
    clap::value_parser!(u16).range(0..=i64::from(Score::MAX_EVALUATION.units()))
}

fn count<T: std::str::FromStr + PartialOrd + From<u8>>(text: &str) -> Result<Limit<T>, String> {
    if text == "none" {
        return Ok(Limit(None));
    }
    let count = text.parse().ok().filter(|count| *count >= T::from(1));
    count
        .map(|count| Limit(Some(count)))
        .ok_or_else(|| "a limit is a whole number from 1, or `none`".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tictactoe::TicTacToe;

    #[test]
    fn the_definitions_do_not_contradict_each_other() {
        command(&Registry::empty().with::<TicTacToe>()).debug_assert();
    }

    #[test]
    fn every_level_can_be_chosen_by_its_number_or_name() {
        let numbered = Level::all().map(|level| (level.to_string(), level));
        let named = Level::NAMED.map(|(name, level)| (name.to_string(), level));
        for (text, level) in numbered.chain(named) {
            let cli = Cli::parse_from([NAME, "--level", &text]);
            assert_eq!(cli.serve.level, Some(level));
        }
    }

    #[test]
    fn limits_are_positive_numbers_or_none() {
        assert_eq!(seconds("none"), Ok(Limit(None)));
        assert_eq!(seconds("0.25"), Ok(Limit(Some(Duration::from_millis(250)))));
        for bad in ["0", "-1", "inf", "NaN", "1e99", "1e15", "1e-30", "", "5s"] {
            assert!(seconds(bad).is_err(), "{bad}");
        }
        assert_eq!(count::<u32>("12"), Ok(Limit(Some(12))));
        for bad in ["0", "-1", "1.5", "4294967296", ""] {
            assert!(count::<u32>(bad).is_err(), "{bad}");
        }
    }
}

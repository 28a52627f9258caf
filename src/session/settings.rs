//! The settings of the user, apart from the game itself.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// A named strength, from beatable to full: another limit on the depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Level {
    /// Looks only at its own move.
    Novice,
    /// Looks three plies ahead.
    Intermediate,
    /// Looks six plies ahead.
    Expert,
    /// As strong as the other limits allow.
    Master,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 4] = [
        Level::Novice,
        Level::Intermediate,
        Level::Expert,
        Level::Master,
    ];

    /// The depth that a level never exceeds.
    pub const fn depth(self) -> Option<u32> {
        match self {
            Level::Novice => Some(1),
            Level::Intermediate => Some(3),
            Level::Expert => Some(6),
            Level::Master => None,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Level::Novice => "novice",
            Level::Intermediate => "intermediate",
            Level::Expert => "expert",
            Level::Master => "master",
        })
    }
}

/// There is no level of that name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown level {0:?}: the levels are novice, intermediate, expert and master")]
pub struct UnknownLevel(pub String);

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        let found = Level::ALL
            .into_iter()
            .find(|level| level.to_string() == text);
        found.ok_or_else(|| UnknownLevel(text.to_string()))
    }
}

/// The settings that are kept between games.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Nominal plies, `None` for no limit.
    pub depth: Option<u32>,
    /// Plain minimax to exactly that depth.
    pub plain: bool,
    /// Time for each move, `None` for no limit.
    pub timelimit: Option<Duration>,
    /// Nodes for each move, `None` for no limit.
    pub nodes: Option<u64>,
    /// The number of threads, from 1 to [`Settings::MOST_THREADS`].
    pub threads: usize,
    /// A named strength.
    pub level: Level,
    /// The seed of the random choice among near-equal moves.
    pub seed: u64,
    /// How far behind the best a move may be to be chosen at random, in the evaluation's units; 0
    /// switches it off.
    pub variety: u16,
    /// True to think on the opponent's time.
    pub ponder: bool,
    /// True to resign when a loss is proved.
    pub resignation: bool,
}

impl Settings {
    /// More threads than any current machine can use well.
    pub const MOST_THREADS: usize = 256;
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            depth: None,
            plain: false,
            timelimit: Some(Duration::from_secs(1)),
            nodes: None,
            threads: 1,
            level: Level::Master,
            seed: 0,
            variety: 0,
            ponder: false,
            resignation: false,
        }
    }
}

//! The settings of the user, apart from the game itself.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// A strength, from one that a beginner beats to full strength. What it means in a game is in
/// [`GameInfo`](super::GameInfo); a game may have fewer levels, and plays its last one for all above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The weakest level.
    pub const LOWEST: Level = Level(1);
    /// Full strength in every game.
    pub const FULL: Level = Level(10);

    /// The levels that have a name.
    pub const NAMED: [(&'static str, Level); 4] = [
        ("novice", Level::LOWEST),
        ("intermediate", Level(4)),
        ("expert", Level(7)),
        ("master", Level::FULL),
    ];

    /// The level of that number, from 1 to 10.
    pub const fn new(number: u8) -> Option<Level> {
        if number >= Level::LOWEST.0 && number <= Level::FULL.0 {
            Some(Level(number))
        } else {
            None
        }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (Level::LOWEST.0..=Level::FULL.0).map(Level)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its name, if it has one.
    pub fn name(self) -> Option<&'static str> {
        let mut named = Level::NAMED.into_iter();
        named.find_map(|(name, level)| (level == self).then_some(name))
    }
}

/// Writes its number.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.to_string())
    }
}

/// There is no level of that number or name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown level {0:?}: the levels are 1 to 10, or novice, intermediate, expert and master")]
pub struct UnknownLevel(pub String);

/// Reads a number or a name.
impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        let by_name = Level::NAMED.into_iter().find(|(name, _)| *name == text);
        let by_name = by_name.map(|(_, level)| level);
        let level = by_name.or_else(|| Level::new(text.parse().ok()?));
        level.ok_or_else(|| UnknownLevel(text.to_string()))
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
    /// The strength.
    pub level: Level,
    /// The seed of every random choice: among near-equal moves, and of what a level overlooks.
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
            level: Level::FULL,
            seed: 0,
            variety: 0,
            ponder: false,
            resignation: false,
        }
    }
}

//! The fixed properties of a game and size, and the results of its games.

use std::fmt::{self, Write as _};

use super::settings::Level;
use crate::game::{Data, Lesson, Look, Protocol, RecordFormat, Side, Strength, Value};

/// The fixed properties of a game and size.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct GameInfo {
    /// Its name in `newgame`.
    pub name: &'static str,
    /// Its name in `set_game`.
    pub title: &'static str,
    /// One sentence about it.
    pub about: &'static str,
    /// The names that people use for Black and White.
    pub sides: [&'static str; 2],
    /// Who begins.
    pub begins: Side,
    /// The unit of a margin.
    pub unit: Option<&'static str>,
    /// The look of its board and pieces.
    pub look: Look,
    /// What can stand on a cell, where positions can be set up piece by piece: each side with its text.
    pub pieces: &'static [(Side, &'static str)],
    /// Its rules, step by step.
    pub lessons: &'static [Lesson],
    /// Columns and rows.
    pub size: (u8, u8),
    /// The name of the variant, if it is not the usual one.
    pub variant: Option<&'static str>,
    /// The arguments of `boardsize` that select this board; the first is reported to GoGui.
    pub board_sizes: &'static [&'static [u32]],
    /// Its number in SGF.
    pub sgf_number: Option<u32>,
    /// Its formats of game records beside SGF.
    pub records: &'static [RecordFormat],
    /// The protocols of other programs that its engine speaks.
    pub protocols: &'static [Protocol],
    /// True if its moves are vertices, or `pass`.
    pub has_vertices: bool,
    /// True if a result is a margin rather than only a win or loss.
    pub has_margin: bool,
    /// Known perft counts.
    pub perft: &'static str,
    /// Positions to measure with.
    pub bench: &'static [&'static str],
    /// The book that comes with it.
    pub book: Option<&'static [u8]>,
    /// Its named openings.
    pub openings: &'static str,
    /// The levels below full strength, the weakest first.
    pub(crate) below_full: &'static [Strength],
    /// The files that a program with the feature `apart` waits for.
    pub data: &'static [Data],
}

impl GameInfo {
    /// The last level, which is full strength.
    pub fn last_level(&self) -> Level {
        let last = u8::try_from(self.below_full.len() + 1).ok();
        last.and_then(Level::new).unwrap_or(Level::FULL)
    }

    /// The level that is played where this one is set: the last one, if the game has fewer.
    pub fn level(&self, set: Level) -> Level {
        set.min(self.last_level())
    }

    /// All levels, the weakest first.
    pub fn levels(&self) -> impl Iterator<Item = Level> + use<> {
        let last = self.last_level();
        Level::all().take_while(move |level| *level <= last)
    }

    /// A level with what it means in this game: `4 intermediate: 300 nodes a move, ...`.
    pub fn level_in_words(&self, set: Level) -> String {
        let mut text = match set.name() {
            Some(name) => format!("{set} {name}: "),
            None => format!("{set}: "),
        };
        let Some(strength) = self.strength(set) else {
            text.push_str("full strength");
            let last = self.last_level();
            if last < Level::FULL {
                let _ = write!(text, ", as from level {last} on");
            }
            return text;
        };
        let Strength { nodes, overlooks } = strength;
        let percent = f64::from(overlooks) / 10.0;
        let _ = write!(
            text,
            "{nodes} nodes a move, {percent} % of the moves overlooked"
        );
        text
    }

    /// How a level plays; `None` for full strength.
    pub fn strength(&self, level: Level) -> Option<Strength> {
        self.below_full
            .get(usize::from(level.number()) - 1)
            .copied()
    }

    /// The book that comes with it, as soon as the program has it.
    pub(super) fn built_in_book(&self) -> Option<&'static [u8]> {
        let mut books = self.data.iter().filter(|data| data.is_book);
        self.book.or_else(|| books.find_map(|book| book.supplied()))
    }

    /// The size reported to GoGui, as one number, since its boards are square.
    pub fn told_size(&self) -> u32 {
        let first = self.board_sizes.first().and_then(|size| size.first());
        first
            .copied()
            .unwrap_or_else(|| self.size.0.max(self.size.1).into())
    }

    /// The name that people use for a side: `Red`.
    pub fn side_name(&self, side: Side) -> &'static str {
        self.sides[side.index()]
    }

    /// A side with its mark on the board, `Red (X)`; just `X` if that is its name.
    pub fn marked_side(&self, side: Side) -> String {
        marked(self.side_name(side), side)
    }

    /// The size in the form of `newgame`, `7x6`, or the name of the variant.
    pub fn size_name(&self) -> String {
        match self.variant {
            Some(variant) => variant.into(),
            None => format!("{}x{}", self.size.0, self.size.1),
        }
    }
}

/// A name of a side with its mark on the board.
pub(super) fn marked(name: &str, side: Side) -> String {
    let symbol = side.symbol();
    if name.chars().eq([symbol]) {
        name.into()
    } else {
        format!("{name} ({symbol})")
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameResult {
    /// The result seen from Black.
    pub value: Value,
    /// The reason why the game ended, if it is not the position alone.
    pub reason: Option<EndReason>,
}

impl GameResult {
    /// Returns the winner; `None` for a draw.
    pub fn winner(&self) -> Option<Side> {
        match self.value.0 {
            0 => None,
            1.. => Some(Side::Black),
            _ => Some(Side::White),
        }
    }

    /// The result in words, `Red wins`, with `sides` as the names of the sides and `draw` for a
    /// draw.
    pub(crate) fn in_words(&self, draw: &str, sides: [&str; 2], has_margin: bool) -> String {
        let text = match self.winner() {
            None => draw.into(),
            Some(winner) if has_margin => {
                let margin = self.value.0.unsigned_abs();
                format!("{} wins by {margin}", sides[winner.index()])
            }
            Some(winner) => format!("{} wins", sides[winner.index()]),
        };
        match self.reason {
            Some(reason) => format!("{text} ({reason})"),
            None => text,
        }
    }
}

/// The reason why a game ended at a position that does not end it by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EndReason {
    /// The position was repeated often enough.
    Repetition,
}

/// Writes `repetition`.
impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndReason::Repetition => f.write_str("repetition"),
        }
    }
}

/// Writes `B+10`, `W+2`, or `0` for a draw.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value.0 {
            0 => f.write_str("0"),
            margin if margin > 0 => write!(f, "B+{margin}"),
            margin => write!(f, "W+{}", -margin),
        }
    }
}

//! The fixed properties of a game and size, and the results of its games.

use std::fmt;

use crate::game::{Data, Look, RecordFormat, Side, Value};

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
    /// The files that a program with the feature `apart` waits for.
    pub data: &'static [Data],
}

impl GameInfo {
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

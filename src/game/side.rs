//! The two sides.

use std::fmt;
use std::ops::Not;

/// One of the two players, by the names of the protocol. People may use other names: see
/// [`Game::SIDES`](super::Game::SIDES).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player drawn `X`, who begins in most games.
    Black,
    /// The player drawn `O`.
    White,
}

impl Side {
    /// Both sides, Black first.
    pub const BOTH: [Side; 2] = [Side::Black, Side::White];

    /// 0 for Black, 1 for White: an index into a table by side.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `X` for Black, `O` for White.
    pub const fn symbol(self) -> char {
        match self {
            Side::Black => 'X',
            Side::White => 'O',
        }
    }

    /// `b` or `w`, as position notations end.
    pub const fn letter(self) -> char {
        match self {
            Side::Black => 'b',
            Side::White => 'w',
        }
    }
}

impl Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Black moves.
    Black,
    /// White moves.
    White,
    /// Neither: dice are rolled, or another chance event happens.
    Chance,
}

impl Turn {
    /// The side from whose point of view values are seen: the one that moves, or Black for chance.
    #[inline]
    pub const fn side(self) -> Side {
        match self {
            Turn::White => Side::White,
            Turn::Black | Turn::Chance => Side::Black,
        }
    }
}

impl From<Side> for Turn {
    #[inline]
    fn from(side: Side) -> Turn {
        match side {
            Side::Black => Turn::Black,
            Side::White => Turn::White,
        }
    }
}

/// Writes `black` or `white`.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::Black => "black",
            Side::White => "white",
        })
    }
}

//! The last four squares, each tried without asking first which moves there are.

use super::super::bits::flips;
use super::super::geometry::with_neighbours;
use super::{Board, QUARTER_OF};

/// So many squares are the last ones.
pub(super) const MOST: u32 = 4;

/// See [`Board::search`].
pub(super) fn search(board: Board, empty: u32, alpha: i32) -> i32 {
    match empty {
        0 => 2 * board.own.count_ones() as i32 - 64,
        1 => one(board, board.empty().trailing_zeros() as usize, alpha),
        2 => two(board, first_squares(board.empty()), alpha),
        3 => three(board, first_squares(board.empty()), alpha),
        _ => four(board, odd_first(board), alpha),
    }
}

/// No move was legal.
const NONE: i32 = -100;

/// So many squares of a set.
#[inline]
fn first_squares<const N: usize>(mut set: u64) -> [usize; N] {
    [(); N].map(|()| {
        let square = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        square
    })
}

/// The four empty squares, first those in quarters with an odd number of them.
#[inline]
fn odd_first(board: Board) -> [usize; 4] {
    let empty = board.empty();
    let (mut odd, mut even) = (empty & board.odd(), empty & !board.odd());
    [(); 4].map(|()| {
        let set = if odd == 0 { &mut even } else { &mut odd };
        let square = set.trailing_zeros() as usize;
        *set &= set.wrapping_sub(1);
        square
    })
}

/// The margin where no square was legal: the other side tries them, in the same way.
#[cold]
fn pass(board: Board, alpha: i32, try_all: impl Fn(Board, i32) -> i32) -> i32 {
    match try_all(board.passed(), -alpha - 1) {
        NONE => board.margin(),
        theirs => -theirs,
    }
}

fn four(board: Board, squares: [usize; 4], alpha: i32) -> i32 {
    match try_four(board, squares, alpha) {
        NONE => pass(board, alpha, |board, alpha| try_four(board, squares, alpha)),
        best => best,
    }
}

#[inline]
fn try_four(board: Board, [a, b, c, d]: [usize; 4], alpha: i32) -> i32 {
    let mut best = NONE;
    for (first, rest) in [
        (a, [b, c, d]),
        (b, [a, c, d]),
        (c, [a, b, d]),
        (d, [a, b, c]),
    ] {
        if let Some(next) = board.try_move(first) {
            best = best.max(-three(next, rest, -alpha - 1));
            if best > alpha {
                break;
            }
        }
    }
    best
}

fn three(board: Board, squares: [usize; 3], alpha: i32) -> i32 {
    let [a, b, c] = squares;
    let is_odd = |square: usize| QUARTER_OF[square & 63] & board.odd != 0;
    let squares = if is_odd(a) {
        squares
    } else if is_odd(b) {
        [b, a, c]
    } else {
        [c, a, b]
    };
    match try_three(board, squares, alpha) {
        NONE => pass(board, alpha, |board, alpha| {
            try_three(board, squares, alpha)
        }),
        best => best,
    }
}

#[inline]
fn try_three(board: Board, [a, b, c]: [usize; 3], alpha: i32) -> i32 {
    let mut best = NONE;
    for (first, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
        if let Some(next) = board.try_move(first) {
            best = best.max(-two(next, rest, -alpha - 1));
            if best > alpha {
                break;
            }
        }
    }
    best
}

fn two(board: Board, squares: [usize; 2], alpha: i32) -> i32 {
    match try_both(board, squares, alpha) {
        NONE => pass(board, alpha, |board, alpha| try_both(board, squares, alpha)),
        best => best,
    }
}

#[inline]
fn try_both(board: Board, [a, b]: [usize; 2], alpha: i32) -> i32 {
    let mut best = NONE;
    for [first, last] in [[a, b], [b, a]] {
        if let Some(next) = board.try_move(first) {
            best = best.max(-one(next, last, -alpha - 1));
            if best > alpha {
                break;
            }
        }
    }
    best
}

/// The margin with one square left; or, if that is at most `alpha`, perhaps a bound for it that is so
/// too.
#[inline]
fn one(board: Board, square: usize, alpha: i32) -> i32 {
    let own = board.own.count_ones() as i32;
    let turned = count(square, board.own);
    if turned > 0 {
        return 2 * (own + turned + 1) - 64;
    }
    // The other side's move can only make it less.
    let margin = board.margin();
    if margin <= alpha {
        return margin;
    }
    let turned = count(square, board.opponent);
    if turned > 0 {
        return 2 * (own - turned) - 64;
    }
    margin
}

/// How many discs turn when a side plays on the last empty square: on each line, those between the
/// square and the nearest disc of its own.
#[inline]
fn count(square: usize, own: u64) -> i32 {
    let square = square & 63;
    let (column, row) = (square % 8, square / 8);
    let lines = &DIAGONALS[square];
    // A product brings all bits of a line together in the highest byte.
    let along_row = own >> (8 * row) & 0xFF;
    let along_column = (own >> column & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let [falling, rising] = lines.map(|line| (own & line).wrapping_mul(COLUMN_A) >> 56);
    let turned = |place: usize, line: u64| i32::from(BETWEEN[place][line as usize & 0xFF]);
    turned(column, along_row)
        + turned(row, along_column)
        + turned(column, falling)
        + turned(column, rising)
}

const COLUMN_A: u64 = 0x0101_0101_0101_0101;

/// The diagonals through each square.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let (column, row) = (square % 8, square / 8);
        let mut other = 0;
        while other < 64 {
            let (x, y) = (other % 8, other / 8);
            if x + row == y + column {
                diagonals[square][0] |= 1 << other;
            } else if x + y == column + row {
                diagonals[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    diagonals
};

/// How many squares lie between a place on a line and the nearest of these on either side, where
/// there is one.
static BETWEEN: [[u8; 256]; 8] = {
    let mut between = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut line = 0;
        while line < 256 {
            let above = line >> (place + 1);
            let below = line & ((1 << place) - 1);
            let mut number = 0;
            if above != 0 {
                number += (above as u32).trailing_zeros();
            }
            if below != 0 {
                number += place as u32 - (u32::BITS - (below as u32).leading_zeros());
            }
            between[place][line] = number as u8;
            line += 1;
        }
        place += 1;
    }
    between
};

impl Board {
    /// After a move on that square, if it is legal.
    #[inline]
    fn try_move(self, square: usize) -> Option<Board> {
        if NEIGHBOURS[square & 63] & self.opponent == 0 {
            return None;
        }
        let turned = flips(square, self.own, self.opponent);
        (turned != 0).then(|| self.after(square, turned))
    }
}

static NEIGHBOURS: [u64; 64] = {
    let mut neighbours = [0; 64];
    let mut square = 0;
    while square < 64 {
        neighbours[square] = with_neighbours(1 << square);
        square += 1;
    }
    neighbours
};

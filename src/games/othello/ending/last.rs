//! The last four squares, each tried without asking first which moves there are.

use super::super::bits::flips;
use super::super::geometry::with_neighbours;
use super::{Board, Left};

/// So many squares are the last ones.
pub(super) const MOST: u32 = 4;

/// See [`Board::search`].
pub(super) fn search(board: Board, left: Left, alpha: i32) -> i32 {
    if left.empty == MOST {
        return four(board, left, odd_first(board, left), alpha);
    }
    match left.empty {
        0 => 2 * board.own.count_ones() as i32 - 64,
        1 => one(board, board.empty().trailing_zeros() as usize, alpha),
        2 => two(board, first_squares(board.empty()), alpha),
        _ => three(board, left, first_squares(board.empty()), alpha),
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
fn odd_first(board: Board, left: Left) -> [usize; 4] {
    let empty = board.empty();
    let (mut odd, mut even) = (empty & left.odd_squares(), empty & !left.odd_squares());
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

fn four(board: Board, left: Left, squares: [usize; 4], alpha: i32) -> i32 {
    match try_four(board, left, squares, alpha) {
        NONE => pass(board, alpha, |board, alpha| {
            try_four(board, left, squares, alpha)
        }),
        best => best,
    }
}

// What follows is written out, square by square: a loop over lists of squares is slower.

#[inline]
fn try_four(board: Board, left: Left, [a, b, c, d]: [usize; 4], alpha: i32) -> i32 {
    let reply = |next, square, rest| three(next, left.without(square), rest, -alpha - 1);
    let mut best = NONE;
    board.try_move(a, &mut best, |next| reply(next, a, [b, c, d]));
    if best <= alpha {
        board.try_move(b, &mut best, |next| reply(next, b, [a, c, d]));
    }
    if best <= alpha {
        board.try_move(c, &mut best, |next| reply(next, c, [a, b, d]));
    }
    if best <= alpha {
        board.try_move(d, &mut best, |next| reply(next, d, [a, b, c]));
    }
    best
}

fn three(board: Board, left: Left, [a, b, c]: [usize; 3], alpha: i32) -> i32 {
    let squares = if left.is_odd(a) {
        [a, b, c]
    } else if left.is_odd(b) {
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
    let reply = |next, rest| two(next, rest, -alpha - 1);
    let mut best = NONE;
    board.try_move(a, &mut best, |next| reply(next, [b, c]));
    if best <= alpha {
        board.try_move(b, &mut best, |next| reply(next, [a, c]));
    }
    if best <= alpha {
        board.try_move(c, &mut best, |next| reply(next, [a, b]));
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
    let reply = |next, last| one(next, last, -alpha - 1);
    let mut best = NONE;
    board.try_move(a, &mut best, |next| reply(next, b));
    if best <= alpha {
        board.try_move(b, &mut best, |next| reply(next, a));
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
    /// Where a move on that square is legal, makes of `best` at least what the other side's `reply`
    /// leaves.
    #[inline]
    fn try_move(self, square: usize, best: &mut i32, reply: impl FnOnce(Board) -> i32) {
        if NEIGHBOURS[square & 63] & self.opponent == 0 {
            return;
        }
        let turned = flips(square, self.own, self.opponent);
        if turned != 0 {
            *best = (*best).max(-reply(self.after(square, turned)));
        }
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

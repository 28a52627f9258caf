//! The order in which moves are tried: those first that leave the opponent little choice.

use super::bits::mobility;
use super::geometry::{CORNERS, QUARTERS, c_squares, with_neighbours, x_squares};
use super::rules::{Othello, Square};
use crate::game::Moves;

// The weights were tuned on the nodes of exact searches of the endgames 20 to 44 of FForum
// [Tastet n.d.].
// Counting replies saves two thirds of the nodes; only at the very end it costs more than it saves.
const LEAST_EMPTY_TO_COUNT_REPLIES: u32 = 5;
const REPLY: i32 = 16;
const FUTURE_REPLY: i32 = 6;
/// With fewer empty squares, asking the evaluation takes longer than it saves.
const LEAST_EMPTY_TO_JUDGE: u32 = 12;
/// With at least so many, it is asked one ply later, two plies, and three.
const LEAST_EMPTY_TO_SEARCH: [u32; 3] = [16, 19, 22];
/// A disc that the evaluation sees, where its grain is one.
pub(super) const DISC: i32 = 6;
const LATE: u32 = 9;
const ODD_QUARTER: i32 = 3;
const ODD_QUARTER_LATE: i32 = 8;
const X_SQUARE: i32 = 7;
const C_SQUARE: i32 = 5;

/// What a square is worth by its place alone: the upper left quarter, the others by symmetry.
const QUARTER: [[i8; 4]; 4] = [[9, 1, 2, 1], [1, 1, -2, -1], [2, -2, 1, 0], [1, -1, 0, 0]];

static PLACE: [i8; 64] = {
    let mut places = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (column, row) = (square % 8, square / 8);
        let column = if column < 4 { column } else { 7 - column };
        let row = if row < 4 { row } else { 7 - row };
        places[square] = QUARTER[row][column];
        square += 1;
    }
    places
};

/// Adds the legal moves to the empty list `candidates`, each with its place in the order.
pub(super) fn rank_moves(position: &Othello, candidates: &mut Moves<Square>) {
    let mut placements = position.placements();
    if placements == 0 {
        if mobility(position.opponent(), position.own()) != 0 {
            let mv = Square::PASS;
            candidates.push(mv);
        }
        return;
    }
    let view = View::new(position);
    while placements != 0 {
        let square = placements.trailing_zeros() as u8;
        placements &= placements - 1;
        candidates.push_ranked(Square(square), view.order(usize::from(square)));
    }
}

/// See [`crate::game::Knowledge::look_ahead`].
#[inline]
pub(super) fn plies_ahead(position: &Othello) -> Option<u32> {
    let empty = position.empty().count_ones();
    let later = LEAST_EMPTY_TO_SEARCH
        .iter()
        .filter(|&&least| empty >= least);
    (empty >= LEAST_EMPTY_TO_JUDGE).then(|| later.count() as u32)
}

/// What all moves of a position have in common.
struct View<'a> {
    position: &'a Othello,
    counts_replies: bool,
    /// X and C squares whose corner is empty.
    x: u64,
    c: u64,
    /// The quarters with an odd number of empty squares: whoever begins there also ends there.
    odd: u64,
    odd_quarter: i32,
}

impl View<'_> {
    #[inline]
    fn new(position: &Othello) -> View<'_> {
        let empty = position.empty();
        let odd = QUARTERS
            .iter()
            .filter(|&quarter| (empty & quarter).count_ones() % 2 == 1);
        let late = empty.count_ones() < LATE;
        View {
            position,
            counts_replies: empty.count_ones() >= LEAST_EMPTY_TO_COUNT_REPLIES,
            x: x_squares(empty & CORNERS),
            c: c_squares(empty & CORNERS),
            odd: odd.fold(0, |all, quarter| all | quarter),
            odd_quarter: if late { ODD_QUARTER_LATE } else { ODD_QUARTER },
        }
    }

    #[inline]
    fn order(&self, square: usize) -> i32 {
        let has = |squares: u64| (squares >> square & 1) as i32;
        let place = i32::from(PLACE[square]) - has(self.x) * X_SQUARE - has(self.c) * C_SQUARE
            + has(self.odd) * self.odd_quarter;
        if self.counts_replies {
            place - replies(&self.position.after_placing(square))
        } else {
            place
        }
    }
}

/// The replies that the side to move has now, those into a corner twice, and those it may get: the
/// empty squares beside the other side's discs.
#[inline]
fn replies(position: &Othello) -> i32 {
    let now = position.placements();
    let now = now.count_ones() + (now & CORNERS).count_ones();
    let later = with_neighbours(position.opponent()) & position.empty();
    now as i32 * REPLY + later.count_ones() as i32 * FUTURE_REPLY
}

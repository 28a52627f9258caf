//! The order in which moves are tried: those first that leave the opponent little choice.

use std::sync::LazyLock;

use super::bits::mobility;
use super::evaluation::{Indices, Patterns};
use super::geometry::{CORNERS, QUARTERS, c_squares, with_neighbours, x_squares};
use super::rules::{Othello, Square};
use crate::game::{Evaluation, Moves, Rules, Side, Value};

// The weights were tuned on the nodes of exact searches of the endgames 20 to 44 of FForum
// [Tastet n.d.].
// Counting replies saves two thirds of the nodes; only at the very end it costs more than it saves.
const LEAST_EMPTY_TO_COUNT_REPLIES: u32 = 5;
const REPLY: i32 = 12;
const FUTURE_REPLY: i32 = 5;
/// With fewer empty squares, a look at the patterns takes longer than what it saves.
const LEAST_EMPTY_TO_JUDGE: u32 = 12;
/// From so many empty squares on, the patterns are looked at one ply later, two plies, and three.
const LEAST_EMPTY_TO_SEARCH: [u32; 3] = [16, 19, 22];
/// So many hundredths of a disc count 1.
const WORTH: i32 = 25;
const LATE: u32 = 9;
const ODD_QUARTER: i32 = 3;
const ODD_QUARTER_LATE: i32 = 8;
const X_SQUARE: i32 = 10;
const C_SQUARE: i32 = 7;

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

static PATTERNS: LazyLock<Patterns> = LazyLock::new(Patterns::default);

/// Adds to the order of moves what the patterns after them are worth.
pub(super) fn judge_moves(position: &Othello, candidates: &mut Moves<Square>) {
    let empty = position.empty().count_ones();
    if empty < LEAST_EMPTY_TO_JUDGE {
        return;
    }
    let plies = LEAST_EMPTY_TO_SEARCH
        .iter()
        .filter(|&&least| empty >= least)
        .count();
    let indices = PATTERNS.start(position);
    for candidate in candidates.iter_mut() {
        let outlook = Outlook {
            position,
            indices: &indices,
        };
        candidate.order += outlook.of_move(candidate.mv, plies, -LARGEST, LARGEST) / WORTH;
    }
}

/// See [`crate::game::Knowledge::estimate`].
pub(super) fn estimate(position: &Othello) -> Value {
    // It takes a few milliseconds at most: with more empty squares there are more moves.
    let plies = match position.empty().count_ones() {
        0..=24 => 6,
        25..=32 => 4,
        _ => 2,
    };
    let indices = PATTERNS.start(position);
    let outlook = Outlook {
        position,
        indices: &indices,
    };
    let hundredths = outlook.of_best(plies, -LARGEST, LARGEST);
    Value(nearest_margin(hundredths))
}

/// The margin that is nearest to so many hundredths of a disc: none is odd.
fn nearest_margin(hundredths: i32) -> i16 {
    let pairs = (hundredths + 100 * hundredths.signum()) / 200;
    2 * pairs.clamp(-32, 32) as i16
}

/// A position as the patterns see it, in hundredths of a disc.
struct Outlook<'a> {
    position: &'a Othello,
    indices: &'a Indices,
}

/// More than any of them is worth.
const LARGEST: i32 = 20_000;

impl Outlook<'_> {
    /// What the patterns say for the side to move.
    fn at_sight(&self) -> i32 {
        let value = PATTERNS.value(self.position, self.indices);
        match self.position.to_move() {
            Side::Black => value,
            Side::White => -value,
        }
    }

    /// The same of a move, so many plies after it.
    fn of_move(&self, mv: Square, plies: usize, alpha: i32, beta: i32) -> i32 {
        let after = self.position.after(mv);
        let indices = PATTERNS.update(self.indices, self.position, mv, &after);
        let after = Outlook {
            position: &after,
            indices: &indices,
        };
        match plies {
            0 => -after.at_sight(),
            _ => -after.of_best(plies - 1, -beta, -alpha),
        }
    }

    /// The same of the best move; where there is none, what the board says.
    fn of_best(&self, plies: usize, mut alpha: i32, beta: i32) -> i32 {
        let mut placements = self.position.placements();
        if placements == 0 {
            return self.at_sight();
        }
        let mut best = -LARGEST;
        while placements != 0 && alpha < beta {
            let mv = Square(placements.trailing_zeros() as u8);
            placements &= placements - 1;
            best = best.max(self.of_move(mv, plies, alpha, beta));
            alpha = alpha.max(best);
        }
        best
    }
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

#[cfg(test)]
mod tests {
    use super::super::ending;
    use super::*;

    #[test]
    fn an_estimate_is_rounded_to_the_nearest_margin() {
        for (hundredths, margin) in [(0, 0), (99, 0), (100, 2), (314, 4), (299, 2), (9000, 64)] {
            assert_eq!(nearest_margin(hundredths), margin);
            assert_eq!(nearest_margin(-hundredths), -margin);
        }
    }

    #[test]
    fn an_estimate_is_an_even_margin_near_the_exact_one() {
        let mut rng = fastrand::Rng::with_seed(3);
        let (mut count, mut error) = (0, 0);
        while count < 200 {
            let mut position = Othello::START;
            while position.empty().count_ones() > ending::MOST_EMPTY && position.outcome().is_none()
            {
                let moves = position.legal_moves();
                position.play(moves[rng.usize(..moves.len())]);
            }
            if position.outcome().is_none() {
                let Value(estimate) = estimate(&position);
                assert!(estimate % 2 == 0 && (-64..=64).contains(&estimate));
                error += (i32::from(estimate) - ending::margin(&position, 0)).abs();
                count += 1;
            }
        }
        assert!(error < 4 * count, "{error} in {count}");
    }
}

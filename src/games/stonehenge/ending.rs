//! The last plies, played out: who wins with at most [`MOST_EMPTY`] empty cells.
//!
//! All lines are counted at the end, when each is full: those that are owned before go to their
//! owner in any case.

use arrayvec::ArrayVec;

use super::geometry::{CELL_LINES, CELLS};
use super::hand::{Hand, LARGEST};
use super::rules::{LINES_TO_WIN, Stonehenge, set_bits};
use super::sums::Sums;
use crate::game::{Rules, Value};

/// With so many empty cells, trying all moves is faster than anything cleverer.
pub(super) const MOST_EMPTY: u32 = 5;

/// Who wins, if that few cells are empty.
pub(super) fn finish(position: &Stonehenge) -> Option<Value> {
    let cells = position.empty();
    if cells.count_ones() > MOST_EMPTY || position.outcome().is_some() {
        return None;
    }
    let mover = position.to_move();
    let [mine, theirs] = [mover, !mover].map(|side| position.hand(side));
    Some(if wins(Sums::of(position), cells, mine, theirs) {
        Value::WIN
    } else {
        Value::LOSS
    })
}

/// Whether the side to move wins with these cells and hands left. The sums are its own less the
/// other side's.
fn wins(sums: Sums, cells: u32, mine: Hand, theirs: Hand) -> bool {
    let [my_least, their_least] = [mine, theirs].map(|hand| hand.facts().least());
    match cells.count_ones() {
        1 => {
            let cell = cells.trailing_zeros() as usize;
            has_won(sums.after(&WEIGHTS[cell][usize::from(my_least)], &ON[cell]))
        }
        2 => wins_with_two(sums, cells, my_least, their_least),
        3 => wins_with_three(sums, cells, mine, their_least),
        _ => wins_with_more(sums, cells, mine, theirs),
    }
}

/// Whether the side that has just put the last stone has won.
#[inline]
fn has_won(end: Sums) -> bool {
    end.negative() >= LINES_TO_WIN
}

/// See [`wins`]: two cells, and a stone on each side.
#[inline]
fn wins_with_two(sums: Sums, cells: u32, mine: u8, theirs: u8) -> bool {
    let a = cells.trailing_zeros() as usize;
    let b = (cells & (cells - 1)).trailing_zeros() as usize;
    [[a, b], [b, a]].into_iter().any(|[first, last]| {
        let with_mine = sums.plus(&WEIGHTS[first][usize::from(mine)]);
        let with_both = with_mine.minus(&WEIGHTS[last][usize::from(theirs)]);
        // The other side has put the last stone.
        with_both.plus(&FILLED[first][last]).negative() < LINES_TO_WIN
    })
}

/// See [`wins`]: three cells, two stones of the side to move and one of the other.
fn wins_with_three(sums: Sums, cells: u32, mine: Hand, theirs: u8) -> bool {
    let values = mine.facts().values;
    set_bits(cells).any(|cell| {
        let others = cells & !(1 << cell);
        let full = full_lines(cell, others);
        set_bits(values.into()).any(|index| {
            let stone = index as u8 + 1;
            let after = sums.after(&WEIGHTS[cell][usize::from(stone)], &full);
            !wins_with_two(after, others, theirs, mine.without(stone).facts().least())
        })
    })
}

/// The most moves in so few cells.
const MOST_TRIES: usize = (MOST_EMPTY * MOST_EMPTY.div_ceil(2)) as usize;

/// The moves to try, in a number each: the lines on which it leads, then its place in the list.
/// The largest one is found without a branch that nobody could foresee.
struct Order([u16; MOST_TRIES]);

impl Order {
    const PLACE_BITS: u32 = 8;

    fn take_best(&mut self) -> Option<usize> {
        let best = self.0.iter().fold(0, |best, &next| best.max(next));
        let place = usize::from(best & ((1 << Order::PLACE_BITS) - 1));
        self.0[place] = 0;
        (best > 0).then_some(place)
    }
}

/// See [`wins`]: what leads on the most lines is tried first.
fn wins_with_more(sums: Sums, cells: u32, mine: Hand, theirs: Hand) -> bool {
    let mut tries = ArrayVec::<(Sums, usize, u8), MOST_TRIES>::new();
    let mut order = Order([0; MOST_TRIES]);
    for cell in set_bits(cells) {
        let full = full_lines(cell, cells & !(1 << cell));
        for index in set_bits(mine.facts().values.into()) {
            let stone = index as u8 + 1;
            let after = sums.after(&WEIGHTS[cell][usize::from(stone)], &full);
            let lines = after.negative() as u16 + 1;
            order.0[tries.len()] = lines << Order::PLACE_BITS | tries.len() as u16;
            tries.push((after, cell, stone));
        }
    }
    while let Some(place) = order.take_best() {
        let (after, cell, stone) = tries[place];
        if !wins(after, cells & !(1 << cell), theirs, mine.without(stone)) {
            return true;
        }
    }
    false
}

/// A one on the lines through a cell that are full when only the others are empty.
#[inline]
fn full_lines(cell: usize, others: u32) -> Sums {
    set_bits(others).fold(ON[cell], |full, other| full.without(&ON[other]))
}

/// A one on the lines through each cell.
static ON: [Sums; CELLS] = {
    let mut on = [Sums::ZERO; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        on[cell] = Sums::on([CELL_LINES[cell], 0], [1, 0]);
        cell += 1;
    }
    on
};

/// What a stone on a cell adds, by cell and value.
static WEIGHTS: [[Sums; LARGEST as usize + 1]; CELLS] = {
    let mut weights = [[Sums::ZERO; LARGEST as usize + 1]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut stone = 0;
        while stone <= LARGEST as usize {
            weights[cell][stone] = Sums::on([CELL_LINES[cell], 0], [2 * stone as i8, 0]);
            stone += 1;
        }
        cell += 1;
    }
    weights
};

/// What it means to fill the first of two cells, the last empty ones, when the other side fills the
/// second.
static FILLED: [[Sums; CELLS]; CELLS] = {
    let mut filled = [[Sums::ZERO; CELLS]; CELLS];
    let mut first = 0;
    while first < CELLS {
        let mut last = 0;
        while last < CELLS {
            filled[first][last] = Sums::on([CELL_LINES[last], CELL_LINES[first]], [1, -1]);
            last += 1;
        }
        first += 1;
    }
    filled
};

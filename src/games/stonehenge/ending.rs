//! The last plies, played out: who wins with at most [`MOST_EMPTY`] empty cells.
//!
//! All lines are counted at the end, when each is full: those that are owned before go to their
//! owner in any case. A lane holds twice Black's lead on a line, and one less or more from when it
//! is full, because equal sums belong to the side that did not fill it.

use arrayvec::ArrayVec;

use super::geometry::{CELLS, LINES};
use super::hand::{Hand, LARGEST};
use super::lanes::{self, CELL_LANES, Lanes};
use super::rules::{LINES_TO_WIN, Stonehenge, set_bits};
use crate::game::{Rules, Side, Value};

/// With so many empty cells, trying all moves is faster than anything cleverer.
pub(super) const MOST_EMPTY: u32 = 5;

/// Who wins, if that few cells are empty.
pub(super) fn finish(position: &Stonehenge) -> Option<Value> {
    let empty = position.empty();
    if empty.count_ones() > MOST_EMPTY || position.outcome().is_some() {
        return None;
    }
    let mover = position.to_move();
    let [mine, theirs] = [mover, !mover].map(|side| position.hand(side));
    let sums = Sums::of(position);
    let wins = match mover {
        Side::Black => sums.wins::<true>(empty, mine, theirs),
        Side::White => sums.wins::<false>(empty, mine, theirs),
    };
    Some(if wins { Value::WIN } else { Value::LOSS })
}

/// A lane for each line, at least 128 when Black leads; the one over stays below.
#[derive(Clone, Copy)]
struct Sums(Lanes);

/// Twice the value of each stone, in the lanes of the lines through each cell.
static WEIGHTS: [[Lanes; LARGEST as usize + 1]; CELLS] = weights();

const fn weights() -> [[Lanes; LARGEST as usize + 1]; CELLS] {
    let mut weights = [[[0; 2]; LARGEST as usize + 1]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut stone = 0;
        while stone <= LARGEST as usize {
            let [low, high] = CELL_LANES[cell];
            weights[cell][stone] = [2 * stone as u64 * low, 2 * stone as u64 * high];
            stone += 1;
        }
        cell += 1;
    }
    weights
}

/// A move of the side that looks for a win.
#[derive(Clone, Copy)]
struct Try {
    after: Sums,
    cell: u8,
    stone: u8,
    lines: u8,
}

impl Sums {
    fn of(position: &Stonehenge) -> Sums {
        let [low, high] = position.balances();
        // Of full lines with equal sums only the owner is known.
        let white = lanes::spread(position.owned(Side::White));
        Sums([
            (low << 1) - white[0],
            ((high << 1) & lanes::OF_LINES[1]) - white[1],
        ])
    }

    /// After a stone on a cell, on the lines `full` of which it is the last one.
    #[inline]
    fn after<const BLACK: bool>(self, cell: usize, stone: u8, full: Lanes) -> Sums {
        let Sums(lanes) = self;
        let weights = WEIGHTS[cell][usize::from(stone)];
        Sums(if BLACK {
            [0, 1].map(|half| lanes[half] + weights[half] - full[half])
        } else {
            [0, 1].map(|half| lanes[half] - weights[half] + full[half])
        })
    }

    /// The lines on which Black leads.
    #[inline]
    fn lines(self) -> u32 {
        let [low, high] = self.0.map(|half| (half & lanes::HIGH_BITS).count_ones());
        low + high
    }

    /// Whether the side has won, when all lines are full.
    #[inline]
    fn are_won<const BLACK: bool>(self) -> bool {
        (self.lines() >= LINES_TO_WIN) == BLACK
    }

    /// Whether the side to move wins with these cells left.
    fn wins<const BLACK: bool>(self, cells: u32, mine: Hand, theirs: Hand) -> bool {
        match cells.count_ones() {
            1 => {
                let (cell, stone) = (cells.trailing_zeros() as usize, mine.facts().least());
                let after = self.after::<BLACK>(cell, stone, CELL_LANES[cell]);
                after.are_won::<BLACK>()
            }
            2 => self.wins_with_two::<BLACK>(cells, mine.facts().least(), theirs.facts().least()),
            3 => self.wins_with_three::<BLACK>(cells, mine, theirs),
            _ => self.wins_with_more::<BLACK>(cells, mine, theirs),
        }
    }

    /// The same with two cells and one stone on each side.
    #[inline]
    fn wins_with_two<const BLACK: bool>(self, cells: u32, mine: u8, theirs: u8) -> bool {
        let a = cells.trailing_zeros() as usize;
        let b = (cells & (cells - 1)).trailing_zeros() as usize;
        [[a, b], [b, a]].into_iter().any(|[first, last]| {
            let full = last_of(first, CELL_LANES[last]);
            let after = self.after::<BLACK>(first, mine, full);
            let end = if BLACK {
                after.after::<false>(last, theirs, CELL_LANES[last])
            } else {
                after.after::<true>(last, theirs, CELL_LANES[last])
            };
            end.are_won::<BLACK>()
        })
    }

    /// The same with three cells, two stones of the side to move and one of the other one.
    fn wins_with_three<const BLACK: bool>(self, cells: u32, mine: Hand, theirs: Hand) -> bool {
        let values = mine.facts().values;
        set_bits(cells).any(|cell| {
            let others = cells & !(1 << cell);
            let full = last_of(cell, union(others));
            set_bits(values.into()).any(|index| {
                let stone = index as u8 + 1;
                let after = self.after::<BLACK>(cell, stone, full);
                let rest = mine.without(stone).facts().least();
                let theirs = theirs.facts().least();
                !if BLACK {
                    after.wins_with_two::<false>(others, theirs, rest)
                } else {
                    after.wins_with_two::<true>(others, theirs, rest)
                }
            })
        })
    }

    /// The same with more cells: what leads on the most lines is tried first.
    fn wins_with_more<const BLACK: bool>(self, cells: u32, mine: Hand, theirs: Hand) -> bool {
        let mut tries = ArrayVec::<Try, { MOST_EMPTY as usize * LARGEST as usize }>::new();
        for cell in set_bits(cells) {
            let full = last_of(cell, union(cells & !(1 << cell)));
            for index in set_bits(mine.facts().values.into()) {
                let stone = index as u8 + 1;
                let after = self.after::<BLACK>(cell, stone, full);
                let lines = after.lines() as u8;
                let lines = if BLACK { lines } else { LINES as u8 - lines };
                let cell = cell as u8;
                tries.push(Try {
                    after,
                    cell,
                    stone,
                    lines,
                });
            }
        }
        let mut first = 0;
        while first < tries.len() {
            let mut best = first;
            for index in first + 1..tries.len() {
                if tries[index].lines > tries[best].lines {
                    best = index;
                }
            }
            tries.swap(first, best);
            let Try {
                after, cell, stone, ..
            } = tries[first];
            first += 1;
            let (others, rest) = (cells & !(1 << cell), mine.without(stone));
            let loses = if BLACK {
                after.wins::<false>(others, theirs, rest)
            } else {
                after.wins::<true>(others, theirs, rest)
            };
            if !loses {
                return true;
            }
        }
        false
    }
}

/// The lanes of the lines through any of these cells.
#[inline]
fn union(cells: u32) -> Lanes {
    set_bits(cells).fold([0; 2], |union, cell| {
        [0, 1].map(|half| union[half] | CELL_LANES[cell][half])
    })
}

/// The lanes of the lines through a cell that are not among these.
#[inline]
fn last_of(cell: usize, others: Lanes) -> Lanes {
    [0, 1].map(|half| CELL_LANES[cell][half] & !others[half])
}

//! The check that a position can arise in a game.
//!
//! The stones may have been put in any order in which the sides alternate, with two restrictions:
//! the game went on until the last stone, and a full line with equal sums belongs to the opponent
//! of the side that filled it. (If it was taken earlier, its owner was already safe, and only the
//! other side can have levelled it with the last stone.) All other owners follow from the stones.

use super::geometry::{CELL_LINES, CELLS};
use super::rules::{LINES_TO_WIN, Stonehenge, set_bits};
use crate::game::{Rules, Side};

/// A cell and the side whose stone is on it: the last move of a game.
type LastMove = (usize, Side);

/// Returns true if the stones can have been put in some order that gives the lines these owners.
pub(super) fn is_reachable(position: &Stonehenge) -> bool {
    let stones = Side::BOTH.map(|side| {
        (0..CELLS)
            .filter(|&cell| position.stone(cell).is_some_and(|(s, _)| s == side))
            .fold(0, |set, cell| set | 1 << cell)
    });
    if stones[0] == 0 {
        return true;
    }
    let mut backwards = Backwards {
        level: level_lines(position),
        stones,
        failed: vec![0; (1 << CELLS) / 64],
    };
    let all = stones[0] | stones[1];
    let last = !position.to_move();
    set_bits(stones[last.index()]).any(|cell| {
        let before = all & !(1 << cell);
        backwards.may_be_last(all, (cell, last))
            && was_open(position, cell)
            && backwards.can_begin(before, !last)
    })
}

/// The full lines with equal sums, by owner.
fn level_lines(position: &Stonehenge) -> [u16; 2] {
    let full_and_level = (0..super::geometry::LINES)
        .filter(|&line| position.free(line) == 0 && position.balance(line) == 0)
        .fold(0, |set, line| set | 1 << line);
    Side::BOTH.map(|side| position.owned(side) & full_and_level)
}

/// Returns true if nobody had won before the stone on the cell was put.
fn was_open(position: &Stonehenge, cell: usize) -> bool {
    let before = position.without_stone(cell);
    // A line that is full without the last stone keeps its owner.
    let safe = before.safe_lines();
    let full = (0..super::geometry::LINES)
        .filter(|&line| before.free(line) == 0)
        .fold(0, |set, line| set | 1 << line);
    Side::BOTH.into_iter().all(|side| {
        let owned = (safe[side.index()] & !full) | (position.owned(side) & full);
        owned.count_ones() < LINES_TO_WIN
    })
}

/// Takes stones off one by one.
struct Backwards {
    /// The full lines with equal sums, by owner.
    level: [u16; 2],
    /// The stones of each side.
    stones: [u32; 2],
    /// Sets of stones known to be impossible, one bit each.
    failed: Vec<u64>,
}

impl Backwards {
    /// Returns true if the stone can have been the last one of these.
    fn may_be_last(&self, stones: u32, (cell, side): LastMove) -> bool {
        // The side that fills a level line does not get it.
        let his = CELL_LINES[cell] & self.level[side.index()];
        set_bits(u32::from(his)).all(|line| super::geometry::LINE_CELLS[line] & !stones != 0)
    }

    /// Returns true if these stones can have been put in some order, the last one by `last`.
    fn can_begin(&mut self, stones: u32, last: Side) -> bool {
        if stones == 0 {
            return true;
        }
        let (word, bit) = (stones as usize / 64, stones % 64);
        if self.failed[word] >> bit & 1 == 1 {
            return false;
        }
        let candidates = stones & self.stones[last.index()];
        let possible = set_bits(candidates).any(|cell| {
            self.may_be_last(stones, (cell, last)) && self.can_begin(stones & !(1 << cell), !last)
        });
        if !possible {
            self.failed[word] |= 1 << bit;
        }
        possible
    }
}

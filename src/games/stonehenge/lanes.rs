//! Sums of all lines at once: a byte for each line, eight lines in each half; one byte is left
//! over.
//!
//! No lane overflows into the next: balances are stored with 64 added, which keeps them well within
//! 0 and 128.

use super::geometry::{CELL_LINES, CELLS, LINE_CELLS, LINES};

/// The balance 0 in each lane.
pub(super) const LEVEL: u64 = 64 * ONES;

/// The free cells of each line on the empty board.
pub(super) const FREE: Lanes = free();

/// A one in the lanes of the lines through each cell.
pub(super) static CELL_LANES: [Lanes; CELLS] = cell_lanes();

/// All lines: the first eight, then the others.
pub(super) type Lanes = [u64; 2];

/// The byte of a line.
pub(super) fn get(lanes: Lanes, line: usize) -> u8 {
    (lanes[line / 8] >> (line % 8 * 8)) as u8
}

/// The most that stones can add to each line with its number of free cells, an entry of `best`
/// each.
#[inline]
pub(super) fn reach(free: Lanes, best: &[u8; 8]) -> Lanes {
    look_up(free, u64::from_le_bytes(*best))
}

/// Replaces each lane, an index below 8, by that byte of `table`.
#[cfg(all(target_arch = "x86_64", target_feature = "ssse3"))]
#[inline]
fn look_up(lanes: Lanes, table: u64) -> Lanes {
    use std::arch::x86_64::{__m128i, _mm_set_epi64x, _mm_shuffle_epi8};
    use std::mem::transmute;
    // SAFETY: this is compiled only for processors with the instruction, and a vector has the
    // layout of two numbers of half its size.
    unsafe {
        let lanes = transmute::<Lanes, __m128i>(lanes);
        let found = _mm_shuffle_epi8(_mm_set_epi64x(0, table as i64), lanes);
        transmute::<__m128i, Lanes>(found)
    }
}

/// Replaces each lane, an index below 8, by that byte of `table`.
#[cfg(not(all(target_arch = "x86_64", target_feature = "ssse3")))]
fn look_up(lanes: Lanes, table: u64) -> Lanes {
    lanes.map(|half| {
        let bytes = half.to_le_bytes();
        u64::from_le_bytes(bytes.map(|index| (table >> (index * 8)) as u8))
    })
}

/// Subtracts one in each lane below 8; a lane of 0 becomes some number below 8.
#[inline]
pub(super) fn one_less(lanes: u64) -> u64 {
    ((lanes | HIGH_BITS) - ONES) & (7 * ONES)
}

/// The number, below 128, in every lane.
#[inline]
pub(super) fn in_each(number: u8) -> u64 {
    u64::from(number) * ONES
}

/// The lanes in which `a` is at least `b`, the first lane lowest. Both are below 128.
#[inline]
pub(super) fn at_least(a: u64, b: u64) -> u16 {
    // The product gathers the eight bits, seven apart, in the highest byte.
    const GATHER: u64 = 0x0002_0408_1020_4081;
    let kept = ((a | HIGH_BITS) - b) & HIGH_BITS;
    (kept.wrapping_mul(GATHER) >> 56) as u16
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = ONES << 7;

const fn free() -> Lanes {
    let mut free = [0; 2];
    let mut line = 0;
    while line < LINES {
        free[line / 8] |= (LINE_CELLS[line].count_ones() as u64) << (line % 8 * 8);
        line += 1;
    }
    free
}

const fn cell_lanes() -> [Lanes; CELLS] {
    let mut lanes = [[0; 2]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut line = 0;
        while line < LINES {
            let is_on = (CELL_LINES[cell] >> line & 1) as u64;
            lanes[cell][line / 8] |= is_on << (line % 8 * 8);
            line += 1;
        }
        cell += 1;
    }
    lanes
}

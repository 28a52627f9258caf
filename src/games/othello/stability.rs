//! Stable discs: those that no further move can turn.

use super::bits::STEPS;
use super::geometry::{NOT_A, NOT_H};

/// The squares that a shift to the left by a step can reach without leaving the board.
const ABOVE: [u64; 4] = [NOT_A, !0xFF, NOT_A & !0xFF, NOT_H & !0xFF];
/// The squares that a shift to the right by a step can reach without leaving the board.
const BELOW: [u64; 4] = [NOT_H, !0 >> 8, NOT_H & !0 >> 8, NOT_A & !0 >> 8];

/// The squares on full lines, by axis: along such a line nothing can turn.
pub(super) fn full_lines(occupied: u64) -> [u64; 4] {
    let mut full = [0; 4];
    for axis in 0..4 {
        let step = STEPS[axis];
        // An empty square opens its whole line, in both directions.
        let mut open = !occupied;
        let (mut above, mut below) = (ABOVE[axis], BELOW[axis]);
        for distance in [step, 2 * step, 4 * step] {
            open |= above & open << distance | below & open >> distance;
            above &= above << distance;
            below &= below >> distance;
        }
        full[axis] = !open;
    }
    full
}

/// A side's discs that are stable for a simple reason: along each axis the line is full, or ends
/// there, or the next disc is stable and of the same side. `full` is the result of [`full_lines`].
pub(super) fn stable_discs(discs: u64, full: &[u64; 4]) -> u64 {
    let mut stable = 0;
    loop {
        let mut safe = [discs; 4];
        for axis in 0..4 {
            let neighbours = !ABOVE[axis]
                | !BELOW[axis]
                | ABOVE[axis] & stable << STEPS[axis]
                | BELOW[axis] & stable >> STEPS[axis];
            safe[axis] &= full[axis] | neighbours;
        }
        let next = safe[0] & safe[1] & safe[2] & safe[3];
        if next == stable {
            return stable;
        }
        stable = next;
    }
}

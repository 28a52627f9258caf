//! Numbers for positions: one that tells them apart, and one that equivalent ones share.

use super::geometry::{CELL_LINES, CELL_SYMMETRIES, CELLS, LINE_SYMMETRIES, LINES, SYMMETRIES};
use super::rules::{Stonehenge, set_bits};
use crate::game::Side;

/// A hash of all that makes a position: the stones, and the owners, whom the stones do not tell
/// where the sums of a full line are equal. Exact keys would not fit: the stones alone take some
/// 54 bits, counted tightly, and would take longer to number than to play.
pub(super) fn key(position: &Stonehenge) -> u64 {
    let stones = position.stone_bits();
    let owned = Side::BOTH.map(|side| u64::from(position.owned(side)));
    let rest = (stones >> 64) as u64 | owned[0] << 16 | owned[1] << 32;
    fold(stones as u64 ^ SEEDS[0], rest ^ SEEDS[1])
}

/// A hash of all that matters for the rest of the game, the same for the six symmetries of the
/// board: the hands, how many lines each side owns, and where the undecided lines stand. Which
/// stones made a sum, and what lies on decided lines, does not matter any more, nor where those
/// empty cells are that only decided lines cross (their number follows from the hands).
pub(super) fn canonical_key(position: &Stonehenge) -> u64 {
    let undecided = position.undecided();
    let mut sums = [0u64; SYMMETRY_LANES];
    for line in set_bits(u32::from(undecided)) {
        // From 1: a line that is level is not a line that is decided.
        let state = (64 + i64::from(position.balance(line))) as u64;
        for (sum, weight) in sums.iter_mut().zip(&LINE_WEIGHTS[line]) {
            *sum = sum.wrapping_add(state.wrapping_mul(*weight));
        }
    }
    for cell in set_bits(position.empty()) {
        if CELL_LINES[cell] & undecided != 0 {
            for (sum, weight) in sums.iter_mut().zip(&CELL_WEIGHTS[cell]) {
                *sum = sum.wrapping_add(*weight);
            }
        }
    }
    let [black, white] = Side::BOTH.map(|side| {
        u64::from(position.hand(side).bits()) | u64::from(position.owned(side).count_ones()) << 9
    });
    let least = sums.into_iter().fold(u64::MAX, u64::min);
    fold(least ^ SEEDS[2], (black | white << 16) ^ SEEDS[3])
}

/// A lane for each symmetry, and as many more as fill a vector, which repeat the first.
const SYMMETRY_LANES: usize = 8;

static LINE_WEIGHTS: [[u64; SYMMETRY_LANES]; LINES] = line_weights();
static CELL_WEIGHTS: [[u64; SYMMETRY_LANES]; CELLS] = cell_weights();

const SEEDS: [u64; 4] = [random(100), random(101), random(102), random(103)];

/// Both halves of a product of 128 bits, folded together (as in wyhash, [Wang n.d.]).
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ (product >> 64) as u64
}

const fn line_weights() -> [[u64; SYMMETRY_LANES]; LINES] {
    let mut weights = [[0; SYMMETRY_LANES]; LINES];
    let mut line = 0;
    while line < LINES {
        let mut lane = 0;
        while lane < SYMMETRY_LANES {
            let symmetry = if lane < SYMMETRIES { lane } else { 0 };
            weights[line][lane] = random(LINE_SYMMETRIES[symmetry][line] as u64) | 1;
            lane += 1;
        }
        line += 1;
    }
    weights
}

const fn cell_weights() -> [[u64; SYMMETRY_LANES]; CELLS] {
    let mut weights = [[0; SYMMETRY_LANES]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut lane = 0;
        while lane < SYMMETRY_LANES {
            let symmetry = if lane < SYMMETRIES { lane } else { 0 };
            weights[cell][lane] = random(50 + CELL_SYMMETRIES[symmetry][cell] as u64);
            lane += 1;
        }
        cell += 1;
    }
    weights
}

/// The n-th number of splitmix64 [Vigna 2015].
const fn random(n: u64) -> u64 {
    let mut x = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

//! The keys of positions: one that identifies a position, and one that equivalent positions share.

use super::geometry::{CELL_LINES, CELL_SYMMETRIES, CELLS, LINE_SYMMETRIES, LINES, SYMMETRIES};
use super::rules::{Stonehenge, set_bits};
use crate::game::Side;

/// A hash of the stones and the owners, which the stones alone do not tell for full lines with
/// equal sums. An exact key would not fit: the stones alone take some 54 bits, and numbering them
/// so tightly would take longer than playing.
pub(super) fn key(position: &Stonehenge) -> u64 {
    let stones = position.stone_bits();
    let owned = Side::BOTH.map(|side| u64::from(position.owned(side)));
    let rest = (stones >> 64) as u64 | owned[0] << 16 | owned[1] << 32;
    fold(stones as u64 ^ SEEDS[0], rest ^ SEEDS[1])
}

/// A hash of everything that matters for the rest of the game, equal for the six symmetries: the
/// hands, the number of lines that each side owns, and the state of the undecided lines. It ignores
/// which stones made a sum, what lies on decided lines, and the empty cells that only decided lines
/// cross, whose number follows from the hands.
pub(super) fn canonical_key(position: &Stonehenge) -> u64 {
    let undecided = position.undecided();
    let mut sums = [0u64; SYMMETRY_LANES];
    for line in set_bits(u32::from(undecided)) {
        // Starts from 1, so that a level line differs from a decided one.
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

/// One lane for each symmetry; the others repeat the first to fill a vector.
const SYMMETRY_LANES: usize = 8;

static LINE_WEIGHTS: [[u64; SYMMETRY_LANES]; LINES] = line_weights();
static CELL_WEIGHTS: [[u64; SYMMETRY_LANES]; CELLS] = cell_weights();

const SEEDS: [u64; 4] = [random(100), random(101), random(102), random(103)];

/// Folds both halves of a product of 128 bits together, as wyhash does [Wang n.d.].
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

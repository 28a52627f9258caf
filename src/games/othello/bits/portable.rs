//! Flips and mobility in plain Rust, which the compiler can vectorize.

// In builds with AVX2 only the tests use this module.
#![cfg_attr(target_feature = "avx2", allow(dead_code))]

use super::{INNER_COLUMNS, RAYS, STEPS};

/// The discs of `opponent` that turn when `own` plays on an empty square; 0 if the move is illegal.
#[inline]
pub(in super::super) fn flips(square: usize, own: u64, opponent: u64) -> u64 {
    let rays = &RAYS[square & 63];
    let mut turned = [0; 4];
    for (axis, turned) in turned.iter_mut().enumerate() {
        // On each ray, the first square that is not the opponent's decides: if it is ours, the
        // squares before it turn.
        let up = rays.up[axis];
        let stops = up & !opponent;
        let first = stops & stops.wrapping_neg() & own;
        *turned = up & first.wrapping_sub(u64::from(first != 0));

        let down = rays.down[axis];
        let stops = down & !opponent;
        let highest = 0x8000_0000_0000_0000_u64.wrapping_shr(stops.leading_zeros());
        let first = stops & highest & own;
        *turned |= down & (first << 1).wrapping_neg();
    }
    turned[0] | turned[1] | turned[2] | turned[3]
}

/// The squares where `own` may play: the empty ends of runs of the opponent's discs that begin
/// beside one of ours, found for all discs at once by parallel prefix [Kogge and Stone 1973].
#[inline]
pub(in super::super) fn mobility(own: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_COLUMNS;
    let runs = [inner, opponent, inner, inner];
    let mut ends = [0; 4];
    for axis in 0..4 {
        let (run, step) = (runs[axis], STEPS[axis]);
        let mut up = run & own << step;
        let mut down = run & own >> step;
        up |= run & up << step;
        down |= run & down >> step;
        let pairs_up = run & run << step;
        let pairs_down = pairs_up >> step;
        up |= pairs_up & up << (2 * step);
        down |= pairs_down & down >> (2 * step);
        up |= pairs_up & up << (2 * step);
        down |= pairs_down & down >> (2 * step);
        ends[axis] = up << step | down >> step;
    }
    (ends[0] | ends[1] | ends[2] | ends[3]) & !(own | opponent)
}

//! Flips and mobility with AVX2: a vector holds the four axes, each shifted by its own step.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64,
    _mm256_extracti128_si256, _mm256_or_si256, _mm256_set_epi64x, _mm256_set1_epi64x,
    _mm256_setzero_si256, _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_sub_epi64,
};

use super::{INNER_COLUMNS, RAYS, STEPS};

/// The discs of `opponent` that turn when `own` plays on an empty square; 0 if the move is illegal.
#[inline]
pub(in super::super) fn flips(square: usize, own: u64, opponent: u64) -> u64 {
    // SAFETY: this module is only compiled for builds in which every machine has AVX2.
    unsafe { flips_avx2(square, own, opponent) }
}

/// The squares where `own` may play.
#[inline]
pub(in super::super) fn mobility(own: u64, opponent: u64) -> u64 {
    // SAFETY: this module is only compiled for builds in which every machine has AVX2.
    unsafe { mobility_avx2(own, opponent) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn flips_avx2(square: usize, own: u64, opponent: u64) -> u64 {
    let rays = &RAYS[square & 63];
    let (own, opponent) = (all(own), all(opponent));
    let zero = _mm256_setzero_si256();

    // On each ray, the first square that is not the opponent's decides: if it is ours, the squares
    // before it turn. Upwards that is the lowest bit; subtracting one gives the squares before it.
    let up = lanes(rays.up);
    let stops = _mm256_andnot_si256(opponent, up);
    let lowest = _mm256_and_si256(stops, _mm256_sub_epi64(zero, stops));
    let first = _mm256_and_si256(lowest, own);
    let none = _mm256_cmpeq_epi64(first, zero);
    let before = _mm256_sub_epi64(_mm256_add_epi64(first, all(u64::MAX)), none);
    let turned_up = _mm256_and_si256(up, before);

    let down = lanes(rays.down);
    #[cfg(all(target_feature = "avx512vl", target_feature = "avx512cd"))]
    // SAFETY: this is only compiled for builds in which every machine has both features.
    let turned_down = unsafe { count_down(down, own, opponent) };
    #[cfg(not(all(target_feature = "avx512vl", target_feature = "avx512cd")))]
    let turned_down = smear_down(down, own, opponent);

    union(_mm256_or_si256(turned_up, turned_down))
}

/// The discs that turn below the square. There the highest bit decides, which AVX-512 can find by
/// counting leading zeros.
#[cfg(all(target_feature = "avx512vl", target_feature = "avx512cd"))]
#[inline]
#[target_feature(enable = "avx2,avx512vl,avx512cd")]
fn count_down(down: __m256i, own: __m256i, opponent: __m256i) -> __m256i {
    use std::arch::x86_64::_mm256_lzcnt_epi64;
    let stops = _mm256_andnot_si256(opponent, down);
    let highest = _mm256_srlv_epi64(all(1 << 63), _mm256_lzcnt_epi64(stops));
    let first = _mm256_and_si256(highest, own);
    let behind = _mm256_add_epi64(first, first);
    _mm256_and_si256(down, _mm256_sub_epi64(_mm256_setzero_si256(), behind))
}

/// The same with AVX2 alone: smears out the squares behind each stop.
#[cfg_attr(
    all(target_feature = "avx512vl", target_feature = "avx512cd"),
    allow(dead_code)
)]
#[inline]
#[target_feature(enable = "avx2")]
fn smear_down(down: __m256i, own: __m256i, opponent: __m256i) -> __m256i {
    let stops = _mm256_andnot_si256(opponent, down);
    let behind = _mm256_srlv_epi64(stops, steps(1));
    let behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, steps(1)));
    let behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, steps(2)));
    let behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, steps(4)));
    let first = _mm256_and_si256(_mm256_andnot_si256(behind, stops), own);
    let none = _mm256_cmpeq_epi64(first, _mm256_setzero_si256());
    let not_before = _mm256_or_si256(_mm256_or_si256(stops, behind), none);
    _mm256_andnot_si256(not_before, down)
}

/// The same steps as the portable version.
#[inline]
#[target_feature(enable = "avx2")]
fn mobility_avx2(own: u64, opponent: u64) -> u64 {
    let me = all(own);
    let inner = opponent & INNER_COLUMNS;
    let run = lanes([inner, opponent, inner, inner]);
    let up = _mm256_and_si256(run, _mm256_sllv_epi64(me, steps(1)));
    let down = _mm256_and_si256(run, _mm256_srlv_epi64(me, steps(1)));
    let up = longer_up(up, run, 1);
    let down = longer_down(down, run, 1);
    let pairs_up = _mm256_and_si256(run, _mm256_sllv_epi64(run, steps(1)));
    let pairs_down = _mm256_srlv_epi64(pairs_up, steps(1));
    let up = longer_up(longer_up(up, pairs_up, 2), pairs_up, 2);
    let down = longer_down(longer_down(down, pairs_down, 2), pairs_down, 2);
    let ends = _mm256_or_si256(
        _mm256_sllv_epi64(up, steps(1)),
        _mm256_srlv_epi64(down, steps(1)),
    );
    union(ends) & !(own | opponent)
}

#[inline]
#[target_feature(enable = "avx2")]
fn longer_up(runs: __m256i, through: __m256i, times: u64) -> __m256i {
    let next = _mm256_sllv_epi64(runs, steps(times));
    _mm256_or_si256(runs, _mm256_and_si256(through, next))
}

#[inline]
#[target_feature(enable = "avx2")]
fn longer_down(runs: __m256i, through: __m256i, times: u64) -> __m256i {
    let next = _mm256_srlv_epi64(runs, steps(times));
    _mm256_or_si256(runs, _mm256_and_si256(through, next))
}

/// The steps of the four axes, multiplied by `times`.
#[inline]
#[target_feature(enable = "avx2")]
fn steps(times: u64) -> __m256i {
    let [a, b, c, d] = STEPS;
    lanes([a * times, b * times, c * times, d * times])
}

#[inline]
#[target_feature(enable = "avx2")]
fn lanes([a, b, c, d]: [u64; 4]) -> __m256i {
    // No `array::map`: without link-time optimisation its closures are not inlined into functions with target features,
    // which makes Othello five times slower.
    _mm256_set_epi64x(
        d.cast_signed(),
        c.cast_signed(),
        b.cast_signed(),
        a.cast_signed(),
    )
}

#[inline]
#[target_feature(enable = "avx2")]
fn all(number: u64) -> __m256i {
    _mm256_set1_epi64x(number.cast_signed())
}

#[inline]
#[target_feature(enable = "avx2")]
fn union(lanes: __m256i) -> u64 {
    let half = _mm_or_si128(
        _mm256_castsi256_si128(lanes),
        _mm256_extracti128_si256(lanes, 1),
    );
    let both = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
    _mm_cvtsi128_si64(both).cast_unsigned()
}

#[cfg(all(test, target_feature = "avx512vl", target_feature = "avx512cd"))]
mod tests {
    use super::*;

    #[test]
    fn counting_down_and_smearing_down_give_the_same() {
        let mut rng = fastrand::Rng::with_seed(2);
        for _ in 0..100_000 {
            let (square, own) = (rng.usize(..64), rng.u64(..) & rng.u64(..));
            let opponent = !own & (rng.u64(..) | rng.u64(..));
            // SAFETY: this is only compiled for builds in which every machine has both.
            let [counted, smeared] = unsafe {
                let (own, opponent) = (all(own), all(opponent));
                let down = lanes(RAYS[square].down);
                [
                    count_down(down, own, opponent),
                    smear_down(down, own, opponent),
                ]
                .map(|turned| union(turned))
            };
            assert_eq!(counted, smeared, "{square} {own:#x} {opponent:#x}");
        }
    }
}

//! Sums of all lines for the last plies, one lane of a vector each.

use super::geometry::LINES;
use super::lanes;
use super::rules::{Stonehenge, set_bits};
use crate::game::{Rules, Side};

pub(super) const LANES: usize = 16;

/// Twice the lead of the side to move on each line; on a full line one more or one less, because
/// equal sums belong to the side that did not fill it. If a line was full at the start, it is
/// unknown who filled it: there the number is one nearer to 0, or just the owner if the sums are
/// equal. The lane that is left over is 0.
#[derive(Clone, Copy)]
pub(super) struct Sums(Vector);

impl Sums {
    pub(super) const ZERO: Sums = Sums(from_lanes([0; LANES]));

    pub(super) const fn of_lanes(lanes: [i8; LANES]) -> Sums {
        Sums(from_lanes(lanes))
    }

    /// A number on some lines and another on others; 0 on the rest.
    pub(super) const fn on([some, others]: [u16; 2], [number, another]: [i8; 2]) -> Sums {
        let mut sums = [0; LANES];
        let mut line = 0;
        while line < LINES {
            if some >> line & 1 == 1 {
                sums[line] = number;
            } else if others >> line & 1 == 1 {
                sums[line] = another;
            }
            line += 1;
        }
        Sums(from_lanes(sums))
    }

    pub(super) fn of(position: &Stonehenge) -> Sums {
        let mut sums = [0; LANES];
        let level = lanes::LEVEL as i8;
        let balances = position.lanes().0.map(u64::to_le_bytes);
        for (sum, balance) in sums.iter_mut().zip(balances.into_iter().flatten()) {
            *sum = 2 * (balance as i8 - level);
        }
        for (side, one) in [(Side::Black, 1), (Side::White, -1)] {
            for line in set_bits(u32::from(position.owned(side))) {
                if position.free(line) == 0 {
                    sums[line] += if sums[line] == 0 { one } else { -one };
                }
            }
        }
        let sums = Sums(from_lanes(sums));
        match position.to_move() {
            Side::Black => sums,
            Side::White => Sums::ZERO.minus(&sums),
        }
    }

    /// The sums seen from the other side after a stone on a cell, the last one on the lines `full`.
    #[inline]
    pub(super) fn after(self, weights: &Sums, full: &Sums) -> Sums {
        full.minus(weights).minus(&self)
    }

    #[inline]
    pub(super) fn plus(self, other: &Sums) -> Sums {
        Sums(add(self.0, other.0))
    }

    #[inline]
    pub(super) fn minus(self, other: &Sums) -> Sums {
        Sums(subtract(self.0, other.0))
    }

    /// Clears the bits of another.
    #[inline]
    pub(super) fn without(self, other: &Sums) -> Sums {
        Sums(and_not(self.0, other.0))
    }

    /// The smaller number in each lane, where negative numbers count as larger than all others.
    #[inline]
    pub(super) fn least_unsigned(self, other: &Sums) -> Sums {
        Sums(least_unsigned(self.0, other.0))
    }

    /// The lines on which both are equal.
    #[inline]
    pub(super) fn same(self, other: &Sums) -> u32 {
        signs(equal(self.0, other.0))
    }

    /// The number of lines with a negative number.
    #[inline]
    pub(super) fn negative(self) -> u32 {
        signs(self.0).count_ones()
    }
}

#[cfg(target_arch = "x86_64")]
use x86_64::{Vector, add, and_not, equal, from_lanes, least_unsigned, signs, subtract};

#[cfg(not(target_arch = "x86_64"))]
use portable::{Vector, add, and_not, equal, from_lanes, least_unsigned, signs, subtract};

/// Every processor of this architecture has these instructions.
#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::{
        __m128i, _mm_add_epi8, _mm_andnot_si128, _mm_cmpeq_epi8, _mm_min_epu8, _mm_movemask_epi8,
        _mm_sub_epi8,
    };

    pub(super) type Vector = __m128i;

    pub(super) const fn from_lanes(lanes: [i8; super::LANES]) -> Vector {
        // SAFETY: a vector has the layout of its lanes.
        unsafe { std::mem::transmute(lanes) }
    }

    #[inline]
    pub(super) fn add(a: Vector, b: Vector) -> Vector {
        // SAFETY: see the module.
        unsafe { _mm_add_epi8(a, b) }
    }

    #[inline]
    pub(super) fn subtract(a: Vector, b: Vector) -> Vector {
        // SAFETY: see the module.
        unsafe { _mm_sub_epi8(a, b) }
    }

    #[inline]
    pub(super) fn and_not(a: Vector, b: Vector) -> Vector {
        // SAFETY: see the module.
        unsafe { _mm_andnot_si128(b, a) }
    }

    #[inline]
    pub(super) fn equal(a: Vector, b: Vector) -> Vector {
        // SAFETY: see the module.
        unsafe { _mm_cmpeq_epi8(a, b) }
    }

    #[inline]
    pub(super) fn least_unsigned(a: Vector, b: Vector) -> Vector {
        // SAFETY: see the module.
        unsafe { _mm_min_epu8(a, b) }
    }

    #[inline]
    pub(super) fn signs(a: Vector) -> u32 {
        // SAFETY: see the module.
        unsafe { _mm_movemask_epi8(a) as u32 }
    }
}

#[cfg(any(test, not(target_arch = "x86_64")))]
#[cfg_attr(target_arch = "x86_64", allow(dead_code))]
mod portable {
    use std::array::from_fn;

    pub(super) type Vector = [i8; super::LANES];

    pub(super) const fn from_lanes(lanes: [i8; super::LANES]) -> Vector {
        lanes
    }

    pub(super) fn add(a: Vector, b: Vector) -> Vector {
        from_fn(|lane| a[lane].wrapping_add(b[lane]))
    }

    pub(super) fn subtract(a: Vector, b: Vector) -> Vector {
        from_fn(|lane| a[lane].wrapping_sub(b[lane]))
    }

    pub(super) fn and_not(a: Vector, b: Vector) -> Vector {
        from_fn(|lane| a[lane] & !b[lane])
    }

    pub(super) fn equal(a: Vector, b: Vector) -> Vector {
        from_fn(|lane| -i8::from(a[lane] == b[lane]))
    }

    pub(super) fn least_unsigned(a: Vector, b: Vector) -> Vector {
        from_fn(|lane| (a[lane] as u8).min(b[lane] as u8) as i8)
    }

    pub(super) fn signs(a: Vector) -> u32 {
        let sign = |lane: usize| u32::from(a[lane] < 0) << lane;
        (0..a.len()).map(sign).sum()
    }
}

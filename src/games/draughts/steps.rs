//! The directions in which the pieces of a side go, known when the program is compiled.

use std::marker::PhantomData;

use super::board::step;
use super::variant::Variant;

/// The directions of the side that goes down the board (`DOWN` is 1) or up (-1).
pub(super) struct Steps<V, const DOWN: i32>(PhantomData<V>);

impl<V: Variant, const DOWN: i32> Steps<V, DOWN> {
    /// The row in which men of the side are crowned.
    pub(super) const LAST_ROW: u64 = match DOWN {
        1 => V::BOARD.row(V::BOARD.side() - 1),
        _ => V::BOARD.row(0),
    };

    /// The directions in which men move.
    pub(super) const FORWARD: [i32; 2] = [DOWN * V::BOARD.down[0], DOWN * V::BOARD.down[1]];

    /// All directions: forward, backward, straight.
    const ALL: [i32; 8] = {
        let ([left, right], [vertical, horizontal]) = (Self::FORWARD, V::BOARD.straight);
        [
            left,
            right,
            -left,
            -right,
            vertical,
            -vertical,
            horizontal,
            -horizontal,
        ]
    };

    const MAN_JUMPS: usize = if V::LAWS.frisian {
        8
    } else if V::LAWS.backwards {
        4
    } else {
        2
    };

    const KING_JUMPS: usize = if V::LAWS.frisian { 8 } else { 4 };

    /// The directions in which men capture.
    #[inline(always)]
    pub(super) fn man_jumps() -> impl Iterator<Item = i32> {
        Self::ALL.into_iter().take(Self::MAN_JUMPS)
    }

    /// The directions in which kings capture.
    #[inline(always)]
    pub(super) fn king_jumps() -> impl Iterator<Item = i32> {
        Self::ALL.into_iter().take(Self::KING_JUMPS)
    }

    /// The directions in which kings move.
    #[inline(always)]
    pub(super) fn king_moves() -> impl Iterator<Item = i32> {
        Self::ALL.into_iter().take(4)
    }

    /// The square behind the free ones that a king at `from` passes in a direction.
    #[inline(always)]
    pub(super) fn first_piece(from: u8, by: i32, empty: u64) -> u64 {
        let mut next = step(1 << from, by);
        while V::LAWS.flying && next & empty != 0 {
            next = step(next, by);
        }
        next
    }

    /// The free squares that a king reaches in a direction, the first of which is `first`, which is none
    /// if it is not free.
    #[inline(always)]
    pub(super) fn run(first: u64, by: i32, empty: u64) -> u64 {
        let mut next = first & empty;
        let mut all = next;
        while V::LAWS.flying && next != 0 {
            next = step(next, by) & empty;
            all |= next;
        }
        all
    }
}

//! Answers that were found before.
//!
//! What the search of an ending answers depends on its question alone; so it does with this memory,
//! whatever was asked before, and in each thread.

use std::cell::Cell;

use super::Board;

/// With 24 bytes each, they stay in the second level of most processors' caches.
const BITS: u32 = 14;

/// One answer a slot: the last that belonged there.
pub(super) struct Memory {
    slots: Box<[Cell<Slot>; 1 << BITS]>,
}

#[derive(Clone, Copy)]
struct Slot {
    own: u64,
    opponent: u64,
    alpha: i8,
    answer: i8,
}

/// No square has a disc of both sides.
const EMPTY: Slot = Slot {
    own: 1,
    opponent: 1,
    alpha: 0,
    answer: 0,
};

/// A memory that takes no room before it is used.
#[derive(Default)]
pub struct LastSquares(Option<Memory>);

impl LastSquares {
    #[inline]
    pub(super) fn memory(&mut self) -> &Memory {
        self.0.get_or_insert_with(Memory::new)
    }
}

impl Memory {
    /// It passes through the stack, which nobody else shall make room for.
    #[cold]
    #[inline(never)]
    pub(super) fn new() -> Memory {
        Memory {
            slots: Box::new([const { Cell::new(EMPTY) }; 1 << BITS]),
        }
    }

    /// What was answered for that board and `alpha`, or else what `answer` gives.
    #[inline]
    pub(super) fn recall_or(&self, board: Board, alpha: i32, answer: impl FnOnce() -> i32) -> i32 {
        let slot = &self.slots[index(board)];
        let found = slot.get();
        if (found.own, found.opponent) == (board.own, board.opponent)
            && i32::from(found.alpha) == alpha
        {
            return i32::from(found.answer);
        }
        let answer = answer();
        slot.set(Slot {
            own: board.own,
            opponent: board.opponent,
            alpha: alpha as i8,
            answer: answer as i8,
        });
        answer
    }
}

#[inline]
fn index(board: Board) -> usize {
    let mixed = board.own.wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ board
            .opponent
            .wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
            .rotate_left(32);
    (mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> (u64::BITS - BITS)) as usize
}

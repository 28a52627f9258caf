//! The untried moves of a position, and their order.

use super::entries::{Address, Entries};
use super::number::{Arithmetic, Number};
use super::search::Search;
use crate::game::{Candidate, Knowledge, Rules};

/// The number of the most promising moves that may be common replies.
const MOST_COMMON: usize = 16;

/// The factor by which each of them is less likely to be the right one than the move before it.
const LATER_IS_WORSE: f32 = 0.99;

/// An untried move.
#[derive(Clone, Copy)]
pub(super) struct Untried<M> {
    pub(super) order: i32,
    pub(super) mv: M,
    /// The same side moves again after it.
    pub(super) again: bool,
    /// The address in the table of the position after it.
    pub(super) address: Address,
}

/// How often each move refuted one of the moves of the previous position, for each [`level`], on
/// the current path.
#[derive(Default)]
pub(super) struct CommonReplies(Vec<Vec<u16>>);

impl CommonReplies {
    /// How often the move with this index did.
    fn count(&self, level: usize, index: u16) -> u16 {
        let counts = self.0.get(level);
        let count = counts.and_then(|counts| counts.get(usize::from(index)));
        count.copied().unwrap_or_default()
    }

    fn add(&mut self, level: usize, index: u16) {
        if self.0.len() <= level {
            self.0.resize(level + 1, Vec::new());
        }
        let counts = &mut self.0[level];
        let index = usize::from(index);
        if counts.len() <= index {
            counts.resize(index + 1, 0);
        }
        counts[index] += 1;
    }

    fn forget(&mut self, level: usize) {
        if let Some(counts) = self.0.get_mut(level) {
            counts.fill(0);
        }
    }
}

/// The level of a position with this many plies left, counted upwards from the last plies with
/// common replies; `None` below those, or if the number of plies left is unknown.
#[inline]
fn level<R: Rules, K: Knowledge<R>>(left: u32) -> Option<usize> {
    const MOST: u32 = 256;
    let level = left.checked_sub(K::COMMON_REPLIES_FROM?)?;
    (level < MOST).then_some(level as usize)
}

impl<R: Rules, K: Knowledge<R>, T: Entries> Search<'_, R, K, T> {
    /// In games whose moves can be played in any order: of the moves from this index on that are
    /// about equally promising, brings the one to the front that has refuted most of the
    /// alternatives to the last move. The position after both has then mostly been searched before.
    #[inline]
    pub(super) fn begin_with_common_reply(&mut self, first: usize, left: u32) {
        let Some(level) = level::<R, K>(left) else {
            return;
        };
        if level > 0 {
            self.common.forget(level - 1);
        }
        let all = (self.moves.len() - first) as f32;
        let (mut best, mut least_work) = (first, f32::INFINITY);
        let mut chance = 1.0;
        for index in first..self.moves.len().min(first + MOST_COMMON) {
            self.bring_best_to(index);
            let move_index = R::move_index(self.moves[index].mv);
            let known = f32::from(self.common.count(level, move_index)) / all;
            let work = (1.0 - known) / chance;
            if work < least_work {
                (best, least_work) = (index, work);
            }
            chance *= LATER_IS_WORSE;
        }
        if best > first {
            self.moves[best].order = self.moves[first].order.saturating_add(1);
        }
    }

    /// Counts a refutation of the previous move.
    #[inline]
    pub(super) fn note_reply(&mut self, mv: R::Move, left: u32) {
        if let Some(level) = level::<R, K>(left) {
            self.common.add(level, R::move_index(mv));
        }
    }

    /// Adds the candidates to the untried moves; with their addresses, if they are to be looked up
    /// there.
    #[inline]
    pub(super) fn add_moves(&mut self, position: &R, with_places: bool) {
        for &Candidate { mv, order } in self.candidates.iter() {
            let (mut again, mut address) = (false, Address::default());
            if with_places {
                let child = position.after(mv);
                again = is_again::<R, K>(position, &child);
                address = self.address(&child);
                self.table.prefetch(address);
            }
            self.moves.push(Untried {
                order,
                mv,
                again,
                address,
            });
        }
    }

    /// Removes the moves, from this index on, that are known from the table not to reach `wanted`,
    /// and returns the best answer known from the table (enhanced transposition cut-off,
    /// [Plaat 1996b]).
    #[inline]
    pub(super) fn look_ahead(&mut self, first: usize, wanted: Number) -> Number {
        let mut best = -Number::LIMIT;
        let mut kept = first;
        for index in first..self.moves.len() {
            let Untried { again, address, .. } = self.moves[index];
            let entry = self.table.probe(address);
            let question = Arithmetic::<R>::question(wanted, again);
            match entry.and_then(|entry| entry.answer(question)) {
                Some(answer) => best = best.max(Arithmetic::<R>::of_move(answer, again)),
                None => {
                    self.moves[kept] = self.moves[index];
                    kept += 1;
                }
            }
        }
        self.moves.truncate(kept);
        best
    }

    /// Brings the most promising move from this index on to this index; the others keep their
    /// order.
    #[inline]
    pub(super) fn bring_best_to(&mut self, first: usize) {
        let mut best = first;
        for index in first + 1..self.moves.len() {
            if self.moves[index].order > self.moves[best].order {
                best = index;
            }
        }
        self.moves[first..=best].rotate_right(1);
    }
}

/// Tells whether the side to move is the same in a position after a move.
#[inline]
pub(super) fn is_again<R: Rules, K: Knowledge<R>>(position: &R, child: &R) -> bool {
    !K::ALTERNATES && child.to_move() == position.to_move()
}

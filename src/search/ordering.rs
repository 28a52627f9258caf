//! Move ordering: the table's move, then the game's own order, then killers, then history.

use arrayvec::ArrayVec;

use crate::game::{Candidates, MAX_MOVES, Rules};
use crate::search::table::Entry;

/// What a search has learnt about which moves cut off.
pub(super) struct Ordering {
    killers: Vec<[u16; 2]>,
    /// How often and how deep a move cut off, by side and move index.
    history: [Vec<u32>; 2],
}

/// The moves of a node, handed out the most promising first. It is filled in place: a move list is
/// large, and copying it would cost more than searching most nodes.
pub(super) struct Picker<M> {
    pub(super) moves: Candidates<M>,
    ranks: ArrayVec<i64, MAX_MOVES>,
    next: usize,
    /// How many moves were put off.
    deferred: i64,
}

/// The highest rank of a move that was put off: behind all others.
const DEFERRED: i64 = i64::MIN + MAX_MOVES as i64;

const MOST_HISTORY: u32 = 1 << 24;

impl Ordering {
    pub(super) fn new<R: Rules>(plies: usize) -> Ordering {
        Ordering {
            killers: vec![[Entry::NO_MOVE; 2]; plies],
            history: [vec![0; R::MOVE_SPACE], vec![0; R::MOVE_SPACE]],
        }
    }

    /// Remembers a move that cut off.
    pub(super) fn reward<R: Rules>(&mut self, position: &R, ply: usize, depth: i32, mv: R::Move) {
        let index = position.move_index(mv);
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != index as u16
        {
            *killers = [index as u16, killers[0]];
        }
        let side = &mut self.history[position.to_move().index()];
        let bonus = (depth.max(1) as u32).pow(2);
        side[index] += bonus;
        if side[index] > MOST_HISTORY {
            side.iter_mut().for_each(|count| *count /= 2);
        }
    }

    /// Ranks the moves of a node.
    pub(super) fn rank<R: Rules>(
        &self,
        position: &R,
        ply: usize,
        table_move: u16,
        picker: &mut Picker<R::Move>,
    ) {
        let history = &self.history[position.to_move().index()];
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        for candidate in &picker.moves {
            let index = position.move_index(candidate.mv);
            let from_table = i64::from(index as u16 == table_move) << 62;
            let is_killer = killers.contains(&(index as u16));
            let learnt = i64::from(history[index]) + (i64::from(is_killer) << 28);
            picker
                .ranks
                .push(from_table + (i64::from(candidate.order) << 30) + learnt);
        }
    }
}

impl<M: Copy> Picker<M> {
    pub(super) fn new() -> Picker<M> {
        Picker {
            moves: Candidates::new(),
            ranks: ArrayVec::new(),
            next: 0,
            deferred: 0,
        }
    }

    /// How many moves there are in all.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Puts the move that was handed out last off, behind all others. It can be put off once:
    /// whether it was.
    pub(super) fn defer(&mut self) -> bool {
        let last = self.next - 1;
        if self.ranks[last] <= DEFERRED {
            return false;
        }
        self.ranks[last] = DEFERRED - self.deferred;
        self.deferred += 1;
        self.next = last;
        true
    }
}

impl<M: Copy> Iterator for Picker<M> {
    type Item = M;

    /// Selection, one at a time: most nodes need only the first few.
    fn next(&mut self) -> Option<M> {
        let count = self.moves.len();
        if self.next == count {
            return None;
        }
        let mut best = self.next;
        for index in self.next + 1..count {
            if self.ranks[index] > self.ranks[best] {
                best = index;
            }
        }
        // Rotation, not a swap, keeps equals in the order the game gave them.
        self.ranks[self.next..=best].rotate_right(1);
        self.moves[self.next..=best].rotate_right(1);
        self.next += 1;
        Some(self.moves[self.next - 1].mv)
    }
}

/// The legal moves in the game's own order. The root keeps those that a hook would drop: somebody
/// may want to know about them.
pub(crate) fn ordered_moves<R: Rules>(position: &R) -> Vec<R::Move> {
    let mut candidates = Candidates::new();
    position.expand(&mut candidates);
    candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.order));
    let mut moves: Vec<R::Move> = candidates.iter().map(|candidate| candidate.mv).collect();
    let dropped = position
        .legal_moves()
        .into_iter()
        .filter(|mv| !moves.contains(mv));
    let dropped: Vec<R::Move> = dropped.collect();
    moves.extend(dropped);
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Candidate;

    #[test]
    fn a_move_that_is_put_off_comes_last_and_once_only() {
        let mut picker = Picker::new();
        for (mv, rank) in [('a', 5), ('b', 7), ('c', 1), ('d', 3)] {
            picker.moves.push(Candidate { mv, order: 0 });
            picker.ranks.push(rank);
        }
        let mut order = String::new();
        while let Some(mv) = picker.next() {
            if "ba".contains(mv) && picker.defer() {
                continue;
            }
            order.push(mv);
        }
        assert_eq!(order, "dcba");
    }
}

//! Move ordering: the table's move, then the game's own order, to which the history may add, then
//! killers [Akl and Newborn 1977], then the history [Schaeffer 1983] alone.

use arrayvec::ArrayVec;

use crate::game::{Candidates, MAX_MOVES, MOVE_INDICES, Rules};
use crate::search::table::Entry;

/// What a search has learnt about which moves cut off.
pub(super) struct Ordering {
    killers: Vec<[u16; 2]>,
    /// By side and move index: positive where a move has cut off more than not.
    history: [Vec<i32>; 2],
}

/// The moves of a node, handed out the most promising first. It is filled in place: a move list is
/// large, and copying it would cost more than searching most nodes.
pub(super) struct Picker<M> {
    pub(super) moves: Candidates<M>,
    ranks: ArrayVec<Rank, MAX_MOVES>,
    /// How many moves are still to be handed out.
    left: usize,
    /// The move that was handed out last, by its place, and the rank it had.
    last: (usize, Rank),
    /// How many moves were put off.
    deferred: i64,
}

/// How promising a move is. The last byte is its place among the moves, counted from behind: so all
/// are different, equals stay in the order the game gave them, and the highest tells its place.
type Rank = i64;

const _: () = assert!(MAX_MOVES <= 1 << 8, "a place fits into a byte");

/// Of a move that was handed out.
const TAKEN: Rank = Rank::MIN;

/// The highest rank of a move that was put off: behind all others.
const DEFERRED: Rank = TAKEN + ((MAX_MOVES as Rank + 1) << 8);

const fn rank_of_place(place: usize) -> Rank {
    (MAX_MOVES - 1 - place) as Rank
}

/// The history of a move is between this and its opposite, and comes the slower the nearer.
const MOST_HISTORY: i32 = 1 << 14;

/// What the history of a move changes by when it cuts off, and of those before it when they do not:
/// for one ply, more for a deeper search, and at most.
const BONUS: i32 = 400;
const MOST_BONUS: i32 = MOST_HISTORY / 4;

/// What the game says of a move counts up to this.
const MOST_ORDER: i32 = 1 << 27;

impl Ordering {
    pub(super) fn new(plies: usize) -> Ordering {
        Ordering {
            killers: vec![[Entry::NO_MOVE; 2]; plies],
            history: [vec![0; MOVE_INDICES], vec![0; MOVE_INDICES]],
        }
    }

    /// Remembers a move that cut off, and that those before it did not.
    pub(super) fn reward<R: Rules>(
        &mut self,
        position: &R,
        ply: usize,
        depth: i32,
        mv: R::Move,
        picker: &Picker<R::Move>,
    ) {
        let index = R::move_index(mv);
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != index
        {
            *killers = [index, killers[0]];
        }
        let side = &mut self.history[position.to_move().index()];
        let bonus = (BONUS * depth.clamp(1, MOST_HISTORY / BONUS).pow(2)).min(MOST_BONUS);
        for tried in picker.tried().map(R::move_index) {
            let change = if tried == index { bonus } else { -bonus };
            let counter = &mut side[usize::from(tried) % MOVE_INDICES];
            *counter += change - *counter * bonus / MOST_HISTORY;
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
        for (place, candidate) in picker.moves.iter().enumerate() {
            let index = R::move_index(candidate.mv);
            let from_table = i64::from(index == table_move);
            let past = history[usize::from(index) % MOVE_INDICES];
            let earned = past * R::HISTORY / MOST_HISTORY;
            let order = (candidate.order + earned).clamp(-MOST_ORDER, MOST_ORDER);
            let is_killer = killers.contains(&index);
            picker.ranks.push(
                (from_table << 62)
                    + (i64::from(order) << 34)
                    + (i64::from(is_killer) << 33)
                    + (i64::from(past + MOST_HISTORY) << 8)
                    + rank_of_place(place),
            );
        }
        picker.left = picker.ranks.len();
    }
}

impl<M: Copy> Picker<M> {
    pub(super) fn new() -> Picker<M> {
        Picker {
            moves: Candidates::new(),
            ranks: ArrayVec::new(),
            left: 0,
            last: (0, TAKEN),
            deferred: 0,
        }
    }

    /// How many moves there are in all.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The moves that were handed out and not put off.
    fn tried(&self) -> impl Iterator<Item = M> {
        let moves = self.moves.iter().zip(&self.ranks);
        moves.filter_map(|(candidate, &rank)| (rank == TAKEN).then_some(candidate.mv))
    }

    /// Puts the move that was handed out last off, behind all others. It can be put off once:
    /// whether it was.
    pub(super) fn defer(&mut self) -> bool {
        let (place, rank) = self.last;
        if rank <= DEFERRED {
            return false;
        }
        self.ranks[place] = DEFERRED - ((self.deferred + 1) << 8) + rank_of_place(place);
        self.deferred += 1;
        self.left += 1;
        true
    }
}

impl<M: Copy> Iterator for Picker<M> {
    type Item = M;

    /// Selection, one at a time: most nodes need only the first few.
    fn next(&mut self) -> Option<M> {
        self.left = self.left.checked_sub(1)?;
        let best = self.ranks.iter().copied().fold(TAKEN, Rank::max);
        let place = MAX_MOVES - 1 - (best & 0xFF) as usize;
        self.last = (place, best);
        self.ranks[place] = TAKEN;
        Some(self.moves[place].mv)
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
    use crate::game::{Candidate, Game};
    use crate::games::tictactoe::TicTacToe;

    /// The moves of the empty board of tic-tac-toe, by their index, where the history counts as
    /// little as it can.
    fn in_order(ordering: &Ordering) -> (TicTacToe, Vec<u16>) {
        let position = TicTacToe::start();
        let mut picker = Picker::new();
        let moves = position.legal_moves().into_iter();
        let candidates = moves.map(|mv| Candidate { mv, order: 0 });
        picker.moves.extend(candidates);
        ordering.rank(&position, 0, Entry::NO_MOVE, &mut picker);
        (position, picker.map(TicTacToe::move_index).collect())
    }

    #[test]
    fn what_cut_off_is_tried_sooner_and_what_did_not_is_tried_later() {
        let mut ordering = Ordering::new(9);
        let (position, before) = in_order(&ordering);
        assert_eq!(before, (0..9).collect::<Vec<_>>());
        let mut picker = Picker::new();
        position.expand(&mut picker.moves);
        ordering.rank(&position, 5, Entry::NO_MOVE, &mut picker);
        let [first, second, third] = [(); 3].map(|()| picker.next().expect("a move"));
        ordering.reward(&position, 5, 3, third, &picker);
        let [first, second, third] = [first, second, third].map(TicTacToe::move_index);
        let (_, after) = in_order(&ordering);
        assert_eq!(after[0], third);
        let mut last = after[7..].to_vec();
        last.sort_unstable();
        let mut failed = vec![first, second];
        failed.sort_unstable();
        assert_eq!(last, failed);
    }

    #[test]
    fn a_move_that_is_put_off_comes_last_and_once_only() {
        let mut picker = Picker::new();
        for (place, (mv, rank)) in [('a', 5), ('b', 7), ('c', 1), ('d', 3)]
            .into_iter()
            .enumerate()
        {
            picker.moves.push(Candidate { mv, order: 0 });
            picker.ranks.push((rank << 8) + rank_of_place(place));
            picker.left += 1;
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

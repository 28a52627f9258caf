//! Move ordering: the table's move first, then the game's own order, to which the history may add,
//! then killers [Akl and Newborn 1977], then the history [Schaeffer 1983] alone.

use crate::game::{Knowledge, MOVE_INDICES, Moves, Rules};
use crate::resources::Entry;

/// The moves that have caused cutoffs in a search so far.
pub(super) struct Ordering {
    killers: Vec<[u16; 2]>,
    /// By side and move index: positive for moves that caused more cutoffs than not.
    history: [Vec<i32>; 2],
}

/// The moves of a node, handed out with the most promising first. Lists are reused for other nodes.
pub(super) struct Picker<M> {
    pub(super) moves: Moves<M>,
    ranks: Vec<Rank>,
    /// The number of moves still to be handed out.
    left: usize,
    /// The index of the last move handed out, and its rank.
    last: (usize, Rank),
    /// The number of deferred moves.
    deferred: i64,
}

/// How promising a move is. The lowest bits are its index among the moves, counted from the end: so
/// all ranks are different, equal moves keep the order the game gave them, and the highest rank
/// tells its index.
type Rank = i64;

/// The number of bits of an index, and the largest index.
const PLACE_BITS: u32 = 16;
const LAST_PLACE: usize = (1 << PLACE_BITS) - 1;

/// The rank of a move that was handed out.
const TAKEN: Rank = Rank::MIN;

/// The highest rank of a deferred move: after all others.
const DEFERRED: Rank = TAKEN + ((LAST_PLACE as Rank + 1) << PLACE_BITS);

const fn rank_of_place(place: usize) -> Rank {
    LAST_PLACE.saturating_sub(place) as Rank
}

/// The limit of a history value in both directions; changes get smaller near it.
const MOST_HISTORY: i32 = 1 << 14;

/// The change of the history of a move that causes a cutoff, and of those before it that do not:
/// per ply, more for a deeper search, and at most.
const BONUS: i32 = 400;
const MOST_BONUS: i32 = MOST_HISTORY / 4;

/// The limit of the game's own order.
const MOST_ORDER: i32 = 1 << 19;

impl Ordering {
    pub(super) fn new(plies: usize) -> Ordering {
        Ordering {
            killers: vec![[Entry::NO_MOVE; 2]; plies],
            history: [vec![0; MOVE_INDICES], vec![0; MOVE_INDICES]],
        }
    }

    /// Rewards a move that caused a cutoff, and penalizes those tried before it.
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
    pub(super) fn rank<R: Rules, K: Knowledge<R>>(
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
            let earned = past * K::HISTORY / MOST_HISTORY;
            let order = (candidate.order + earned).clamp(-MOST_ORDER, MOST_ORDER);
            let is_killer = killers.contains(&index);
            picker.ranks.push(
                (from_table << 62)
                    + (i64::from(order) << 42)
                    + (i64::from(is_killer) << 41)
                    + (i64::from(past + MOST_HISTORY) << PLACE_BITS)
                    + rank_of_place(place),
            );
        }
        picker.left = picker.ranks.len();
    }
}

impl<M> Default for Picker<M> {
    fn default() -> Self {
        Picker {
            moves: Moves::new(),
            ranks: Vec::new(),
            left: 0,
            last: (0, TAKEN),
            deferred: 0,
        }
    }
}

impl<M: Copy> Picker<M> {
    /// Empties it, for another node.
    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.ranks.clear();
        (self.left, self.last, self.deferred) = (0, (0, TAKEN), 0);
    }

    /// The number of all moves.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The moves that were handed out and not deferred.
    fn tried(&self) -> impl Iterator<Item = M> {
        let moves = self.moves.iter().zip(&self.ranks);
        moves.filter_map(|(candidate, &rank)| (rank == TAKEN).then_some(candidate.mv))
    }

    /// Defers the last move handed out until after all others. Returns whether it was; a move can
    /// be deferred only once.
    pub(super) fn defer(&mut self) -> bool {
        let (place, rank) = self.last;
        if rank <= DEFERRED {
            return false;
        }
        self.ranks[place] = DEFERRED - ((self.deferred + 1) << PLACE_BITS) + rank_of_place(place);
        self.deferred += 1;
        self.left += 1;
        true
    }
}

impl<M: Copy> Iterator for Picker<M> {
    type Item = M;

    /// Selection, one at a time: most nodes need only the first few moves.
    fn next(&mut self) -> Option<M> {
        self.left = self.left.checked_sub(1)?;
        let best = self.ranks.iter().copied().fold(TAKEN, Rank::max);
        let place = LAST_PLACE - (best as usize & LAST_PLACE);
        self.last = (place, best);
        self.ranks[place] = TAKEN;
        Some(self.moves[place].mv)
    }
}

/// The legal moves in the game's own order, or the rolls, the likeliest first. The root keeps those moves
/// that a hook would drop: somebody may want to know about them.
pub(crate) fn ordered_moves<R: Rules>(knowledge: &impl Knowledge<R>, position: &R) -> Vec<R::Move> {
    if position.is_chance() {
        let mut rolls = position.legal_moves();
        rolls.sort_by_key(|&roll| std::cmp::Reverse(position.weight(roll)));
        return rolls;
    }
    let mut candidates = Moves::new();
    knowledge.expand(position, &mut candidates);
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
    use crate::game::{Game, NoKnowledge};
    use crate::games::tictactoe::TicTacToe;

    /// The moves of the empty tic-tac-toe board, by their index, with the lowest weight of the
    /// history.
    fn in_order(ordering: &Ordering) -> (TicTacToe, Vec<u16>) {
        let position = TicTacToe::start();
        let mut picker = Picker::default();
        picker.moves.extend(position.legal_moves());
        ordering.rank::<_, NoKnowledge>(&position, 0, Entry::NO_MOVE, &mut picker);
        (position, picker.map(TicTacToe::move_index).collect())
    }

    #[test]
    fn what_cut_off_is_tried_sooner_and_what_did_not_is_tried_later() {
        let mut ordering = Ordering::new(9);
        let (position, before) = in_order(&ordering);
        assert_eq!(before, (0..9).collect::<Vec<_>>());
        let mut picker = Picker::default();
        position.moves(&mut picker.moves);
        ordering.rank::<_, NoKnowledge>(&position, 5, Entry::NO_MOVE, &mut picker);
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

    /// The moves of the empty board at a ply, each by its index, if the game ranks one above the
    /// others.
    fn in_order_at(ordering: &Ordering, ply: usize, better: u16) -> Vec<u16> {
        let position = TicTacToe::start();
        let mut picker = Picker::default();
        for mv in position.legal_moves() {
            let order = i32::from(TicTacToe::move_index(mv) == better);
            picker.moves.push_ranked(mv, order);
        }
        ordering.rank::<_, NoKnowledge>(&position, ply, Entry::NO_MOVE, &mut picker);
        picker.map(TicTacToe::move_index).collect()
    }

    /// Records a cutoff at a ply by the move with this index, as the first that was tried.
    fn cut_off(ordering: &mut Ordering, ply: usize, depth: i32, index: u16) {
        let position = TicTacToe::start();
        let mut picker = Picker::default();
        let moves = position.legal_moves().into_iter();
        let wanted = moves.filter(|&mv| TicTacToe::move_index(mv) == index);
        picker.moves.extend(wanted);
        ordering.rank::<_, NoKnowledge>(&position, ply, Entry::NO_MOVE, &mut picker);
        let mv = picker.next().expect("a move");
        ordering.reward(&position, ply, depth, mv, &picker);
    }

    #[test]
    fn the_killers_of_a_ply_go_before_moves_of_the_same_order_whatever_their_history() {
        let mut ordering = Ordering::new(9);
        // Move 8 has the best history, from another ply.
        for _ in 0..10 {
            cut_off(&mut ordering, 2, 9, 8);
        }
        for index in [5, 6, 7] {
            cut_off(&mut ordering, 4, 1, index);
        }
        // The game's order comes first, then the last two killers, then the history.
        assert_eq!(in_order_at(&ordering, 4, 3)[..5], [3, 6, 7, 8, 5]);
        // They are not killers of other plies.
        for ply in [3, 5] {
            assert_eq!(in_order_at(&ordering, ply, 3)[..2], [3, 8], "ply {ply}");
        }
        // The same move twice is one killer, and the one before it stays.
        cut_off(&mut ordering, 4, 1, 7);
        assert_eq!(in_order_at(&ordering, 4, 3)[..4], [3, 7, 6, 8]);
    }

    #[test]
    fn a_move_that_is_put_off_comes_last_and_once_only() {
        let mut picker = Picker::default();
        for (place, (mv, rank)) in [('a', 5), ('b', 7), ('c', 1), ('d', 3)]
            .into_iter()
            .enumerate()
        {
            picker.moves.push(mv);
            picker
                .ranks
                .push((rank << PLACE_BITS) + rank_of_place(place));
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

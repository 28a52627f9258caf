//! A look ahead: a few plies of alpha-beta with nothing but an evaluation, where a search of its own
//! costs less than a wrong order of moves. The solver asks for it; [`Knowledge::look_ahead`] says where
//! it pays.

use super::deepening::Deepening;
use crate::game::{Evaluation, Knowledge, Moves, Rules, Side};
use crate::resources::Foresight;

impl<R: Rules, K: Knowledge<R>, E: Evaluation<R>> Foresight<R> for Deepening<R, K, E> {
    fn order(
        &self,
        position: &R,
        plies: u32,
        moves: &mut Moves<R::Move>,
        lists: &mut Vec<Moves<R::Move>>,
    ) -> u64 {
        let accumulator = self.evaluation.start(position);
        let grain = self.grain();
        let mut ahead = Ahead::new(self, plies, lists);
        let mut slot = accumulator.clone();
        for candidate in moves.iter_mut() {
            let from = (position, &accumulator);
            let value = ahead.of_move(from, candidate.mv, &mut slot, plies, Bounds::NONE);
            candidate.order += value * K::ADVANTAGE / grain;
        }
        ahead.positions
    }

    fn estimate(&self, position: &R, plies: u32, lists: &mut Vec<Moves<R::Move>>) -> i32 {
        let accumulator = self.evaluation.start(position);
        let mut ahead = Ahead::new(self, plies, lists);
        let value = ahead.of_best(position, &accumulator, plies, Bounds::NONE);
        value.div_euclid(self.grain())
    }
}

impl<R: Rules, K: Knowledge<R>, E: Evaluation<R>> Deepening<R, K, E> {
    fn grain(&self) -> i32 {
        i32::from(self.evaluation.grain()).max(1)
    }
}

/// The values of interest: above `alpha` and below `beta`.
#[derive(Clone, Copy)]
struct Bounds {
    alpha: i32,
    beta: i32,
}

impl Bounds {
    /// More than any evaluation.
    const LARGEST: i32 = 20_001;

    const NONE: Bounds = Bounds {
        alpha: -Bounds::LARGEST,
        beta: Bounds::LARGEST,
    };

    fn swapped(self) -> Bounds {
        Bounds {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

/// A look ahead in progress. Values are in the evaluation's units, seen from the side to move.
struct Ahead<'a, R: Rules, K, E> {
    knowledge: &'a K,
    evaluation: &'a E,
    /// A list of moves for each number of plies that are left.
    lists: &'a mut Vec<Moves<R::Move>>,
    /// The number of positions looked at.
    positions: u64,
}

impl<'a, R: Rules, K: Knowledge<R>, E: Evaluation<R>> Ahead<'a, R, K, E> {
    fn new(owner: &'a Deepening<R, K, E>, plies: u32, lists: &'a mut Vec<Moves<R::Move>>) -> Self {
        let wanted = plies as usize + 1;
        if lists.len() < wanted {
            lists.resize_with(wanted, Moves::new);
        }
        Ahead {
            knowledge: &owner.knowledge,
            evaluation: &owner.evaluation,
            lists,
            positions: 0,
        }
    }

    /// The value of a move, `plies` plies after it. `slot` is for the accumulator after the move.
    fn of_move(
        &mut self,
        (position, accumulator): (&R, &E::Accumulator),
        mv: R::Move,
        slot: &mut E::Accumulator,
        plies: u32,
        bounds: Bounds,
    ) -> i32 {
        self.positions += 1;
        let after = position.after(mv);
        self.evaluation
            .update_into(slot, accumulator, position, mv, &after);
        if !K::ALTERNATES && after.to_move() == position.to_move() {
            return self.of_best(&after, slot, plies, bounds);
        }
        -self.of_best(&after, slot, plies, bounds.swapped())
    }

    /// The value of the best move, or of the position as it stands where no move is looked at.
    fn of_best(
        &mut self,
        position: &R,
        accumulator: &E::Accumulator,
        plies: u32,
        mut bounds: Bounds,
    ) -> i32 {
        if plies == 0 {
            return self.at_sight(position, accumulator);
        }
        let place = plies as usize;
        let mut moves = std::mem::take(&mut self.lists[place]);
        moves.clear();
        self.knowledge.moves_ahead(position, &mut moves);
        let mut best = None;
        let mut slot = accumulator.clone();
        for candidate in moves.iter() {
            let from = (position, accumulator);
            let value = self.of_move(from, candidate.mv, &mut slot, plies - 1, bounds);
            best = best.max(Some(value));
            bounds.alpha = bounds.alpha.max(value);
            if bounds.alpha >= bounds.beta {
                break;
            }
        }
        self.lists[place] = moves;
        best.unwrap_or_else(|| self.at_sight(position, accumulator))
    }

    fn at_sight(&self, position: &R, accumulator: &E::Accumulator) -> i32 {
        let value = self.evaluation.value(position, accumulator);
        match position.to_move() {
            Side::Black => value,
            Side::White => -value,
        }
    }
}

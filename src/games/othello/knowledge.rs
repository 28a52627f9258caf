//! What Othello knows about itself.

use super::rules::{Othello, Square};
use super::{ending, order};
use crate::game::{Expansion, Knowledge, Moves, Value};

/// The order of moves, and the last squares.
#[derive(Clone, Copy, Debug, Default)]
pub struct OthelloKnowledge;

impl Knowledge<Othello> for OthelloKnowledge {
    type Memory = ending::LastSquares;

    const ALTERNATES: bool = true;
    const ANSWERED_FROM: u32 = 2 * ending::MOST_EMPTY;

    // The search gets nearly as far, as it passes over what is improbable: the solver takes its last
    // iteration.
    const SOLVER_REACH: u32 = 108;

    const HISTORY: i32 = 50;

    fn max_choices(&self, position: &Othello) -> Option<u32> {
        // A pass is none.
        Some(position.empty().count_ones())
    }

    fn null_move(&self, position: &Othello) -> Option<Othello> {
        (position.placements() != 0).then(|| position.passed())
    }

    #[inline]
    fn expand(&self, position: &Othello, moves: &mut Moves<Square>) -> Expansion {
        order::rank_moves(position, moves);
        Expansion::Open
    }

    #[inline]
    fn reorder(&self, position: &Othello, moves: &mut Moves<Square>) {
        order::judge_moves(position, moves);
    }

    #[inline]
    fn bounds(&self, _: &Othello) -> (Value, Value) {
        // Stable discs tell more, but only where much is asked for: see `answer`.
        (Value(-64), Value(64))
    }

    fn estimate(&self, position: &Othello) -> Value {
        order::estimate(position)
    }

    #[inline]
    fn answer(
        &self,
        position: &Othello,
        wanted: Value,
        memory: &mut ending::LastSquares,
        _: &mut u64,
    ) -> Option<Value> {
        ending::answer(position, wanted, memory)
    }
}

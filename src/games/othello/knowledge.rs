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

    const ADVANTAGE: i32 = order::DISC;

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
    fn look_ahead(&self, position: &Othello) -> Option<u32> {
        order::plies_ahead(position)
    }

    #[inline]
    fn moves_ahead(&self, position: &Othello, moves: &mut Moves<Square>) {
        // A pass is not followed.
        moves.extend(position.placements_in_order());
    }

    #[inline]
    fn bounds(&self, _: &Othello) -> (Value, Value) {
        // Stable discs tell more, but only where much is asked for: see `answer`.
        (Value(-64), Value(64))
    }

    fn look_ahead_for_margin(&self, position: &Othello) -> Option<u32> {
        // It takes a few milliseconds at most: with more empty squares there are more moves.
        Some(match position.empty().count_ones() {
            0..=24 => 7,
            25..=32 => 5,
            _ => 3,
        })
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

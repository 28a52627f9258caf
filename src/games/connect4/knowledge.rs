//! What Connect 4 knows about itself.

use super::expansion;
use super::rules::{Column, Connect4};
use crate::game::{Expansion, Knowledge, Moves, Rules, Symmetry, Value};

/// Wins and losses that are seen without a search, who gets which cells at the end, and mirror images.
#[derive(Clone, Copy, Debug, Default)]
pub struct Connect4Knowledge;

impl<const COLUMNS: usize, const ROWS: usize> Knowledge<Connect4<COLUMNS, ROWS>>
    for Connect4Knowledge
{
    type Memory = ();

    const ALTERNATES: bool = true;

    // Three plies are seen by `expand`.
    const QUICKEST_WIN: u32 = 5;

    // About twice as far is solved in the same time; what the solver learns before serves later.
    const SOLVER_REACH: u32 = 300;

    #[inline]
    fn expand(&self, position: &Connect4<COLUMNS, ROWS>, moves: &mut Moves<Column>) -> Expansion {
        expansion::expand(position, moves)
    }

    #[inline]
    fn bounds(&self, position: &Connect4<COLUMNS, ROWS>) -> (Value, Value) {
        expansion::bounds(position)
    }

    /// A position and its mirror image share the key in the first third of the game; later they
    /// hardly meet in one search.
    #[inline]
    fn key(&self, position: &Connect4<COLUMNS, ROWS>) -> u64 {
        if Connect4::<COLUMNS, ROWS>::is_late(position.discs()) {
            position.key()
        } else {
            position.canonical_key()
        }
    }

    /// The cells of the side to move: its opponent's last move has not changed them.
    #[inline]
    fn family(&self, position: &Connect4<COLUMNS, ROWS>) -> u64 {
        Connect4::<COLUMNS, ROWS>::family_of(position.mover(), position.discs())
    }

    #[inline]
    fn next_family(&self, position: &Connect4<COLUMNS, ROWS>) -> Option<u64> {
        Some(Connect4::<COLUMNS, ROWS>::family_of(
            position.opponent(),
            position.discs() + 1,
        ))
    }
}

//! The knowledge of Stonehenge.

use super::rules::{Placement, Stonehenge};
use super::{ending, keys, ordering};
use crate::game::{Expansion, Knowledge, Moves, Value};

/// The moves worth trying, keys that equivalent positions share, and the exact values of the last
/// plies.
#[derive(Clone, Copy, Debug, Default)]
pub struct StonehengeKnowledge;

impl Knowledge<Stonehenge> for StonehengeKnowledge {
    type Memory = ();

    const ALTERNATES: bool = true;
    const ANSWERED_FROM: u32 = ending::MOST_EMPTY;
    // Positions two moves further on have to be in the table.
    const COMMON_REPLIES_FROM: Option<u32> = Some(ending::MOST_EMPTY + 3);

    fn expand(&self, position: &Stonehenge, moves: &mut Moves<Placement>) -> Expansion {
        ordering::expand(position, moves)
    }

    #[inline]
    fn answer(
        &self,
        position: &Stonehenge,
        _: Value,
        (): &mut (),
        nodes: &mut u64,
    ) -> Option<Value> {
        ending::answer(position, nodes)
    }

    fn key(&self, position: &Stonehenge) -> u64 {
        keys::canonical_key(position)
    }
}

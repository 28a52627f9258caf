//! What Stonehenge knows about itself.

use super::rules::{Placement, Stonehenge};
use super::{ending, keys, ordering};
use crate::game::{Expansion, Knowledge, Moves, Value};

/// Which moves are worth trying, positions that are worth the same, and the last cells.
#[derive(Clone, Copy, Debug, Default)]
pub struct StonehengeKnowledge;

impl Knowledge<Stonehenge> for StonehengeKnowledge {
    type Memory = ();

    const ALTERNATES: bool = true;
    const ANSWERED_FROM: u32 = ending::MOST_EMPTY;
    // What comes after two moves more has to be in the table.
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

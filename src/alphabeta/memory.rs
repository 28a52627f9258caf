//! Probing the table at a node, and storing results there.

use super::near::Near;
use super::node::{Node, Tree};
use super::window::Window;
use crate::game::{Evaluation, Knowledge, Rules, Score};
use crate::resources::{Bound, Entry};

impl<R: Rules, K: Knowledge<R>, E: Evaluation<R>, const PLAIN: bool> Tree<'_, R, K, E, PLAIN> {
    /// The key of a position in the table, with all bits mixed. Exact keys stay exact: the salt
    /// uses bits that the key does not, and the mixing is reversible.
    pub(super) fn table_key(&self, position: &R) -> u64 {
        const SALT_SHIFT: u32 = 56;
        let salt = u64::from(self.salt) << SALT_SHIFT;
        match R::KEY_BITS {
            Some(bits) if bits <= SALT_SHIFT => mix(position.key() | salt),
            _ => mix(position.key() ^ mix(salt)),
        }
    }

    /// The score of the table's entry, if it decides the node.
    pub(super) fn recall(
        &mut self,
        entry: Entry,
        node: &Node<R>,
        depth: i32,
        window: Window,
    ) -> Option<Score> {
        let score = entry.score.seen_from_earlier(node.ply as u32);
        let enough = entry.bound != Bound::Upper && score >= window.beta;
        let too_little = entry.bound != Bound::Lower && score <= window.alpha;
        // Below a roll, windows are wide.
        let within = R::CHANCE && entry.bound == Bound::Exact;
        if !enough && !too_little && !within {
            return None;
        }
        // A proved win is a lower bound at any depth, and a proved loss an upper bound.
        let wins = score.is_proved() && score > Score::ZERO;
        let loses = score.is_proved() && score < Score::ZERO;
        if !PLAIN && (entry.complete || (enough && wins) || (too_little && loses)) {
            return Some(score);
        }
        let searched = i32::from(entry.depth);
        let deep_enough = if PLAIN {
            searched == depth
        } else {
            searched >= depth
        };
        self.judgements += u64::from(deep_enough);
        deep_enough.then_some(score)
    }

    /// The tables' entry for a node that is to be searched to this depth.
    #[inline]
    pub(super) fn probe(&self, key: u64, depth: i32) -> Option<Entry> {
        if PLAIN {
            // If positions can repeat, the score of a node depends on the path to it.
            return (!R::REPETITION.is_possible())
                .then(|| self.table.probe(key))
                .flatten();
        }
        let far = (depth > Near::DEPTH).then(|| self.table.probe(key));
        far.flatten().or_else(|| self.near.probe(key))
    }

    pub(super) fn store(
        &mut self,
        node: &Node<R>,
        depth: i32,
        complete: bool,
        window: Window,
        score: Score,
        best_move: Option<R::Move>,
    ) {
        let bound = if score >= window.beta {
            Bound::Lower
        } else if score > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        // Beyond the horizon, a score depends on the remaining depth of quiescence.
        if depth < 0 && !complete {
            return;
        }
        let depth = depth.clamp(0, i32::from(Entry::MAX_DEPTH)) as u8;
        let mv = best_move.map_or(Entry::NO_MOVE, R::move_index);
        let score = score.seen_from_later(node.ply as u32);
        let entry = Entry {
            score,
            bound,
            depth,
            complete,
            mv,
        };
        if PLAIN || i32::from(depth) > Near::DEPTH {
            self.table.store(node.key, entry);
        } else {
            self.near.store(node.key, entry);
        }
    }
}

/// A reversible mixing of 64 bits, so that different numbers stay different (the finalizer of
/// splitmix64, [Vigna 2015]).
const fn mix(mut x: u64) -> u64 {
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

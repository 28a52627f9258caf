//! Repetitions: the positions on the path to a node, including those of the game so far.
//!
//! A repeated position is treated as the end of the game, and its value as a judgement: a score
//! based on it depends on the path, so that it is never stored as exact, nor shown as proved. It is
//! stored as a searched value all the same, as chess programs do: the graph-history interaction
//! [Campbell 1985] then costs a little accuracy, but no proof is wrong.

use super::node::{Node, Tree};
use crate::game::{Evaluation, Knowledge, Rules, Score};

/// The keys of the positions that would be repeated, the oldest first.
pub(super) struct Path(Vec<u64>);

impl Path {
    /// The path to the root of a search, the root included.
    pub(super) fn new<R: Rules>(past: &[u64], root: &R) -> Path {
        let mut path = Path(Vec::new());
        if R::REPETITION.is_possible() {
            path.0.extend_from_slice(past);
            path.push(root);
        }
        path
    }

    /// Adds a position whose moves are searched.
    #[inline]
    pub(super) fn push<R: Rules>(&mut self, position: &R) {
        if R::REPETITION.is_possible() {
            self.0.push(position.repetition_key());
        }
    }

    #[inline]
    pub(super) fn pop<R: Rules>(&mut self) {
        if R::REPETITION.is_possible() {
            self.0.pop();
        }
    }

    /// The index of the first position that may be repeated after a move, if it was `since` before.
    #[inline]
    pub(super) fn since<R: Rules>(&self, before: &R, mv: R::Move, since: usize) -> usize {
        if R::REPETITION.is_possible() && before.is_irreversible(mv) {
            self.0.len()
        } else {
            since
        }
    }
}

impl<R: Rules, K: Knowledge<R>, E: Evaluation<R>, const PLAIN: bool> Tree<'_, R, K, E, PLAIN> {
    /// The score of a node that repeats a position.
    #[inline]
    pub(super) fn repeated(&mut self, node: &Node<R>) -> Option<Score> {
        if !R::REPETITION.is_possible() {
            return None;
        }
        let key = node.position.repetition_key();
        let earlier = self.path.0.get(node.since..)?;
        if !earlier.contains(&key) || node.position.outcome().is_some() {
            return None;
        }
        self.judgements += 1;
        let value = node.position.repeated().seen_by(node.position.to_move());
        if R::CHANCE {
            return Some(Score::evaluation(self.evaluation.worth(value)));
        }
        // A judgement, however good or bad: it must not outrank proved results.
        Some(match value.0.signum() {
            0 => Score::ZERO,
            1 => Score::MAX_EVALUATION,
            _ => -Score::MAX_EVALUATION,
        })
    }
}

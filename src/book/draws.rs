//! What an exact book has beyond its last plies: the drawn positions that follow from drawn ones.
//!
//! A draw is what many moves throw away and few keep, some of them only just. Whoever follows the
//! drawn lines meets fewer positions with each ply than there are, and a move to none of them loses.

use std::collections::HashSet;

use super::positions::{Place, Positions};
use super::worth::Worth;
use crate::game::Rules;

#[cfg(test)]
mod tests;

/// Goes from ply to ply.
pub(super) struct DrawnLines<'a, R> {
    positions: &'a Positions<R>,
    met: HashSet<u64>,
    drawn: Vec<R>,
}

impl<'a, R: Rules> DrawnLines<'a, R> {
    /// Begins with the last positions of a book that are drawn; `worths` are those of all its
    /// positions up to there.
    pub(super) fn new(positions: &'a Positions<R>, worths: &[Option<Worth>]) -> Self {
        let places = positions.places().iter().zip(worths);
        let drawn = places.filter(|(place, worth)| {
            let is_drawn = worth.is_some_and(Worth::is_drawn);
            !place.inner && is_drawn
        });
        DrawnLines {
            positions,
            met: HashSet::new(),
            drawn: drawn.map(|(place, _)| place.position.clone()).collect(),
        }
    }

    /// Those to go on from.
    pub(super) fn drawn(&self) -> &[R] {
        &self.drawn
    }

    /// The unfinished positions that come next, which may be drawn. Those that are have to be
    /// [kept](Self::keep).
    pub(super) fn next(&mut self) -> Vec<Place<R>> {
        let mut next = Vec::new();
        for position in std::mem::take(&mut self.drawn) {
            for mv in position.legal_moves() {
                let position = position.after(mv);
                let key = position.symmetric_key();
                let mut is_new = || self.positions.find(key).is_none() && self.met.insert(key);
                if position.outcome().is_none() && is_new() {
                    next.push(Place {
                        key,
                        position,
                        inner: false,
                    });
                }
            }
        }
        next
    }

    /// Goes on from this position as well.
    pub(super) fn keep(&mut self, position: R) {
        self.drawn.push(position);
    }
}

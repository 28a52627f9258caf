//! The drawn lines of an exact book: drawn positions beyond its last plies that follow from drawn
//! ones.
//!
//! Most moves throw a draw away, and few keep it. After each drawn position of the last ply the
//! book has those successors that are drawn, and so on after each successor that is hard: a short
//! search does not find its draw. There, a position that is missing from the book is not a draw;
//! elsewhere, a missing position is easy to solve.

use std::collections::HashSet;

use super::positions::{Node, Positions};
use super::worth::{Form, Worth};
use crate::game::{Game, Value};
use crate::search::{Limits, Stop, Stopped, Table};
use crate::solve::Solver;

#[cfg(test)]
mod tests;

/// The class of a position after a drawn one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Draw {
    /// A draw that a short search finds.
    Easy,
    /// A draw that a short search does not find.
    Hard,
    /// A win or a loss.
    None,
}

/// The size in MiB of the table for a short search of `nodes` nodes.
fn short_table(nodes: u64) -> usize {
    nodes.div_ceil(1 << 16).clamp(1, 4) as usize
}

impl Draw {
    /// Classifies a position; a short search has at most `nodes` nodes.
    pub(super) fn of<R: Game>(
        position: &R,
        nodes: u64,
        table: &mut Table,
        stop: &Stop,
    ) -> Result<Draw, Stopped> {
        if !Solver::new(R::Knowledge::default(), table, &Limits::none(), stop).is_draw(position)? {
            return Ok(Draw::None);
        }
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::none()
        };
        // Start with an empty table, so that the result does not depend on earlier searches.
        let is_easy = Table::new(short_table(nodes)).is_ok_and(|mut table| {
            let mut solver = Solver::new(R::Knowledge::default(), &mut table, &limits, stop);
            solver.is_draw(position).is_ok()
        });
        if stop.is_requested() {
            return Err(Stopped);
        }
        Ok(if is_easy { Draw::Easy } else { Draw::Hard })
    }

    /// The value that encodes the class in a journal of the given form.
    pub(super) fn worth<R: Game>(self, form: Form) -> Worth {
        let value = match self {
            Draw::Easy => Value::LOSS,
            Draw::Hard => Value::DRAW,
            Draw::None => Value::WIN,
        };
        form.result::<R>(value, 1)
    }

    /// Decodes the class.
    pub(super) fn of_worth(worth: Worth) -> Draw {
        match worth.rank().signum() {
            0 => Draw::Hard,
            -1 => Draw::Easy,
            _ => Draw::None,
        }
    }
}

/// Extends a book along drawn positions, ply by ply.
pub(super) struct DrawnLines<'a, R> {
    positions: &'a Positions<R>,
    met: HashSet<u64>,
    /// The positions to extend.
    drawn: Vec<R>,
}

impl<'a, R: Game> DrawnLines<'a, R> {
    /// Starts from the drawn positions of the last ply; `worths` are the values of all positions up
    /// to there.
    pub(super) fn new(positions: &'a Positions<R>, worths: &[Option<Worth>]) -> Self {
        let nodes = positions.nodes().iter().zip(worths);
        let drawn = nodes.filter(|(node, worth)| {
            let is_drawn = worth.is_some_and(Worth::is_drawn);
            !node.inner && is_drawn
        });
        DrawnLines {
            positions,
            met: HashSet::new(),
            drawn: drawn.map(|(node, _)| node.position.clone()).collect(),
        }
    }

    /// The next unfinished positions, each once; `None` when there are no more. Those to be
    /// extended have to be [kept](Self::keep).
    pub(super) fn next(&mut self) -> Option<Vec<Node<R>>> {
        let mut next = Vec::new();
        for position in std::mem::take(&mut self.drawn) {
            for position in after(&position) {
                // Use the canonical image, however it was reached: images may differ in how hard
                // they are.
                let position = position.canonical();
                let key = position.canonical_key();
                if self.positions.find(key).is_none() && self.met.insert(key) {
                    next.push(Node {
                        key,
                        position,
                        inner: false,
                    });
                }
            }
        }
        (!next.is_empty()).then_some(next)
    }

    /// Extends this position as well.
    pub(super) fn keep(&mut self, position: R) {
        self.drawn.push(position);
    }
}

/// The unfinished positions after each move.
pub(super) fn after<R: Game>(position: &R) -> Vec<R> {
    let moves = position.legal_moves().into_iter();
    let children = moves.map(|mv| position.after(mv));
    children.filter(|child| child.outcome().is_none()).collect()
}

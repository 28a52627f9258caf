//! What an exact book has beyond its last plies: drawn positions that follow from drawn ones.
//!
//! A draw is what many moves throw away and few keep, some of them only just. After each drawn
//! position of the last ply the book has those that are drawn, and so it goes on after each of them
//! that is hard: a short search does not find out that it is drawn. What is not in the book there is
//! no draw, and what is not in it elsewhere is easy to find.

use std::collections::HashSet;

use super::positions::{Place, Positions};
use super::worth::{Form, Worth};
use crate::game::{Game, Value};
use crate::search::{Limits, Stop, Stopped, Table};
use crate::solve::Solver;

#[cfg(test)]
mod tests;

/// What is found out about a position after a drawn one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Draw {
    /// It is drawn, and a short search finds that out.
    Easy,
    /// It is drawn.
    Hard,
    /// It is won or lost.
    None,
}

/// The table of a short search of so many nodes, in MiB.
fn short_table(nodes: u64) -> usize {
    nodes.div_ceil(1 << 16).clamp(1, 4) as usize
}

impl Draw {
    /// Finds out what it is; a search of more than so many nodes is no short one.
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
        // It begins with an empty table, so that what is easy does not depend on what came before.
        let is_easy = Table::new(short_table(nodes)).is_ok_and(|mut table| {
            let mut solver = Solver::new(R::Knowledge::default(), &mut table, &limits, stop);
            solver.is_draw(position).is_ok()
        });
        if stop.is_requested() {
            return Err(Stopped);
        }
        Ok(if is_easy { Draw::Easy } else { Draw::Hard })
    }

    /// What stands for it where values of that form are kept.
    pub(super) fn worth<R: Game>(self, form: Form) -> Worth {
        let value = match self {
            Draw::Easy => Value::LOSS,
            Draw::Hard => Value::DRAW,
            Draw::None => Value::WIN,
        };
        form.result::<R>(value, 1)
    }

    /// What that stands for.
    pub(super) fn of_worth(worth: Worth) -> Draw {
        match worth.rank().signum() {
            0 => Draw::Hard,
            -1 => Draw::Easy,
            _ => Draw::None,
        }
    }
}

/// Goes on from drawn positions, ply by ply.
pub(super) struct DrawnLines<'a, R> {
    positions: &'a Positions<R>,
    met: HashSet<u64>,
    /// Those to go on from.
    drawn: Vec<R>,
}

impl<'a, R: Game> DrawnLines<'a, R> {
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

    /// The unfinished positions that come next, each of them once; `None` when there are no more.
    /// Those to go on from have to be [kept](Self::keep).
    pub(super) fn next(&mut self) -> Option<Vec<Place<R>>> {
        let mut next = Vec::new();
        for position in std::mem::take(&mut self.drawn) {
            for position in after(&position) {
                // However it was reached: images may differ in how hard they are.
                let position = position.canonical();
                let key = position.canonical_key();
                if self.positions.find(key).is_none() && self.met.insert(key) {
                    next.push(Place {
                        key,
                        position,
                        inner: false,
                    });
                }
            }
        }
        (!next.is_empty()).then_some(next)
    }

    /// Goes on from this position as well.
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

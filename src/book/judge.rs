//! Who finds the values of the last positions of a book.

use super::draws::Draw;
use super::moves::decided;
use super::origin::SearchLimit;
use super::worth::{Form, Worth};
use crate::game::{Game, Score};
use crate::search::{
    Foresight, Limits, Search, Searcher, Stop, Stopped, Table, TimeBudget, Tuning,
};
use crate::solve::Solver;

/// Who finds the values of the last positions of a book.
pub enum Judge<'a, R: Game> {
    /// The solver, with this look ahead if there is one: the values are exact.
    Solver(Option<&'a dyn Foresight<R>>),
    /// The solver, asked for draws that so many nodes find or do not find. What stands for them
    /// is no value for a book.
    Draws(u64),
    /// A search, with one evaluation and within a limit.
    Searcher(&'a dyn Searcher<R>, SearchLimit),
}

impl<R: Game> Clone for Judge<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Game> Copy for Judge<'_, R> {}

impl<R: Game> Judge<'_, R> {
    /// What the values are.
    pub fn form(&self) -> Form {
        match self {
            Judge::Solver(_) | Judge::Draws(_) => Form::exact::<R>(),
            Judge::Searcher(..) => Form::Score,
        }
    }

    /// The worth of a position that needs no search: it is over, or decided at sight.
    pub(super) fn at_sight(&self, position: &R) -> Option<Worth> {
        let (value, plies) = decided(position)?;
        Some(self.form().result::<R>(value, plies))
    }

    /// The worth of an unfinished position. What a solver learns stays in the table; a search
    /// begins with an empty one, so that its score is the same whatever was searched before.
    pub(super) fn worth(
        &self,
        position: &R,
        table: &mut Table,
        stop: &Stop,
    ) -> Result<Worth, Stopped> {
        match *self {
            Judge::Solver(foresight) => {
                let limits = Limits::none();
                let mut solver = Solver::new(R::Knowledge::default(), table, &limits, stop);
                if let Some(foresight) = foresight {
                    solver = solver.with_foresight(foresight);
                }
                Ok(Worth::Exact(solver.value(position)?))
            }
            Judge::Draws(nodes) => {
                let found = Draw::of(position, nodes, table, stop)?;
                Ok(found.worth::<R>(self.form()))
            }
            Judge::Searcher(searcher, limit) => search(searcher, position, limit, table, stop),
        }
    }
}

fn search<R: Game>(
    searcher: &dyn Searcher<R>,
    position: &R,
    limit: SearchLimit,
    table: &Table,
    stop: &Stop,
) -> Result<Worth, Stopped> {
    let mut limits = Limits::none();
    match limit {
        SearchLimit::Depth(depth) => limits.depth = Some(depth),
        SearchLimit::Nodes(nodes) => limits.nodes = Some(nodes),
        SearchLimit::Time(time) => limits.time = Some(TimeBudget::fixed(time)),
    }
    table.clear();
    let search = Search {
        position,
        table,
        past: &[],
        limits,
        threads: 1,
        plain: false,
        lines: 1,
        margin: 0,
        tuning: Tuning::default(),
    };
    let outcome = searcher.search(&search, stop, &mut |_| {});
    if stop.is_requested() {
        // The search may have been cut off, which cannot be told.
        return Err(Stopped);
    }
    let (score, depth) = outcome
        .lines
        .first()
        .map_or((Score::ZERO, 0), |line| (line.score, line.depth));
    let depth = u8::try_from(depth).unwrap_or(u8::MAX);
    Ok(Worth::Searched { score, depth })
}

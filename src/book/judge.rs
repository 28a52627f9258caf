//! The ways to find the values of a book's last positions.

use super::draws::Draw;
use super::moves::decided;
use super::origin::SearchLimit;
use super::worth::{Form, Worth};
use crate::game::{Game, Score};
use crate::search::{
    Foresight, Limits, Request, Search, Searcher, Stop, Stopped, Table, TimeBudget,
};
use crate::solve::Solver;

/// A way to find the values of a book's last positions.
pub enum Judge<'a, R: Game> {
    /// The solver, with this look ahead if there is one: the values are exact.
    Solver(Option<&'a dyn Foresight<R>>),
    /// The solver, which looks for draws and tells whether a search with this number of nodes finds
    /// them. The results encode a class, not a value.
    Draws(u64),
    /// A search with one evaluation and a limit.
    Searcher(&'a dyn Searcher<R>, SearchLimit),
}

impl<R: Game> Clone for Judge<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Game> Copy for Judge<'_, R> {}

impl<R: Game> Judge<'_, R> {
    /// The form of the values.
    pub fn form(&self) -> Form {
        match self {
            Judge::Solver(_) | Judge::Draws(_) => Form::exact::<R>(),
            Judge::Searcher(..) => Form::Score,
        }
    }

    /// The value of a position that needs no search, being over or decided at sight.
    pub(super) fn at_sight(&self, position: &R) -> Option<Worth> {
        let (value, plies) = decided(position)?;
        Some(self.form().result::<R>(value, plies))
    }

    /// The value of an unfinished position. What a solver learns stays in the table; a search
    /// starts with an empty one, so that its score does not depend on earlier searches.
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
        among: &[],
        request: Request::within(limits),
    };
    let outcome = searcher.search(&search, stop, &mut |_| {});
    if stop.is_requested() {
        // The search may have been cut short, and there is no telling.
        return Err(Stopped);
    }
    let (score, depth) = outcome
        .lines
        .first()
        .map_or((Score::ZERO, 0), |line| (line.score, line.depth));
    let depth = u8::try_from(depth).unwrap_or(u8::MAX);
    Ok(Worth::Searched { score, depth })
}

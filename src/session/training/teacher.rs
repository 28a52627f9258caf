//! Who plays the games that something is learnt from.

use std::sync::Arc;

use crate::game::Game;
use crate::learn::Labels;
use crate::search::Searcher;
use crate::session::searchers::NamedSearcher;

/// Who plays games to learn from.
pub(super) struct Teacher<G> {
    pub(super) searcher: Arc<dyn Searcher<G>>,
    /// What its scores mean, if that is known.
    unit: Option<Unit>,
}

/// What scores mean.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Unit {
    /// So many units stand for an expected result of tanh(1).
    Result(u16),
    /// So many units are one of the margin.
    Margin(u16),
}

impl<G: Game> Teacher<G> {
    /// One that plays with this evaluation.
    pub(super) fn of(named: &NamedSearcher<G>) -> Teacher<G> {
        let searcher = Arc::clone(&named.searcher);
        Teacher::new(searcher, named.per_margin, named.per_result)
    }

    /// One whose scores are in these units, where they are known.
    pub(super) fn new(
        searcher: Arc<dyn Searcher<G>>,
        per_margin: Option<u16>,
        per_result: Option<u16>,
    ) -> Teacher<G> {
        let of_result = per_result.map(Unit::Result);
        Teacher {
            searcher,
            unit: of_result.or(per_margin.map(Unit::Margin)),
        }
    }

    /// Returns true if it is known what its scores mean.
    pub(super) fn is_understood(&self) -> bool {
        self.unit.is_some()
    }

    /// The number for a score that is no proof.
    pub(super) fn number(&self, units: i16, labels: Labels) -> f32 {
        let units = f32::from(units);
        match self.unit {
            Some(Unit::Margin(unit)) => {
                let largest = labels.largest().unwrap_or(1) as f32;
                labels.bounded(units / (f32::from(unit) * largest))
            }
            Some(Unit::Result(unit)) => (units / f32::from(unit)).tanh(),
            None => units.tanh(),
        }
    }
}

impl<G> Clone for Teacher<G> {
    fn clone(&self) -> Self {
        Teacher {
            searcher: Arc::clone(&self.searcher),
            unit: self.unit,
        }
    }
}

//! Analysis: what is known about the position is told first, and a search follows where that is not
//! everything.

use std::time::{Duration, Instant};

use super::engine::Engine;
use super::{Info, Witness};
use crate::search::{Limits, Request, Stop, TimeBudget};

/// The reason why an analysis ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ending {
    /// The game is over.
    Over,
    /// Nothing is left to find out.
    Exact,
    /// The limit of depth was reached.
    Depth,
    /// The limit of nodes was reached.
    Nodes,
    /// The time was over.
    Time,
    /// The stop was requested.
    Stopped,
}

impl Engine {
    /// Analyses the position without playing, for `seconds` ([`Duration::MAX`] for no end) or within
    /// the current limits. Exact values that the book or a short look of the solver knows are reported
    /// first, and are all that is reported if they answer the question; with books switched off nobody
    /// is asked. Otherwise the best `lines` of each finished iteration of a search are reported. Nothing
    /// is reported if the game is over.
    pub fn analyze(
        &mut self,
        seconds: Option<Duration>,
        lines: usize,
        start: Instant,
        stop: &Stop,
        report: &mut dyn FnMut(&Info),
    ) -> Ending {
        if self.session.result().is_some() {
            return Ending::Over;
        }
        let request = self.analysis(seconds, lines, start);
        let known = self
            .witness(seconds.is_some())
            .lines(&self.session, &request);
        if !known.is_empty() {
            known.iter().for_each(report);
            return Ending::Exact;
        }
        // Those of the last depth decide.
        let mut all_exact = false;
        let found = self.think(self.session.to_move(), request, stop, &mut |info| {
            all_exact = info.exact && (all_exact || info.line == 1);
            report(info);
        });
        match found {
            _ if all_exact => Ending::Exact,
            _ if stop.is_requested() => Ending::Stopped,
            Some(found) => ending(&request.limits, found.nodes, found.depth),
            None => Ending::Over,
        }
    }

    /// The request for the search of [`Engine::analyze`].
    pub fn analysis(&self, seconds: Option<Duration>, lines: usize, start: Instant) -> Request {
        let side = self.session.to_move();
        let mut limits = self.limits(side, start);
        if let Some(time) = seconds {
            limits = Limits {
                time: Some(TimeBudget::fixed(time)),
                ..Limits::none()
            };
            limits.start = start;
        }
        Request {
            lines,
            margin: 0,
            ..self.request(limits)
        }
    }

    /// Those to ask before a search: nobody if books are switched off, or for a plain search, or at a
    /// level below the strongest, unless that is not to be heeded.
    pub(crate) fn witness(&self, at_any_level: bool) -> Witness {
        let settings = &self.settings;
        if settings.plain || !(at_any_level || self.is_knowing()) {
            return Witness::default();
        }
        Witness {
            book: self.book(),
            solver: self.uses_books(),
        }
    }
}

/// The limit that ended a search.
fn ending(limits: &Limits, nodes: u64, depth: u32) -> Ending {
    let late = |time: TimeBudget| limits.start.elapsed() >= time.soft;
    if limits.time.is_some_and(late) {
        Ending::Time
    } else if limits.nodes.is_some_and(|most| nodes >= most) {
        Ending::Nodes
    } else if limits.depth.is_some_and(|most| depth >= most) {
        Ending::Depth
    } else {
        Ending::Exact
    }
}

//! Thinking on the opponent's time: a search in the background, on the position after the reply
//! that the last search expects, with the table of the engine.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::Found;
use super::engine::Engine;
use super::settings::Settings;
use crate::game::Side;
use crate::resources::worker;
use crate::search::{Limits, Stop, Table, TimeBudget, Tuning};

/// What the last search expects the opponent to play.
pub(super) struct Expected {
    /// The side that thinks.
    pub(super) side: Side,
    /// The position in which the opponent moves.
    pub(super) position: String,
    /// The name of the move.
    pub(super) reply: String,
}

/// A search on the opponent's time.
pub(super) struct Pondering {
    side: Side,
    /// The position in which the opponent moves, and the one after the expected reply.
    before: String,
    after: String,
    conditions: Conditions,
    start: Instant,
    stop: Stop,
    /// Hears of every iteration that is finished, and of the end.
    iterations: Receiver<()>,
    thread: Option<JoinHandle<Found>>,
}

/// What must not have changed for the search to be of use.
#[derive(PartialEq)]
struct Conditions {
    settings: Settings,
    tuning: Tuning,
    evaluation: &'static str,
}

impl Engine {
    /// Thinks on the opponent's time from now on, if that is switched on and the last move was
    /// found by a search that expects a reply. It goes on until that time is over or a limit of
    /// depth or nodes is reached.
    pub fn ponder(&mut self) {
        if self.pondering.is_some() || !self.settings.ponder {
            return;
        }
        let Some(expected) = self.expected.take() else {
            return;
        };
        if expected.position == self.session.position() {
            self.pondering = self.start_pondering(expected);
        }
    }

    fn start_pondering(&mut self, expected: Expected) -> Option<Pondering> {
        let Expected {
            side,
            position,
            reply,
        } = expected;
        let start = Instant::now();
        let request = self.request(Limits {
            time: None,
            ..self.limits(side, start)
        });
        let (after, job) = self.session.search_after(&reply, side, request)?;
        self.table.age();
        let stop = Stop::new();
        let (finished, iterations) = mpsc::channel();
        let (table, stopped) = (Arc::clone(&self.table), stop.clone());
        let search = move || {
            job(&table, &stopped, &mut |_| {
                // Whether somebody waits for it does not matter.
                let _ = finished.send(());
            })
        };
        let thread = worker("ponder").spawn(search);
        let thread = thread.inspect_err(|error| log::warn!("cannot ponder: {error}"));
        log::debug!("{side} ponders on {reply}");
        Some(Pondering {
            side,
            before: position,
            after,
            conditions: self.conditions(side),
            start,
            stop,
            iterations,
            thread: Some(thread.ok()?),
        })
    }

    /// Ends the thinking on the opponent's time, if there is any, within a millisecond or two. What
    /// it has found out stays in the table.
    pub fn stop_pondering(&mut self) {
        self.pondering = None;
    }

    /// The same where it has become of no use: the opponent has played another move, or what
    /// matters for the search has changed.
    pub fn stop_useless_pondering(&mut self) {
        if let Some(pondering) = &self.pondering {
            let position = self.session.position();
            let useful = [&pondering.before, &pondering.after].contains(&&position)
                && pondering.conditions == self.conditions(pondering.side);
            if !useful {
                self.stop_pondering();
            }
        }
    }

    /// The table, for one user alone: the thinking on the opponent's time is over.
    pub(super) fn table_alone(&mut self) -> &mut Table {
        self.stop_pondering();
        let table = Arc::get_mut(&mut self.table);
        table.expect("only the thread of `pondering` shares it, and that has ended")
    }

    fn conditions(&self, side: Side) -> Conditions {
        Conditions {
            settings: self.settings.clone(),
            tuning: self.tuning,
            evaluation: self.session.evaluation(side),
        }
    }

    /// What the thinking on the opponent's time has found for a move of `side`, where it guessed
    /// right. It goes on to the limits as if the search had begun with it. In any case it is over
    /// then.
    pub(super) fn pondered(&mut self, side: Side, limits: &Limits, stop: &Stop) -> Option<Found> {
        let pondering = self.pondering.take()?;
        let guessed = pondering.side == side
            && self.session.position_for(side)? == pondering.after
            && pondering.conditions == self.conditions(side);
        if !guessed {
            return None;
        }
        log::debug!("{side} has pondered on that");
        let found = pondering.finish(limits.time, stop)?;
        // So soon that nothing was known yet.
        (found.depth > 0).then_some(found)
    }
}

impl Pondering {
    /// The result once the limits are reached, the time counted from the beginning.
    fn finish(mut self, budget: Option<TimeBudget>, stop: &Stop) -> Option<Found> {
        /// How long an interrupt may stay unheard.
        const LOOK: Duration = Duration::from_millis(1);
        let is_late = |budget: TimeBudget| self.start.elapsed() >= budget.soft;
        let mut over = budget.is_some_and(is_late);
        while !over && !stop.is_requested() {
            let left = budget.map_or(LOOK, |budget| {
                budget.hard.saturating_sub(self.start.elapsed())
            });
            over = match self.iterations.recv_timeout(left.min(LOOK)) {
                Ok(()) => budget.is_some_and(is_late),
                Err(RecvTimeoutError::Timeout) => left <= LOOK && budget.is_some(),
                Err(RecvTimeoutError::Disconnected) => true,
            };
        }
        self.stop.request();
        self.thread.take()?.join().ok()
    }
}

impl Drop for Pondering {
    fn drop(&mut self) {
        self.stop.request();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

//! The ends of a search: limits that are set in advance, and a stop from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::team::Team;

/// Requests the end of a running search. Clones share one flag, so that any thread may request it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A stop that is not requested yet.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Requests that the search ends at once with its best result so far.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Tells whether it was requested.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How long a search may take, from [`Limits::start`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// No further iteration begins after this time.
    pub soft: Duration,
    /// The search ends by then in any case.
    pub hard: Duration,
}

impl TimeBudget {
    /// A fixed time for a move, used in full.
    pub const fn fixed(time: Duration) -> TimeBudget {
        TimeBudget {
            soft: time,
            hard: time,
        }
    }

    /// The tighter of two budgets.
    #[must_use]
    pub fn tightest(self, other: TimeBudget) -> TimeBudget {
        TimeBudget {
            soft: self.soft.min(other.soft),
            hard: self.hard.min(other.hard),
        }
    }
}

/// The limits of one search; the first one to be reached ends it.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Nominal plies; forced lines may go deeper.
    pub depth: Option<u32>,
    /// Nodes; never exceeded.
    pub nodes: Option<u64>,
    /// Time since `start`.
    pub time: Option<TimeBudget>,
    /// When the clock started: the arrival of the command, not the first node.
    pub start: Instant,
}

impl Limits {
    /// No limit; the clock starts now.
    pub fn none() -> Limits {
        Limits {
            depth: None,
            nodes: None,
            time: None,
            start: Instant::now(),
        }
    }

    /// Tells whether the search would continue until the game is solved.
    pub const fn is_unlimited(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.time.is_none()
    }
}

/// A search was stopped before it was finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("stopped before the result was known")]
pub struct Stopped;

/// Counts the nodes of a search and checks its limits.
pub(crate) struct Meter {
    nodes: u64,
    /// The node count of the next check of the clock and the stop flag.
    next_look: u64,
    node_limit: u64,
    deadline: Option<Instant>,
    stop: Stop,
    /// The team that shares the limits, and this thread's seat in it.
    team: Option<(Arc<Team>, usize)>,
}

impl Meter {
    /// Nodes between two checks of the clock: well under a millisecond.
    const INTERVAL: u64 = 1024;

    /// At first each node may be the first to touch a large page of the table, which the system
    /// then clears: that takes longer than hundreds of later nodes.
    const COLD_NODES: u64 = 4096;
    const SHORT_INTERVAL: u64 = 8;

    /// Fewer than are searched in a millisecond, even while they touch memory that the system still has to
    /// clear: the check after as many as this leaves time for comes before the deadline.
    const NODES_PER_MILLISECOND: u64 = 250;

    pub(crate) fn new(limits: &Limits, stop: &Stop) -> Meter {
        let node_limit = limits.nodes.unwrap_or(u64::MAX);
        Meter {
            nodes: 0,
            next_look: node_limit.min(1),
            node_limit,
            deadline: limits
                .time
                .and_then(|time| limits.start.checked_add(time.hard)),
            stop: stop.clone(),
            team: None,
        }
    }

    /// The meter of one thread of a team, which shares the node limit.
    pub(crate) fn in_team(limits: &Limits, stop: &Stop, team: Arc<Team>, seat: usize) -> Meter {
        let unlimited = Limits {
            nodes: None,
            ..*limits
        };
        Meter {
            node_limit: 0,
            next_look: 0,
            team: Some((team, seat)),
            ..Meter::new(&unlimited, stop)
        }
    }

    /// The same with this many nodes before the first check of the clock and the stop flag.
    pub(crate) fn with_grace(mut self, nodes: u64) -> Meter {
        self.next_look = self.node_limit.min(nodes);
        self
    }

    /// The nodes counted so far, including those reported by the rest of the team.
    pub(crate) fn nodes(&self) -> u64 {
        let Some((team, seat)) = &self.team else {
            return self.nodes;
        };
        team.tell(*seat, self.nodes);
        team.nodes()
    }

    /// The nodes counted by this meter.
    #[inline]
    pub(crate) const fn own_nodes(&self) -> u64 {
        self.nodes
    }

    /// Makes [`Meter::count`] refuse after this many more nodes, until [`Meter::go_on`] gets the
    /// returned limit.
    pub(crate) fn pause_after(&mut self, nodes: u64) -> u64 {
        let limit = self.node_limit;
        self.node_limit = limit.min(self.nodes + nodes);
        self.next_look = self.next_look.min(self.node_limit);
        limit
    }

    /// Restores the limit. Returns whether more nodes are allowed.
    pub(crate) fn go_on(&mut self, limit: u64) -> bool {
        self.node_limit = limit;
        self.look().is_ok()
    }

    /// Counts nodes that were searched elsewhere.
    pub(crate) fn add(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Brings the next check of the clock and the stop flag nearer, after work that is worth this many
    /// nodes and is not counted.
    #[inline]
    pub(crate) fn hasten(&mut self, work: u64) {
        self.next_look = self.next_look.saturating_sub(work);
    }

    /// Tells whether the time is over or the stop was requested.
    pub(crate) fn is_over(&self) -> bool {
        self.stop.is_requested() || self.time_left().is_some_and(|left| left.is_zero())
    }

    /// The time until the deadline, if there is one.
    fn time_left(&self) -> Option<Duration> {
        let left = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
        self.deadline.map(left)
    }

    /// The nodes until the next check of the clock and the stop flag.
    fn interval(&self, time_left: Option<Duration>) -> u64 {
        if self.nodes < Meter::COLD_NODES {
            return Meter::SHORT_INTERVAL;
        }
        let Some(left) = time_left else {
            return Meter::INTERVAL;
        };
        let nodes = left.as_micros() * u128::from(Meter::NODES_PER_MILLISECOND) / 1000;
        let nodes = u64::try_from(nodes).unwrap_or(u64::MAX);
        nodes.clamp(Meter::SHORT_INTERVAL, Meter::INTERVAL)
    }

    /// The number of nodes that may still be counted, as far as one thread knows.
    pub(crate) const fn nodes_left(&self) -> u64 {
        self.node_limit.saturating_sub(self.nodes)
    }

    /// Counts a node, unless a limit is reached.
    #[inline]
    pub(crate) fn count(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_look {
            self.look()?;
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        let time_left = self.time_left();
        if self.stop.is_requested() || time_left.is_some_and(|left| left.is_zero()) {
            return Err(Stopped);
        }
        if let Some((team, seat)) = &self.team {
            team.tell(*seat, self.nodes);
            if team.is_over() {
                return Err(Stopped);
            }
            if self.nodes >= self.node_limit {
                self.node_limit = self.nodes.saturating_add(team.grant(Meter::INTERVAL));
            }
        }
        if self.nodes >= self.node_limit {
            return Err(Stopped);
        }
        let interval = self.interval(time_left);
        self.next_look = self.node_limit.min(self.nodes + interval);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_limit_is_never_exceeded() {
        for limit in [0, 1, 2, 1023, 1024, 1025, 5000] {
            let limits = Limits {
                nodes: Some(limit),
                ..Limits::none()
            };
            let mut meter = Meter::new(&limits, &Stop::new());
            while meter.count().is_ok() {}
            assert_eq!(meter.nodes(), limit);
        }
    }

    #[test]
    fn the_clock_is_read_more_often_as_the_deadline_comes_near() {
        let mut meter = Meter::new(&Limits::none(), &Stop::new());
        meter.add(Meter::COLD_NODES);
        let interval = |micros| meter.interval(Some(Duration::from_micros(micros)));
        assert_eq!(meter.interval(None), Meter::INTERVAL);
        assert_eq!(interval(60_000_000), Meter::INTERVAL);
        assert_eq!(interval(1_000), 250);
        assert_eq!(interval(1), Meter::SHORT_INTERVAL);
    }

    #[test]
    fn a_stop_is_seen_within_an_interval() {
        let stop = Stop::new();
        let mut meter = Meter::new(&Limits::none(), &stop);
        (0..10).for_each(|_| assert!(meter.count().is_ok()));
        stop.request();
        while meter.count().is_ok() {}
        assert!(meter.nodes() <= 10 + Meter::INTERVAL);
    }
}

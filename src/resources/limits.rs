//! What ends a search: limits that are set before it, and a stop from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::team::Team;

/// Asks a running search to end. Clones share one flag, so that any thread may ask.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A stop that nobody has asked for yet.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Asks the search to end at once with the best it has.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody has asked.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How long a search may take, from [`Limits::start`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// No further iteration is begun after this time.
    pub soft: Duration,
    /// The search is over by then, whatever it has.
    pub hard: Duration,
}

impl TimeBudget {
    /// A fixed time for a move, used to the end.
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

/// The limits of one search; of those that are set, the first to be reached ends it.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Nominal plies; forced lines may go further.
    pub depth: Option<u32>,
    /// Nodes; never exceeded.
    pub nodes: Option<u64>,
    /// Time since `start`.
    pub time: Option<TimeBudget>,
    /// When the clock started: the arrival of the command, not the first node.
    pub start: Instant,
}

impl Limits {
    /// No limit at all, the clock starting now.
    pub fn none() -> Limits {
        Limits {
            depth: None,
            nodes: None,
            time: None,
            start: Instant::now(),
        }
    }

    /// Whether the search would go on until the game is solved.
    pub const fn is_unlimited(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.time.is_none()
    }
}

/// A search was stopped before it finished what it was at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("stopped before the result was known")]
pub struct Stopped;

/// Counts the nodes of a search and looks at its limits.
pub(crate) struct Meter {
    nodes: u64,
    /// The node count at which to look at the clock and the stop flag next.
    next_look: u64,
    node_limit: u64,
    deadline: Option<Instant>,
    stop: Stop,
    /// Who shares the limits, and which of them this is.
    team: Option<(Arc<Team>, usize)>,
}

impl Meter {
    /// Nodes between two looks at the clock: well under a millisecond.
    const INTERVAL: u64 = 1024;

    /// At first each node may be the first to touch a large page of the table, which the system
    /// then clears: that takes longer than hundreds of nodes later.
    const COLD_NODES: u64 = 4096;
    const COLD_INTERVAL: u64 = 8;

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

    /// The same with so many nodes before the first look at the clock and the stop flag.
    pub(crate) fn with_grace(mut self, nodes: u64) -> Meter {
        self.next_look = self.node_limit.min(nodes);
        self
    }

    /// The nodes counted so far, those of the whole team as far as they are known.
    pub(crate) fn nodes(&self) -> u64 {
        let Some((team, seat)) = &self.team else {
            return self.nodes;
        };
        team.tell(*seat, self.nodes);
        team.nodes()
    }

    /// The nodes that it has counted itself.
    #[inline]
    pub(crate) const fn own_nodes(&self) -> u64 {
        self.nodes
    }

    /// Lets [`Meter::count`] refuse after so many nodes more, until [`Meter::go_on`] is given what
    /// is returned here.
    pub(crate) fn pause_after(&mut self, nodes: u64) -> u64 {
        let limit = self.node_limit;
        self.node_limit = limit.min(self.nodes + nodes);
        self.next_look = self.next_look.min(self.node_limit);
        limit
    }

    /// Puts the limit back; whether there may be more nodes.
    pub(crate) fn go_on(&mut self, limit: u64) -> bool {
        self.node_limit = limit;
        self.look().is_ok()
    }

    /// Counts nodes that were searched elsewhere.
    pub(crate) fn add(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// How many nodes may still be counted, as far as one thread knows.
    pub(crate) const fn nodes_left(&self) -> u64 {
        self.node_limit.saturating_sub(self.nodes)
    }

    /// Counts a node, unless a limit says that there shall be no more.
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
        let late = self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline);
        if late || self.stop.is_requested() {
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
        let interval = if self.nodes < Meter::COLD_NODES {
            Meter::COLD_INTERVAL
        } else {
            Meter::INTERVAL
        };
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
    fn a_stop_is_seen_within_an_interval() {
        let stop = Stop::new();
        let mut meter = Meter::new(&Limits::none(), &stop);
        (0..10).for_each(|_| assert!(meter.count().is_ok()));
        stop.request();
        while meter.count().is_ok() {}
        assert!(meter.nodes() <= 10 + Meter::INTERVAL);
    }
}

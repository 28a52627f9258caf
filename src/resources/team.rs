//! Several threads that search one root together, on one table.
//!
//! They divide the work without communicating: before a thread searches a move it checks whether
//! another thread is searching it, and if so takes the other moves first (simplified ABDADA
//! [Kerrigan 2017], after [Weill 1996]). When it returns to the deferred moves, the table mostly
//! has their scores.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The data that the threads of one search share apart from the table.
pub(crate) struct Team {
    /// The nodes that each thread has counted, as of its last report.
    counts: Box<[Count]>,
    /// The nodes not yet granted to any thread; `None` if there is no limit.
    rest: Option<AtomicU64>,
    over: AtomicBool,
    /// The keys of the positions that are being searched. Two that fall into one slot overwrite
    /// each other: some work is then done twice, with no other effect.
    marks: Box<[AtomicU64]>,
}

/// On a cache line of its own: each thread writes its count often.
#[repr(align(64))]
#[derive(Default)]
struct Count(AtomicU64);

impl Team {
    /// The least depth at which it pays to check the other threads.
    pub(crate) const LEAST_DEPTH: i32 = 3;

    pub(crate) fn new(threads: usize, node_limit: Option<u64>) -> Team {
        Team {
            counts: (0..threads).map(|_| Count::default()).collect(),
            rest: node_limit.map(AtomicU64::new),
            over: AtomicBool::new(false),
            // A thread has one mark for each ply of its path.
            marks: (0..(threads * 512).next_power_of_two())
                .map(|_| AtomicU64::new(0))
                .collect(),
        }
    }

    /// The nodes of all threads, as of their last reports.
    pub(crate) fn nodes(&self) -> u64 {
        let counts = self.counts.iter();
        counts.map(|count| count.0.load(Ordering::Relaxed)).sum()
    }

    /// Reports how many nodes a thread has counted so far.
    pub(crate) fn tell(&self, seat: usize, nodes: u64) {
        self.counts[seat].0.store(nodes, Ordering::Relaxed);
    }

    /// Grants a thread some more nodes, at most `most`; none if the limit is reached.
    pub(crate) fn grant(&self, most: u64) -> u64 {
        let Some(rest) = &self.rest else {
            return u64::MAX;
        };
        // Smaller and smaller shares let all threads end at about the same time.
        let share = |rest: u64| most.min(rest.div_ceil(4 * self.counts.len() as u64));
        let granted = rest.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |rest| {
            Some(rest - share(rest))
        });
        granted.map_or(0, share)
    }

    /// Ends the search of all threads.
    pub(crate) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Returns a value that ends the search when it is dropped, for whatever reason.
    pub(crate) fn end_on_drop(&self) -> impl Drop + '_ {
        struct End<'a>(&'a Team);
        impl Drop for End<'_> {
            fn drop(&mut self) {
                self.0.end();
            }
        }
        End(self)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Tells the others that a thread is starting to search the position with this key.
    pub(crate) fn claim(&self, key: u64) -> Claim<'_> {
        let slots = &self.marks;
        let slot = &slots[key as usize & (slots.len() - 1)];
        if slot.load(Ordering::Relaxed) == key {
            return Claim::Taken;
        }
        slot.store(key, Ordering::Relaxed);
        Claim::Own(Mark { slot, key })
    }
}

/// The claim of a thread to a position.
pub(crate) enum Claim<'a> {
    /// Positions are not marked: there is only one thread, or too little to do.
    Unshared,
    /// Another thread is searching it.
    Taken,
    /// It is this thread's, as long as this lives.
    Own(#[allow(dead_code)] Mark<'a>),
}

/// A position that is being searched.
pub(crate) struct Mark<'a> {
    slot: &'a AtomicU64,
    key: u64,
}

impl Drop for Mark<'_> {
    fn drop(&mut self) {
        if self.slot.load(Ordering::Relaxed) == self.key {
            self.slot.store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_nodes_are_granted_and_no_more() {
        for limit in [0, 1, 7, 1000, 50_000] {
            let team = Team::new(3, Some(limit));
            let grants: Vec<u64> = (0..)
                .map(|_| team.grant(1024))
                .take_while(|n| *n > 0)
                .collect();
            assert_eq!(grants.iter().sum::<u64>(), limit);
            assert!(grants.iter().all(|n| *n <= 1024));
        }
    }

    #[test]
    fn a_position_is_searched_by_one_thread_at_a_time() {
        let team = Team::new(2, None);
        let first = team.claim(99);
        assert!(matches!(first, Claim::Own(_)));
        assert!(matches!(team.claim(99), Claim::Taken));
        assert!(matches!(team.claim(98), Claim::Own(_)));
        drop(first);
        assert!(matches!(team.claim(99), Claim::Own(_)));
    }
}

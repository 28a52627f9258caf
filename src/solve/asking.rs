//! Testing one bound with one search, or with several threads that share the work.

use std::sync::Arc;
use std::thread;

use super::entries::Entries;
use super::moves::is_again;
use super::number::{Arithmetic, Number};
use super::search::Search;
use crate::game::{Knowledge, Rules};
use crate::resources::{Foresight, Limits, Meter, Stop, Stopped, Team, set_to_work};

/// Several threads work on a bound only if this many nodes of one thread have not settled it.
const NODES_ALONE: u64 = 20_000;

/// This many nodes are searched before the first check of the clock: easy positions are solved at
/// once, even by a solver that was stopped before it began.
pub(super) const GRACE: u64 = 10_000;

/// Tests bounds, within limits that hold for all of the tests together.
pub(super) struct Asking<'a, R: Rules, K: Knowledge<R>, T> {
    pub(super) knowledge: Arc<K>,
    /// The knowledge's memories of the threads, if there are several.
    memories: Vec<K::Memory>,
    /// The search for easy positions, and for all positions with one thread.
    alone: Search<'a, R, K, T>,
    table: T,
    limits: Limits,
    stop: Stop,
    threads: usize,
    /// The nodes of several threads.
    shared_nodes: u64,
}

impl<'a, R: Rules, K: Knowledge<R>, T: Entries + Send + Sync> Asking<'a, R, K, T> {
    pub(super) fn new(
        knowledge: &Arc<K>,
        table: T,
        limits: &Limits,
        stop: &Stop,
        threads: usize,
    ) -> Asking<'a, R, K, T> {
        let meter = Meter::new(limits, stop).with_grace(GRACE);
        Asking {
            alone: Search::new(
                Arc::clone(knowledge),
                K::Memory::default(),
                table,
                meter,
                None,
            ),
            threads,
            ..Asking::in_play(knowledge, table, limits, stop)
        }
    }

    /// The same with one thread, and without the grace of [`GRACE`] nodes.
    pub(super) fn in_play(
        knowledge: &Arc<K>,
        table: T,
        limits: &Limits,
        stop: &Stop,
    ) -> Asking<'a, R, K, T> {
        Asking {
            knowledge: Arc::clone(knowledge),
            memories: Vec::new(),
            alone: Search::new(
                Arc::clone(knowledge),
                K::Memory::default(),
                table,
                Meter::new(limits, stop),
                None,
            ),
            table,
            limits: *limits,
            stop: stop.clone(),
            threads: 1,
            shared_nodes: 0,
        }
    }

    /// Looks ahead from now on.
    pub(super) fn foresee(&mut self, foresight: &'a dyn Foresight<R>) {
        self.alone.foresight = Some(foresight);
    }

    /// An estimate of the margin of a position.
    pub(super) fn estimate(&mut self, position: &R) -> i32 {
        self.alone.estimate(position)
    }

    /// The nodes searched so far.
    pub(super) fn nodes(&self) -> u64 {
        self.alone.nodes() + self.shared_nodes
    }

    /// See [`super::Solver::forget`].
    pub(super) fn forget(&mut self) {
        self.alone.forget();
    }

    /// See [`Search::ask`].
    pub(super) fn ask(&mut self, position: &R, wanted: Number) -> Result<Number, Stopped> {
        if self.threads == 1 {
            return self.alone.ask(position, wanted);
        }
        let nodes = self.nodes_left().unwrap_or(u64::MAX).min(NODES_ALONE);
        match self.alone.ask_for(nodes, position, wanted)? {
            Some(answer) => Ok(answer),
            None => self.ask_all(position, wanted),
        }
    }

    /// Tells whether the table has the answer.
    pub(super) fn knows(&self, position: &R, wanted: Number) -> bool {
        self.alone.knows(position, wanted)
    }

    /// The answer of one thread; `None` if this many nodes were not enough.
    pub(super) fn ask_alone(
        &mut self,
        nodes: u64,
        position: &R,
        wanted: Number,
    ) -> Result<Option<Number>, Stopped> {
        self.alone.ask_for(nodes, position, wanted)
    }

    fn nodes_left(&self) -> Option<u64> {
        let limit = self.limits.nodes?;
        Some(limit.saturating_sub(self.nodes()))
    }

    /// The answer of the first thread that finds it. All of them start afresh, with the entries of
    /// the table.
    fn ask_all(&mut self, position: &R, wanted: Number) -> Result<Number, Stopped> {
        let team = Arc::new(Team::new(self.threads, self.nodes_left()));
        let (limits, table, stop) = (&self.limits, self.table, &self.stop);
        let (knowledge, foresight) = (&self.knowledge, self.alone.foresight);
        self.memories.resize_with(self.threads, K::Memory::default);
        let ask = |seat: usize, memory: &mut K::Memory| {
            let meter = Meter::in_team(limits, stop, Arc::clone(&team), seat);
            let own = std::mem::take(memory);
            let shared = Some(Arc::clone(&team));
            let mut search = Search::new(Arc::clone(knowledge), own, table, meter, shared);
            search.foresight = foresight;
            // However this thread ends, the others have nothing left to do.
            let _end = team.end_on_drop();
            let answer = search.ask(position, wanted);
            *memory = search.into_memory();
            answer
        };
        let answer = thread::scope(|scope| {
            let mut seats = self.memories.iter_mut().enumerate();
            let first = seats.next();
            let ask = &ask;
            let work = |(seat, memory)| set_to_work(scope, "solve", move || ask(seat, memory));
            let others: Vec<_> = seats.map_while(work).collect();
            let first = first.map(|(seat, memory)| ask(seat, memory));
            let answers = others.into_iter().map(|other| other.join());
            let answers: Vec<_> = first
                .into_iter()
                .chain(answers.filter_map(Result::ok))
                .collect();
            answers.into_iter().find_map(Result::ok).ok_or(Stopped)
        });
        self.shared_nodes += team.nodes();
        answer
    }

    /// A move of an unfinished position that has the value `number`, with the position after it;
    /// entries of the table are tried first.
    pub(super) fn keeping(
        &mut self,
        position: &R,
        number: Number,
    ) -> Result<Option<(R::Move, R)>, Stopped> {
        let children = position.legal_moves().into_iter();
        let children: Vec<_> = children.map(|mv| (mv, position.after(mv))).collect();
        for search_it in [false, true] {
            for (mv, child) in &children {
                let again = is_again::<R, K>(position, child);
                let question = Arithmetic::<R>::question(number, again);
                let answer = if search_it {
                    Some(self.ask(child, question)?)
                } else {
                    self.alone.look_up(child, question)
                };
                if answer.is_some_and(|answer| Arithmetic::<R>::of_move(answer, again) >= number) {
                    return Ok(Some((*mv, child.clone())));
                }
            }
        }
        Ok(None)
    }
}

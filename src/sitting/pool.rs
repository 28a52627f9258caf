//! The threads that think for all sittings: a fixed number, each with a transposition table.
//!
//! A move that somebody waits for goes before an analysis. An analysis ends early when other work
//! needs its thread; its sitting may then ask for it again, at the end of the queue.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::resources::worker;
use crate::search::{Stop, Table};

/// A function to run with a thread's table until the signal stops it.
pub(crate) type Work = Box<dyn FnOnce(&mut Table, &Stop) + Send>;

/// A piece of work.
pub(crate) struct Task {
    /// The game's number. Work of the same game shares what the table holds; any other starts with
    /// an empty table, since keys of different games may collide.
    pub(crate) game: u64,
    /// `true` if somebody waits for the result.
    pub(crate) urgent: bool,
    /// Ends the work, which reports what it has found.
    pub(crate) stop: Stop,
    /// Drops the task while it still waits.
    pub(crate) cancelled: Stop,
    /// The work itself.
    pub(crate) work: Work,
}

/// The time that each analysis gets before it may be ended for another.
const SLICE: Duration = Duration::from_secs(1);

/// The memory of a thread that runs tasks.
pub(crate) struct Seat {
    table: Table,
    /// The game that the table knows.
    learnt_of: Option<u64>,
}

impl Seat {
    /// A seat with a table of `mib` MiB.
    ///
    /// # Errors
    /// Returns an error if there is not enough memory.
    pub(crate) fn new(mib: usize) -> Result<Seat> {
        Ok(Seat {
            table: Table::new(mib)?,
            learnt_of: None,
        })
    }

    fn run(&mut self, task: Task) {
        if self.learnt_of != Some(task.game) {
            self.table.clear();
            self.learnt_of = Some(task.game);
        }
        self.table.age();
        let work = AssertUnwindSafe(|| (task.work)(&mut self.table, &task.stop));
        if catch_unwind(work).is_err() {
            log::error!("a search has failed");
            self.table.clear();
        }
    }
}

/// The threads. Dropping the pool ends them.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    threads: Vec<thread::JoinHandle<()>>,
}

struct Shared {
    state: Mutex<State>,
    wake: Condvar,
}

struct State {
    waiting: VecDeque<Task>,
    /// The work in progress of each thread.
    running: Vec<Option<Running>>,
    is_open: bool,
}

struct Running {
    urgent: bool,
    stop: Stop,
    since: Instant,
}

impl Pool {
    /// Starts `threads` threads with tables of `mib` MiB each. A table takes its memory as the
    /// search fills it.
    ///
    /// # Errors
    /// Returns an error if there is not enough memory, or a thread cannot be started.
    pub(crate) fn new(threads: usize, mib: usize) -> Result<Pool> {
        let shared = Arc::new(Shared {
            state: Mutex::new(State {
                waiting: VecDeque::new(),
                running: (0..threads).map(|_| None).collect(),
                is_open: true,
            }),
            wake: Condvar::new(),
        });
        let mut pool = Pool {
            shared: Arc::clone(&shared),
            threads: Vec::new(),
        };
        for seat in 0..threads {
            let own = Seat::new(mib)?;
            let shared = Arc::clone(&shared);
            let thread = worker("search").spawn(move || shared.serve(seat, own))?;
            pool.threads.push(thread);
        }
        Ok(pool)
    }

    /// Runs the next task on this thread, for a pool without threads of its own. Returns false if none waits.
    pub(crate) fn run_next(&self, seat: &mut Seat) -> bool {
        let task = self.shared.lock().next();
        task.map(|task| seat.run(task)).is_some()
    }

    /// Queues a task; it runs as soon as a thread is free.
    pub(crate) fn submit(&self, task: Task) {
        let mut state = self.shared.lock();
        state.waiting.push_back(task);
        state.make_room();
        drop(state);
        self.shared.wake.notify_one();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.is_open = false;
        state.waiting.clear();
        state
            .running
            .iter()
            .flatten()
            .for_each(|r| r.stop.request());
        drop(state);
        self.shared.wake.notify_all();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

impl State {
    /// Ends the oldest analysis if something waits and no thread is free for it.
    fn make_room(&mut self) {
        let free = self.running.iter().filter(|seat| seat.is_none()).count();
        self.waiting.retain(|task| !task.cancelled.is_requested());
        if self.waiting.len() <= free {
            return;
        }
        let urgent = self.waiting.iter().any(|task| task.urgent);
        let running = self.running.iter().flatten();
        let analyses = running.filter(|r| !r.urgent && !r.stop.is_requested());
        let oldest = analyses.min_by_key(|r| r.since);
        if let Some(oldest) = oldest.filter(|r| urgent || r.since.elapsed() >= SLICE) {
            oldest.stop.request();
        }
    }

    fn next(&mut self) -> Option<Task> {
        self.waiting.retain(|task| !task.cancelled.is_requested());
        let urgent = self.waiting.iter().position(|task| task.urgent);
        self.waiting.remove(urgent.unwrap_or(0))
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing panics under this lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs tasks until the pool ends.
    fn serve(&self, seat: usize, mut own: Seat) {
        while let Some(task) = self.wait(seat) {
            own.run(task);
            self.lock().running[seat] = None;
        }
    }

    /// Waits for the next task of this thread; `None` when the pool ends.
    fn wait(&self, seat: usize) -> Option<Task> {
        let mut state = self.lock();
        loop {
            if !state.is_open {
                return None;
            }
            if let Some(task) = state.next() {
                state.running[seat] = Some(Running {
                    urgent: task.urgent,
                    stop: task.stop.clone(),
                    since: Instant::now(),
                });
                return Some(task);
            }
            let woken = self.wake.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn task(urgent: bool, work: impl FnOnce(&Stop) + Send + 'static) -> (Task, Stop) {
        let cancelled = Stop::new();
        let task = Task {
            game: 0,
            urgent,
            stop: Stop::new(),
            cancelled: cancelled.clone(),
            work: Box::new(move |_, stop| work(stop)),
        };
        (task, cancelled)
    }

    /// Runs until it is stopped, and reports its start and its end.
    fn endless(
        name: &'static str,
        tell: &mpsc::Sender<&'static str>,
    ) -> impl FnOnce(&Stop) + Send + use<> {
        let tell = tell.clone();
        move |stop| {
            let _ = tell.send(name);
            while !stop.is_requested() {
                thread::sleep(Duration::from_millis(1));
            }
            let _ = tell.send("ended");
        }
    }

    #[test]
    fn a_move_goes_before_an_analysis_and_ends_it() {
        let pool = Pool::new(1, 1).expect("a pool");
        let (tell, told) = mpsc::channel();
        let next = || told.recv_timeout(Duration::from_secs(20)).expect("word");
        pool.submit(task(false, endless("analysis", &tell)).0);
        assert_eq!(next(), "analysis");
        let (waiting, cancelled) = task(false, endless("never", &tell));
        pool.submit(waiting);
        let say = tell.clone();
        pool.submit(task(true, move |_| say.send("move").expect("a listener")).0);
        cancelled.request();
        assert_eq!(next(), "ended");
        assert_eq!(next(), "move");
        drop((pool, tell));
        assert!(
            told.recv().is_err(),
            "what was cancelled while it waited is not begun"
        );
    }

    #[test]
    fn the_end_of_the_pool_ends_what_runs() {
        let pool = Pool::new(2, 1).expect("a pool");
        let (tell, told) = mpsc::channel();
        for _ in 0..2 {
            pool.submit(task(true, endless("move", &tell)).0);
            assert_eq!(told.recv(), Ok("move"));
        }
        drop(pool);
        assert_eq!((told.recv(), told.recv()), (Ok("ended"), Ok("ended")));
    }

    #[test]
    fn a_failure_costs_no_thread() {
        let pool = Pool::new(1, 1).expect("a pool");
        pool.submit(task(true, |_| panic!("on purpose")).0);
        let (tell, told) = mpsc::channel();
        pool.submit(task(true, move |_| tell.send(()).expect("a listener")).0);
        assert_eq!(told.recv(), Ok(()));
    }
}

//! The threads that think for all sittings: a bounded number, each with a transposition table.
//!
//! A move that somebody waits for goes before an analysis that somebody only watches. So that one
//! who watches keeps no other waiting, an analysis is ended when work waits for a thread; its
//! sitting may ask for it again, and is then at the end of the queue.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::resources::worker;
use crate::search::{Stop, Table};

/// What is to be done with a table until it is stopped.
pub(crate) type Work = Box<dyn FnOnce(&mut Table, &Stop) + Send>;

/// A piece of work.
pub(crate) struct Task {
    /// Work with the same number profits from what the table has learnt; any other begins with an
    /// empty one, since the keys of different games may be the same.
    pub(crate) game: u64,
    /// Whether somebody waits for it.
    pub(crate) urgent: bool,
    /// Ends it with what it has found.
    pub(crate) stop: Stop,
    /// Nobody wants to know any more: it is dropped while it still waits.
    pub(crate) cancelled: Stop,
    /// What to do.
    pub(crate) work: Work,
}

/// An analysis may not be ended before this time, so that each gets somewhere.
const SLICE: Duration = Duration::from_secs(1);

/// The threads, which end with it.
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
    /// What each thread is at.
    running: Vec<Option<Running>>,
    is_open: bool,
}

struct Running {
    urgent: bool,
    stop: Stop,
    since: Instant,
}

impl Pool {
    /// So many threads with tables of `mib` MiB; the memory is only taken as they search.
    ///
    /// # Errors
    /// When there is no memory, or no thread.
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
            let table = Table::new(mib)?;
            let shared = Arc::clone(&shared);
            let thread = worker("search").spawn(move || shared.serve(seat, table))?;
            pool.threads.push(thread);
        }
        Ok(pool)
    }

    /// Has it done, as soon as a thread is free.
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
        // Nothing that panics is done under the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a thread does.
    fn serve(&self, seat: usize, mut table: Table) {
        let mut learnt_of = None;
        while let Some(task) = self.wait(seat) {
            if learnt_of != Some(task.game) {
                table.clear();
                learnt_of = Some(task.game);
            }
            table.age();
            let work = AssertUnwindSafe(|| (task.work)(&mut table, &task.stop));
            if catch_unwind(work).is_err() {
                log::error!("a search has failed");
                table.clear();
            }
            self.lock().running[seat] = None;
        }
    }

    /// The next task for this thread; `None` at the end of the program.
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

    /// Runs until it is stopped, and says when it begins and when it ends.
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

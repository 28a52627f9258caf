//! A search on a thread of its own, for a caller that listens to others meanwhile.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::JoinHandle;

use super::engine::Engine;
use super::{Found, Info, Job};
use crate::resources::worker;
use crate::search::Stop;

/// What such a search tells.
pub(crate) enum News {
    /// A line of a finished iteration.
    Line(Info),
    /// The result, which is the last that is told; `None` if the search failed.
    End(Option<Found>),
}

/// A search on a thread of its own. Dropping it ends the search.
pub(crate) struct Background {
    stop: Stop,
    thread: Option<JoinHandle<()>>,
}

impl Engine {
    /// Starts a search with the table of the engine, which has to wait for its end before it searches again.
    ///
    /// # Errors
    /// If the system has no more threads.
    pub(crate) fn start_search(
        &mut self,
        job: Job,
        tell: impl Fn(News) + Send + 'static,
    ) -> io::Result<Background> {
        self.stop_pondering();
        self.table.age();
        let stop = Stop::new();
        let (table, stopped) = (Arc::clone(&self.table), stop.clone());
        let search = move || {
            let mut report = |info: &Info| tell(News::Line(info.clone()));
            let found = AssertUnwindSafe(|| job(&table, &stopped, &mut report));
            let found = catch_unwind(found);
            drop(table);
            tell(News::End(found.ok()));
        };
        let thread = worker("search").spawn(search)?;
        Ok(Background {
            stop,
            thread: Some(thread),
        })
    }
}

impl Background {
    /// Ends the search, which still tells its result.
    pub(crate) fn stop(&self) {
        self.stop.request();
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        self.stop.request();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

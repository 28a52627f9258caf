//! The end of the interpreter, which no search outlives: it would call code of Python where there is none any more.

use std::collections::BTreeMap;
use std::process;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use heelstone::search::Stop;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::shared::STEP;

static SEARCHES: Mutex<Searches> = Mutex::new(Searches {
    started: 0,
    is_over: false,
    running: BTreeMap::new(),
});
static ONE_ENDED: Condvar = Condvar::new();

struct Searches {
    started: u64,
    /// No more may start.
    is_over: bool,
    /// The process of each, and what ends it: a process that was forked has none of those before it.
    running: BTreeMap<u64, (u32, Stop)>,
}

fn searches() -> MutexGuard<'static, Searches> {
    SEARCHES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A search that the interpreter waits for at its end; it has ended when this is dropped.
pub(crate) struct Waited(u64);

impl Waited {
    /// Begins to wait for a search, which this stop ends.
    ///
    /// # Errors
    /// If the interpreter waits already.
    pub(crate) fn new(stop: &Stop) -> PyResult<Waited> {
        let mut searches = searches();
        if searches.is_over {
            return Err(PyRuntimeError::new_err("the interpreter is about to end"));
        }
        searches.started += 1;
        let number = searches.started;
        let search = (process::id(), stop.clone());
        searches.running.insert(number, search);
        Ok(Waited(number))
    }
}

impl Drop for Waited {
    fn drop(&mut self) {
        let ended = searches().running.remove(&self.0);
        drop(ended);
        ONE_ENDED.notify_all();
    }
}

/// Ends all searches and waits for them, as Python does for its own threads.
///
/// # Errors
/// The exception of a signal handler, which is waited for no longer.
#[pyfunction]
fn end_searches(py: Python<'_>) -> PyResult<()> {
    let this = process::id();
    loop {
        let is_done = py.detach(|| {
            let mut searches = searches();
            searches.is_over = true;
            let mut own = searches.running.values().filter(|(id, _)| *id == this);
            let is_done = own.next().is_none();
            for (_, stop) in searches.running.values() {
                stop.request();
            }
            if !is_done {
                let waited = ONE_ENDED.wait_timeout(searches, STEP);
                drop(waited);
            }
            is_done
        });
        if is_done {
            return Ok(());
        }
        py.check_signals()?;
    }
}

/// Has the interpreter end all searches before it ends.
///
/// # Errors
/// If Python cannot be told.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let at_exit = module.py().import("atexit")?;
    at_exit.call_method1("register", (wrap_pyfunction!(end_searches, module)?,))?;
    Ok(())
}

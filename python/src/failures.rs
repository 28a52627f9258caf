//! Exceptions of the caller's Python inside a search.

use std::sync::{Mutex, MutexGuard, PoisonError};

use heelstone::search::Stop;
use pyo3::prelude::*;

use crate::nesting;

/// The first exception that a search met in the caller's code. It ends the search, and reaches the caller after it:
/// the search itself cannot fail.
#[derive(Default)]
pub(crate) struct Failures(Mutex<State>);

#[derive(Default)]
struct State {
    stop: Stop,
    error: Option<PyErr>,
    /// The number of searches around the caller's code.
    depth: u32,
}

impl Failures {
    /// Begins a search, which an exception will end by this stop.
    pub(crate) fn begin(&self, stop: &Stop) {
        *self.lock() = State {
            stop: stop.clone(),
            error: None,
            depth: nesting::depth(),
        };
    }

    /// Calls the caller's code, from any thread of the search.
    ///
    /// # Errors
    /// Its exception.
    pub(crate) fn call<T>(&self, call: impl FnOnce(Python<'_>) -> PyResult<T>) -> PyResult<T> {
        let depth = self.lock().depth;
        nesting::inside(depth, || Python::attach(call))
    }

    /// Returns the exception, if there was one, and forgets it.
    pub(crate) fn end(&self) -> Option<PyErr> {
        std::mem::take(&mut *self.lock()).error
    }

    /// Ends the search because of this exception.
    pub(crate) fn note(&self, error: PyErr) {
        let mut state = self.lock();
        state.stop.request();
        state.error.get_or_insert(error);
    }

    /// Tells whether nothing that is found from now on counts.
    pub(crate) fn has_failed(&self) -> bool {
        self.lock().error.is_some()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

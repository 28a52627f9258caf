//! Searches inside of searches: code of the caller that a search asks may search itself.

use std::cell::Cell;

use pyo3::exceptions::PyRecursionError;
use pyo3::prelude::*;

/// More searches inside of each other are refused: each takes a thread, whose stack Python's own limit does not see.
const MOST: u32 = 50;

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// The number of searches around the code that runs in this thread.
pub(crate) fn depth() -> u32 {
    DEPTH.get()
}

/// The depth of one more search, for its thread.
///
/// # Errors
/// `RecursionError` if they are too many.
pub(crate) fn deeper() -> PyResult<u32> {
    let deeper = depth() + 1;
    let refused = || PyRecursionError::new_err("too many searches, each inside of another one");
    (deeper <= MOST).then_some(deeper).ok_or_else(refused)
}

/// Calls the caller's code with this many searches around it.
pub(crate) fn inside<T>(depth: u32, call: impl FnOnce() -> T) -> T {
    let before = DEPTH.get();
    DEPTH.set(before.max(depth));
    let result = call();
    DEPTH.set(before);
    result
}

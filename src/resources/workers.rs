//! Threads that share the work of a search.

use std::thread::{Builder, Scope, ScopedJoinHandle};

/// The stack size of a searching thread: the path to the deepest node has to fit.
pub const STACK_BYTES: usize = 16 << 20;

/// A thread that searches, with a name for debuggers, to be spawned.
pub(crate) fn worker(name: &str) -> Builder {
    Builder::new().name(name.into()).stack_size(STACK_BYTES)
}

/// Sets a thread of the scope to work. `None`, with a line in the log, where the system has no more
/// threads: the others then do its part.
pub(crate) fn set_to_work<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    name: &str,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    let spawned = worker(name).spawn_scoped(scope, work);
    spawned
        .inspect_err(|error| log::warn!("no further thread to {name}: {error}"))
        .ok()
}

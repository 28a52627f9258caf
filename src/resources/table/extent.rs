//! The part of the memory that a solver uses.

use std::sync::atomic::{AtomicUsize, Ordering};

/// How much of the memory is in use. It belongs to the memory: each solver goes on with it.
#[derive(Debug, Default)]
pub(crate) struct Extent {
    pub(crate) groups: AtomicUsize,
    /// The entries written since the area has its size.
    pub(crate) written: AtomicUsize,
}

impl Extent {
    /// Nothing is in use.
    pub(crate) fn forget(&self) {
        self.groups.store(0, Ordering::Relaxed);
        self.written.store(0, Ordering::Relaxed);
    }
}

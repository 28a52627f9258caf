//! The part of the memory that a solver uses.

use std::sync::atomic::{AtomicUsize, Ordering};

/// The part of the memory in use. It belongs to the memory, so that each solver continues with it.
#[derive(Debug, Default)]
pub(crate) struct Extent {
    pub(crate) groups: AtomicUsize,
    /// The entries written since the area last grew.
    pub(crate) written: AtomicUsize,
}

impl Extent {
    /// Marks all memory as unused.
    pub(crate) fn forget(&self) {
        self.groups.store(0, Ordering::Relaxed);
        self.written.store(0, Ordering::Relaxed);
    }
}

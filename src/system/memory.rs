//! Zeroed memory straight from the system.

use std::io;
use std::ptr::NonNull;

use super::here;

/// Zeroed memory, aligned to pages. The system provides each page when it is first written to.
#[derive(Debug)]
pub(crate) struct Zeroed {
    start: NonNull<u8>,
    bytes: usize,
}

// SAFETY: it owns its memory, as a `Box<[u8]>` does.
unsafe impl Send for Zeroed {}
// SAFETY: a shared reference gives no more than the address and the size.
unsafe impl Sync for Zeroed {}

impl Zeroed {
    /// Asks the system for this many bytes, and for large pages, which cost fewer TLB misses.
    pub(crate) fn new(bytes: usize) -> io::Result<Zeroed> {
        let start = here::provide_memory(bytes)?;
        Ok(Zeroed { start, bytes })
    }

    /// The first byte.
    pub(crate) fn as_ptr(&self) -> *const u8 {
        self.start.as_ptr()
    }

    /// The number of bytes.
    pub(crate) fn len(&self) -> usize {
        self.bytes
    }

    /// Returns everything from this offset on to the system, so that it reads as zeros again. Returns
    /// false, and changes nothing, where the system has no such request.
    ///
    /// # Safety
    /// No reference to these bytes may rely on their values, and threads that read them meanwhile must
    /// tolerate the change.
    pub(crate) unsafe fn release_from(&self, offset: usize) -> bool {
        assert!(offset <= self.bytes, "the offset is within the memory");
        // SAFETY: the range belongs to this memory, and the caller tolerates the change.
        unsafe { here::release_memory(self.start.add(offset), self.bytes - offset) }
    }
}

impl Drop for Zeroed {
    fn drop(&mut self) {
        // SAFETY: the memory came from `provide_memory` with this size, and nobody refers to it any more.
        unsafe { here::return_memory(self.start, self.bytes) };
    }
}

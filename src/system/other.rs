//! Systems that report none of this.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::process::{Command, ExitCode};
use std::ptr::NonNull;
use std::sync::{Mutex, PoisonError};

use super::ProcessorTime;

pub(super) const BROWSER: &[&str] = &["xdg-open"];

pub(super) const MAIN_STACK_IS_SMALL: bool = false;

pub(super) fn processor_time() -> Option<ProcessorTime> {
    None
}

/// There is no other program.
pub(super) fn run_instead(_: &mut Command) -> io::Result<ExitCode> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Returns false: only the next write will notice.
pub(super) fn wait_for_the_end_of_the_reader() -> bool {
    false
}

/// Returns `None`.
#[cfg(feature = "program")]
pub(super) fn allow_open_files(_: usize) -> Option<usize> {
    None
}

/// Returns none: they are not asked for here.
#[cfg(feature = "program")]
pub(super) fn network_addresses() -> Vec<std::net::IpAddr> {
    Vec::new()
}

/// Reads from an offset, one thread after the other: a file has one position here.
pub(super) fn read_at(mut file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    file.seek(SeekFrom::Start(offset))?;
    file.read(buffer)
}

fn layout(bytes: usize) -> io::Result<Layout> {
    const PAGE: usize = 4096;
    Layout::from_size_align(bytes.max(1), PAGE).map_err(io::Error::other)
}

/// Allocates memory, all of it at once.
pub(super) fn provide_memory(bytes: usize) -> io::Result<NonNull<u8>> {
    // SAFETY: the size is not zero.
    let start = unsafe { alloc_zeroed(layout(bytes)?) };
    NonNull::new(start).ok_or_else(|| io::ErrorKind::OutOfMemory.into())
}

/// Does nothing.
pub(super) unsafe fn release_memory(_: NonNull<u8>, _: usize) -> bool {
    false
}

/// Frees memory.
///
/// # Safety
/// It must come from [`provide_memory`] with this size, and nobody may use it any more.
pub(super) unsafe fn return_memory(start: NonNull<u8>, bytes: usize) {
    if let Ok(layout) = layout(bytes) {
        // SAFETY: `provide_memory` used the same layout, and the caller guarantees the rest.
        unsafe { dealloc(start.as_ptr(), layout) };
    }
}

//! Files that may be no files at all, or that other programs use at the same time.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a file, and nothing else that has a name: a pipe or a device might never end, or never
/// begin.
pub(crate) fn open_plain(path: &Path, options: &OpenOptions) -> io::Result<File> {
    match std::fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(io::Error::other("this is no plain file")),
        // Where there is none, the options say what is to become of it.
        _ => options.open(path),
    }
}

/// Keeps other programs from the file as long as it is open; whether none is at it.
pub(crate) fn lock(file: &File) -> io::Result<bool> {
    #[cfg(unix)]
    {
        use rustix::fs::{FlockOperation, flock};
        match flock(file, FlockOperation::NonBlockingLockExclusive) {
            Err(rustix::io::Errno::WOULDBLOCK) => Ok(false),
            // Where a file system knows no locks, there is none to be had.
            Ok(()) | Err(_) => Ok(true),
        }
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        Ok(true)
    }
}

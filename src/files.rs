//! Files that may be no files at all.

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

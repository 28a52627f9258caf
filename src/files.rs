//! Opening plain files only.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a plain file. Refuses anything else, such as a pipe or a device, which might block or
/// never end.
pub(crate) fn open_plain(path: &Path, options: &OpenOptions) -> io::Result<File> {
    match std::fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(io::Error::other("this is not a plain file")),
        // If nothing is there, the options say what happens.
        _ => options.open(path),
    }
}

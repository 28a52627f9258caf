//! Opening plain files only, and writing files whole.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Opens a plain file. Refuses anything else, such as a pipe or a device, which might block or
/// never end.
pub(crate) fn open_plain(path: &Path, options: &OpenOptions) -> io::Result<File> {
    match std::fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(io::Error::other("this is not a plain file")),
        // If nothing is there, the options say what happens.
        _ => options.open(path),
    }
}

/// The path with an ending appended to its name.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(ending);
    name.into()
}

/// Writes a file so that its name has either all of the bytes or none.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = beside(path, ".tmp");
    let mut file = File::create(&temporary)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    drop(file);
    let renamed = written.and_then(|()| fs::rename(&temporary, path));
    if renamed.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    renamed
}

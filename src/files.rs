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

/// Writes a file so that its name has either all of the bytes or none. A symbolic link stays, and what it
/// leads to is written; what is no plain file, such as a device, is written to as it is.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return OpenOptions::new().write(true).open(path)?.write_all(bytes);
    }
    let path = &behind_links(path);
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

/// The most symbolic links in a row that are followed, as on Linux.
const MOST_LINKS: usize = 40;

/// The path that symbolic links lead to, whether a file is there or not.
fn behind_links(path: &Path) -> PathBuf {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let Ok(target) = fs::read_link(&path) else {
            break;
        };
        // A target without a root begins in the folder of the link.
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    path
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::path::{Path, PathBuf};

    use crate::files::write_whole;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("heelstone-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("there")).expect("a folder");
        folder
    }

    #[test]
    fn a_link_stays_and_what_it_leads_to_is_written() {
        let folder = folder("links");
        let (link, second) = (folder.join("link"), folder.join("second"));
        symlink("second", &link).expect("a link");
        symlink("there/file", &second).expect("a link");
        for text in ["begun", "replaced"] {
            write_whole(&link, text.as_bytes()).expect("written");
            let file = folder.join("there/file");
            assert_eq!(fs::read_to_string(&file).expect("a file"), text);
            assert!(link.is_symlink() && second.is_symlink() && !file.is_symlink());
        }
        let left = fs::read_dir(folder.join("there")).expect("a folder");
        assert_eq!(left.count(), 1, "nothing is left beside the file");
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn what_is_no_file_is_written_to_and_not_replaced() {
        let null = Path::new("/dev/null");
        write_whole(null, b"lost").expect("written");
        assert!(!fs::metadata(null).expect("a device").is_file());
        assert!(write_whole(&std::env::temp_dir(), b"a folder").is_err());
        let full = Path::new("/dev/full");
        if !full.exists() {
            return eprintln!("skipped: there is no /dev/full");
        }
        assert!(write_whole(full, b"lost").is_err());
        assert!(!fs::metadata(full).expect("a device").is_file());
    }
}

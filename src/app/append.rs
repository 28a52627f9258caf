//! Files that are written beside the dialogue: the log, and the log of the traffic.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use anyhow::{Context, Result};

use crate::cli;

/// A file to append to. A failure is reported once on standard error, and is no reason to stop playing:
/// later writes are tried again.
pub(super) struct Appended {
    file: File,
    name: String,
    has_failed: bool,
}

impl Appended {
    /// Opens the file, which several engines may share.
    pub(super) fn open(path: &Path) -> Result<Appended> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let name = path.display().to_string();
        Ok(Appended {
            file: file.with_context(|| format!("cannot write {name}"))?,
            name,
            has_failed: false,
        })
    }

    fn tell(&mut self, error: &io::Error) {
        if !std::mem::replace(&mut self.has_failed, true) {
            let (program, name) = (cli::NAME, &self.name);
            let _ = writeln!(io::stderr(), "{program}: {name} is incomplete: {error}");
        }
    }
}

impl Write for Appended {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.file.write(bytes) {
            Err(error) if error.kind() != ErrorKind::Interrupted => {
                self.tell(&error);
                Ok(bytes.len())
            }
            written => written,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        if let Err(error) = self.file.flush() {
            self.tell(&error);
        }
        Ok(())
    }
}

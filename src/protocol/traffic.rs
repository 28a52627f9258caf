//! A log of the lines that go in and out.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// The output of the log, if there is one. Errors while writing it are ignored: the log is no
/// reason to stop playing.
#[derive(Clone, Default)]
pub(crate) struct Traffic(Option<Arc<Mutex<Box<dyn Write + Send>>>>);

impl Traffic {
    pub(crate) fn new(output: Option<Box<dyn Write + Send>>) -> Traffic {
        Traffic(output.map(|output| Arc::new(Mutex::new(output))))
    }

    /// A line that came in.
    pub(crate) fn incoming(&self, raw: &[u8]) {
        if self.0.is_some() {
            self.log(">> ", &String::from_utf8_lossy(raw));
        }
    }

    /// The lines of a reply, or a part of them.
    pub(crate) fn outgoing(&self, lines: &str) {
        if self.0.is_none() {
            return;
        }
        let lines = lines.strip_suffix('\n').unwrap_or(lines);
        lines.split('\n').for_each(|line| self.log("<< ", line));
    }

    fn log(&self, mark: &str, line: &str) {
        if let Some(output) = &self.0 {
            let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
            let line = format!("{}\n", format!("{mark}{line}").trim_end());
            let _ = output
                .write_all(line.as_bytes())
                .and_then(|()| output.flush());
        }
    }
}

//! Opens the page in the user's browser.

use std::process::Stdio;

use crate::system::browser;

/// Asks the system to show `url`. If it cannot, the user has the printed address.
pub(super) fn open(url: &str) {
    let mut command = browser();
    command.arg(url).stdin(Stdio::null());
    let started = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    match started {
        // Wait for its end, so that no zombie process is left.
        Ok(mut child) => {
            let waiting = std::thread::Builder::new().name("browser".into());
            let _ = waiting.spawn(move || child.wait());
        }
        Err(error) => log::warn!("no browser was opened: {error}"),
    }
}

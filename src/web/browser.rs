//! Opening the page in the user's browser.

use std::process::Stdio;

use crate::system::browser;

/// Asks the system to show `url`. Where it cannot, the address that was printed has to do.
pub(super) fn open(url: &str) {
    let mut command = browser();
    command.arg(url).stdin(Stdio::null());
    let started = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    match started {
        // Its end is waited for, so that nothing is left of it.
        Ok(mut child) => {
            let waiting = std::thread::Builder::new().name("browser".into());
            let _ = waiting.spawn(move || child.wait());
        }
        Err(error) => log::warn!("no browser was opened: {error}"),
    }
}

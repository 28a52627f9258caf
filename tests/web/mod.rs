//! `heelstone web` from the outside.

pub(crate) mod client;

mod access;
mod load;
mod talk;

use std::thread;
use std::time::{Duration, Instant};

use client::Server;

/// How long a server may take to end what it is at.
const PATIENCE: Duration = Duration::from_secs(60);

impl Server {
    /// Waits until no processor time is taken any more.
    fn comes_to_rest(&self) {
        let start = Instant::now();
        loop {
            let Some(before) = self.processor_ticks() else {
                return println!("skipped: this system does not tell the time of a process");
            };
            thread::sleep(Duration::from_millis(500));
            if self.processor_ticks() <= Some(before + 1) {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "a search is left running");
        }
    }
}

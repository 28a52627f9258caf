//! Linux, macOS and their like.

use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;
use rustix::event::{PollFd, PollFlags, poll};

use super::ProcessorTime;

#[cfg(target_os = "macos")]
pub(super) const BROWSER: &[&str] = &["open"];
#[cfg(not(target_os = "macos"))]
pub(super) const BROWSER: &[&str] = &["xdg-open"];

/// The main stack has 8 MiB, or what `ulimit` says.
pub(super) const MAIN_STACK_IS_SMALL: bool = false;

pub(super) fn processor_time() -> Option<ProcessorTime> {
    let usage = getrusage(UsageWho::RUSAGE_SELF).ok()?;
    Some(ProcessorTime {
        user: duration(usage.user_time())?,
        system: duration(usage.system_time())?,
    })
}

fn duration(time: TimeVal) -> Option<Duration> {
    let seconds = u64::try_from(time.tv_sec()).ok()?;
    let micros = u64::try_from(time.tv_usec()).ok()?;
    Some(Duration::from_secs(seconds) + Duration::from_micros(micros))
}

/// Waits until nobody reads standard output. Returns false if that cannot be observed.
pub(super) fn wait_for_the_end_of_the_reader() -> bool {
    let output = std::io::stdout();
    // Linux always reports these events; macOS reports only those asked for.
    let mut watched = [PollFd::new(&output, PollFlags::HUP)];
    loop {
        match poll(&mut watched, None) {
            Ok(_) => {
                return watched[0]
                    .revents()
                    .intersects(PollFlags::ERR | PollFlags::HUP);
            }
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}

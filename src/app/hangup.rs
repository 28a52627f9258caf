//! Nobody reads the output any more: then the program leaves, even in the middle of a search.

/// Watches the reader of standard output from now on, on a thread of its own. Without it a reader
/// that went away is only noticed at the next reply, which may be far.
#[cfg(unix)]
pub(super) fn leave_with_the_reader() {
    // Without the thread the next reply will do.
    let _ = std::thread::Builder::new().name("hangup".into()).spawn(|| {
        if wait_for_the_end_of_the_reader() {
            std::process::exit(0);
        }
    });
}

#[cfg(unix)]
fn wait_for_the_end_of_the_reader() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    let output = std::io::stdout();
    // Errors are told unasked, and nothing else is asked for.
    let mut watched = [PollFd::new(&output, PollFlags::empty())];
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

/// The next reply will tell.
#[cfg(not(unix))]
pub(super) fn leave_with_the_reader() {}

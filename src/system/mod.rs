//! What differs between Linux, macOS, Windows and other systems, and nothing of games.
//!
//! The rest of the program is the same everywhere: it asks here, and does without what the answer
//! says is not to be had.

pub(crate) mod pages;

#[cfg(unix)]
#[path = "unix.rs"]
mod here;
#[cfg(windows)]
#[path = "windows.rs"]
mod here;
#[cfg(not(any(unix, windows)))]
#[path = "other.rs"]
mod here;

use std::fs::{File, TryLockError};
use std::io;
use std::process::Command;
use std::time::Duration;

/// Whether terminals show Unicode without the locale saying so.
pub(crate) const TERMINALS_SHOW_UNICODE: bool = cfg!(windows);

/// The processor time of this process, all its threads together, as far as the system tells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProcessorTime {
    /// Spent in the program itself.
    pub(crate) user: Duration,
    /// Spent in the system on behalf of the program.
    pub(crate) system: Duration,
}

impl ProcessorTime {
    /// Reads the time taken so far.
    pub(crate) fn now() -> Option<ProcessorTime> {
        here::processor_time()
    }

    /// Adds up both kinds.
    pub(crate) fn total(self) -> Duration {
        self.user + self.system
    }
}

/// Calls `handler`, on a thread of its own, at each Ctrl-C and each request of the system to end.
/// Where there can be no handler, both end the program at once.
#[cfg(feature = "program")]
pub(crate) fn on_interrupt(handler: impl FnMut() + Send + 'static) {
    if let Err(error) = ctrlc::set_handler(handler) {
        log::debug!("interrupts end the program at once: {error}");
    }
}

/// Ends the program as soon as nobody reads standard output any more, even in the middle of a
/// search. Without it, only the next write finds out, which may be far off.
pub(crate) fn leave_with_the_reader() {
    // Without the thread the next write will do.
    let _ = std::thread::Builder::new().name("hangup".into()).spawn(|| {
        if here::wait_for_the_end_of_the_reader() {
            std::process::exit(0);
        }
    });
}

/// Keeps other programs from the file as long as it is open. Returns false if one holds it already.
///
/// On Windows the others cannot even read it; elsewhere only those that ask for the lock notice.
pub(crate) fn lock(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Ok(false),
        // Where a file system knows no locks, there is none to be had.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(true),
    }
}

/// The command that shows a page in the user's browser, without the address, its last argument.
pub(crate) fn browser() -> Command {
    let mut words = here::BROWSER.iter();
    let mut command = Command::new(words.next().copied().unwrap_or_default());
    command.args(words);
    command
}

/// Runs `body` where there is room for a search, as on a main thread of Linux.
pub(crate) fn with_stack<T: Send>(bytes: usize, body: impl FnOnce() -> T + Send) -> T {
    if !here::MAIN_STACK_IS_SMALL {
        return body();
    }
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().name("main".into());
        let thread = builder.stack_size(bytes).spawn_scoped(scope, body);
        let ended = thread.expect("a first thread can be started").join();
        ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

//! The differences between Linux, macOS, Windows and other systems.
//!
//! The rest of the program is the same everywhere. It calls these functions, and does without
//! whatever a system does not offer.

pub(crate) mod memory;
pub(crate) mod processor;

// Miri interprets no calls of a system.
#[cfg(all(unix, not(miri)))]
#[path = "unix.rs"]
mod here;
#[cfg(all(windows, not(miri)))]
#[path = "windows.rs"]
mod here;
#[cfg(any(miri, not(any(unix, windows))))]
#[path = "other.rs"]
mod here;

use std::fs::{File, TryLockError};
use std::io;
#[cfg(feature = "program")]
use std::net::IpAddr;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;

/// `true` if terminals show Unicode whatever the locale says.
pub(crate) const TERMINALS_SHOW_UNICODE: bool = cfg!(windows);

/// The processor time of this process with all its threads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProcessorTime {
    /// Time spent in the program itself.
    pub(crate) user: Duration,
    /// Time spent in the system on behalf of the program.
    pub(crate) system: Duration,
}

impl ProcessorTime {
    /// Reads the time used so far; `None` if the system does not report it.
    pub(crate) fn now() -> Option<ProcessorTime> {
        here::processor_time()
    }

    /// The sum of both.
    pub(crate) fn total(self) -> Duration {
        self.user + self.system
    }
}

/// Calls `handler`, on a thread of its own, at each Ctrl-C and each request of the system to end.
/// If no handler can be installed, both end the program at once.
#[cfg(feature = "program")]
pub(crate) fn on_interrupt(handler: impl FnMut() + Send + 'static) {
    if let Err(error) = ctrlc::set_handler(handler) {
        log::debug!("interrupts end the program at once: {error}");
    }
}

/// Ends the program as soon as nobody reads standard output any more, even during a search. Without
/// it, only the next write would notice, which may come much later.
pub(crate) fn leave_with_the_reader() {
    // Without the thread, the next write will notice.
    let _ = std::thread::Builder::new().name("hangup".into()).spawn(|| {
        if here::wait_for_the_end_of_the_reader() {
            std::process::exit(0);
        }
    });
}

/// Locks the file against other programs for as long as it is open. Returns false if another
/// program holds the lock.
///
/// On Windows others cannot even read the file; elsewhere the lock is advisory.
pub(crate) fn lock(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Ok(false),
        // A file system without locks is treated as if the lock were held.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(true),
    }
}

/// Fills a buffer with the bytes of a file from an offset on; threads may do so at the same time.
///
/// # Errors
/// Returns the system's error, or [`UnexpectedEof`](io::ErrorKind::UnexpectedEof) if the file ends
/// before.
pub(crate) fn read_exact_at(file: &File, mut buffer: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        match here::read_at(file, buffer, offset) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => {
                buffer = &mut buffer[count..];
                offset += count as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Asks for as many open files as the program may want; returns how many it may have, `None` if the
/// system sets no limit or does not tell.
#[cfg(feature = "program")]
pub(crate) fn allow_open_files(wanted: usize) -> Option<usize> {
    here::allow_open_files(wanted)
}

/// The IPv4 addresses of this machine in its networks; none if the system does not tell.
#[cfg(feature = "program")]
pub(crate) fn network_addresses() -> Vec<IpAddr> {
    here::network_addresses()
}

/// The command that opens a page in the user's browser; the address follows as its last argument.
pub(crate) fn browser() -> Command {
    let mut words = here::BROWSER.iter();
    let mut command = Command::new(words.next().copied().unwrap_or_default());
    command.args(words);
    command
}

/// Runs another program in place of this one: with its arguments and everything it has open. Returns an
/// error if it cannot be started; on Unix it does not return otherwise, on Windows with the exit code of that program.
pub(crate) fn run_instead(program: &Path) -> io::Result<ExitCode> {
    here::run_instead(Command::new(program).args(std::env::args_os().skip(1)))
}

/// Runs `body` on a stack that is large enough for a search.
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

//! Linux, macOS and their like.

use std::fs::File;
use std::io;
#[cfg(feature = "program")]
use std::net::{IpAddr, Ipv4Addr};
use std::os::unix::fs::FileExt;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};
use std::ptr::NonNull;
use std::time::Duration;

#[cfg(feature = "program")]
use nix::ifaddrs::getifaddrs;
#[cfg(feature = "program")]
use nix::net::if_::InterfaceFlags;
#[cfg(feature = "program")]
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::mm::{self, MapFlags, ProtFlags};

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

/// The same process goes on with the other program, under the name that it was called by.
pub(super) fn run_instead(command: &mut Command) -> io::Result<ExitCode> {
    if let Some(name) = std::env::args_os().next() {
        command.arg0(name);
    }
    Err(command.exec())
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

/// Raises the limit on open files as far as it may be, and is wanted.
#[cfg(feature = "program")]
pub(super) fn allow_open_files(wanted: usize) -> Option<usize> {
    let (soft, hard) = getrlimit(Resource::RLIMIT_NOFILE).ok()?;
    let wanted = hard.min(wanted as u64);
    if soft < wanted && setrlimit(Resource::RLIMIT_NOFILE, wanted, hard).is_ok() {
        return usize::try_from(wanted).ok();
    }
    usize::try_from(soft).ok()
}

/// The addresses of the interfaces that are up, without those that nobody else reaches.
#[cfg(feature = "program")]
pub(super) fn network_addresses() -> Vec<IpAddr> {
    let interfaces = getifaddrs().into_iter().flatten();
    let up = interfaces.filter(|interface| interface.flags.contains(InterfaceFlags::IFF_UP));
    let addresses = up.filter_map(|interface| Some(interface.address?.as_sockaddr_in()?.ip()));
    let reached = |address: &Ipv4Addr| !address.is_loopback() && !address.is_link_local();
    addresses.filter(reached).map(IpAddr::V4).collect()
}

/// Reads from an offset, whatever other threads read.
pub(super) fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    file.read_at(buffer, offset)
}

/// Maps anonymous memory, whose pages appear when they are first written to.
pub(super) fn provide_memory(bytes: usize) -> io::Result<NonNull<u8>> {
    let access = ProtFlags::READ | ProtFlags::WRITE;
    // SAFETY: a new private mapping, at an address that the system chooses, changes no memory in use.
    let start =
        unsafe { mm::mmap_anonymous(std::ptr::null_mut(), bytes, access, MapFlags::PRIVATE)? };
    #[cfg(target_os = "linux")]
    // SAFETY: the advice changes no contents. A system that does not follow it has small pages.
    let _ = unsafe { mm::madvise(start, bytes, mm::Advice::LinuxHugepage) };
    NonNull::new(start.cast()).ok_or_else(|| io::ErrorKind::OutOfMemory.into())
}

/// Releases pages, which then read as zeros.
///
/// # Safety
/// The range must be within what [`provide_memory`] returned, and its readers tolerate the change.
#[cfg(target_os = "linux")]
pub(super) unsafe fn release_memory(start: NonNull<u8>, bytes: usize) -> bool {
    // SAFETY: private anonymous pages read as zeros once they are released, and the caller guarantees
    // that readers tolerate it.
    unsafe { mm::madvise(start.as_ptr().cast(), bytes, mm::Advice::LinuxDontNeed) }.is_ok()
}

/// Does nothing: elsewhere a released page may keep its contents.
#[cfg(not(target_os = "linux"))]
pub(super) unsafe fn release_memory(_: NonNull<u8>, _: usize) -> bool {
    false
}

/// Ends a mapping.
///
/// # Safety
/// It must come from [`provide_memory`] with this size, and nobody may use it any more.
pub(super) unsafe fn return_memory(start: NonNull<u8>, bytes: usize) {
    // SAFETY: the caller guarantees that the mapping is whole and unused.
    let unmapped = unsafe { mm::munmap(start.as_ptr().cast(), bytes) };
    debug_assert!(unmapped.is_ok(), "{unmapped:?}");
}

//! Windows.

use std::fs::File;
use std::io;
use std::os::windows::fs::FileExt;
use std::os::windows::io::AsRawHandle;
use std::process::{Command, ExitCode};
use std::ptr::NonNull;
use std::time::Duration;

use windows_sys::Wdk::Storage::FileSystem::{
    FILE_PIPE_CLOSING_STATE, FILE_PIPE_LOCAL_INFORMATION, FilePipeLocalInformation,
    NtQueryInformationFile,
};
use windows_sys::Win32::Foundation::{FILETIME, HANDLE};
use windows_sys::Win32::System::Console::SetConsoleCtrlHandler;
use windows_sys::Win32::System::IO::IO_STATUS_BLOCK;
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation,
    SetInformationJobObject,
};
use windows_sys::Win32::System::Memory::{
    MEM_COMMIT, MEM_RELEASE, MEM_RESERVE, PAGE_READWRITE, VirtualAlloc, VirtualFree,
};
use windows_sys::Win32::System::Threading::{GetCurrentProcess, GetProcessTimes};

use super::ProcessorTime;

pub(super) const BROWSER: &[&str] = &["rundll32", "url.dll,FileProtocolHandler"];

/// The linker gives the main thread 1 or 2 MiB.
pub(super) const MAIN_STACK_IS_SMALL: bool = true;

/// The time between two looks at the output's state: pipes here have to be polled.
const LOOK: Duration = Duration::from_millis(250);

pub(super) fn processor_time() -> Option<ProcessorTime> {
    let [mut created, mut ended, mut system, mut user] = [FILETIME::default(); 4];
    // SAFETY: the handle of this process is always valid, and the times are written to locals.
    let is_told = unsafe {
        GetProcessTimes(
            GetCurrentProcess(),
            &mut created,
            &mut ended,
            &mut system,
            &mut user,
        )
    };
    (is_told != 0).then(|| ProcessorTime {
        user: duration(user),
        system: duration(system),
    })
}

/// A `FILETIME` counts steps of 100 nanoseconds.
fn duration(time: FILETIME) -> Duration {
    let steps = u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime);
    Duration::from_micros(steps / 10)
}

/// A process cannot become another program here: this one waits for the other. Whoever ends this one ends both, by a
/// job whose processes the system ends with its last handle; both hear Ctrl-C, which this one leaves to the other.
pub(super) fn run_instead(command: &mut Command) -> io::Result<ExitCode> {
    let job = ending_with_this_process()?;
    // SAFETY: the handler is a function, and so valid for as long as the process.
    unsafe { SetConsoleCtrlHandler(Some(left_to_the_other), 1) };
    let mut child = command.spawn()?;
    // SAFETY: both handles are open. A child outside of the job ends with its input instead.
    unsafe { AssignProcessToJobObject(job, child.as_raw_handle()) };
    let code = child.wait()?.code().unwrap_or(1);
    // The exit codes of the program are small; what ends it from outside may have another.
    Ok(u8::try_from(code).map_or(ExitCode::FAILURE, ExitCode::from))
}

unsafe extern "system" fn left_to_the_other(_: u32) -> i32 {
    1
}

/// A job that is never closed while this process lives.
fn ending_with_this_process() -> io::Result<HANDLE> {
    let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    // SAFETY: a job without a name and with the usual rights; the limits are a local of the given size.
    unsafe {
        let job = CreateJobObjectW(std::ptr::null(), std::ptr::null());
        let set = SetInformationJobObject(
            job,
            JobObjectExtendedLimitInformation,
            (&raw const limits).cast(),
            size_of_val(&limits) as u32,
        );
        if set == 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(job)
    }
}

/// Waits until nobody reads standard output. Returns false if that cannot be observed.
pub(super) fn wait_for_the_end_of_the_reader() -> bool {
    let output = std::io::stdout().as_raw_handle();
    loop {
        match pipe_state(output) {
            Some(FILE_PIPE_CLOSING_STATE) => return true,
            Some(_) => std::thread::sleep(LOOK),
            None => return false,
        }
    }
}

/// The state of a pipe; `None` for a file, a console or a socket.
fn pipe_state(handle: HANDLE) -> Option<u32> {
    let mut status = IO_STATUS_BLOCK::default();
    let mut information = FILE_PIPE_LOCAL_INFORMATION::default();
    // SAFETY: both are written to locals of the given size; an invalid handle, or one that is not a
    // pipe, only causes an error.
    let answer = unsafe {
        NtQueryInformationFile(
            handle,
            &mut status,
            (&raw mut information).cast(),
            size_of_val(&information) as u32,
            FilePipeLocalInformation,
        )
    };
    (answer >= 0).then_some(information.NamedPipeState)
}

/// Sockets are no files here.
#[cfg(feature = "program")]
pub(super) fn allow_open_files(_: usize) -> Option<usize> {
    None
}

/// Returns none: they are not asked for here.
#[cfg(feature = "program")]
pub(super) fn network_addresses() -> Vec<std::net::IpAddr> {
    Vec::new()
}

/// Reads from an offset, whatever other threads read.
pub(super) fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    file.seek_read(buffer, offset)
}

/// Commits memory, whose pages appear when they are first written to.
pub(super) fn provide_memory(bytes: usize) -> io::Result<NonNull<u8>> {
    let kind = MEM_RESERVE | MEM_COMMIT;
    // SAFETY: a new range, at an address that the system chooses, changes no memory in use.
    let start = unsafe { VirtualAlloc(std::ptr::null(), bytes, kind, PAGE_READWRITE) };
    NonNull::new(start.cast()).ok_or_else(io::Error::last_os_error)
}

/// Does nothing: memory cannot be decommitted while others may read it.
pub(super) unsafe fn release_memory(_: NonNull<u8>, _: usize) -> bool {
    false
}

/// Releases a range.
///
/// # Safety
/// It must come from [`provide_memory`], and nobody may use it any more.
pub(super) unsafe fn return_memory(start: NonNull<u8>, _: usize) {
    // SAFETY: the caller guarantees that the range is whole and unused.
    let released = unsafe { VirtualFree(start.as_ptr().cast(), 0, MEM_RELEASE) };
    debug_assert!(released != 0, "{}", io::Error::last_os_error());
}

"""A job object of Windows: it contains a process with all its descendants, and ends them
together."""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Sequence
from ctypes import wintypes

_EXTENDED_LIMITS = 9
_KILL_ON_CLOSE = 0x2000
_KILLED = 1
_SUSPENDED = 0x4

_kernel = ctypes.WinDLL("kernel32", use_last_error=True)
_kernel.CreateJobObjectW.restype = wintypes.HANDLE
_kernel.CreateJobObjectW.argtypes = [wintypes.LPVOID, wintypes.LPCWSTR]
_kernel.SetInformationJobObject.argtypes = [
    wintypes.HANDLE,
    ctypes.c_int,
    wintypes.LPVOID,
    wintypes.DWORD,
]
_kernel.AssignProcessToJobObject.argtypes = [wintypes.HANDLE, wintypes.HANDLE]
_kernel.TerminateJobObject.argtypes = [wintypes.HANDLE, wintypes.UINT]
_kernel.CloseHandle.argtypes = [wintypes.HANDLE]
_native = ctypes.WinDLL("ntdll")
_native.NtResumeProcess.argtypes = [wintypes.HANDLE]


class _BasicLimits(ctypes.Structure):
    _fields_ = [
        ("PerProcessUserTimeLimit", wintypes.LARGE_INTEGER),
        ("PerJobUserTimeLimit", wintypes.LARGE_INTEGER),
        ("LimitFlags", wintypes.DWORD),
        ("MinimumWorkingSetSize", ctypes.c_size_t),
        ("MaximumWorkingSetSize", ctypes.c_size_t),
        ("ActiveProcessLimit", wintypes.DWORD),
        ("Affinity", ctypes.c_size_t),
        ("PriorityClass", wintypes.DWORD),
        ("SchedulingClass", wintypes.DWORD),
    ]


class _Limits(ctypes.Structure):
    _fields_ = [
        ("BasicLimitInformation", _BasicLimits),
        ("IoInfo", ctypes.c_ulonglong * 6),
        ("ProcessMemoryLimit", ctypes.c_size_t),
        ("JobMemoryLimit", ctypes.c_size_t),
        ("PeakProcessMemoryUsed", ctypes.c_size_t),
        ("PeakJobMemoryUsed", ctypes.c_size_t),
    ]


class Job:
    """A job, which ends when it is closed; the system closes it when this process ends."""

    def __init__(self) -> None:
        """Creates a job. Raises OSError."""
        self._handle = _kernel.CreateJobObjectW(None, None)
        if not self._handle:
            raise ctypes.WinError(ctypes.get_last_error())
        limits = _Limits()
        limits.BasicLimitInformation.LimitFlags = _KILL_ON_CLOSE
        _check(
            _kernel.SetInformationJobObject(
                self._handle, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits)
            )
        )

    def take(self, process: int) -> None:
        """Adds a process that was created suspended, and lets it run. Raises OSError."""
        _check(_kernel.AssignProcessToJobObject(self._handle, process))
        # `subprocess` keeps no handle of the thread, which would be used otherwise.
        if _native.NtResumeProcess(process) < 0:
            raise OSError(0, "the new process cannot be resumed")

    def kill(self) -> None:
        """Ends every process in it."""
        if self._handle:
            _kernel.TerminateJobObject(self._handle, _KILLED)

    def close(self) -> None:
        """Ends every process in it, and the job."""
        handle, self._handle = self._handle, None
        if handle:
            _kernel.CloseHandle(handle)

    def __del__(self) -> None:
        self.close()


def start(command: Sequence[str], folder: str | None) -> tuple[subprocess.Popen[bytes], Job]:
    """Starts a process behind pipes in a job of its own. Raises OSError or ValueError."""
    job = Job()
    popen = subprocess.Popen(
        list(command),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        # Nothing may be started before the job contains it; Ctrl+C is for this process alone.
        creationflags=subprocess.CREATE_NEW_PROCESS_GROUP | _SUSPENDED,
        cwd=folder,
    )
    try:
        job.take(int(popen._handle))
    except OSError:
        popen.kill()
        raise
    return popen, job


def _check(succeeded: int) -> None:
    if not succeeded:
        raise ctypes.WinError(ctypes.get_last_error())

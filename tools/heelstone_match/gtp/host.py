"""What this machine did to a process: its processor time, its waits for a processor, its stops.

Every figure comes from Linux' /proc or a clock of it; where there is no such thing it is None or
empty, and nothing is excused by it.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

_NANOSECOND = 1e-9
# Fields of /proc/PID/stat after the name of the program, as proc(5) numbers them.
_STATE, _SESSION, _PROCESSOR = 3, 6, 39


class Use(NamedTuple):
    """A thread: the seconds that it ran and that it waited for a processor since it began, its
    state as `ps` tells it (`R`, `S`, `T`...), and the processor where it ran last."""

    ran: float
    waited: float
    state: str
    processor: int


class Host(Protocol):
    """The measurements; a test puts others in their place."""

    def own_wait(self) -> float | None:
        """How long the calling thread has waited for a processor since it began."""

    def ran(self, pids: Iterable[int]) -> float | None:
        """The processor time of these processes with all their threads, dead ones too."""

    def family(self, pid: int) -> tuple[int, ...]:
        """All processes of the session that this process leads, itself first."""

    def threads(self, pids: Iterable[int]) -> Mapping[int, Use]:
        """The threads of these processes by their ids."""

    def steal(self) -> Mapping[int, float]:
        """For each processor the seconds that the machine below gave to others."""


class Linux:
    """The machine itself; on other systems of POSIX nothing is known of it."""

    def __init__(self) -> None:
        self._local = threading.local()
        self._tick = 1 / os.sysconf("SC_CLK_TCK")

    def own_wait(self) -> float | None:
        """A microsecond's work: the file stays open for each thread."""
        try:
            file = self._local.file
        except AttributeError:
            file = self._local.file = _Kept("/proc/thread-self/schedstat")
        told = file.read()
        return int(told.split(maxsplit=2)[1]) * _NANOSECOND if told else None

    def ran(self, pids: Iterable[int]) -> float | None:
        """From the process clocks, whose ids are made of the process id (clock_getcpuclockid)."""
        ran = 0.0
        try:
            for pid in pids:
                ran += time.clock_gettime((~pid << 3) | 2)
            return ran
        except (OSError, OverflowError):
            return None

    def family(self, pid: int) -> tuple[int, ...]:
        """Found by looking at all processes: not for every move."""
        try:
            others = [int(name) for name in os.listdir("/proc") if name.isdecimal()]
        except OSError:
            return (pid,)
        leader = str(pid)
        kin = [p for p in others if p != pid and _stat_field(p, _SESSION) == leader]
        return (pid, *kin)

    def threads(self, pids: Iterable[int]) -> dict[int, Use]:
        """Threads that end meanwhile are left out."""
        found = {}
        for pid in pids:
            try:
                tasks = os.listdir(f"/proc/{pid}/task")
            except OSError:
                continue
            for task in tasks:
                use = _use(f"/proc/{pid}/task/{task}")
                if use is not None:
                    found[int(task)] = use
        return found

    def steal(self) -> dict[int, float]:
        """Of the lines `cpuN` of /proc/stat the eighth column."""
        found = {}
        for line in _read("/proc/stat").split(b"\n"):
            words = line.split()
            if len(words) > 8 and words[0][:3] == b"cpu" and words[0][3:].isdigit():
                found[int(words[0][3:])] = int(words[8]) * self._tick
        return found


class _Kept:
    """A file of /proc that is read again and again; closed with the thread that it belongs to."""

    def __init__(self, path: str):
        try:
            self._file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            self._file = -1

    def read(self) -> bytes:
        """Empty where there is no such file."""
        try:
            return os.pread(self._file, 256, 0) if self._file >= 0 else b""
        except OSError:
            return b""

    def __del__(self) -> None:
        if self._file >= 0:
            os.close(self._file)


def _use(folder: str) -> Use | None:
    try:
        ran, waited, _ = _read(f"{folder}/schedstat").split()
        stat = _fields(_read(f"{folder}/stat"))
        return Use(
            int(ran) * _NANOSECOND,
            int(waited) * _NANOSECOND,
            stat[_STATE - 3],
            int(stat[_PROCESSOR - 3]),
        )
    except (ValueError, IndexError):
        return None


def _stat_field(pid: int, number: int) -> str | None:
    fields = _fields(_read(f"/proc/{pid}/stat"))
    return fields[number - 3] if fields else None


def _fields(stat: bytes) -> list[str]:
    # The name of the program may contain anything, so what follows its last bracket is read.
    return stat.rpartition(b")")[2].decode("ascii", "replace").split()


def _read(path: str) -> bytes:
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return os.read(file, 65536)
    except OSError:
        return b""
    finally:
        os.close(file)


class Unknown:
    """A machine that tells nothing of itself."""

    def own_wait(self) -> None:
        """Not known."""

    def ran(self, pids: Iterable[int]) -> None:
        """Not known."""

    def family(self, pid: int) -> tuple[int, ...]:
        """Itself alone."""
        return (pid,)

    def threads(self, pids: Iterable[int]) -> dict[int, Use]:
        """None."""
        return {}

    def steal(self) -> dict[int, float]:
        """None."""
        return {}


LINUX: Host = Linux() if hasattr(os, "sysconf") else Unknown()

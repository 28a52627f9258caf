"""The descendants of a process on Linux, those too that left its process group and its session.

This process adopts orphans (prctl(2), PR_SET_CHILD_SUBREAPER), so that none of them is lost to
`init`. An orphan is known by a mark in its environment, which every descendant of an engine
inherits; one that emptied its environment is found when this program ends.
"""

from __future__ import annotations

import itertools
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from .guard import guard

VARIABLE = "HEELSTONE_MATCH_ENGINE"
_PR_SET_CHILD_SUBREAPER = 36
# The time that killed processes have to be gone, and between two looks at them.
PATIENCE = 0.4
PAUSE = 0.005

# Another run of this program, in which this one may be an engine, has other marks.
_RUN = os.urandom(8).hex()
_numbers = itertools.count(1)


class _Entry(NamedTuple):
    parent: int
    is_dead: bool


Entries = Mapping[int, _Entry]


@cache
def adopt_orphans() -> bool:
    """Makes this process the parent of all orphans below it; returns False if the system cannot do
    that."""
    if sys.platform != "linux":
        return False
    # Takes some milliseconds.
    import ctypes

    try:
        libc = ctypes.CDLL(None, use_errno=True)
        return bool(libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0)
    except (OSError, AttributeError):
        return False


def new_mark() -> str:
    """A mark that no other process has. If this process is killed, all that have one of its marks
    are ended."""
    guard(f"{_RUN}-")
    return f"{_RUN}-{next(_numbers)}"


def marked_environment(mark: str) -> dict[str, str]:
    """The environment of this process with the mark in addition."""
    outer = os.environ.get(VARIABLE)
    return {**os.environ, VARIABLE: f"{outer},{mark}" if outer else mark}


def end_family(pid: int, is_reaped: bool, mark: str) -> None:
    """Kills the process group of `pid`, its descendants, and all processes with the mark. It is
    left to be reaped by whoever started it; one that is reaped has no descendants any more."""
    if not adopt_orphans():
        _kill_group(pid)
        return
    # Found before their parents die: afterwards only the mark tells whose they are.
    found = set() if is_reaped else set(_below(_entries(), [pid]))
    _kill_group(pid)
    _end(lambda entries: found.union(_marked(entries, mark)), spared=pid)


def end_all() -> None:
    """Kills every descendant of this process: for its end, when nothing should run any more."""
    if adopt_orphans():
        _end(lambda entries: set(_below(entries, [os.getpid()])))


def _end(kin: Callable[[Entries], set[int]], spared: int | None = None) -> None:
    """Kills and reaps what `kin` finds until it finds nothing alive."""
    until = time.monotonic() + PATIENCE
    killed: set[int] = set()
    while True:
        entries = _entries()
        there = {pid for pid in kin(entries) | killed if pid in entries and pid != spared}
        alive = {pid for pid in there if not entries[pid].is_dead}
        for pid in alive:
            _kill(pid)
        killed |= alive
        for pid in there - alive:
            if entries[pid].parent == os.getpid():
                _reap(pid)
        if not alive or time.monotonic() > until:
            return
        time.sleep(PAUSE)


def _entries() -> Entries:
    """All processes of this machine."""
    found = {}
    for name in os.listdir("/proc"):
        if name.isdecimal():
            # The name of the program may contain anything, so what follows its bracket is read.
            fields = _read(f"/proc/{name}/stat").rpartition(b")")[2].split()
            if len(fields) > 1:
                found[int(name)] = _Entry(int(fields[1]), fields[0] in b"ZX")
    return found


def _below(entries: Entries, ancestors: Iterable[int]) -> Iterator[int]:
    """The descendants of these processes, without themselves."""
    children: dict[int, list[int]] = {}
    for pid, entry in entries.items():
        children.setdefault(entry.parent, []).append(pid)
    queue = list(ancestors)
    while queue:
        for child in children.get(queue.pop(), ()):
            queue.append(child)
            yield child


def _marked(entries: Entries, mark: str) -> Iterator[int]:
    """The processes below this one that have the mark."""
    variable, wanted = f"{VARIABLE}=".encode(), mark.encode()
    for pid in _below(entries, [os.getpid()]):
        for setting in _read(f"/proc/{pid}/environ").split(b"\0"):
            if setting.startswith(variable) and wanted in setting[len(variable) :].split(b","):
                yield pid


def _read(path: str) -> bytes:
    try:
        with open(path, "rb", buffering=0) as file:
            return file.read()
    except OSError:
        return b""


def _kill_group(pid: int) -> None:
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def _reap(pid: int) -> None:
    try:
        os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        pass

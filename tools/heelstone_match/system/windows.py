"""Windows: threads serve the pipes, a job object holds a child with all that it starts, and files
are locked by `msvcrt`."""

from __future__ import annotations

import errno
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from .threads import ThreadedChild

# Timers tick 64 times a second there.
PUNCTUAL = 0.03
SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGBREAK") if hasattr(signal, name)
)
NO_SIGTERM = "Windows has no SIGTERM to send to another process"
NO_CLUSTER = "--cluster needs a POSIX system; on Windows `worker` and `merge` share a match out"
NO_PINNING = "only Linux keeps a process on chosen processors"
NO_MEMORY_CAP = "only Linux bounds the memory of a process"
OPEN_FLAGS = getattr(os, "O_BINARY", 0) | getattr(os, "O_NOINHERIT", 0)
# The byte of a journal that is locked: a lock keeps readers from the locked byte, so it is one
# that no journal reaches.
LOCKED_BYTE = 0x7FFFFFFE

# `time.monotonic` is as coarse as the timers.
clock = time.perf_counter
join_command = subprocess.list2cmdline


class Child(ThreadedChild):
    """A child in a job of its own, which ends with this process however that ends."""

    def _start(self, command: Sequence[str], folder: str | None) -> subprocess.Popen[bytes]:
        # Loads parts of Windows.
        from . import job

        popen, self._job = job.start(_runnable(command), folder)
        return popen

    def kill_family(self) -> None:
        """Kills the child and all its descendants."""
        self._job.kill()

    def let_go(self) -> None:
        """Ends the threads, and closes the job."""
        super().let_go()
        self._job.close()


def processors() -> frozenset[int]:
    """The processors of this machine."""
    return frozenset(range(os.cpu_count() or 1))


def end_descendants() -> None:
    """Does nothing: each child ends with its job."""


def lock(file: int) -> None:
    """Locks a file for this process until it is closed. Raises OSError if another has it."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(file, LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(file, 0, os.SEEK_SET)


def publish(draft: Path, path: Path) -> None:
    """Gives a finished file its name; the draft may remain. Raises FileExistsError."""
    # On Windows this never replaces a file, and not every file system has links.
    os.rename(draft, path)


def reader_is_gone(error: OSError) -> bool:
    """True if the error says that nobody reads this process's output any more."""
    return isinstance(error, BrokenPipeError) or error.errno == errno.EINVAL


def widen(pipe: int, size: int) -> None:
    """Leaves pipes as they are."""


def find_program(word: str) -> str:
    """The file that a command line starts by its first word; the word if there is none."""
    found = shutil.which(word)
    if found is None or not os.path.splitext(found)[1]:
        # Also for a path, for which `which` tries no endings.
        found = next((name for name in (f"{word}.exe",) if os.path.isfile(name)), found)
    return found or word


def split_command(text: str) -> list[str]:
    """Splits text as a shell does, except that a backslash is part of a path. Raises ValueError."""
    lexer = shlex.shlex(text, posix=True, punctuation_chars=False)
    lexer.whitespace_split = True
    lexer.commenters = lexer.escape = ""
    return list(lexer)


def _runnable(command: Sequence[str]) -> list[str]:
    """The command with the file that it starts; a Python script is started by this Python."""
    program = find_program(command[0])
    python = [sys.executable] if program.lower().endswith(".py") else []
    return [*python, program, *command[1:]]

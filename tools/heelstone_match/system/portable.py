"""Windows' way on a POSIX system, for testing it there: threads serve the pipes, and POSIX is only
used to end a process group, lock a file and give it its name."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from .threads import ThreadedChild
from .windows import (  # noqa: F401  (what a system has)
    NO_MEMORY_CAP,
    NO_PINNING,
    OPEN_FLAGS,
    PUNCTUAL,
    SIGNALS,
    clock,
    end_descendants,
    find_program,
    join_command,
    processors,
    reader_is_gone,
    split_command,
    widen,
)

NO_SIGTERM = NO_CLUSTER = ""
SIGKILL = 9


class Child(ThreadedChild):
    """A child with its own process group."""

    def _start(self, command: Sequence[str], folder: str | None) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            cwd=folder,
        )

    def kill_family(self) -> None:
        """Kills the child and all its descendants."""
        try:
            os.kill(-self._popen.pid, SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass


def lock(file: int) -> None:
    """Locks a file for this process until it is closed. Raises OSError if another has it."""
    try:
        import fcntl
    except ImportError:
        # A test removes even that.
        os.lockf(file, os.F_TLOCK, 0)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def publish(draft: Path, path: Path) -> None:
    """Gives a finished file its name; the draft may remain. Raises FileExistsError."""
    os.link(draft, path)

"""POSIX: pipes are polled, a child leads a session of its own, and files are locked by `flock`."""

from __future__ import annotations

import errno
import fcntl
import math
import os
import select
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from .family import adopt_orphans, end_all, end_family, marked_environment, new_mark
from .launch import FREE, Launch
from .pipes import pipe

READ_SIZE = 65536
# The time until the exit status of a process whose pipe closed can be read.
EXIT_GRACE = 0.2

PUNCTUAL = 0.002
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
NO_SIGTERM = NO_CLUSTER = ""
_IS_LINUX = sys.platform == "linux"
NO_PINNING = "" if _IS_LINUX else "only Linux keeps a process on chosen processors"
NO_MEMORY_CAP = "" if _IS_LINUX else "only Linux bounds the memory of a process"
OPEN_FLAGS = os.O_CLOEXEC

clock = time.monotonic
split_command = shlex.split
join_command = shlex.join


class Child:
    """A child with its own process group, behind pipes."""

    def __init__(self, command: Sequence[str], launch: Launch = FREE):
        """Starts it. Raises OSError or ValueError if that is impossible."""
        self._mark = new_mark()
        adopt_orphans()
        with _running_on(launch.processors):
            self._popen = subprocess.Popen(
                _capped(command, launch),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                cwd=launch.folder,
                env=marked_environment(self._mark),
            )
        self._stdin, self._stdout = pipe(self._popen.stdin), pipe(self._popen.stdout)
        self._input, self._output = self._stdin.fileno(), self._stdout.fileno()
        os.set_blocking(self._input, False)
        os.set_blocking(self._output, False)
        self._readable = select.poll()
        self._readable.register(self._output, select.POLLIN)
        self._watch = _watch_end_of(self._popen.pid)
        if self._watch is not None:
            self._readable.register(self._watch, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(self._input, select.POLLOUT)

    @property
    def pid(self) -> int:
        """Also the id of its process group and of its session."""
        return self._popen.pid

    def send(self, data: bytes, deadline: float) -> bool:
        """Writes all data, or returns False if the child did not take it in time. A child that
        closed its input is no error here: reading reveals how it ended."""
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[os.write(self._input, rest) :]
            except BlockingIOError:
                if not self._writable.poll(_milliseconds_to(deadline)):
                    return False
            except OSError:
                return True
        return True

    def receive(self, deadline: float) -> bytes | None:
        """The child's output; empty at the end of its output or of the child, None if the time is
        up."""
        while True:
            ready = self._readable.poll(_milliseconds_to(deadline))
            if not ready:
                return None
            try:
                return os.read(self._output, READ_SIZE)
            except BlockingIOError:
                if any(file == self._watch for file, _ in ready):
                    return b""
            except OSError:
                return b""

    def exit_status(self, patience: float = EXIT_GRACE) -> int | None:
        """As in `subprocess`: negative for a signal, None if it still runs. Several threads may
        ask at once."""
        if self._watch is not None:
            # `wait` with a timeout sleeps; this wakes at once.
            ended = select.poll()
            ended.register(self._watch, select.POLLIN)
            # The grace is for another thread that is just reaping the child.
            patience = EXIT_GRACE if ended.poll(math.ceil(patience * 1000)) else 0
        try:
            return self._popen.wait(patience)
        except subprocess.TimeoutExpired:
            return None

    def close_input(self) -> None:
        """Signals the end of its input."""
        self._stdin.close()

    def close_output(self) -> None:
        """Stops reading: its next write breaks the pipe."""
        self._stdout.close()

    def signal(self, number: int) -> None:
        """Sends a signal to the child alone; none if it has ended."""
        self._popen.send_signal(number)

    def kill_family(self) -> None:
        """Kills the child and all its descendants."""
        end_family(self._popen.pid, self._popen.returncode is not None, self._mark)

    def let_go(self) -> None:
        """Closes the pipes. To be called at the end by the thread that reads from them."""
        self._stdin.close()
        self._stdout.close()
        if self._watch is not None:
            os.close(self._watch)
            self._watch = None


@contextmanager
def _running_on(processors: frozenset[int] | None) -> Iterator[None]:
    """Keeps this thread, and so what it starts, on these processors."""
    if processors is None:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, processors)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _capped(command: Sequence[str], launch: Launch) -> list[str]:
    """The command; with a cap of memory, a shell sets it and then becomes the program."""
    if launch.memory is None:
        return list(command)
    if shutil.which(_below(launch.folder, command[0])) is None:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), command[0])
    set_cap = f'ulimit -v {launch.memory * 1024} && exec "$@"'
    return ["/bin/sh", "-c", set_cap, "sh", *command]


def _below(folder: str | None, word: str) -> str:
    return os.path.join(folder, word) if folder and os.sep in word else word


def processors() -> frozenset[int]:
    """The processors that this process may use."""
    try:
        return frozenset(os.sched_getaffinity(0))
    except AttributeError:
        return frozenset(range(os.cpu_count() or 1))


def end_descendants() -> None:
    """Kills everything below this process: for its end."""
    end_all()


def lock(file: int) -> None:
    """Locks a file for this process until it is closed. Raises OSError if another has it."""
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def publish(draft: Path, path: Path) -> None:
    """Gives a finished file its name; the draft may remain. Raises FileExistsError."""
    os.link(draft, path)


def reader_is_gone(error: OSError) -> bool:
    """True if the error says that nobody reads this process's output any more."""
    return isinstance(error, BrokenPipeError)


def widen(pipe: int, size: int) -> None:
    """Enlarges a pipe if the system can, so that its writer seldom has to wait."""
    try:
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, size)
    except (AttributeError, OSError):
        pass


def find_program(word: str) -> str:
    """The file that a command line starts by its first word; the word if there is none."""
    return shutil.which(word) or word


def _watch_end_of(pid: int) -> int | None:
    """A file that becomes readable when the child ends: its output does not tell while a child of
    its own keeps the pipe open. None if the system has no such thing."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None


def _milliseconds_to(deadline: float) -> int:
    return max(0, math.ceil((deadline - time.monotonic()) * 1000))

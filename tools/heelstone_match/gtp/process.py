"""A child process behind pipes: every wait has a deadline, stderr is always drained, and its whole
process group dies with it."""

from __future__ import annotations

import fcntl
import math
import os
import select
import signal
import subprocess
import threading
import time
from collections.abc import Sequence

from .sink import CappedFile

READ_SIZE = 65536
STDERR_KEPT = 65536
# What may wait in the pipe of an engine's stderr; users of Linux may have that much.
STDERR_PIPE = 1 << 20
# How long a process whose pipe closed may take until its exit status can be read.
EXIT_GRACE = 0.2
# A killed process ends at once, unless the system itself hangs.
KILL_PATIENCE = 0.4


class Stopped(Exception):
    """The match is over: no process may be started any more."""


class Brood:
    """The live processes of a match, so that none of them outlives it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._alive: set[Process] = set()
        self._closed = False

    @property
    def closed(self) -> bool:
        """Whether everything was killed."""
        return self._closed

    def spawn(self, command: Sequence[str], sink: CappedFile | None = None) -> Process:
        """Starts a process, whose stderr goes into that file too. Raises OSError when that is
        impossible, Stopped after `kill_all`."""
        # The lock is held, or a process could be born between the end and its entry here.
        with self._lock:
            if self._closed:
                raise Stopped
            child = Process(command, self, sink)
            self._alive.add(child)
            return child

    def forget(self, child: Process) -> None:
        """Called when a process is dead."""
        with self._lock:
            self._alive.discard(child)

    def kill_all(self) -> None:
        """Kills every process; none can be started from now on."""
        with self._lock:
            self._closed = True
            alive = list(self._alive)
        for child in alive:
            child.kill()


class Process:
    """A child with its own process group. Use `Brood.spawn` to make one."""

    def __init__(self, command: Sequence[str], brood: Brood, sink: CappedFile | None = None):
        self._brood = brood
        self._sink = sink
        self._kill_lock = threading.Lock()
        self._dead = False
        self._popen = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        self._input = self._popen.stdin.fileno()
        self._output = self._popen.stdout.fileno()
        os.set_blocking(self._input, False)
        os.set_blocking(self._output, False)
        self._readable = select.poll()
        self._readable.register(self._output, select.POLLIN)
        self._watch = _watch_end_of(self._popen.pid)
        self._ended = None
        if self._watch is not None:
            self._readable.register(self._watch, select.POLLIN)
            self._ended = select.poll()
            self._ended.register(self._watch, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(self._input, select.POLLOUT)
        self._stderr = bytearray()
        _widen(self._popen.stderr.fileno())
        self._drain = threading.Thread(target=self._drain_stderr, daemon=True)
        self._drain.start()

    @property
    def pid(self) -> int:
        """Also the id of its process group and of its session."""
        return self._popen.pid

    def send(self, data: bytes, deadline: float) -> bool:
        """Writes all of it, or returns False when the child did not take it in time. A child that
        closed its input is no error here: reading tells how it ended."""
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
        """What the child wrote; empty at the end of its output or of the child, None when the time
        is up."""
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
        """As in `subprocess`: negative for a signal, None when it still runs."""
        if self._ended is not None:
            # `wait` with a timeout sleeps; this wakes at once.
            self._ended.poll(math.ceil(patience * 1000))
            patience = 0
        try:
            return self._popen.wait(patience)
        except subprocess.TimeoutExpired:
            return None

    def stderr_tail(self) -> bytes:
        """The end of what it wrote to stderr; all of it where the process is dead."""
        if self._popen.returncode is not None:
            self._drain.join(EXIT_GRACE)
        return bytes(self._stderr)

    def close_input(self) -> None:
        """Tells it the end of its input."""
        self._popen.stdin.close()

    def close_output(self) -> None:
        """Stops reading: what it writes from now on breaks the pipe."""
        self._popen.stdout.close()

    def signal(self, number: int) -> None:
        """Sends a signal to the child alone; none to one that has ended."""
        self._popen.send_signal(number)

    def close(self, patience: float) -> None:
        """Closes its input and waits; kills what is left of its group then."""
        self._popen.stdin.close()
        self.exit_status(patience)
        self.kill()

    def kill(self) -> None:
        """Kills the whole process group and reaps the child. May be called again."""
        with self._kill_lock:
            if self._dead:
                return
            # What it started lives on in its group, even when the child itself has ended.
            try:
                os.killpg(self._popen.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                pass
            self.exit_status(KILL_PATIENCE)
            self._dead = True
            self._brood.forget(self)

    def release(self) -> None:
        """Gives the pipes back. For the thread that reads from them, after the end."""
        self.kill()
        self._popen.stdin.close()
        self._popen.stdout.close()
        if self._watch is not None:
            os.close(self._watch)
            self._watch = self._ended = None

    def _drain_stderr(self) -> None:
        with self._popen.stderr as stream:
            while chunk := os.read(stream.fileno(), STDERR_PIPE):
                self._stderr += chunk[-STDERR_KEPT:]
                if self._sink is not None:
                    self._sink.write(chunk)
                if len(self._stderr) > STDERR_KEPT:
                    del self._stderr[:-STDERR_KEPT]
                if len(chunk) >= READ_SIZE:
                    # A flood must not keep this process from its work, nor the engine from its.
                    time.sleep(0.001)


def _widen(pipe: int) -> None:
    """Lets a pipe hold more, where the system can: its writer seldom has to wait then."""
    try:
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, STDERR_PIPE)
    except (AttributeError, OSError):
        pass


def _watch_end_of(pid: int) -> int | None:
    """A file that is readable once the child has ended: its output does not tell while a child of
    its own keeps the pipe open. None where the system has no such thing."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None


def _milliseconds_to(deadline: float) -> int:
    return max(0, math.ceil((deadline - time.monotonic()) * 1000))

"""A child process behind pipes: every wait has a deadline, stderr is always drained, and its
descendants die with it."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Sequence

from .. import system
from ..system.launch import FREE, Launch
from ..system.pipes import pipe
from .sink import CappedFile

READ_SIZE = 65536
STDERR_KEPT = 65536
# The capacity of the pipe for an engine's stderr, which Linux users may set.
STDERR_PIPE = 1 << 20
# The time to read the last of a dead process's stderr.
LAST_WORDS = 0.2
# A killed process ends at once, unless the system itself hangs.
KILL_PATIENCE = 0.4


class Stopped(Exception):
    """The match is over: no process may be started any more."""


class LiveProcesses:
    """The live processes of a match, so that none of them outlives it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._alive: set[Process] = set()
        self._closed = False

    @property
    def closed(self) -> bool:
        """True if everything was killed."""
        return self._closed

    def spawn(
        self, command: Sequence[str], sink: CappedFile | None = None, launch: Launch = FREE
    ) -> Process:
        """Starts a process, whose stderr also goes into `sink`. Raises OSError if that is
        impossible, Stopped after `kill_all`."""
        # Hold the lock, or a process could be started between the end and its entry here.
        with self._lock:
            if self._closed:
                raise Stopped
            child = Process(command, self, sink, launch)
            self._alive.add(child)
            return child

    def forget(self, child: Process) -> None:
        """Called when a process is dead."""
        with self._lock:
            self._alive.discard(child)

    def kill_all(self) -> None:
        """Kills every process; none can be started afterwards."""
        with self._lock:
            self._closed = True
            alive = list(self._alive)
        for child in alive:
            child.kill()


class Process(system.Child):
    """A child with its own process group. Use `LiveProcesses.spawn` to make one."""

    def __init__(
        self,
        command: Sequence[str],
        processes: LiveProcesses,
        sink: CappedFile | None = None,
        launch: Launch = FREE,
    ):
        self._processes = processes
        self._sink = sink
        self._kill_lock = threading.Lock()
        self._dead = False
        super().__init__(command, launch)
        self._stderr = bytearray()
        system.widen(pipe(self._popen.stderr).fileno(), STDERR_PIPE)
        self._drain = threading.Thread(target=self._drain_stderr, daemon=True)
        self._drain.start()

    def stderr_tail(self) -> bytes:
        """The end of its stderr; all of it if the process is dead."""
        if self._popen.returncode is not None:
            self._drain.join(LAST_WORDS)
        return bytes(self._stderr)

    def close(self, patience: float) -> None:
        """Closes its input and waits; then kills what is left of its family."""
        self.close_input()
        self.exit_status(patience)
        self.kill()

    def kill(self) -> None:
        """Kills the child with its descendants and reaps it. May be called again."""
        with self._kill_lock:
            if self._dead:
                return
            self.kill_family()
            self.exit_status(KILL_PATIENCE)
            self._dead = True
            self._processes.forget(self)

    def release(self) -> None:
        """Closes the pipes. To be called at the end by the thread that reads from them."""
        self.kill()
        self.let_go()

    def _drain_stderr(self) -> None:
        with pipe(self._popen.stderr) as stream:
            while chunk := os.read(stream.fileno(), STDERR_PIPE):
                self._stderr += chunk[-STDERR_KEPT:]
                if self._sink is not None:
                    self._sink.write(chunk)
                if len(self._stderr) > STDERR_KEPT:
                    del self._stderr[:-STDERR_KEPT]
                if len(chunk) >= READ_SIZE:
                    # A flood must not keep this process from its work, nor the engine from its.
                    time.sleep(0.001)

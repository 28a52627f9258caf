"""A child whose pipes are served by threads, for systems that cannot poll them."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence

from .launch import FREE, Launch
from .pipes import pipe

READ_SIZE = 65536
# The number of chunks read ahead: a flood must not fill the memory.
CHUNKS_AHEAD = 4
# The time until the exit status of a process whose pipe closed can be read.
EXIT_GRACE = 0.2
# The time to read the output of a dead child whose own children keep the pipe open.
LAST_OUTPUT = 0.1


class ThreadedChild:
    """A child behind pipes. A subclass starts it and kills it with its descendants."""

    def __init__(self, command: Sequence[str], launch: Launch = FREE):
        """Starts it. Raises OSError or ValueError if that is impossible. Of `launch` only the
        folder has an effect here."""
        self._popen = self._start(command, launch.folder)
        # Guards everything below.
        self._changed = threading.Condition()
        self._came: deque[bytes] = deque()
        self._wanted = True
        self._output_ended = False
        self._to_write = bytearray()
        # The data that `send` could not write in time; it is still in `_to_write`.
        self._late = b""
        self._input_open = True
        self._ended_at: float | None = None
        for serve in (self._read, self._write, self._wait):
            threading.Thread(target=serve, daemon=True).start()

    def _start(self, command: Sequence[str], folder: str | None) -> subprocess.Popen[bytes]:
        raise NotImplementedError

    @property
    def pid(self) -> int:
        """The process id."""
        return self._popen.pid

    def send(self, data: bytes, deadline: float) -> bool:
        """Writes all data, or returns False if the child did not take it in time; called again with
        the same bytes, it waits for them again. A child that closed its input is no error here:
        reading reveals how it ended."""
        with self._changed:
            if not self._input_open:
                return True
            if not self._to_write or data != self._late:
                self._to_write += data
                self._changed.notify_all()
            while self._to_write:
                left = deadline - time.perf_counter()
                if left <= 0:
                    self._late = bytes(data)
                    return False
                self._changed.wait(left)
            self._late = b""
            return True

    def receive(self, deadline: float) -> bytes | None:
        """The child's output; empty at the end of its output or of the child, None if the time is
        up."""
        with self._changed:
            while not self._came:
                if self._output_ended:
                    return b""
                now, until = time.perf_counter(), deadline
                if self._ended_at is not None:
                    if now >= self._ended_at + LAST_OUTPUT:
                        return b""
                    until = min(until, self._ended_at + LAST_OUTPUT)
                if now >= deadline:
                    return None
                self._changed.wait(until - now)
            self._changed.notify_all()
            return self._came.popleft()

    def exit_status(self, patience: float = EXIT_GRACE) -> int | None:
        """As in `subprocess`; None if it still runs."""
        with self._changed:
            ended = self._changed.wait_for(lambda: self._ended_at is not None, patience)
        return self._popen.returncode if ended else None

    def close_input(self) -> None:
        """Signals the end of its input, after what is still to be written."""
        with self._changed:
            self._input_open = False
            self._changed.notify_all()

    def close_output(self) -> None:
        """Stops reading: all but its first write from now on breaks the pipe."""
        with self._changed:
            self._wanted = False
            self._changed.notify_all()

    def signal(self, number: int) -> None:
        """Sends a signal to the child alone; none if it has ended."""
        self._popen.send_signal(number)

    def let_go(self) -> None:
        """Ends the threads, each of which closes its pipe."""
        with self._changed:
            self._wanted = self._input_open = False
            self._to_write.clear()
            self._came.clear()
            self._changed.notify_all()

    # Only the thread that serves a pipe closes it: on Windows, closing one waits for its reader.

    def _read(self) -> None:
        with pipe(self._popen.stdout) as stream:
            while chunk := _chunk_of(stream.fileno()):
                with self._changed:
                    while self._wanted and len(self._came) >= CHUNKS_AHEAD:
                        self._changed.wait()
                    if not self._wanted:
                        break
                    self._came.append(chunk)
                    self._changed.notify_all()
        with self._changed:
            self._output_ended = True
            self._changed.notify_all()

    def _write(self) -> None:
        with pipe(self._popen.stdin) as stream:
            while data := self._next_to_write():
                try:
                    written = os.write(stream.fileno(), data)
                except OSError:
                    break
                with self._changed:
                    del self._to_write[:written]
                    self._changed.notify_all()
        with self._changed:
            self._input_open = False
            self._to_write.clear()
            self._changed.notify_all()

    def _next_to_write(self) -> bytes:
        with self._changed:
            while self._input_open and not self._to_write:
                self._changed.wait()
            return bytes(self._to_write[:READ_SIZE])

    def _wait(self) -> None:
        self._popen.wait()
        with self._changed:
            self._ended_at = time.perf_counter()
            self._changed.notify_all()


def _chunk_of(pipe: int) -> bytes:
    try:
        return os.read(pipe, READ_SIZE)
    except OSError:
        return b""

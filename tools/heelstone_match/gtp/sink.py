"""A file for an engine's stderr that never grows beyond a limit."""

from __future__ import annotations

import os
import threading
from pathlib import Path

LIMIT = 1 << 20


class CappedFile:
    """Keeps the last bytes written, at least half the limit of them; continues an existing file.
    All processes of an engine share it, each with a thread of its own."""

    def __init__(self, path: Path | str, limit: int = LIMIT):
        """Opens the file. Raises OSError if that is impossible."""
        self.path = Path(path)
        self._limit = limit
        self._lock = threading.Lock()
        self._file = open(self.path, "a+b", buffering=0)
        self._size = os.fstat(self._file.fileno()).st_size

    def write(self, data: bytes) -> None:
        """Appends data. On a full disk it is lost: an engine must not wait for it."""
        with self._lock:
            if self._file.closed:
                return
            try:
                if self._size + len(data) > self._limit:
                    data = self._make_room(data)
                self._file.write(data)
                self._size += len(data)
            except OSError:
                # The contents of the file are unknown now; the next write finds out.
                self._size = self._limit

    def close(self) -> None:
        """Nothing is written afterwards."""
        with self._lock:
            self._file.close()

    def _make_room(self, data: bytes) -> bytes:
        """Empties the file and returns its new contents."""
        half = self._limit // 2
        kept = b""
        if len(data) < half:
            size = os.fstat(self._file.fileno()).st_size
            self._file.seek(max(0, size - half + len(data)))
            kept = self._file.read(half - len(data))
        self._file.truncate(0)
        self._size = 0
        return kept + data[-half:]

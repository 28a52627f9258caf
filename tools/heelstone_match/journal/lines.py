"""A file of JSON lines on disk: appended to, locked, and cut back to its last whole line."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path

from .. import system
from ..plain import PlainObject
from ..written import draft_of


class JournalError(Exception):
    """A file that is not a journal, or cannot be written; the sentence names it."""


def read_lines(path: Path) -> tuple[list[bytes], int]:
    """The whole lines, and the number of bytes of an unfinished one after them. Raises
    JournalError."""
    try:
        data = regular(path).read_bytes()
    except OSError as error:
        raise JournalError(f"{path} cannot be read: {error.strerror}") from error
    end = data.rfind(b"\n") + 1
    # Not `splitlines`, which splits at other line ends too.
    return data[:end].split(b"\n")[:-1], len(data) - end


def holds_a_line(path: Path) -> bool:
    """True if the file exists and has a whole first line. Raises JournalError."""
    try:
        return _first_line(path).endswith(b"\n")
    except FileNotFoundError:
        return False
    except OSError as error:
        raise JournalError(f"{path} cannot be read: {error.strerror}") from error


def _is_unfinished(path: Path, line: bytes) -> bool:
    """True if the file holds just the beginning of a line like this one. Raises JournalError for
    anything but a file."""
    if not path.exists():
        return False
    data = _first_line(path)
    key = _key(line)
    return not data.endswith(b"\n") and (data.startswith(key) or key.startswith(data))


def _first_line(path: Path) -> bytes:
    """With its end, where it has one."""
    with open(regular(path), "rb") as file:
        return file.readline()


def _key(line: bytes) -> bytes:
    """The first key of a line; the rest differs from match to match."""
    return line[: line.index(b":") + 1]


def regular(path: Path) -> Path:
    """The path, unless it belongs to something other than a file, which might block. Raises
    JournalError."""
    if path.exists() and not path.is_file():
        raise JournalError(f"{path} is not a regular file")
    return path


def json_line(told: PlainObject) -> bytes:
    """A line of a journal."""
    return json.dumps(told, separators=(",", ":"), allow_nan=False).encode() + b"\n"


class LineFile:
    """A file opened for writing. Every line is whole when `append` returns, so that it outlives
    this process; a thread flushes it to the disk soon after."""

    def __init__(self, path: Path):
        """Opens and locks a file that exists. Raises JournalError."""
        self._path = path
        self._file = _locked(path)
        self._dirty = threading.Event()
        self._closing = False
        self._error: OSError | None = None
        self._flusher = threading.Thread(target=self._flush, daemon=True)
        self._flusher.start()

    @classmethod
    def create(cls, path: Path, first: PlainObject, how_to_go_on: str) -> LineFile:
        """Starts a file with its first line; a file that is empty or has only the beginning of such
        a line is started again. Raises JournalError."""
        line = json_line(first)
        if not path.name:
            raise JournalError("a journal needs the name of a file")
        # The file gets its name only when its first line is written.
        there = Path(os.path.realpath(path))
        draft = draft_of(there)
        try:
            with open(draft, "xb") as file:
                file.write(line)
                file.flush()
                os.fsync(file.fileno())
            if _is_unfinished(path, line):
                there.unlink()
            system.publish(draft, there)
        except FileExistsError as error:
            more = f": {how_to_go_on}" if _first_line(path).startswith(_key(line)) else ""
            raise JournalError(f"{path} exists already{more}") from error
        except OSError as error:
            raise JournalError(f"{path} cannot be written: {error.strerror}") from error
        finally:
            draft.unlink(missing_ok=True)
        return cls(path)

    def cut(self, size: int) -> None:
        """Removes the last bytes. Raises JournalError."""
        try:
            os.ftruncate(self._file, os.fstat(self._file).st_size - size)
        except OSError as error:
            raise JournalError(f"{self._path} cannot be written: {error.strerror}") from error

    def append(self, told: PlainObject) -> None:
        """Writes a line. If it raises JournalError, the file ends where it ended before."""
        if self._error:
            raise JournalError(f"{self._path} cannot be written: {self._error.strerror}")
        line = json_line(told)
        end = os.fstat(self._file).st_size
        try:
            if os.write(self._file, line) != len(line):
                raise OSError(28, "no space left")
        except OSError as error:
            os.ftruncate(self._file, end)
            raise JournalError(f"{self._path} cannot be written: {error.strerror}") from error
        self._dirty.set()

    def close(self) -> None:
        """Flushes everything to the disk and closes the file."""
        self._closing = True
        self._dirty.set()
        self._flusher.join()
        try:
            # Data that came during the previous flush.
            os.fsync(self._file)
        except OSError:
            pass
        os.close(self._file)

    def _flush(self) -> None:
        while not self._closing:
            self._dirty.wait()
            self._dirty.clear()
            try:
                os.fsync(self._file)
            except OSError as error:
                self._error = error


def open_file(path: Path, flags: int) -> int:
    """A file that no child inherits. Raises JournalError."""
    try:
        return os.open(path, flags | system.OPEN_FLAGS, 0o644)
    except OSError as error:
        raise JournalError(f"{path} cannot be opened: {error.strerror}") from error


def _locked(path: Path) -> int:
    file = open_file(path, os.O_RDWR | os.O_APPEND)
    try:
        system.lock(file)
    except OSError as error:
        os.close(file)
        raise JournalError(f"{path} is being written by another process") from error
    return file

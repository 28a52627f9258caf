"""A journal on disk: appended to, locked, and cut back to its last whole line."""

from __future__ import annotations

import fcntl
import json
import os
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .plan import Header, PlanError, header_of
from .records import TIMES, PairRecord, RecordError, pair_of


class JournalError(Exception):
    """A file that is no journal, or cannot be written; the sentence names it."""


@dataclass
class Contents:
    """What a journal tells. Pairs are in the order in which they were written."""

    header: Header
    names: Mapping[str, str] = field(default_factory=dict)
    pairs: list[PairRecord] = field(default_factory=list)
    voids: list[Mapping] = field(default_factory=list)
    decision: Mapping | None = None
    halt: str | None = None
    # Bytes of a line that never was finished.
    torn: int = 0


def read_journal(path: Path) -> Contents:
    """Reads a journal, in use or not; a torn last line is left out. Raises JournalError."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise JournalError(f"{path} cannot be read: {error.strerror}") from error
    contents = _contents(path, data)
    _add_times(contents, times_path(path))
    return contents


def times_path(path: Path) -> Path:
    """Where times stand that would make two runs of one match differ."""
    return path.with_name(path.name + ".times")


def _contents(path: Path, data: bytes) -> Contents:
    end = data.rfind(b"\n") + 1
    lines = data[:end].splitlines()
    contents = None
    seen = set()
    for number, line in enumerate(lines, 1):
        try:
            told = json.loads(line)
            if contents is None:
                contents = Contents(header_of(told), torn=len(data) - end)
            elif "pair" in told:
                record = pair_of(told)
                # Whoever delivers twice is heard once.
                if record.number not in seen:
                    seen.add(record.number)
                    contents.pairs.append(record)
            else:
                _take_note(contents, told)
        except (ValueError, TypeError, AttributeError, PlanError, RecordError) as error:
            raise JournalError(f"{path}, line {number}: {error}") from error
    if contents is None:
        raise JournalError(f"{path} has no header: no match was begun in it")
    return contents


def _take_note(contents: Contents, told: Mapping) -> None:
    if "names" in told:
        contents.names = told["names"]
    elif "void" in told:
        contents.voids.append(told)
    elif "decision" in told:
        contents.decision = told
    elif "halt" in told:
        contents.halt = told["halt"]


def _add_times(contents: Contents, path: Path) -> None:
    """Puts the times from their own file into the records; what is torn or lost there is only a
    measurement, and left out."""
    try:
        lines = path.read_bytes().splitlines()
    except OSError:
        return
    times = {}
    for line in lines:
        try:
            told = json.loads(line)
            times[told["times"]] = told["games"]
        except (ValueError, KeyError, TypeError):
            continue
    for place, record in enumerate(contents.pairs):
        if found := times.get(record.number):
            contents.pairs[place] = _with_times(record, found)


def _with_times(record: PairRecord, times: list[Mapping]) -> PairRecord:
    games = []
    for game, told in zip(record.games, times):
        measured = {name: tuple(told.get(name, ())) for name in TIMES}
        games.append(type(game)(**{**game.__dict__, **measured}))
    if len(games) != len(record.games):
        return record
    return PairRecord(record.number, record.opening, tuple(games), record.settings)


class Journal:
    """A journal that is being written. Every line is whole in the file when `append` returns, so
    that it outlives this process; a thread brings it to the disk soon after."""

    def __init__(self, path: Path, file: int, contents: Contents):
        """Use `create` or `resume`; `file` is open and locked."""
        self._path = path
        self._file = file
        self.contents = contents
        apart = contents.header.plan.counts_alone
        self._times = _open_times(times_path(path)) if apart else None
        self._dirty = threading.Event()
        self._closing = False
        self._error: OSError | None = None
        self._flusher = threading.Thread(target=self._flush, daemon=True)
        self._flusher.start()

    @classmethod
    def create(cls, path: Path, header: Header) -> Journal:
        """Begins one, with its header; a file without a whole header is no journal yet and is
        begun again. Raises JournalError."""
        # It has its name only once its first line is there.
        draft = path.with_name(f"{path.name}.{os.getpid()}.new")
        try:
            with open(draft, "xb") as file:
                file.write(json_line(header.json()))
                file.flush()
                os.fsync(file.fileno())
            if path.exists() and not holds_a_header(path):
                path.unlink()
            os.link(draft, path)
        except FileExistsError as error:
            raise JournalError(
                f"{path} exists already: `match.py resume {path}` goes on with it"
            ) from error
        except OSError as error:
            raise JournalError(f"{path} cannot be written: {error.strerror}") from error
        finally:
            draft.unlink(missing_ok=True)
        times_path(path).unlink(missing_ok=True)
        return cls(path, _locked(path), Contents(header))

    @classmethod
    def resume(cls, path: Path) -> Journal:
        """Opens one to go on; cuts a torn last line off. Raises JournalError."""
        # Locked first: nobody may write between reading and cutting.
        file = _locked(path)
        try:
            contents = read_journal(path)
            if contents.torn:
                os.ftruncate(file, os.fstat(file).st_size - contents.torn)
            return cls(path, file, contents)
        except (JournalError, OSError):
            os.close(file)
            raise

    def append(self, told: Mapping) -> None:
        """Writes a line. Raises JournalError, and then the file ends where it ended before."""
        if self._times is not None and "pair" in told:
            told = self._put_times_apart(told)
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

    def _put_times_apart(self, told: Mapping) -> dict:
        measured = [{k: game[k] for k in TIMES if k in game} for game in told["games"]]
        if any(measured):
            try:
                os.write(self._times, json_line({"times": told["pair"], "games": measured}))
            except OSError:
                # A measurement that is lost loses no game.
                pass
        games = [{k: v for k, v in game.items() if k not in TIMES} for game in told["games"]]
        return {**told, "games": games}

    def close(self) -> None:
        """Brings all to the disk and lets the file go."""
        self._closing = True
        self._dirty.set()
        self._flusher.join()
        os.close(self._file)
        if self._times is not None:
            os.close(self._times)

    def _flush(self) -> None:
        while not self._closing:
            self._dirty.wait()
            self._dirty.clear()
            try:
                os.fsync(self._file)
            except OSError as error:
                self._error = error


def holds_a_header(path: Path) -> bool:
    """Whether that file exists and has a whole first line."""
    try:
        return b"\n" in path.read_bytes()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise JournalError(f"{path} cannot be read: {error.strerror}") from error


def _open_times(path: Path) -> int:
    file = _open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT)
    size = os.fstat(file).st_size
    if size and os.pread(file, 1, size - 1) != b"\n":
        # A torn line must not swallow the next one.
        os.write(file, b"\n")
    return file


def _locked(path: Path) -> int:
    file = _open(path, os.O_RDWR | os.O_APPEND)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(file)
        raise JournalError(f"{path} is being written by another process") from error
    return file


def _open(path: Path, flags: int) -> int:
    try:
        return os.open(path, flags | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise JournalError(f"{path} cannot be opened: {error.strerror}") from error


def json_line(told: Mapping) -> bytes:
    """A line of a journal."""
    return json.dumps(told, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def missing(contents: Contents | None, first: int, last: int) -> Iterator[int]:
    """The numbers from `first` to `last` that no line has."""
    there = {record.number for record in contents.pairs} if contents else ()
    return (number for number in range(first, last + 1) if number not in there)

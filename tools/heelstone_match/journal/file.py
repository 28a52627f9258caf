"""The journal of a match as a file, and what it tells."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .lines import JournalError, LineFile, json_line, open_file, read_lines
from .packed import is_packed, plain_name, read_packed, read_packed_lines, refuse_packed
from .plan import Header, PlanError, header_of
from .records import TIMES, PairRecord, RecordError, pair_of

# How a file begins that holds what differs from run to run of one match.
_TIMES_BEGIN = (b'{"times":', b'{"host":', b"\n")


@dataclass
class Contents:
    """What a journal tells. Pairs are in the order in which they were written."""

    header: Header
    names: Mapping[str, str] = field(default_factory=dict)
    pairs: list[PairRecord] = field(default_factory=list)
    voids: list[Mapping] = field(default_factory=list)
    decision: Mapping | None = None
    halt: str | None = None
    # Players, or two of them that meet, with which the match went on no more.
    benched: list[Mapping] = field(default_factory=list)
    # Bytes of a line that never was finished.
    torn: int = 0
    # The machines that it ran on with the commands that were typed there, each once.
    hosts: list[Mapping] = field(default_factory=list)


def read_journal(path: Path) -> Contents:
    """Reads a journal, in use or not, compressed or not; a torn last line is left out. Raises
    JournalError."""
    contents = _contents(path, *(read_packed_lines if is_packed(path) else read_lines)(path))
    _add_times(contents, times_path(path))
    return contents


def _forget_times(path: Path) -> None:
    """Deletes the times of a journal that is there no more. Raises JournalError for a file of
    something else."""
    try:
        if path.is_file() and path.read_bytes().startswith(_TIMES_BEGIN):
            path.unlink()
        elif path.exists() and path.stat().st_size:
            raise JournalError(f"{path} exists already, and times would be written to it")
    except OSError as error:
        raise JournalError(f"{path} cannot be read: {error.strerror}") from error


def times_path(path: Path) -> Path:
    """Where times stand that would make two runs of one match differ; compressed like the
    journal."""
    packing = path.suffix if is_packed(path) else ""
    return path.with_name(f"{plain_name(path).name}.times{packing}")


def _contents(path: Path, lines: Sequence[bytes], torn: int) -> Contents:
    contents = None
    seen = set()
    for number, line in enumerate(lines, 1):
        try:
            told = json.loads(line)
            if contents is None:
                contents = Contents(header_of(told), torn=torn)
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
    elif "host" in told:
        contents.hosts.append(told["host"])
    elif "void" in told:
        contents.voids.append(told)
    elif "decision" in told:
        contents.decision = told
    elif "benched" in told:
        contents.benched.append(told)
    elif "halt" in told:
        contents.halt = told["halt"]


def _add_times(contents: Contents, path: Path) -> None:
    """Puts the times from their own file into the records; what is torn or lost there is only a
    measurement, and left out."""
    try:
        data = read_packed(path) if is_packed(path) else path.read_bytes()
    except (OSError, JournalError):
        return
    times = {}
    for line in data.splitlines():
        try:
            told = json.loads(line)
            if "host" in told:
                contents.hosts.append(told["host"])
                continue
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
    """A journal that is being written; see `LineFile`."""

    def __init__(self, path: Path, file: LineFile, contents: Contents):
        """Use `create` or `resume`."""
        self.path = path
        self._file = file
        self.contents = contents
        apart = contents.header.plan.counts_alone
        self._times = _open_times(times_path(path)) if apart else None

    @classmethod
    def create(cls, path: Path, header: Header) -> Journal:
        """Begins one, with its header; a file without a whole header is no journal yet and is
        begun again. Raises JournalError."""
        refuse_packed(path)
        how_to_go_on = f"`match.py resume {path}` goes on with it"
        file = LineFile.create(path, header.json(), how_to_go_on)
        try:
            _forget_times(times_path(path))
            return cls(path, file, Contents(header))
        except JournalError:
            file.close()
            path.unlink()
            raise

    @classmethod
    def resume(cls, path: Path) -> Journal:
        """Opens one to go on; cuts a torn last line off. Raises JournalError."""
        refuse_packed(path)
        # Locked first: nobody may write between reading and cutting.
        file = LineFile(path)
        try:
            contents = read_journal(path)
            if contents.torn:
                file.cut(contents.torn)
            return cls(path, file, contents)
        except JournalError:
            file.close()
            raise

    def append(self, told: Mapping) -> None:
        """Writes a line. Raises JournalError, and then the file ends where it ended before."""
        if self._times is not None and "host" in told:
            self._write_apart(told)
            return
        if self._times is not None and "pair" in told:
            told = self._put_times_apart(told)
        self._file.append(told)

    def _write_apart(self, told: Mapping) -> None:
        try:
            os.write(self._times, json_line(told))
        except OSError:
            # A measurement that is lost loses no game.
            pass

    def _put_times_apart(self, told: Mapping) -> dict:
        measured = [{k: game[k] for k in TIMES if k in game} for game in told["games"]]
        if any(measured):
            self._write_apart({"times": told["pair"], "games": measured})
        games = [{k: v for k, v in game.items() if k not in TIMES} for game in told["games"]]
        return {**told, "games": games}

    def close(self) -> None:
        """Brings all to the disk and lets the file go."""
        self._file.close()
        if self._times is not None:
            os.close(self._times)


def _open_times(path: Path) -> int:
    file = open_file(path, os.O_RDWR | os.O_APPEND | os.O_CREAT)
    if os.fstat(file).st_size:
        os.lseek(file, -1, os.SEEK_END)
        if os.read(file, 1) != b"\n":
            # A torn line must not swallow the next one.
            os.write(file, b"\n")
    return file


def missing(contents: Contents | None, first: int, last: int) -> Iterator[int]:
    """The numbers from `first` to `last` that no line has."""
    there = {record.number for record in contents.pairs} if contents else ()
    return (number for number in range(first, last + 1) if number not in there)

"""The journal of a match as a file, and its contents."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..plain import JsonObject, PlainObject
from .lines import JournalError, LineFile, json_line, open_file
from .packed import is_packed, opened, plain_name, refuse_packed
from .plan import Header, PlanError, header_of
from .records import TIMES, PairRecord, RecordError, pair_of
from .stored import StoredPairs

# The start of a file that holds what differs from run to run of one match.
_TIMES_BEGIN = (b'{"times":', b'{"host":', b"\n")
_HEAD = max(map(len, _TIMES_BEGIN))
# A line as it is written here: its number is known without reading the rest.
_PAIR_LINE = re.compile(rb'\{"pair":([1-9]\d{0,14}),')
_TIMES_LINE = re.compile(rb'\{"times":([1-9]\d{0,14}),')


@dataclass
class Contents:
    """What a journal tells. Pairs are in the order in which they were written; those of a file stay
    there until they are gone through."""

    header: Header
    names: Mapping[str, str] = field(default_factory=dict)
    pairs: Sequence[PairRecord] = field(default_factory=list)
    voids: list[PlainObject] = field(default_factory=list)
    decision: PlainObject | None = None
    halt: str | None = None
    # Players, or two of them that meet, with which the match went on no more.
    benched: list[PlainObject] = field(default_factory=list)
    # The bytes of an unfinished last line.
    torn: int = 0
    # The machines that it ran on, with the commands typed there, each once.
    hosts: list[PlainObject] = field(default_factory=list)

    @property
    def numbers(self) -> Iterable[int]:
        """Of the pairs."""
        if isinstance(self.pairs, StoredPairs):
            return self.pairs.numbers
        return [record.number for record in self.pairs]


def read_journal(path: Path) -> Contents:
    """Reads a journal, in use or not, compressed or not; a torn last line is left out. Raises
    JournalError."""
    pairs = StoredPairs(path, times_path(path))
    contents = _contents(path, pairs)
    _add_times(contents, pairs, times_path(path))
    return contents


def _forget_times(path: Path) -> None:
    """Deletes the times of a journal that no longer exists. Raises JournalError for any other
    file."""
    try:
        if path.is_file() and _head(path).startswith(_TIMES_BEGIN):
            path.unlink()
        elif path.exists() and path.stat().st_size:
            raise JournalError(f"{path} exists already, and times would be written to it")
    except OSError as error:
        raise JournalError(f"{path} cannot be read: {error.strerror}") from error


def _head(path: Path) -> bytes:
    with open(path, "rb") as file:
        return file.read(_HEAD)


def times_path(path: Path) -> Path:
    """The path of the times that would make two runs of one match differ; compressed like the
    journal."""
    packing = path.suffix if is_packed(path) else ""
    return path.with_name(f"{plain_name(path).name}.times{packing}")


def _contents(path: Path, pairs: StoredPairs) -> Contents:
    """All but the times; the lines of the pairs are only found."""
    contents = None
    seen: set[int] = set()
    place = torn = 0
    with opened(path) as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                torn = len(line)
                break
            try:
                pair = _pair_number(line)
                if contents is None:
                    contents = Contents(header_of(json.loads(line)), pairs=pairs)
                elif pair is None:
                    _take_note(contents, json.loads(line))
                elif pair not in seen:
                    # Whoever delivers twice is heard once.
                    seen.add(pair)
                    pairs.add(pair, place, number)
            except (json.JSONDecodeError, UnicodeDecodeError) as error:
                begun = "" if contents else " is not a journal"
                raise JournalError(f"{path}{begun}: line {number} is not JSON") from error
            except (ValueError, TypeError, AttributeError, PlanError, RecordError) as error:
                raise JournalError(f"{path}, line {number}: {error}") from error
            place += len(line)
    if contents is None:
        raise JournalError(f"{path} has no header: no match was begun in it")
    contents.torn = torn
    return contents


def _pair_number(line: bytes) -> int | None:
    """The number of the pair in that line; None for a line of something else. Raises ValueError."""
    if line.endswith(b"}\n") and (found := _PAIR_LINE.match(line)):
        return int(found[1])
    told = json.loads(line)
    return pair_of(told).number if "pair" in told else None


def _take_note(contents: Contents, told: PlainObject) -> None:
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
    elif "pairs" in told:
        contents.header = contents.header.with_pairs(int(told["pairs"]))


def _add_times(contents: Contents, pairs: StoredPairs, path: Path) -> None:
    """Finds the times in their own file; what is torn or lost there is only a measurement, and left
    out."""
    place = 0
    try:
        with opened(path) as file:
            for line in file:
                if found := _TIMES_LINE.match(line):
                    if line.rstrip(b"\n").endswith(b"}"):
                        pairs.add_times(int(found[1]), place)
                else:
                    _add_host(contents, line)
                place += len(line)
    except JournalError:
        return


def _add_host(contents: Contents, line: bytes) -> None:
    try:
        contents.hosts.append(json.loads(line)["host"])
    except (ValueError, KeyError, TypeError):
        pass


class Journal:
    """A journal opened for writing; see `LineFile`."""

    def __init__(self, path: Path, file: LineFile, contents: Contents):
        """Use `create` or `resume`."""
        self.path = path
        self._file = file
        self.contents = contents
        # Whether it was begun here and has no more than its header.
        self.is_bare = False
        apart = contents.header.plan.counts_alone
        self._times = _open_times(times_path(path)) if apart else None

    @classmethod
    def create(cls, path: Path, header: Header) -> Journal:
        """Starts a journal with its header; a file without a whole header is not a journal yet and
        is started again. Raises JournalError."""
        refuse_packed(path)
        how_to_go_on = f"`match.py resume {path}` goes on with it"
        file = LineFile.create(path, header.json(), how_to_go_on)
        try:
            _forget_times(times_path(path))
            journal = cls(path, file, Contents(header))
            journal.is_bare = True
            return journal
        except JournalError:
            file.close()
            path.unlink()
            raise

    @classmethod
    def resume(cls, path: Path) -> Journal:
        """Opens a journal to continue it; cuts a torn last line off. Raises JournalError."""
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

    def append(self, told: PlainObject) -> None:
        """Writes a line. Raises JournalError, and then the file ends where it ended before."""
        self.is_bare = False
        times = self._times
        if times is not None and "host" in told:
            self._write_apart(times, told)
            return
        if times is not None and "pair" in told:
            told = self._put_times_apart(times, told)
        self._file.append(told)

    def _write_apart(self, times: int, told: PlainObject) -> None:
        try:
            os.write(times, json_line(told))
        except OSError:
            # A lost measurement loses no game.
            pass

    def _put_times_apart(self, times: int, told: PlainObject) -> JsonObject:
        measured = [{k: game[k] for k in TIMES if k in game} for game in told["games"]]
        worker = {k: told[k] for k in ("worker",) if k in told}
        if any(measured) or worker:
            self._write_apart(times, {"times": told["pair"], "games": measured, **worker})
        games = [{k: v for k, v in game.items() if k not in TIMES} for game in told["games"]]
        return {**{k: v for k, v in told.items() if k != "worker"}, "games": games}

    def close(self) -> None:
        """Flushes everything to the disk and closes the file."""
        self._file.close()
        if self._times is not None:
            os.close(self._times)

    def discard(self) -> None:
        """Closes it and takes its files away: of a match that could not begin there is nothing to
        keep."""
        self.close()
        self.path.unlink(missing_ok=True)
        times_path(self.path).unlink(missing_ok=True)

    def extend(self, pairs: int) -> None:
        """The match has so many pairs for each pairing from now on."""
        self.append({"pairs": pairs})
        self.contents.header = self.contents.header.with_pairs(pairs)


def _open_times(path: Path) -> int:
    file = open_file(path, os.O_RDWR | os.O_APPEND | os.O_CREAT)
    if os.fstat(file).st_size:
        os.lseek(file, -1, os.SEEK_END)
        if os.read(file, 1) != b"\n":
            # A torn line must not swallow the next one.
            os.write(file, b"\n")
    return file


def missing(contents: Contents | None, first: int, last: int) -> Iterator[int]:
    """The numbers from `first` to `last` that are not in the journal."""
    there = set(contents.numbers) if contents else ()
    return (number for number in range(first, last + 1) if number not in there)

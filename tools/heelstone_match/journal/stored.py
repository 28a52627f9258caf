"""The pairs of a journal, left in its file and read from there whenever they are gone through:
memory holds only where their lines begin."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO, overload

from ..plain import PlainObject
from .lines import JournalError
from .packed import opened
from .records import TIMES, GameRecord, PairRecord, RecordError, pair_of


class StoredPairs(Sequence[PairRecord]):
    """A sequence that reads. Going through it in order reads the file once. Whatever gives a record
    may raise JournalError."""

    def __init__(self, path: Path, times: Path):
        """Empty; `add` tells of the lines. `times` is where the times of moves may stand apart."""
        self._path = path
        self._times = times
        self.numbers = array("Q")
        self._places = array("Q")
        self._lines = array("Q")
        self._times_places: dict[int, int] = {}

    def add(self, number: int, place: int, line: int) -> None:
        """The pair of that number stands so many bytes from the beginning, in that line."""
        try:
            self.numbers.append(number)
        except OverflowError as error:
            raise RecordError(f"{number} is not the number of a pair") from error
        self._places.append(place)
        self._lines.append(line)

    def add_times(self, number: int, place: int) -> None:
        """The times of that pair stand there; what was told of them before is forgotten."""
        self._times_places[number] = place

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[PairRecord]:
        return self._records(range(len(self)))

    @overload
    def __getitem__(self, index: int) -> PairRecord: ...

    @overload
    def __getitem__(self, index: slice) -> StoredPairs: ...

    def __getitem__(self, index: int | slice) -> PairRecord | StoredPairs:
        if not isinstance(index, slice):
            return next(self._records([range(len(self))[index]]))
        part = StoredPairs(self._path, self._times)
        part.numbers, part._places = self.numbers[index], self._places[index]
        part._lines, part._times_places = self._lines[index], self._times_places
        return part

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other))

    def _records(self, order: Iterable[int]) -> Iterator[PairRecord]:
        with opened(self._path) as file, self._opened_times() as times:
            for index in order:
                file.seek(self._places[index])
                try:
                    record = pair_of(json.loads(file.readline()))
                except (ValueError, AttributeError, TypeError) as error:
                    where = f"{self._path}, line {self._lines[index]}"
                    raise JournalError(f"{where}: {error}") from error
                place = self._times_places.get(record.number)
                if times is not None and place is not None:
                    times.seek(place)
                    record = _with_times(record, times.readline())
                yield record

    def _opened_times(self) -> AbstractContextManager[BinaryIO | None]:
        return opened(self._times) if self._times_places else nullcontext()


def _timed(game: GameRecord, times: PlainObject) -> GameRecord:
    wall, cpu, delay = (tuple(times.get(name, ())) for name in TIMES)
    return replace(game, wall=wall, cpu=cpu, delay=delay)


def _with_times(record: PairRecord, line: bytes) -> PairRecord:
    """The record with its times; what is torn of them is only a measurement, and left out."""
    try:
        told = json.loads(line)
        (first, second), (of_first, of_second) = record.games, told["games"]
        games = _timed(first, of_first), _timed(second, of_second)
        worker = told.get("worker")
    except (ValueError, KeyError, TypeError, AttributeError):
        return record
    return replace(record, games=games, worker=worker)

"""The openings of a match: turns the user's options into a plan, and deals them by number."""

from __future__ import annotations

import random
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from ..journal.records import RecordError, opening_of, opening_text
from ..plain import JsonObject, PlainObject
from ..play.moves import Opening
from ..play.referee import Referee
from .enumerated import enumerate_openings
from .errors import NoOpening, OpeningError
from .file import read_openings
from .generated import Openings
from .judging import Selection

# Random openings that are selected by value are made before the match; this is their largest
# number.
MOST_SELECTED = 1000
# This number of unwanted ones in a row is enough to give up.
MAX_UNWANTED = 500


@dataclass(frozen=True)
class OpeningOptions:
    """The user's options. `plies` applies to random and listed openings; for a file, None takes
    whole lines. `wanted` is the number that a match can use."""

    plies: int | None
    file: Path | None = None
    all_positions: bool = False
    wanted: int | None = None
    # The number of engines at work at once that judge openings.
    judges: int = 1


@dataclass(frozen=True)
class OpeningPlan:
    """The openings of a match. `random`: after `plies` plies, made from the seed while the match
    runs. `list`: the `openings` themselves in the order of the seed, as texts such as `b D1 w E2`.
    `source` describes their origin for people, `notes` are sentences for them; `sha256` is that of
    the file that they come from, if it is one."""

    kind: str
    plies: int = 0
    openings: tuple[str, ...] = ()
    source: str = ""
    notes: tuple[str, ...] = ()
    sha256: str = ""

    def as_json(self) -> JsonObject:
        """As plain data."""
        told: JsonObject = {"kind": self.kind, "source": self.source}
        told |= {"plies": self.plies} if self.kind == "random" else {}
        told |= {"openings": list(self.openings)} if self.kind == "list" else {}
        told |= {"sha256": self.sha256} if self.sha256 else {}
        return told | ({"notes": list(self.notes)} if self.notes else {})

    @classmethod
    def of(cls, told: PlainObject) -> OpeningPlan:
        """Reads plain data. Raises OpeningError."""
        try:
            plan = cls(
                kind=told["kind"],
                plies=int(told.get("plies", 0)),
                openings=tuple(told.get("openings", ())),
                source=str(told.get("source", "")),
                notes=tuple(told.get("notes", ())),
                sha256=str(told.get("sha256", "")),
            )
            for text in plan.openings:
                opening_of(text)
        except (KeyError, TypeError, ValueError, AttributeError, RecordError) as error:
            raise OpeningError(f"this is not a plan of openings: {error!r}") from error
        sound = plan.openings if plan.kind == "list" else plan.kind == "random" and plan.plies >= 0
        if not sound:
            raise OpeningError(
                "this is not a plan of openings: its kind is not known or it is empty"
            )
        return plan


# Called while openings are made, with the progress in words.
Progress = Callable[[str], None]


def resolve(
    options: OpeningOptions,
    referee: Referee,
    seed: int,
    selection: Selection | None = None,
    progress: Progress = lambda text: None,
) -> OpeningPlan:
    """The plan that the options define, of the openings selected. A larger number of openings does
    not change the first ones. Raises OpeningError or RefereeFault."""
    if options.file and options.all_positions:
        raise OpeningError("openings are those of a file or all positions, not both")
    if not options.file and options.plies is None:
        raise OpeningError("the number of plies is missing")
    if not options.file and not options.all_positions and not selection:
        plies = options.plies or 0
        return OpeningPlan("random", plies, source=_count(plies, "random ply", "random plies"))
    made = _candidates(options, referee, seed, progress)
    if selection:
        made = _select(made, selection, options, progress)
    openings, source = list(made.openings), made.source
    if options.wanted is not None and len(openings) > options.wanted:
        openings = openings[: options.wanted]
        source += f"; {len(openings):,} of them, chosen by the seed"
    texts = tuple(map(opening_text, openings))
    return OpeningPlan("list", 0, texts, source, made.notes, made.sha256)


class Source:
    """Deals the openings of a plan by number. Several threads may ask it."""

    def __init__(self, plan: OpeningPlan, seed: int, start_referee: Callable[[], Referee]):
        """A referee is only started for random openings, when it is first needed."""
        self._plan = plan
        self._seed = seed
        self._start_referee = start_referee
        self._lock = threading.Lock()
        self._referee: Referee | None = None
        self._random: Openings | None = None
        self._known = [opening_of(text) for text in plan.openings]

    def nth(self, number: int) -> Opening:
        """The opening with a number from 1, the same one each time; a list starts again at its end.
        Raises OpeningError or RefereeFault."""
        with self._lock:
            if self._plan.kind == "list":
                return self._known[(number - 1) % len(self._known)]
            if self._random is None:
                self._referee = self._start_referee()
                self._random = Openings(self._referee, self._plan.plies, self._seed)
            while len(self._known) < number:
                self._known.append(self._random.next())
            return self._known[number - 1]

    @property
    def distinct(self) -> int | None:
        """The number of different ones; None while it is unknown."""
        if self._plan.kind == "list":
            return len(self._known)
        made = self._random
        return made.distinct if made is not None and made.repeating else None

    def close(self) -> None:
        """Ends the referee."""
        if self._referee is not None:
            self._referee.close()
            self._referee = None


@dataclass(frozen=True)
class _Made:
    """Openings in the order of the seed, their description, and notes about them."""

    openings: list[Opening] | Iterator[Opening]
    source: str
    notes: tuple[str, ...] = ()
    sha256: str = ""


def _candidates(options: OpeningOptions, referee: Referee, seed: int, progress: Progress) -> _Made:
    plies = options.plies or 0
    if options.file:
        made = _from_file(options.file, options.plies, referee)
    elif options.all_positions:
        made = _all_positions(plies, referee, progress)
    else:
        source = _count(plies, "random ply", "random plies")
        return _Made(_while_distinct(Openings(referee, plies, seed)), source)
    order = list(made.openings)
    random.Random(seed).shuffle(order)
    return replace(made, openings=order)


def _from_file(file: Path, plies: int | None, referee: Referee) -> _Made:
    found = read_openings(file, referee, plies)
    source = f"{_count(len(found.openings), 'opening')} of {file}"
    told = _count(found.doubles, "opening leads", "openings lead")
    note = f"{file}: {told} to a position that another one led to before, and counts once"
    notes = (note,) if found.doubles else ()
    return _Made(list(found.openings), source, notes, found.sha256)


def _all_positions(plies: int, referee: Referee, progress: Progress) -> _Made:
    def tell(ply: int, count: int) -> None:
        progress(f"{_count(count, 'position')} after {_count(ply, 'ply', 'plies')}")

    found = enumerate_openings(referee, plies, progress=tell)
    source = f"all {_count(len(found.openings), 'position')} after {_count(plies, 'ply', 'plies')}"
    note = (
        f"{referee.name}, the referee, has no command `position_key`:"
        " positions that mirror each other count as two"
    )
    return _Made(list(found.openings), source, (note,) if found.symmetric else ())


def _while_distinct(openings: Openings) -> Iterator[Opening]:
    while True:
        opening = openings.next()
        if openings.repeating:
            return
        yield opening


def _select(
    made: _Made, selection: Selection, options: OpeningOptions, progress: Progress
) -> _Made:
    """Keeps the wanted openings, and tries no more than the match can use."""
    endless = not isinstance(made.openings, list)
    most = options.wanted or (MOST_SELECTED if endless else sys.maxsize)
    kept: list[Opening] = []
    tried = unknown = unwanted = 0
    with closing(selection.judge(made.openings, options.judges)) as found:
        for opening, is_wanted in found:
            tried += 1
            unknown += is_wanted is None
            unwanted += 1
            if is_wanted:
                kept.append(opening)
                unwanted = 0
            progress(f"{tried} openings judged, {len(kept)} kept")
            if len(kept) == most or (endless and unwanted == MAX_UNWANTED):
                break
    if not kept:
        tried_ones = _count(tried, "opening was", "openings were")
        raise NoOpening(
            f"{made.source}: {tried_ones} judged, and none is wanted: {selection.wanted}"
        )
    source = f"{made.source}: {len(kept):,} of {tried:,} with {selection.wanted}"
    if not unknown:
        return replace(made, openings=kept, source=source)
    told = _count(unknown, "opening was", "openings were")
    notes = (*made.notes, f"{told} not judged in time, and left out")
    return _Made(kept, source, notes, made.sha256)


def _count(number: int, one: str, many: str | None = None) -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"

"""Curves of what changes with the pairs and the plies of a match."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ..journal.plan import TestPlan
from ..journal.records import GameRecord, PairRecord
from ..stats.command import llr_of
from .progress import bounds
from .summary import Summary

# More points could not be told apart in a picture.
MOST_POINTS = 250
# Ratings of many players cost more, growing with the cube of their number.
RATED_POINTS = 60
MANY_PLAYERS = 8


@dataclass
class Curve:
    """Points from left to right; `low` and `high` bound the 95 % interval, if there is one. None:
    unknown or unbounded."""

    name: str
    x: list[float] = field(default_factory=list)
    y: list[float | None] = field(default_factory=list)
    low: list[float | None] = field(default_factory=list)
    high: list[float | None] = field(default_factory=list)

    def add(
        self,
        x: float,
        y: float | None,
        interval: tuple[float | None, float | None] | None = None,
    ) -> None:
        """The next point."""
        self.x.append(x)
        self.y.append(y)
        if interval is not None:
            self.low.append(interval[0])
            self.high.append(interval[1])

    def thin_out(self) -> None:
        """Leaves the second of every two points."""
        for values in (self.x, self.y, self.low, self.high):
            del values[::2]


@dataclass
class Chart:
    """Some curves over the same axes. `levels` are lines across, with their names."""

    name: str
    title: str
    x_title: str
    curves: list[Curve]
    levels: list[tuple[str, float]] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """True if there is nothing to draw."""
        return not any(y is not None for curve in self.curves for y in curve.y)


def charts(
    records: Sequence[PairRecord], keys: Sequence[str], test: TestPlan | None
) -> list[Chart]:
    """All that there is something to draw for. Goes through the records once."""
    curves = Curves(keys, test, len(records))
    for record in records:
        curves.add(record)
    return curves.charts()


class Curves:
    """The curves of a match, of which there are more and more pairs."""

    def __init__(self, keys: Sequence[str], test: TestPlan | None, pairs: int | None = None):
        """Chooses the points by the number of pairs; if that is not known, there are at first
        points for all pairs, and ever fewer."""
        self.summary = Summary(keys, test)
        self._strength = _TwoPlayers(keys, test) if len(keys) == 2 else _ManyPlayers(keys)
        self._pairs = pairs
        self._step = max(1, -(-(pairs or 1) // self._strength.points))
        self._by_ply = [
            _ByPly("time", "mean time of a move by ply, in ms", keys, "wall", 1000),
            _ByPly("depth", "mean depth by ply", keys, "depth", 1),
        ]

    def add(self, record: PairRecord) -> None:
        """The next pair."""
        self.summary.add(record)
        for measured in self._by_ply:
            measured.add(record)
        number = self.summary.pairs
        if number % self._step == 0 or number == self._pairs:
            self._strength.add(self.summary)
        if self._pairs is None and number == 2 * self._step * self._strength.points:
            self._strength.thin_out()
            self._step *= 2

    def charts(self) -> list[Chart]:
        """All that there is something to draw for."""
        made = [*self._strength.charts(), *(measured.chart() for measured in self._by_ply)]
        return [chart for chart in made if not chart.is_empty]


class _TwoPlayers:
    """What is known of the first of two players, as the match goes on."""

    points = MOST_POINTS

    def thin_out(self) -> None:
        """Leaves every other point."""
        self._rating.thin_out()
        self._ratio.thin_out()

    def __init__(self, keys: Sequence[str], test: TestPlan | None):
        self._keys = keys
        self._test = test
        self._rating, self._ratio = Curve(keys[0]), Curve("LLR")
        self._bounds = (0.0, 0.0)

    def add(self, summary: Summary) -> None:
        """How it stands by now."""
        told = summary.figures()
        if told is None:
            return
        low, high = told["elo_ci"]
        self._rating.add(summary.pairs, told["elo"], (low, high))
        self._ratio.add(summary.pairs, llr_of(told))
        self._bounds = bounds(told)

    def charts(self) -> list[Chart]:
        """The rating, and what the test looks at."""
        first, second = self._keys
        title = f"Elo of {first} over {second} by pairs, with its 95 % interval"
        made = [Chart("rating", title, "pairs", [self._rating], [("", 0.0)])]
        if test := self._test:
            levels = [("H0", self._bounds[0]), ("H1", self._bounds[1])]
            title = f"log likelihood ratio of {test.elo1:g} against {test.elo0:g} by pairs"
            made.append(Chart("llr", title, "pairs", [self._ratio], levels))
        return made


class _ManyPlayers:
    """The ratings of all, as the match goes on."""

    def __init__(self, keys: Sequence[str]):
        self.points = RATED_POINTS if len(keys) <= MANY_PLAYERS else RATED_POINTS // 3
        self._curves = {key: Curve(key) for key in keys}

    def thin_out(self) -> None:
        """Leaves every other point."""
        for curve in self._curves.values():
            curve.thin_out()

    def add(self, summary: Summary) -> None:
        """How it stands by now."""
        for key, rating in summary.ratings().items():
            interval = (rating.elo - rating.pm, rating.elo + rating.pm)
            self._curves[key].add(summary.pairs, rating.elo, interval)

    def charts(self) -> list[Chart]:
        """One, with a curve for each."""
        title = "ratings by pairs, with their 95 % intervals"
        return [Chart("rating", title, "pairs", list(self._curves.values()))]


class _ByPly:
    """The mean of a measure at each ply, for each player."""

    def __init__(self, name: str, title: str, keys: Sequence[str], measure: str, unit: float):
        self._name, self._title = name, title
        self._keys = keys
        self._measure, self._unit = measure, unit
        self._sums: dict[tuple[str, int], list[float]] = defaultdict(lambda: [0.0, 0])

    def add(self, record: PairRecord) -> None:
        """Takes both games."""
        for game in record.games:
            for key, ply, value in _measured(game, len(record.opening), self._measure):
                entry = self._sums[key, ply]
                entry[0] += value
                entry[1] += 1

    def chart(self) -> Chart:
        """A curve for each player."""
        curves = {key: Curve(key) for key in self._keys}
        for (key, ply), (total, count) in sorted(self._sums.items()):
            curves[key].add(ply, self._unit * total / count)
        return Chart(self._name, self._title, "ply", list(curves.values()))


def _measured(game: GameRecord, opening: int, measure: str) -> Iterator[tuple[str, int, float]]:
    """The player, ply and measurement of each move."""
    values = getattr(game, measure)
    for ply, (move, value) in enumerate(zip(game.moves[opening:], values), opening + 1):
        if value is not None:
            yield game.player_of(move.color), ply, value

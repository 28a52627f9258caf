"""Curves of what changes with the pairs and the plies of a match."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ..journal.plan import TestPlan
from ..journal.records import GameRecord, PairRecord
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
    """All charts that have something to show."""
    if len(keys) == 2:
        made = _two(records, keys, test)
    else:
        made = [_many(records, keys)]
    made.append(_by_ply("time", "mean time of a move by ply, in ms", records, keys, "wall", 1000))
    made.append(_by_ply("depth", "mean depth by ply", records, keys, "depth", 1))
    return [chart for chart in made if not chart.is_empty]


def _two(records: Sequence[PairRecord], keys: Sequence[str], test: TestPlan | None) -> list[Chart]:
    rating, ratio = Curve(keys[0]), Curve("LLR")
    bounds: tuple[float, float] = (0.0, 0.0)
    for summary in _milestones(records, keys, test, MOST_POINTS):
        told = summary.figures()
        rating.add(summary.pairs, told["elo"], tuple(told["elo_ci"]))
        ratio.add(summary.pairs, told[f"llr_{told['model']}"])
        bounds = tuple(told["bounds"])
    title = f"Elo of {keys[0]} over {keys[1]} by pairs, with its 95 % interval"
    made = [Chart("rating", title, "pairs", [rating], [("", 0.0)])]
    if test:
        levels = [("H0", bounds[0]), ("H1", bounds[1])]
        title = f"log likelihood ratio of {test.elo1:g} against {test.elo0:g} by pairs"
        made.append(Chart("llr", title, "pairs", [ratio], levels))
    return made


def _many(records: Sequence[PairRecord], keys: Sequence[str]) -> Chart:
    curves = {key: Curve(key) for key in keys}
    points = RATED_POINTS if len(keys) <= MANY_PLAYERS else RATED_POINTS // 3
    for summary in _milestones(records, keys, None, points):
        for key, rating in summary.ratings().items():
            interval = (rating.elo - rating.pm, rating.elo + rating.pm)
            curves[key].add(summary.pairs, rating.elo, interval)
    title = "ratings by pairs, with their 95 % intervals"
    return Chart("rating", title, "pairs", list(curves.values()))


def _milestones(
    records: Sequence[PairRecord], keys: Sequence[str], test: TestPlan | None, points: int
) -> Iterator[Summary]:
    """The summary as it grows, at a number of places; the last one is the end."""
    summary = Summary(keys, test)
    step = max(1, -(-len(records) // points))
    for number, record in enumerate(records, 1):
        summary.add(record)
        if number % step == 0 or number == len(records):
            yield summary


def _by_ply(
    name: str,
    title: str,
    records: Sequence[PairRecord],
    keys: Sequence[str],
    measure: str,
    unit: float,
) -> Chart:
    sums: dict[tuple[str, int], list[float]] = defaultdict(lambda: [0.0, 0])
    for record in records:
        for game in record.games:
            for key, ply, value in _measured(game, len(record.opening), measure):
                entry = sums[key, ply]
                entry[0] += value
                entry[1] += 1
    curves = {key: Curve(key) for key in keys}
    for (key, ply), (total, count) in sorted(sums.items()):
        curves[key].add(ply, unit * total / count)
    return Chart(name, title, "ply", list(curves.values()))


def _measured(game: GameRecord, opening: int, measure: str) -> Iterator[tuple[str, int, float]]:
    """The player, ply and measurement of each move."""
    values = getattr(game, measure)
    for ply, (move, value) in enumerate(zip(game.moves[opening:], values), opening + 1):
        if value is not None:
            yield game.player_of(move.color), ply, value

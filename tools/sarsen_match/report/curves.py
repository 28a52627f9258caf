"""What the page and the plots draw: ratings and the test over the pairs, figures by opening and by
ply. Plain data: lists of numbers, None where there is nothing to draw."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..journal.plan import TestPlan
from ..journal.records import PairRecord, moves_text
from ..stats.command import figures
from ..stats.evidence import Evidence
from ..stats.ratings import ratings

# So many points look like a curve.
POINTS = 200
# Ratings of many players take longer.
POINTS_OF_MANY = 40
FIGURES = ("wall", "depth")

Curve = list[list[float | None]]


def rating_curves(pairs: Sequence[PairRecord], keys: Sequence[str]) -> dict[str, Curve]:
    """For each player to draw (of two only the first) points `[pairs, Elo, low, high]`."""
    two = len(keys) == 2
    curves: dict[str, Curve] = {key: [] for key in keys[: 1 if two else None]}
    for count, evidence in _steps(pairs, POINTS if two else POINTS_OF_MANY):
        if two:
            told = figures(evidence.counts(*keys))
            curves[keys[0]].append([count, told["elo"], *told["elo_ci"]])
            continue
        rated = ratings(keys, {pair: evidence.counts(*pair) for pair in evidence.meetings})
        for key, rating in rated.items():
            low, high = rating.elo - rating.pm, rating.elo + rating.pm
            curves[key].append([count, rating.elo, low, high])
    return curves


def test_curve(pairs: Sequence[PairRecord], keys: Sequence[str], test: TestPlan) -> Curve:
    """Points `[pairs, log likelihood ratio]`."""
    curve: Curve = []
    for count, evidence in _steps(pairs, POINTS):
        told = figures(evidence.counts(*keys), test.elo0, test.elo1, test.alpha, test.beta)
        curve.append([count, told[f"llr_{test.model}"]])
    return curve


def _steps(pairs: Sequence[PairRecord], points: int) -> Iterable[tuple[int, Evidence]]:
    evidence = Evidence()
    step = max(1, -(-len(pairs) // points))
    for count, record in enumerate(pairs, 1):
        evidence.add(record)
        if count % step == 0 or count == len(pairs):
            yield count, evidence


def openings(pairs: Sequence[PairRecord]) -> list[list]:
    """For each opening `[moves, games, wins, draws, losses of Black]`."""
    rows: dict[str, list] = {}
    for record in pairs:
        name = moves_text(record.opening) or "the start"
        row = rows.setdefault(name, [name, 0, 0, 0, 0])
        for game in record.games:
            row[1] += 1
            half_points = 1 if game.winner is None else 2 * (game.winner == game.black)
            row[4 - half_points] += 1
    return list(rows.values())


def by_ply(pairs: Sequence[PairRecord], keys: Sequence[str]) -> dict[str, dict[str, Curve]]:
    """For `wall` (seconds) and `depth` and each player points `[ply, mean]`."""
    sums: dict[tuple[str, str], dict[int, list[float]]] = {}
    for record in pairs:
        for game in record.games:
            movers = [game.player_of(move.color) for move in game.moves[len(record.opening) :]]
            for figure in FIGURES:
                for ply, (key, value) in enumerate(
                    zip(movers, getattr(game, figure)), len(record.opening) + 1
                ):
                    if value is not None:
                        total = sums.setdefault((figure, key), {}).setdefault(ply, [0.0, 0])
                        total[0] += value
                        total[1] += 1
    return {
        figure: {key: _means(sums.get((figure, key), {})) for key in keys} for figure in FIGURES
    }


def _means(sums: Mapping[int, Sequence[float]]) -> Curve:
    return [[ply, sums[ply][0] / sums[ply][1]] for ply in sorted(sums)]

"""Ratings of many players by maximum likelihood [Bradley and Terry 1952], a draw half a win.

Each player has one virtual draw against the average, so that players who won or lost everything
have a finite rating. The intervals derive from how much the pairs differ from the expectation of
the ratings (the "sandwich" of [Huber 1967]): both games of a pair depend on its opening, so a pair
is one trial.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

ELO = 400 / math.log(10)
Z95 = 1.959963984540054
# In pairs with half points 0 to 4.
CLASSES = 5
GAMES = 2

_ROUNDS = 100
_CLOSE = 1e-10
# The largest step, in natural units: the likelihood is flat far from its maximum.
_STRIDE = 2.0

Meetings = Mapping[tuple[str, str], Sequence[int]]
_Matrix = list[list[float]]
# Two players by their places, and how often the first got 0, 1 ... half points of a pair.
_Meeting = tuple[int, int, Sequence[int]]


@dataclass(frozen=True)
class Rating:
    """A rating in Elo, where the average of all players is 0; `pm` is half the width of the 95 %
    interval."""

    elo: float
    pm: float


def ratings(players: Sequence[str], meetings: Meetings) -> dict[str, Rating]:
    """The rating of each player. `meetings[a, b][i]` pairs gave `a` i half points of four."""
    place = {key: i for i, key in enumerate(players)}
    played = [(place[a], place[b], counts) for (a, b), counts in meetings.items() if sum(counts)]
    strengths = _climb(len(players), played)
    spread = _spread(strengths, played)
    mean = sum(strengths) / len(strengths) if strengths else 0.0
    return {
        key: Rating(ELO * (strengths[i] - mean), ELO * Z95 * math.sqrt(max(0.0, spread[i])))
        for i, key in enumerate(players)
    }


def expected(difference: float) -> float:
    """The mean score of a game, 0 to 1, at this difference in natural units."""
    # Written so that neither end overflows.
    if difference < 0:
        odds = math.exp(difference)
        return odds / (1 + odds)
    return 1 / (1 + math.exp(-difference))


def _climb(size: int, played: Sequence[_Meeting]) -> list[float]:
    """The strengths at the maximum of the likelihood, by Newton's method."""
    strengths = [0.0] * size
    for _ in range(_ROUNDS):
        slope = [0.5 - expected(s) for s in strengths]
        for i, j, counts in played:
            got = sum(k * n for k, n in enumerate(counts)) / 2
            excess = got - GAMES * sum(counts) * expected(strengths[i] - strengths[j])
            slope[i] += excess
            slope[j] -= excess
        inverse = _inverse(_curvature(strengths, played))
        steps = [sum(row[j] * slope[j] for j in range(size)) for row in inverse]
        longest = max(map(abs, steps), default=0.0)
        scale = min(1.0, _STRIDE / longest) if longest else 0.0
        strengths = [s + scale * step for s, step in zip(strengths, steps)]
        if longest < _CLOSE:
            break
    return strengths


def _curvature(strengths: Sequence[float], played: Sequence[_Meeting]) -> _Matrix:
    """The negative second derivative of the log likelihood."""
    size = len(strengths)
    bend = [[0.0] * size for _ in range(size)]
    for i, strength in enumerate(strengths):
        bend[i][i] = expected(strength) * expected(-strength)
    for i, j, counts in played:
        lead = strengths[i] - strengths[j]
        _add(bend, i, j, GAMES * sum(counts) * expected(lead) * expected(-lead))
    return bend


def _spread(strengths: Sequence[float], played: Sequence[_Meeting]) -> list[float]:
    """The variance of each strength, seen from the average of all."""
    size = len(strengths)
    noise = [[0.0] * size for _ in range(size)]
    for i, strength in enumerate(strengths):
        noise[i][i] = expected(strength) * expected(-strength)
    for i, j, counts in played:
        lead = strengths[i] - strengths[j]
        mean = GAMES * expected(lead)
        seen = sum(n * (k / 2 - mean) ** 2 for k, n in enumerate(counts))
        # Pairs that happen to be alike must not look like certainty: a virtual one differs by a
        # point, or by as much as independent games would differ in all if that is less.
        apart = GAMES * sum(counts) * expected(lead) * expected(-lead)
        _add(noise, i, j, seen + min(apart, 1.0))
    inverse = _inverse(_curvature(strengths, played))
    means = [sum(column) / size for column in zip(*inverse)]
    centred = [[entry - mean for entry, mean in zip(row, means)] for row in inverse]
    return [
        sum(row[i] * noise[i][j] * row[j] for i in range(size) for j in range(size))
        for row in centred
    ]


def _add(matrix: _Matrix, i: int, j: int, amount: float) -> None:
    matrix[i][i] += amount
    matrix[j][j] += amount
    matrix[i][j] -= amount
    matrix[j][i] -= amount


def _inverse(matrix: _Matrix) -> _Matrix:
    """By Gauss-Jordan elimination without pivoting: the matrix is positive definite."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = rows[i][i]
        rows[i] = [entry / pivot for entry in rows[i]]
        for j in range(size):
            if j != i and rows[j][i]:
                factor = rows[j][i]
                rows[j] = [b - factor * a for a, b in zip(rows[i], rows[j])]
    return [row[size:] for row in rows]

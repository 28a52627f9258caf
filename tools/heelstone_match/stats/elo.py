"""The difference in strength: Elo, normalised Elo, likelihood of superiority.

Elo [Elo 1978] is what the mean score corresponds to in the logistic model. Normalised Elo
[Van den Bergh n.d.] is the distance of the mean from 1/2 in standard deviations of a game, scaled
to equal Elo if games are never drawn and the players close: it determines how many games a test
takes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from .counts import Counts

# Two-sided 95 % of the normal distribution.
Z95 = 1.959963984540054
NELO = 800 / math.log(10)


@dataclass(frozen=True)
class Estimate:
    """Estimates of the first player's strength; None if a figure is unbounded or lacks data.

    `elo_ci` holds the ends of the 95 % interval, `nelo_pm` half the width of that of `nelo`.
    """

    score: float | None
    variance: float | None
    elo: float | None
    elo_ci: tuple[float | None, float | None]
    nelo: float | None
    nelo_pm: float | None
    los: float


def estimate(counts: Counts) -> Estimate:
    """The estimates from the counts; the intervals are those of the normal approximation, which
    says nothing if all results are the same."""
    mean, variance = counts.mean, counts.variance
    if mean is None or variance is None:
        return Estimate(None, None, None, (None, None), None, None, 0.5)
    lead = mean - 0.5
    if variance == 0:
        los = 0.5 if lead == 0 else float(lead > 0)
        nelo = 0.0 if lead == 0 else None
        return Estimate(mean, 0.0, elo_of(mean), (None, None), nelo, None, los)
    error = math.sqrt(variance / counts.total)
    interval = (elo_of(mean - Z95 * error), elo_of(mean + Z95 * error))
    nelo = NELO * lead / math.sqrt(counts.games_each * variance)
    # The variance is taken as known, so it cancels.
    nelo_pm = NELO * Z95 / math.sqrt(counts.games)
    los = math.erfc(-lead / (math.sqrt(2) * error)) / 2
    return Estimate(mean, variance, elo_of(mean), interval, nelo, nelo_pm, los)


def elo_of(score: float) -> float | None:
    """The difference in Elo that gives this mean score; None if it is unbounded."""
    return 400 * math.log10(score / (1 - score)) if 0 < score < 1 else None


def score_of(elo: float) -> float:
    """The mean score that this difference in Elo gives."""
    return 1 / (1 + 10 ** (-elo / 400))

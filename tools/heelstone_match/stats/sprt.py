"""The sequential test: continues until one of two hypotheses about the strength is likely
enough."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from .counts import MOST, counts_of
from .likelihood import Evidence, check_hypotheses, evidence

# Below this, the drift of the ratio makes no difference to the remaining time.
_STILL = 1e-6


@dataclass(frozen=True)
class Sprt:
    """H0: the first player is `elo0` stronger; H1: `elo1`. A true H0 is rejected with probability
    `alpha`, a true H1 with `beta` [Wald 1945]. Raises ValueError for what cannot be tested."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "normalized"

    def __post_init__(self) -> None:
        check_hypotheses(self.elo0, self.elo1, self.model)
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("alpha and beta lie between 0 and 0.5.")

    @property
    def bounds(self) -> tuple[float, float]:
        """The bounds of the log likelihood ratio: H0 is accepted at the lower, H1 at the upper
        one."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def evidence(self, counts: Sequence[int]) -> Evidence:
        """What pairs say, by half points of the first player, or single games."""
        return evidence(counts_of(counts), self.elo0, self.elo1, self.model)

    def decide(self, counts: Sequence[int]) -> str | None:
        """`H0`, `H1`, or None while the test goes on."""
        lower, upper = self.bounds
        llr = self.evidence(counts).llr
        if llr >= upper:
            return "H1"
        return "H0" if llr <= lower else None

    def pairs_to_go(self, counts: Sequence[int]) -> int | None:
        """How many more of them the test takes on average, if results go on as they came; None
        while nothing tells."""
        said = self.evidence(counts)
        lower, upper = self.bounds
        if not lower < said.llr < upper:
            return 0
        time = _time_to_leave(said, lower, upper)
        return math.ceil(time) if time < MOST else None


def _time_to_leave(said: Evidence, lower: float, upper: float) -> float:
    """The mean time until a Brownian motion with the ratio's drift leaves the interval."""
    if said.variance <= 0:
        return math.inf
    # Mirrored if the drift is upwards, so that no exponential grows.
    drift, behind, ahead = said.drift, said.llr - lower, upper - said.llr
    if drift < 0:
        drift, behind, ahead = -drift, ahead, behind
    width = behind + ahead
    pull = 2 * drift / said.variance
    if pull * width < _STILL:
        return behind * ahead / said.variance
    return (width * math.expm1(-pull * behind) / math.expm1(-pull * width) - behind) / drift

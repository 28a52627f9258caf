"""Simultaneous perturbation stochastic approximation: the arithmetic, without any game.

All parameters are moved at once in random directions, and the result of the two sides says if that
was for the better [Spall 1992]. The gains are given by their values at the end of the run, as in
Stockfish's fishtest.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

# The decay of the gains [Spall 1998].
ALPHA = 0.602
GAMMA = 0.101
A_RATIO = 0.1

Values = tuple[float, ...]


@dataclass(frozen=True)
class Parameter:
    """A number to tune. `c_end` is the distance of both sides from the middle in the last pair,
    `r_end` the learning rate then: one more point for one side moves the value by `r_end *
    c_end`."""

    name: str
    start: float
    low: float
    high: float
    c_end: float
    r_end: float
    # True if the engine takes integers only.
    whole: bool = True

    def clipped(self, value: float) -> float:
        """The nearest value in the range."""
        return min(max(value, self.low), self.high)

    def nearest(self, value: float) -> float:
        """The nearest value that the engine can be sent."""
        return math.floor(value + 0.5) if self.whole else value


@dataclass(frozen=True)
class Spsa:
    """The schedule of a number of pairs. Pair k derives its directions from the seed and its
    number."""

    parameters: tuple[Parameter, ...]
    pairs: int
    seed: int
    alpha: float = ALPHA
    gamma: float = GAMMA
    a_ratio: float = A_RATIO

    @property
    def start(self) -> Values:
        """The initial values of the parameters."""
        return tuple(parameter.start for parameter in self.parameters)

    def spread(self, number: int) -> float:
        """The perturbation in pair `number`, in units of `c_end`."""
        return math.pow(self.pairs / number, self.gamma)

    def rate(self, number: int) -> float:
        """The learning rate in pair `number`, in units of `r_end`."""
        settled = self.a_ratio * self.pairs
        decay = (settled + self.pairs) / (settled + number)
        return math.pow(decay, self.alpha) / self.spread(number) ** 2

    def sides(self, number: int, theta: Values) -> tuple[Values, Values]:
        """The values of both sides of pair `number`, around these."""
        plus: list[float] = []
        minus: list[float] = []
        spread = self.spread(number)
        for parameter, value, (sign, place) in zip(self.parameters, theta, self._draws(number)):
            step = sign * spread * parameter.c_end
            for side, moved in ((plus, value + step), (minus, value - step)):
                moved = parameter.clipped(moved)
                # Rounded up as often as the fraction says, so that the mean is exact; both sides
                # share one draw, so that chance neither parts nor joins them more.
                side.append(math.floor(moved + place) if parameter.whole else moved)
        return tuple(plus), tuple(minus)

    def moved(self, number: int, theta: Values, result: int) -> Values:
        """The values after pair `number`, in which the first side's result is its points less those
        it lost (2 for two wins, -2 for two losses)."""
        gain = self.rate(number) * self.spread(number) * result
        return tuple(
            parameter.clipped(value + gain * parameter.r_end * parameter.c_end * sign)
            for parameter, value, (sign, _) in zip(self.parameters, theta, self._draws(number))
        )

    def reach(self) -> float:
        """The distance that a parameter goes if it wins every game, in units of `c_end` for `r_end`
        1."""
        steps = range(1, self.pairs + 1)
        return sum(2 * self.rate(number) * self.spread(number) for number in steps)

    def _draws(self, number: int) -> list[tuple[int, float]]:
        # Only `random` itself is guaranteed to draw the same in every version of Python.
        draw = random.Random(f"{self.seed}/{number}").random
        return [(1 if draw() < 0.5 else -1, draw()) for _ in self.parameters]


def default_c_end(low: float, high: float, whole: bool) -> float:
    """A twentieth of the range; below a half, integers would often be equal on both sides."""
    return max((high - low) / 20, 0.5 if whole else 0.0)


def default_r_end(pairs: int) -> float:
    """The rate at which pure chance carries a value about one `c_end` away in the whole run: for 60
    000 pairs that is the 0.002 that fishtest proposes."""
    return 0.5 / math.sqrt(pairs)


def values_text(parameters: Sequence[Parameter], values: Sequence[float]) -> list[str]:
    """The values as they are sent to an engine."""
    return [
        str(int(value)) if parameter.whole else f"{value:.6g}"
        for parameter, value in zip(parameters, values)
    ]

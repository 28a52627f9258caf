"""The log likelihood ratio of two hypotheses about the strength: the generalised SPRT [Li 2014].

Each hypothesis fixes the (normalised) Elo and nothing else; it is as likely as the likeliest
distribution of results that it allows. Method and iteration are those of [Van den Bergh n.d.],
as in fishtest.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul, sub

from .counts import Counts
from .elo import NELO, score_of

MODELS = ("normalized", "logistic")
# Hypotheses further out are meaningless, and some have no solution in floating point.
FURTHEST = 1000

# A class without results gets a little; otherwise no hypothesis could move its mean freely.
_LITTLE = 1e-3
_ROUNDS = 50
_STEP = 0.25
_SAME = 1e-9
# Newton's method squares the error with the last step.
_CLOSE = 1e-8
_HALVINGS = 200
# Keeps the multiplier off the poles when they are nearer to the root than two floats.
_INSIDE = 1 - 1e-15


@dataclass(frozen=True)
class Evidence:
    """The evidence of counts for the second hypothesis against the first."""

    llr: float
    # Mean and variance of the contribution of one more trial, if trials go on as they did.
    drift: float
    variance: float


def llr_normalized(counts: Counts, elo0: float, elo1: float) -> float:
    """ln(likelihood of nElo `elo1` / likelihood of nElo `elo0`); ValueError unless elo0 < elo1."""
    return evidence(counts, elo0, elo1, "normalized").llr


def llr_logistic(counts: Counts, elo0: float, elo1: float) -> float:
    """ln(likelihood of Elo `elo1` / likelihood of Elo `elo0`); ValueError unless elo0 < elo1."""
    return evidence(counts, elo0, elo1, "logistic").llr


def evidence(counts: Counts, elo0: float, elo1: float, model: str) -> Evidence:
    """The ratio in that model, and how it moves."""
    check_hypotheses(elo0, elo1, model)
    if not counts.total:
        return Evidence(0.0, 0.0, 0.0)
    numbers = [n or _LITTLE for n in counts.numbers]
    total = sum(numbers)
    shares = [n / total for n in numbers]
    fit = _fit_normalized if model == "normalized" else _fit_logistic
    less, more = fit(shares, elo0, counts), fit(shares, elo1, counts)
    steps = [math.log(q1 / q0) for q0, q1 in zip(less, more)]
    drift = math.fsum(map(mul, shares, steps))
    variance = sum([p * (step - drift) ** 2 for p, step in zip(shares, steps)])
    return Evidence(total * drift, drift, variance)


def check_hypotheses(elo0: float, elo1: float, model: str) -> None:
    """ValueError, with a sentence, for what cannot be tested."""
    if model not in MODELS:
        raise ValueError(f"The model is {' or '.join(MODELS)}, not {model}.")
    if not (-FURTHEST <= elo0 <= FURTHEST and -FURTHEST <= elo1 <= FURTHEST):
        raise ValueError(f"elo0 and elo1 lie between -{FURTHEST} and {FURTHEST}.")
    if elo0 >= elo1:
        raise ValueError(f"elo0 must be less than elo1: {elo0:g} is not less than {elo1:g}.")


def _fit_logistic(shares: Sequence[float], elo: float, counts: Counts) -> list[float]:
    """The likeliest distribution whose mean score is that of the Elo."""
    score = score_of(elo)
    top = counts.classes - 1
    return _tilted(shares, [i / top - score for i in range(counts.classes)], 0.0)[0]


def _fit_normalized(shares: Sequence[float], nelo: float, counts: Counts) -> list[float]:
    """The likeliest distribution whose mean is that many standard deviations above 1/2.

    The condition is not linear: its tangent at the last solution takes its place, again and again.
    """
    scores = [i / (counts.classes - 1) for i in range(counts.classes)]
    target = nelo * math.sqrt(counts.games_each) / NELO
    # A far target is approached in stages: from an even distribution its tangent may allow
    # nothing.
    stages = max(1, math.ceil(abs(target) / _STEP))
    fitted, theta = [1 / counts.classes] * counts.classes, 0.0
    for stage in range(1, stages + 1):
        fitted, theta = _follow(shares, scores, target * stage / stages, fitted, theta)
    return fitted


def _follow(
    shares: Sequence[float],
    scores: Sequence[float],
    target: float,
    fitted: list[float],
    theta: float,
) -> tuple[list[float], float]:
    """The fit for a target, starting from the fit for a close one."""
    for _ in range(_ROUNDS):
        mean = sum(map(mul, fitted, scores))
        squares = [(a - mean) ** 2 for a in scores]
        deviation = math.sqrt(sum(map(mul, fitted, squares)))
        flat, bend = 0.5 + target * deviation / 2, target / (2 * deviation)
        values = [a - flat - bend * square for a, square in zip(scores, squares)]
        if not min(values) < 0 < max(values):
            break
        before = fitted
        fitted, theta = _tilted(shares, values, theta)
        if max(map(abs, map(sub, fitted, before))) < _SAME:
            break
    return fitted, theta


def _tilted(
    shares: Sequence[float], values: Sequence[float], theta: float
) -> tuple[list[float], float]:
    """The likeliest distribution, given the observed shares, under which `values` have the mean 0;
    and its multiplier, for which `theta` is a guess.

    The multiplier is the root of a falling function between two poles: Newton's method, bisection
    where that leaves the bracket.
    """
    left, right = -1 / max(values), -1 / min(values)
    low, high = left * _INSIDE, right * _INSIDE
    if not low < theta < high:
        theta = 0.0
    for _ in range(_HALVINGS):
        excess = slope = 0.0
        for p, value in zip(shares, values):
            ratio = value / (1 + theta * value)
            excess += p * ratio
            slope += p * ratio * ratio
        if excess > 0:
            low = theta
        else:
            high = theta
        # Newton's step for the product with the distances to both poles, which is nearly straight
        # where the function itself bends sharply beside a pole.
        room = (theta - left) * (right - theta)
        fall = slope * room - excess * (left + right - 2 * theta)
        step = excess * room / fall if fall > 0 else math.inf
        if abs(step) <= _CLOSE * min(theta - left, right - theta):
            theta = min(max(theta + step, low), high)
            break
        theta = theta + step if low < theta + step < high else (low + high) / 2
        if not low < theta < high:
            break
    return [p / (1 + theta * value) for p, value in zip(shares, values)], theta

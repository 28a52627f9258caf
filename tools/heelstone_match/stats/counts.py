"""Results counted by their worth, the only input of the statistics."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

# Far above any match, and low enough that no figure overflows.
MOST = 10**15


@dataclass(frozen=True)
class Counts:
    """`numbers[i]` trials were worth i / (classes - 1) to the first player."""

    numbers: tuple[int, ...]

    classes: ClassVar[int]
    games_each: ClassVar[int]
    names: ClassVar[tuple[str, ...]]

    def __init__(self, numbers: Iterable[int]):
        given = tuple(numbers)
        if len(given) != self.classes:
            raise ValueError(f"There are {self.classes} counts: {', '.join(self.names)}.")
        if not all(type(n) is int and 0 <= n <= MOST for n in given):
            raise ValueError(f"Counts are whole numbers from 0 to {MOST}.")
        object.__setattr__(self, "numbers", given)

    @cached_property
    def total(self) -> int:
        """The number of trials."""
        return sum(self.numbers)

    @property
    def games(self) -> int:
        """The number of games."""
        return self.total * self.games_each

    @property
    def mean(self) -> float | None:
        """The mean score of a game, from 0 to 1."""
        if not self.total:
            return None
        # Integers up to the one division: a level match is level to the last bit.
        return sum(i * n for i, n in enumerate(self.numbers)) / (self.total * (self.classes - 1))

    @property
    def variance(self) -> float | None:
        """The variance of a trial's score."""
        if not self.total:
            return None
        first = sum(i * n for i, n in enumerate(self.numbers))
        second = sum(i * i * n for i, n in enumerate(self.numbers))
        return (self.total * second - first**2) / (self.total * (self.classes - 1)) ** 2


class Pentanomial(Counts):
    """Pairs of games with one opening, colours swapped, by the first player's share of two points.

    The two games of a pair depend on each other through the opening, so a pair is one trial.
    """

    classes = 5
    games_each = 2
    names = ("LL", "LD+DL", "LW+WL+DD", "DW+WD", "WW")


class Trinomial(Counts):
    """Single games, for those not played in pairs."""

    classes = 3
    games_each = 1
    names = ("L", "D", "W")


def counts_of(numbers: Iterable[int]) -> Counts:
    """Three numbers are single games, five are pairs. Raises ValueError."""
    given = tuple(numbers)
    return (Trinomial if len(given) == Trinomial.classes else Pentanomial)(given)

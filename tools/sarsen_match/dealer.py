"""Which pair is played next: those of the plan that no journal has yet, by their numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from .journal.plan import Plan
from .journal.records import PairRecord
from .play.moves import Opening
from .play.pair import PairTask


class Openings(Protocol):
    """Openings by number."""

    def nth(self, number: int) -> Opening:
        """From 1 on; the same one each time."""


class Dealer(Protocol):
    """Deals pairs, and learns what became of them."""

    def next(self) -> PairTask | None:
        """The next pair; None when all were dealt."""

    def learn(self, record: PairRecord) -> None:
        """Hears of a pair that stands in the journal, in the order of its lines."""


class PlanDealer:
    """Deals the pairs of a plan with these numbers."""

    def __init__(self, plan: Plan, numbers: Iterator[int], openings: Openings):
        self._plan = plan
        self._numbers = numbers
        self._openings = openings

    def next(self) -> PairTask | None:
        """The next pair; None when all were dealt."""
        number = next(self._numbers, None)
        if number is None:
            return None
        first, second, round_ = self._plan.meeting(number)
        return PairTask(number, first, second, self._openings.nth(round_))

    def learn(self, record: PairRecord) -> None:
        """Results change nothing here."""

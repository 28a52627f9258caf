"""The order of pairs: those of the plan that no journal has yet, by their numbers."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Protocol

from .journal.plan import Plan
from .journal.records import PairRecord
from .play.moves import Opening
from .play.pair import PairTask


class Openings(Protocol):
    """Openings by number."""

    def nth(self, number: int) -> Opening:
        """The opening with a number from 1; the same one each time."""


class PairSource(Protocol):
    """Deals pairs, and learns what became of them."""

    @property
    def done(self) -> bool:
        """True if there is no pair left to deal."""

    def next(self) -> PairTask | None:
        """The next pair; None if all were dealt, or if the next one depends on one in play."""

    def bench(self, players: Iterable[str]) -> None:
        """Leaves out the pairs in which all of these players would meet."""

    def learn(self, record: PairRecord) -> None:
        """Takes in a pair of the journal, in the order of its lines."""


class PlanPairs:
    """Deals the pairs of a plan with these numbers, but for those of players that were benched."""

    def __init__(self, plan: Plan, numbers: Iterable[int], openings: Openings):
        self._plan = plan
        self._numbers = deque(numbers)
        self._openings = openings
        self._benched: list[frozenset[str]] = []

    @property
    def done(self) -> bool:
        """True if there is no pair left to deal."""
        return not self._numbers

    def next(self) -> PairTask | None:
        """The next pair; None if all were dealt."""
        while self._numbers:
            number = self._numbers.popleft()
            first, second, round_ = self._plan.meeting(number)
            if not any(players <= {first, second} for players in self._benched):
                return PairTask(number, first, second, self._openings.nth(round_))
        return None

    def bench(self, players: Iterable[str]) -> None:
        """Leaves out the pairs in which all of these players would meet: one player, or two."""
        self._benched.append(frozenset(players))

    def learn(self, record: PairRecord) -> None:
        """Results change nothing here."""

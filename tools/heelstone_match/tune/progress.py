"""The state of a tuning, derived from the pairs of its journal alone, in the order of their
lines."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

from ..journal.plan import Plan
from ..journal.records import PairRecord
from ..pair_source import Openings, PlanPairs
from ..play.pair import PairTask
from .plan import tune_of
from .spsa import Values

# The sides of each pair: A plays with the perturbation added, B with it subtracted.
PLUS, MINUS = "A", "B"
# The half points of a level pair.
LEVEL = 2


class Progress:
    """The present values, and those for the next pairs."""

    def __init__(self, plan: Plan):
        """Raises PlanError."""
        self.plan = plan
        self.tune = tune_of(plan.tune or {})
        self.spsa = self.tune.spsa(plan)
        self.learned = 0
        # The pairs that were not level: level ones move nothing.
        self.telling = 0
        self._fixed = plan.counts_alone
        # The values after the last pairs, the latest last.
        self._states: deque[Values] = deque([self.spsa.start], maxlen=self.tune.lag)

    @property
    def theta(self) -> Values:
        """The present values."""
        return self._states[-1]

    def learn(self, record: PairRecord) -> None:
        """Moves the values by the result of the next pair of the journal."""
        result = record.half_points - LEVEL if record.began else 0
        self._states.append(self.spsa.moved(record.number, self.theta, result))
        self.learned += 1
        self.telling += result != 0

    def settings(self, number: int) -> Mapping[str, tuple[str, ...]] | None:
        """The commands for both sides of a pair; None while results are missing that it must
        know."""
        theta = self.theta
        if self._fixed:
            back = self.learned - max(0, number - self.tune.lag)
            if back < 0:
                return None
            theta = self._states[-1 - min(back, len(self._states) - 1)]
        plus, minus = self.spsa.sides(number, theta)
        return {PLUS: self.tune.commands(plus), MINUS: self.tune.commands(minus)}


def replayed(plan: Plan, records: Iterable[PairRecord]) -> Progress:
    """The state of the tuning of a journal. Raises PlanError."""
    progress = Progress(plan)
    for record in records:
        progress.learn(record)
    return progress


class TuningPairs(PlanPairs):
    """Deals the pairs of a tuning with these numbers."""

    def __init__(self, progress: Progress, numbers: Iterable[int], openings: Openings):
        super().__init__(progress.plan, numbers, openings)
        self._progress = progress

    def next(self) -> PairTask | None:
        """The next pair; None if all were dealt, or if the next one waits for a result."""
        if not self._numbers:
            return None
        number = self._numbers[0]
        settings = self._progress.settings(number)
        if settings is None:
            return None
        self._numbers.popleft()
        return PairTask(number, PLUS, MINUS, self._openings.nth(number), settings)

    def learn(self, record: PairRecord) -> None:
        """Takes in a pair of the journal."""
        self._progress.learn(record)

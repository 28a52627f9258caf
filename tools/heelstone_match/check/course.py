"""All the steps, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..gtp.faults import Fault, FaultKind
from . import administration, arguments, clock, ending, framing, game
from .bench import Bench
from .verdict import Failed, Process, Result, Skipped, Step, Verdict

# Each with the name of its group.
Steps = list[tuple[str, Step]]

GROUPS: dict[str, tuple[Step, ...]] = {
    "framing": framing.STEPS,
    "administration": administration.STEPS,
    "arguments": arguments.STEPS,
    "game": game.STEPS,
    "time": clock.STEPS,
    "ending": ending.STEPS,
}

# A hang costs the whole timeout, and a lost process must be started again.
MAX_HANGS = 5
MAX_LOSSES = 12


def choose(names: Iterable[str]) -> Steps:
    """The steps with these names, of steps or groups, each with its group; all if there are no
    names. Raises KeyError for an unknown name."""
    steps = [(group, step) for group, steps in GROUPS.items() for step in steps]
    wanted = set(names)
    unknown = wanted - set(GROUPS) - {step.name for _, step in steps}
    if unknown:
        raise KeyError(sorted(unknown)[0])
    return [(g, s) for g, s in steps if not wanted or g in wanted or s.name in wanted]


class Course:
    """Runs steps until they are done, or until the engine has failed too often."""

    def __init__(self, bench: Bench, tell: Callable[[Result], None]):
        self.results: list[Result] = []
        # The reason why steps were not run; empty if all were.
        self.given_up = ""
        self._bench = bench
        self._tell = tell
        self._hangs = 0
        self._losses = 0

    def run(self, steps: Steps) -> None:
        """Runs all steps."""
        for group, step in steps:
            if self.given_up:
                result = Result(group, step, Verdict.NOT_RUN)
            else:
                result = self._one(group, step)
            self.results.append(result)
            self._tell(result)

    def _one(self, group: str, step: Step) -> Result:
        bench = self._bench
        try:
            self._prepare(step)
            step.run(bench)
            if step.process is Process.ANY:
                bench.in_step()
        except Skipped as reason:
            return Result(group, step, Verdict.SKIP, came=str(reason))
        except Failed as failure:
            # The state of the process is unknown now.
            bench.drop()
            return Result(group, step, Verdict.FAIL, failure.expected, failure.came)
        except Fault as fault:
            bench.drop()
            self._count(fault)
            return Result(group, step, Verdict.FAIL, came=str(fault))
        finally:
            if step.process is not Process.ANY:
                bench.drop()
        for expected, came in bench.advice:
            return Result(group, step, Verdict.WARN, expected, came)
        return Result(group, step, Verdict.PASS)

    def _prepare(self, step: Step) -> None:
        if step.process is Process.ANY:
            self._bench.ready()
        else:
            self._bench.renew(ready=step.process is Process.OWN)
        self._bench.begin(step.patience)

    def _count(self, fault: Fault) -> None:
        self._losses += 1
        self._hangs += fault.kind is FaultKind.STALL
        if self._hangs >= MAX_HANGS:
            self.given_up = f"it hung {self._hangs} times"
        elif self._losses >= MAX_LOSSES:
            self.given_up = f"{self._losses} processes were lost"

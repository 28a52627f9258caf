"""The view of a tuning, for a person or a script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TextIO

from ..journal.plan import Plan
from ..journal.records import PairRecord
from ..plain import JsonObject
from .progress import Progress
from .spsa import values_text

# The approximate number of lines with the values in a whole tuning.
LINES = 50
# If a tuning cannot carry a value further than this, in units of C_END, it hardly moves.
SHORT_REACH = 10


class TuneLines:
    """The present values from time to time, faults as they come."""

    def __init__(self, stream: TextIO, plan: Plan, progress: Progress):
        self.stream = stream
        self._plan = plan
        self._progress = progress
        self._every = max(1, plan.total // LINES)

    def known(self, record: PairRecord) -> None:
        """What was played before moved the values already."""

    def ready(self, names: Mapping[str, str], referee: str, notes: Sequence[str]) -> None:
        """The engine has started."""
        plan, count = self._plan, len(self._progress.spsa.parameters)
        told = f"{count} parameter" + "s" * (count > 1)
        limits = plan.engines[0].limits
        self.say(f"{plan.contest}: {told} of {names.get('A')}, {plan.total} pairs, {limits}")
        self.say(f"referee: {referee}, seed {plan.seed}")
        for note in [*notes, *advice(self._progress)]:
            self.say(f"note: {note}")
        if self._progress.learned:
            self.say(f"{self._progress.learned} pairs were played before")

    def pair(self, record: PairRecord, counts: bool) -> None:
        """A pair was written."""
        for game in record.games:
            if game.fault:
                fault = game.fault
                self.say(
                    f"pair {record.number}: {fault.player} loses: {fault.kind}: {fault.detail}"
                )
        if self._progress.learned % self._every == 0:
            self.say(values_line(self._progress))

    def void(self, number: int, why: str) -> None:
        """A pair was spoilt by the host."""
        self.say(f"pair {number} is void and played again: {why}")

    def say(self, sentence: str) -> None:
        """Anything else."""
        self.stream.write(sentence + "\n")
        self.stream.flush()


def advice(progress: Progress) -> list[str]:
    """Sentences about settings that make a tuning pointless."""
    reach = progress.spsa.reach()
    return [
        f"{parameter.name} can be carried {reach * parameter.r_end:.1f} C_END at most, if it won"
        " every game: more pairs or a greater R_END carry it further"
        for parameter in progress.spsa.parameters
        if reach * parameter.r_end < SHORT_REACH
    ]


def values_line(progress: Progress) -> str:
    """The present values on one line."""
    pairs = zip(progress.spsa.parameters, progress.theta)
    values = "  ".join(f"{parameter.name} {value:.4g}" for parameter, value in pairs)
    return f"{progress.learned} of {progress.spsa.pairs} pairs  {values}"


def summary_text(progress: Progress) -> str:
    """A table of all parameters, and the commands that set them."""
    told = summary_json(progress)
    rows = [["parameter", "start", "now", "min", "max", "C_END", "moved by C_END"]]
    for row in told["parameters"]:
        numbers = [row[name] for name in ("start", "now", "min", "max", "c_end")]
        rows.append([row["name"], *(f"{n:.5g}" for n in numbers), f"{row['moved']:+.2f}"])
    played = f"{told['pairs']} of {told['of']} pairs"
    level = told["pairs"] - told["telling"]
    lines = [f"{played} were played, {level} of them level: those move nothing", ""]
    return "\n".join([*lines, *_table(rows), "", *told["commands"]])


def summary_json(progress: Progress) -> JsonObject:
    """The same as plain data; `now` lies between the integers that the engine can be sent."""
    parameters, theta = progress.spsa.parameters, progress.theta
    nearest = tuple(parameter.nearest(value) for parameter, value in zip(parameters, theta))
    return {
        "pairs": progress.learned,
        "of": progress.spsa.pairs,
        "telling": progress.telling,
        "parameters": [
            {
                "name": parameter.name,
                "start": parameter.start,
                "now": value,
                "set": text,
                "min": parameter.low,
                "max": parameter.high,
                "c_end": parameter.c_end,
                "r_end": parameter.r_end,
                "moved": (value - parameter.start) / parameter.c_end,
            }
            for parameter, value, text in zip(parameters, theta, values_text(parameters, nearest))
        ],
        "commands": list(progress.tune.commands(nearest)),
    }


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows)]
    return [
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:]))]
        ).rstrip()
        for row in rows
    ]

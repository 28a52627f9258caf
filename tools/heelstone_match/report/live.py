"""What a person sees of a match that runs: lines, or on a terminal a table that moves."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TextIO

from ..journal.plan import Plan
from ..journal.records import PairRecord
from .heading import heading
from .lines import game_line
from .progress import progress_line
from .summary import Summary

# Of the lines that tell the state of a long match, in seconds.
PROGRESS_EVERY = 60.0


def show_for(stream: TextIO, plan: Plan, concurrency: int = 1, plain: bool = False) -> Lines:
    """A table that moves, if `stream` is a terminal and `rich` is there; else lines."""
    if not plain and stream.isatty():
        try:
            from .terminal import Live
        except ImportError:
            pass
        else:
            return Live(stream, plan, concurrency)
    return Lines(stream, plan, concurrency)


class Lines:
    """Each finished game on a line of its own; what all shows share."""

    def __init__(self, stream: TextIO, plan: Plan, concurrency: int = 1):
        self.stream = stream
        self.plan = plan
        self.names: Mapping[str, str] = {}
        self.summary = Summary(plan.keys, plan.test)
        # Pairs that an earlier run played, and when this one began: for the pace.
        self.before = 0
        self.began = time.monotonic()
        self._concurrency = concurrency
        self._progress_due = self.began + PROGRESS_EVERY

    def known(self, record: PairRecord) -> None:
        """A pair that was played before the match was resumed; comes before all else."""
        self.summary.add(record)
        self.before = self.summary.pairs

    def ready(self, names: Mapping[str, str], referee: str, notes: Sequence[str]) -> None:
        """All engines have started."""
        self.names = names
        self.began = time.monotonic()
        self.say(heading(self.plan, names, referee, self._concurrency))
        for note in notes:
            self.say(f"note     {note}")
        if self.before:
            self.say(f"resumed  {self.before} pairs were played before")
        self.say("")

    def pair(self, record: PairRecord, counts: bool) -> None:
        """A pair was written; whether it is evidence."""
        self.summary.add(record)
        lines = self.game_lines(record, counts)
        now = time.monotonic()
        if now >= self._progress_due:
            self._progress_due = now + PROGRESS_EVERY
            lines.append(f"so far   {progress_line(self)}")
        self.say("\n".join(lines))

    def void(self, number: int, why: str) -> None:
        """A pair was spoilt by the host."""
        self.summary.voids += 1
        self.say(f"pair {number} is void and played again: {why}")

    def say(self, sentence: str) -> None:
        """Anything else."""
        self.stream.write(sentence + "\n")
        self.stream.flush()

    def end(self, summary_text: str) -> None:
        """The match is over, or broken off."""
        self.close()
        self.say("\n" + summary_text)

    def close(self) -> None:
        """Gives the terminal back."""

    def game_lines(self, record: PairRecord, counts: bool) -> list[str]:
        """A line for each game of a pair."""
        repeat = "" if counts or not record.began else "  (a repeat)"
        first = 2 * record.number - 1
        return [
            game_line(record.number, first + place, game) + repeat
            for place, game in enumerate(record.games)
        ]

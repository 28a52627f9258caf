"""Openings by their exact value, found by an engine with the command `solve`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ..gtp.process import LiveProcesses
from ..play.limits import Limits
from ..play.player import Contest
from .errors import OpeningError
from .judging import Judge, Selection, selection

# Asks for what a book knows without a search, where no line to the end is wanted.
_ASK_BOOK = "analyze 0.001"
_KNOWN = re.compile(r"info depth \d+ score (win|loss|draw)\b.* source (?:book|solver) pv .*")
_VALUE = re.compile(r"(win|loss|draw|unknown)(?: in (\d+)| by (\d+))?(?::.*)?", re.DOTALL)


@dataclass(frozen=True)
class Exact:
    """The value for the side to move: `win`, `loss`, `draw`, or `unknown` if the time was up; with
    the plies to the end or the margin, in games that have one of them."""

    verdict: str
    plies: int | None = None
    margin: int | None = None


@dataclass(frozen=True)
class Wanted:
    """Exact draws only, or also values `near` one: in games with a margin, a win or loss by at most
    that; in games with a distance, one in at least that many plies."""

    near: int | None = None

    @classmethod
    def of(cls, text: str) -> Wanted:
        """Parses `draw` or a number. Raises OpeningError."""
        if text == "draw":
            return cls()
        if text.isascii() and text.isdigit():
            return cls(int(text))
        raise OpeningError(f"{text!r} is neither `draw` nor a number from 0")

    def keeps(self, value: Exact) -> bool:
        """True if an opening of that value is wanted. Raises OpeningError if the game does not tell
        which values are near."""
        if value.verdict == "unknown":
            return False
        if value.verdict == "draw" or self.near is None:
            return value.verdict == "draw"
        if value.margin is not None:
            return value.margin <= self.near
        if value.plies is not None:
            return value.plies >= self.near
        raise OpeningError(
            "in this game `solve` tells neither a margin nor a distance:"
            " which openings are near a draw is not known"
        )

    def __str__(self) -> str:
        return "the exact value draw" if self.near is None else f"exact values near {self.near}"


class Solver(Judge[Exact]):
    """An engine that solves, an opening in that time in seconds. Where the verdict is enough,
    without plies or margin, it is asked first whether it knows it."""

    role: ClassVar[str] = "solver"
    needed: ClassVar[Sequence[str]] = ("solve",)
    why_needed: ClassVar[str] = "exact values of openings need an engine that has it"

    def __init__(
        self,
        command: Sequence[str],
        contest: Contest,
        limits: Limits,
        processes: LiveProcesses,
        seconds: float,
        verdict_is_enough: bool = False,
    ):
        self._seconds = seconds
        self._verdict_is_enough = verdict_is_enough
        super().__init__(command, contest, limits, processes)

    def _judged(self) -> Exact:
        if self._verdict_is_enough and self._engine.knows("analyze"):
            # An engine that means something else by it has not failed.
            reply = self._engine.ask(_ASK_BOOK, self._timeout)
            known = _KNOWN.match(reply.text)
            if reply.ok and known:
                return Exact(known[1])
        return exact_of(self._ask(f"solve {self._seconds:.10g}", self._seconds))


def exact_of(text: str) -> Exact:
    """Parses an answer of `solve`. Raises OpeningError."""
    found = _VALUE.fullmatch(text.strip())
    if found is None:
        raise OpeningError(f"the solver answered `solve` with {text[:80]!r}")
    verdict, plies, margin = found.groups()
    return Exact(verdict, int(plies) if plies else None, int(margin) if margin else None)


def by_value(text: str, start: Callable[[], Solver]) -> Selection:
    """The openings with a value that the user wants: `draw` or a number. Raises OpeningError."""
    wanted = Wanted.of(text)

    def keeps(value: Exact) -> bool | None:
        return None if value.verdict == "unknown" else wanted.keeps(value)

    return selection(str(wanted), start, keeps)

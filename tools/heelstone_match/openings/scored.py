"""Openings by the score of a search, as an engine reports it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from ..gtp.process import LiveProcesses
from ..play.limits import Limits
from ..play.notes import COMMAND as EXPLAIN
from ..play.notes import Score, parse_note
from ..play.player import Contest
from .judging import Judge, Selection, selection


class Scorer(Judge[Score | None]):
    """An engine that searches a number of nodes; None if it reports no score."""

    role: ClassVar[str] = "scorer"
    needed: ClassVar[Sequence[str]] = ("nodes", "to_move", EXPLAIN)
    why_needed: ClassVar[str] = "scores of openings need an engine that has it"

    def __init__(
        self,
        command: Sequence[str],
        contest: Contest,
        limits: Limits,
        processes: LiveProcesses,
        nodes: int,
    ):
        self._nodes = nodes
        self._patience = limits.patience
        super().__init__(command, contest, limits, processes)

    def _judged(self) -> Score | None:
        self._ask(f"nodes {self._nodes}")
        self._ask(f"genmove {self._ask('to_move')}", self._patience)
        note = parse_note(self._ask(EXPLAIN))
        return note.score if note else None


def by_score(limit: int, start: Callable[[], Scorer]) -> Selection:
    """The openings that are scored at most that far from 0, in the engine's own units; proved wins
    and losses are not wanted, proved draws are."""

    def keeps(score: Score | None) -> bool | None:
        return None if score is None else isinstance(score, int) and abs(score) <= limit

    return selection(f"a score within {limit:,} of 0", start, keeps)

"""Games decided before their end, by the scores that the engines report."""

from __future__ import annotations

import math
import re
from dataclasses import asdict, dataclass

from ..plain import JsonObject, PlainObject
from .moves import COLORS, other
from .notes import Score, SearchNote

_RESIGN = re.compile(r"(\d{1,9}):(\d{1,4})(:both)?")
_DRAW = re.compile(r"(\d{1,9}):(\d{1,4}):(\d{1,4})")

RESIGNATION = "adjudicated: resignation"
DRAW = "adjudicated: draw"


@dataclass(frozen=True)
class ResignRule:
    """A player resigns after a score of `-score` or less at each of its last `moves` moves; with
    `both`, the opponent must have reported `score` or more at each of as many."""

    score: int
    moves: int
    both: bool = False

    def __str__(self) -> str:
        return f"{self.score}:{self.moves}{':both' if self.both else ''}"


@dataclass(frozen=True)
class DrawRule:
    """A game is drawn if both players reported scores within `score` of 0 at each of their last
    `moves` moves, all of them from ply `from_ply` on (the opening counts)."""

    score: int
    moves: int
    from_ply: int

    def __str__(self) -> str:
        return f"{self.score}:{self.moves}:{self.from_ply}"


@dataclass(frozen=True)
class Adjudication:
    """The rules that decide games before their end."""

    resign: ResignRule | None = None
    draw: DrawRule | None = None

    def to_json(self) -> JsonObject:
        """As plain data, for `from_json`."""
        return asdict(self)

    @staticmethod
    def from_json(told: PlainObject) -> Adjudication:
        """The rules from plain data. Raises ValueError."""
        try:
            resign, draw = told.get("resign"), told.get("draw")
            return Adjudication(
                ResignRule(**resign) if resign else None, DrawRule(**draw) if draw else None
            )
        except (TypeError, AttributeError) as error:
            raise ValueError(f"this is not an adjudication: {told!r}") from error

    def __str__(self) -> str:
        parts = [
            f"resignation at {self.resign}" if self.resign else None,
            f"draw at {self.draw}" if self.draw else None,
        ]
        return ", ".join(part for part in parts if part) or "no adjudication"


def parse_resign(text: str) -> ResignRule:
    """`SCORE:MOVES` or `SCORE:MOVES:both`. Raises ValueError."""
    match = _RESIGN.fullmatch(text)
    if not match or match[2].strip("0") == "":
        raise ValueError(
            f"{text!r} is not a rule of resignation, such as 600:3 (a score of -600 or less at 3"
            " moves in a row) or 600:3:both (and the opponent agrees)"
        )
    return ResignRule(int(match[1]), int(match[2]), match[3] is not None)


def parse_draw(text: str) -> DrawRule:
    """`SCORE:MOVES:FROM_PLY`. Raises ValueError."""
    match = _DRAW.fullmatch(text)
    if not match or match[2].strip("0") == "":
        raise ValueError(
            f"{text!r} is not a rule of draws, such as 10:8:40 (scores of both engines within 10"
            " of 0 at 8 moves in a row of each, from ply 40 on)"
        )
    return DrawRule(*map(int, match.groups()))


class Judge:
    """Follows one game."""

    def __init__(self, rules: Adjudication):
        self._resign = rules.resign
        self._draw = rules.draw
        self._losing = dict.fromkeys(COLORS, 0)
        self._winning = dict.fromkeys(COLORS, 0)
        self._level = dict.fromkeys(COLORS, 0)

    def hear(self, color: str, ply: int, note: SearchNote | None) -> str | None:
        """Takes in the player's report on its move at ply `ply` (from 1) of the game; returns
        `RESIGNATION` if that player loses by it, `DRAW`, or None."""
        value = worth(note.score if note else None)
        if self._resign is not None:
            _count(self._losing, color, value is not None and value <= -self._resign.score)
            _count(self._winning, color, value is not None and value >= self._resign.score)
            agreed = self._winning[other(color)] if self._resign.both else self._resign.moves
            if min(self._losing[color], agreed) >= self._resign.moves:
                return RESIGNATION
        if self._draw is not None:
            near = value is not None and abs(value) <= self._draw.score
            _count(self._level, color, near and ply >= self._draw.from_ply)
            if min(self._level.values()) >= self._draw.moves:
                return DRAW
        return None


def worth(score: Score | None) -> float | None:
    """A number to compare scores by: a proof is beyond all others."""
    if not isinstance(score, str):
        return score
    return math.inf if score.startswith("win") else -math.inf


def _count(rows: dict[str, int], color: str, holds: bool) -> None:
    rows[color] = rows[color] + 1 if holds else 0

"""Lets another thread look at a game while it is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .moves import Move


class Sight(NamedTuple):
    """A game as it stands: its number, the keys of its players, its moves so far, and the position
    that they begin from, if it is not the usual one."""

    number: int
    black: str
    white: str
    moves: Sequence[Move]
    position: str | None = None


class Spectator:
    """Sees one game after the other, each until the next one begins. It costs the game nothing: the
    moves are only looked at when somebody asks."""

    def __init__(self) -> None:
        self._sight: Sight | None = None

    def begin(
        self,
        number: int,
        black: str,
        white: str,
        moves: Sequence[Move],
        position: str | None = None,
    ) -> None:
        """A game begins; `moves` is the list that it adds its moves to."""
        self._sight = Sight(number, black, white, moves, position)

    def look(self) -> Sight | None:
        """The present game; None before the first one."""
        sight = self._sight
        return sight and sight._replace(moves=tuple(sight.moves))

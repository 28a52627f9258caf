"""The moves of a match, and the openings made of them."""

from __future__ import annotations

from dataclasses import dataclass

COLORS = ("black", "white")
COLOR_WORDS = {"b": "black", "w": "white", "black": "black", "white": "white"}


@dataclass(frozen=True)
class Move:
    """A move and its colour, `black` or `white`."""

    color: str
    move: str


@dataclass(frozen=True)
class Opening:
    """What is on the board when the engines begin: the moves that led there, from the start of the
    game or from a position in the referee's own notation, which its `setup` reads."""

    moves: tuple[Move, ...] = ()
    position: str | None = None

    def __len__(self) -> int:
        return len(self.moves)

    def commands(self) -> list[str]:
        """The commands that lead there from a new game."""
        setup = [] if self.position is None else [f"setup {self.position}"]
        return setup + [f"play {move.color} {move.move}" for move in self.moves]


# The usual start, and no moves.
START = Opening()


def other(color: str) -> str:
    """The opponent's colour."""
    return "white" if color == "black" else "black"

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


Opening = tuple[Move, ...]


def other(color: str) -> str:
    """The opponent's colour."""
    return "white" if color == "black" else "black"

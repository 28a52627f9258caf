"""Play, search and solve two-player board games.

>>> import heelstone
>>> game = heelstone.Game("tictactoe")
>>> game.play("B2")
>>> game.best_move(depth=9) in {"A1", "A3", "C1", "C3"}
True
"""

from __future__ import annotations

import json

# First of all: it chooses the build of the module.
from . import fastest  # noqa: F401
from ._heelstone import Busy, Error, Position, version
from .game import Analysis, Game, IllegalMove
from .results import GameInfo, Line, Move, Perft, Result, Reviewed, Score, Solved, Value
from .rules import Rules, check_rules

__all__ = [
    "Analysis",
    "Busy",
    "Error",
    "Game",
    "GameInfo",
    "IllegalMove",
    "Line",
    "Move",
    "Perft",
    "Position",
    "Result",
    "Reviewed",
    "Rules",
    "Score",
    "Solved",
    "Value",
    "__version__",
    "check_rules",
    "games",
]

__version__ = version()


def games() -> list[GameInfo]:
    """The games that can be opened, each with its sizes and variants."""
    from ._heelstone import Engine

    told = json.loads(Engine(1).tell("games json"))
    return [GameInfo.read(game) for game in told["games"]]

"""What the engine finds out, as values that cannot be changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Side = Literal["black", "white"]
"""A side by its name in the protocol; `GameInfo.side_names` has what people call it."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game that can be opened."""

    name: str
    title: str
    about: str
    sizes: tuple[str, ...]
    """Its sizes and variants, the default first."""
    side_names: Mapping[Side, str]
    begins: Side
    unit: str | None
    """The unit of the margin, or `None` if only the winner counts."""
    evaluations: Mapping[str, str]
    """The evaluations of the first size with a description of each, the default first."""
    levels: int
    """The last of its levels, which is full strength."""

    @staticmethod
    def read(told: Mapping[str, Any]) -> GameInfo:
        """Reads an object of `games json`."""
        return GameInfo(
            told["name"],
            told["title"],
            told["about"],
            tuple(told["sizes"]),
            told["side_names"],
            told["begins"],
            told["unit"],
            dict(told["evaluations"]),
            told["levels"],
        )


@dataclass(frozen=True, slots=True)
class Move:
    """A move that was played."""

    side: Side
    name: str


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game."""

    text: str
    """As the protocol writes it: `B+10`, `W+2`, `0` for a draw."""
    winner: Side | None
    """`None` for a draw."""
    margin: int | None
    """`None` if the game has no margins."""
    reason: str | None
    """`repetition` if a repeated position has ended the game."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Score:
    """The worth of a position for the side to move: an estimate, or a proved result."""

    units: int | None = None
    """An estimate in the units of the evaluation; 0 for a draw that is proved."""
    proved: Literal["win", "loss"] | None = None
    plies: int | None = None
    """The plies to the end of a proved result, in games where they count."""
    margin: int | None = None
    """The margin of a proved result, in games where it counts."""

    @staticmethod
    def read(told: int | Mapping[str, int | None]) -> Score:
        """Reads a score of `analyze json`."""
        if isinstance(told, int):
            return Score(units=told)
        ((name, size),) = told.items()
        proved: Literal["win", "loss"] = "win" if name.startswith("win") else "loss"
        if name.endswith("_by"):
            return Score(proved=proved, margin=size)
        return Score(proved=proved, plies=size)

    def __str__(self) -> str:
        if self.proved is None:
            return f"{self.units:+}"
        if self.margin is not None:
            return f"{self.proved} by {self.margin}"
        return self.proved if self.plies is None else f"{self.proved} in {self.plies}"


@dataclass(frozen=True, slots=True)
class Line:
    """What an iteration of the search says of one move."""

    move: str
    """The first move of `pv`."""
    score: Score
    """Seen from the side to move."""
    pv: tuple[str, ...]
    """The expected moves."""
    line: int
    """1 for the best move of this depth, 2 for the second best, and so on."""
    depth: int
    """In plies."""
    nodes: int
    """Searched so far."""
    time: float
    """The seconds so far."""
    exact: bool
    """No deeper search changes the score."""
    source: str
    """Where the score is from: `search`, `solver` or `book`."""

    @staticmethod
    def read(told: Mapping[str, Any]) -> Line:
        """Reads an object of `analyze json`."""
        return Line(
            told["pv"][0],
            Score.read(told["score"]),
            tuple(told["pv"]),
            told["line"],
            told["depth"],
            told["nodes"],
            told["time"],
            told["exact"],
            told["source"],
        )


@dataclass(frozen=True, slots=True)
class Value:
    """An exact value for the side to move."""

    result: Literal["win", "loss", "draw"]
    plies: int | None = None
    """The plies to the end, in games where they count."""
    margin: int | None = None
    """In games where it counts."""

    @staticmethod
    def read(told: Mapping[str, Any]) -> Value | None:
        """Reads the value in an object of `solve json`; `None` if it is unknown."""
        result = told["result"]
        if result == "unknown":
            return None
        return Value(result, told.get("plies"), told.get("margin"))

    def __str__(self) -> str:
        if self.margin is not None and self.result != "draw":
            return f"{self.result} by {self.margin}"
        return self.result if self.plies is None else f"{self.result} in {self.plies}"


@dataclass(frozen=True, slots=True)
class Solved:
    """What the solver found out."""

    value: Value | None
    """The value for the side to move; `None` if it was not found in time."""
    line: tuple[str, ...]
    """Best play to the end of the game."""
    moves: Mapping[str, Value | None]
    """The value of each legal move for the side that plays it, the best first, if asked for."""
    nodes: int

    @staticmethod
    def read(told: Mapping[str, Any]) -> Solved:
        """Reads an object of `solve json`."""
        moves = {move["move"]: Value.read(move) for move in told.get("moves", [])}
        return Solved(Value.read(told), tuple(told.get("pv", [])), moves, told["nodes"])


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A move of the game with its judgement."""

    number: int
    """From 1."""
    side: Side
    move: str
    grade: str
    """`best`, `good`, `inaccuracy`, `mistake` or `blunder`."""
    exact: bool
    """No longer search could change the grade."""
    gave: int | None
    """What the move gave away, in units of the margin; `None` in a game without margins."""
    score: Score
    """What the best move was worth, for the side that moved."""
    after: Score
    """What the move was worth."""
    pv: tuple[str, ...]
    """The better line."""

    @staticmethod
    def read(told: Mapping[str, Any]) -> Reviewed:
        """Reads an object of `review json`."""
        return Reviewed(
            told["number"],
            told["side"],
            told["move"],
            told["grade"],
            told["exact"],
            told["gave"],
            Score.read(told["score"]),
            Score.read(told["after"]),
            tuple(told["pv"]),
        )


@dataclass(frozen=True, slots=True)
class Perft:
    """Counted sequences of moves."""

    sequences: int
    """Those of exactly so many plies."""
    finished: int
    """The games that ended in fewer."""

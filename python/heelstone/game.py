"""A game in progress."""

from __future__ import annotations

import json
import math
import operator
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import TracebackType
from typing import Any, NamedTuple, SupportsIndex

from . import drawing
from ._heelstone import Answers, Busy, Engine, Error, Position
from .results import Line, Move, Perft, Result, Reviewed, Score, Side, Solved
from .rules import Rules


class IllegalMove(Error):
    """The text is no legal move of the position."""

    __module__ = "heelstone"


class _Beginning(NamedTuple):
    """All that a copy of a game begins with."""

    mib: int
    own: tuple[str, Callable[[Position], float]] | None
    rules: type[Rules] | None
    lines: tuple[str, ...]


class Game:
    """A game with an engine of its own.

    A refused call raises `Error` with the engine's sentence, and changes nothing. Other threads
    run while it searches; a search of one game keeps no other game waiting, but the game itself
    cannot be used then (`Busy`).

    `name` is the name of a game, or a class with the rules of one's own: a subclass of `Rules`.
    `size` is a size or variant of the game, `hash` the size of the transposition table in MiB.
    With `book=False` the engine plays without its book, and analyses by its search alone.
    `evaluation` is the name of one of the game's evaluations, or a function of one's own: it gets
    a `Position` and returns a number, seen from Black. An exception of it ends the search, and
    reaches the caller.
    """

    def __init__(
        self,
        name: str | type[Rules] = "othello",
        size: str | None = None,
        *,
        position: str | None = None,
        moves: Iterable[str] = (),
        evaluation: str | Callable[[Position], float] | None = None,
        book: bool = True,
        threads: int = 1,
        hash: int = 16,
        seed: int = 0,
    ):
        rules = None
        if not isinstance(name, str):
            if not (isinstance(name, type) and issubclass(name, Rules)):
                raise TypeError(f"a game is a name or a subclass of heelstone.Rules, not {name!r}")
            rules, name = name, name.name
        opened = f"newgame {_word(name)}" + ("" if size is None else f" {_word(size)}")
        lines = [opened, f"threads {_index(threads)}", f"seed {_index(seed)}"]
        if not book:
            lines.append("book off")
        if isinstance(evaluation, str):
            lines.append(f"evaluation {_word(evaluation)}")
        elif evaluation is not None and not callable(evaluation):
            raise TypeError(f"an evaluation is a name or a function, not {evaluation!r}")
        own = (name, evaluation) if callable(evaluation) else None
        self._begin(_Beginning(_index(hash), own, rules, tuple(lines)))
        if position is not None:
            self.setup(position)
        for move in moves:
            self.play(move)

    def _begin(self, beginning: _Beginning) -> None:
        self._beginning = beginning
        self._engine = Engine(beginning.mib, beginning.own, beginning.rules)
        self._engine.tell(*beginning.lines)

    def copy(self) -> Game:
        """Another game that has come to the same point."""
        state = self.state()
        other = Game.__new__(Game)
        other._begin(self._beginning)
        start = [] if state["start"] is None else [f"setup {state['start']}"]
        played = zip(state["sides"], state["moves"], strict=True)
        other._engine.tell(*start, *(f"play {side} {move}" for side, move in played))
        return other

    __copy__ = copy

    def __deepcopy__(self, _: object) -> Game:
        return self.copy()

    # The position

    @property
    def name(self) -> str:
        """The name of the game."""
        return str(self.state()["game"])

    @property
    def size(self) -> str:
        """Its size or variant."""
        return str(self.state()["size"])

    @property
    def side_names(self) -> Mapping[Side, str]:
        """What people call the sides."""
        names: Mapping[Side, str] = self.state()["side_names"]
        return names

    @property
    def turn(self) -> Side:
        """The side to move."""
        return "black" if self._engine.tell("to_move") == "black" else "white"

    @property
    def legal_moves(self) -> list[str]:
        """The names of the legal moves, sorted; none if the game is over."""
        return self._engine.tell("legal_moves").split()

    @property
    def moves(self) -> list[str]:
        """The moves played so far, passes included."""
        return self._engine.tell("history").split()

    @property
    def history(self) -> list[Move]:
        """The same with the side that played each."""
        state = self.state()
        return [Move(side, name) for side, name in zip(state["sides"], state["moves"], strict=True)]

    @property
    def result(self) -> Result | None:
        """The result, once the game is over."""
        if self._engine.tell("result") == "unfinished":
            return None
        told = self.state()["result"]
        return Result(told["text"], told["winner"], told["margin"], told["reason"])

    @property
    def position(self) -> str:
        """The position on one line, as `setup` reads it."""
        return self._engine.tell("position")

    @property
    def board(self) -> str:
        """The board in characters."""
        return self._engine.tell("showboard").strip("\n")

    @property
    def sgf(self) -> str:
        """The game as SGF."""
        return self._engine.tell("printsgf")

    def state(self) -> dict[str, Any]:
        """All that there is to show, as `state json` of the protocol tells it."""
        state: dict[str, Any] = json.loads(self._ask("state json"))
        return state

    def __str__(self) -> str:
        return self.board

    def __repr__(self) -> str:
        state = self.state()
        moves = " ".join(state["moves"])
        return f"<heelstone.Game {state['game']} {state['size']}: {moves or 'no moves'}>"

    def _repr_svg_(self) -> str:
        """The board as a picture, which a notebook shows."""
        return drawing.svg(self.state())

    # Playing

    def play(self, move: str) -> None:
        """Plays a move of the side to move."""
        try:
            self._engine.tell(f"play {self.turn} {_word(move)}")
        except Busy:
            raise
        except Error as error:
            raise IllegalMove(f"{move}: {error}") from None

    def play_all(self, moves: str) -> None:
        """Plays all moves of a list as people write it, or none: `f5d6c3`, `1. f5 d6 2. c3`."""
        try:
            self._engine.tell(f"moves {_text(moves)}")
        except Busy:
            raise
        except Error as error:
            raise IllegalMove(str(error)) from None

    def undo(self, count: int = 1) -> None:
        """Takes back so many moves."""
        self._engine.tell(f"gg-undo {_index(count)}")

    def reset(self) -> None:
        """Starts the game again."""
        self._engine.tell("clear_board")

    def setup(self, position: str) -> None:
        """Sets up a position in the notation of `position`; no move is left to undo."""
        self._engine.tell(f"setup {_text(position)}")

    def load(self, path: str | os.PathLike[str]) -> None:
        """Loads a game record: SGF, or another format that the game has.

        A file that cannot be read is an `OSError`, and no record in it an `Error`.
        """
        # The engine would not say what is wrong with the file.
        name = os.fspath(path)
        with open(name, "rb"):
            pass
        self._engine.tell(f"loadsgf {_text(name)}")

    # Searching

    def best_move(
        self,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        level: int | str | None = None,
    ) -> str:
        """The engine's move, which is not played. Without any limit it takes a second."""
        if time is None and nodes is None and depth is None:
            time = 1.0
        limits = _limits(time, nodes, depth, "master" if level is None else level)
        # A level overlooks moves only where it plays.
        generate = ["reg_genmove " + self.turn] if level is None else ["genmove", "undo"]
        legal, move, *_ = self._search(*limits, "legal_moves", *generate)[len(limits) :]
        if not legal:
            raise Error("the game is over")
        return move

    def analyze(
        self,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        lines: int = 1,
    ) -> Analysis:
        """What the search finds, as it finds it: for each depth the best `lines` moves.

        Without any limit it ends when nothing is left to find out, or when it is stopped or left.
        """
        limits = _limits(time, nodes, depth, "master")
        analyze = f"analyze lines {_index(lines)} json"
        return Analysis(self._engine.follow(*limits, analyze, own=True))

    def solve(self, time: float | None = None, moves: bool = False) -> Solved:
        """The exact value of the position with best play, or with `moves` that of each move."""
        limit = [] if time is None else [_seconds(time)]
        words = ["solve", *(["moves"] if moves else []), *limit, "json"]
        return Solved.read(json.loads(self._ask(" ".join(words))))

    def review(
        self, time: float | None = None, nodes: int | None = None, depth: int | None = None
    ) -> list[Reviewed]:
        """Judges the moves of the game, with so much for each position."""
        limits = _limits(time, nodes, depth, "master")
        told = [json.loads(line) for line in self._engine.follow(*limits, "review json", own=True)]
        moves = [Reviewed.read(line) for line in told if "end" not in line]
        return sorted(moves, key=lambda move: move.number)

    def perft(self, plies: int) -> Perft:
        """Counts the sequences of so many moves."""
        sequences, finished = self._ask(f"perft {_index(plies)}").split()
        return Perft(int(sequences), int(finished))

    def evaluate(self) -> int:
        """The static evaluation of the position, seen from Black."""
        return int(self._search("eval")[-1])

    def stop(self) -> None:
        """Ends a search in another thread: it answers with what it has found."""
        self._engine.stop()

    # Books

    @property
    def book(self) -> str | None:
        """The book in use: its name, game, size and origin."""
        told = self._engine.tell("book")
        return None if told in ("none", "off") else told

    def open_book(self, path: str | os.PathLike[str]) -> None:
        """Uses the book in this file."""
        self._engine.tell("book " + _text(os.path.abspath(os.fspath(path))))

    def use_book(self, on: bool = True) -> None:
        """Plays with a book or without."""
        self._engine.tell("book on" if on else "book off")

    @property
    def book_moves(self) -> dict[str, Score]:
        """The moves of the book with their values for the side to move, the best first."""
        return {known["move"]: Score.read(known["score"]) for known in self.state()["book"]}

    # All the rest

    def command(self, line: str) -> str:
        """The answer to a command of the protocol."""
        return self._ask(_text(line))

    def _ask(self, line: str) -> str:
        return self._engine.ask(line)[-1]

    def _search(self, *lines: str) -> list[str]:
        """The answers by one's own evaluation, if there is one."""
        return self._engine.ask(*lines, own=True)


class Analysis:
    """The lines of an analysis, as they come. Leaving it ends the search."""

    def __init__(self, answers: Answers):
        self._answers = answers
        self.end: str | None = None
        """Why it has ended: `exact`, `depth`, `nodes`, `time`, `interrupt` or `over`."""

    def __iter__(self) -> Iterator[Line]:
        return self

    def __next__(self) -> Line:
        told = json.loads(next(self._answers))
        if "end" in told:
            self.end = told["end"]
            # The engine is back at its place when the answer has ended.
            for _ in self._answers:
                pass
            raise StopIteration
        return Line.read(told)

    def stop(self) -> None:
        """Ends the search; the lines that it has found may still be read."""
        self._answers.stop()

    def __enter__(self) -> Analysis:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()


def _limits(
    time: float | None, nodes: int | None, depth: int | None, level: int | str
) -> list[str]:
    """The commands that set the limits of the next search."""
    return [
        "timelimit " + ("none" if time is None else _seconds(time)),
        "nodes " + ("none" if nodes is None else str(_index(nodes))),
        "depth " + ("none" if depth is None else str(_index(depth))),
        "level " + (_word(level) if isinstance(level, str) else str(_index(level))),
    ]


def _seconds(time: float) -> str:
    """A time as the protocol writes it."""
    seconds = float(time)
    if not math.isfinite(seconds) or seconds <= 0:
        raise ValueError(f"a time is a number of seconds above 0, not {time!r}")
    return f"{seconds:.6f}"


def _index(number: SupportsIndex) -> int:
    index = operator.index(number)
    if index < 0:
        raise ValueError(f"a number from 0 is wanted, not {index}")
    return index


def _word(text: str) -> str:
    """A word of a command."""
    if _text(text).split() != [text]:
        raise Error(f"{text!r} is not one word")
    return text


def _text(text: str) -> str:
    """The rest of a line of the protocol, which would cut a comment and drop control characters."""
    if not isinstance(text, str):
        raise TypeError(f"a text is wanted, not {text!r}")
    if "#" in text or not text.isprintable():
        raise Error(f"{text!r} has a character that no command can have")
    return text

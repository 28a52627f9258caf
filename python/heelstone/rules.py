"""A game as a class of Python."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, Self

from .results import Side


class Rules(ABC):
    """A position of a game of one's own; a subclass has the rules.

    `Game(MyGame)` is then a game in progress. `MyGame()` is the first position. Positions are
    values: a method always answers the same, and changes nothing. An exception of any of them ends
    the search, and reaches the caller.
    """

    name: ClassVar[str]
    """Its name in `newgame` and in matches: small letters, no spaces."""
    title: ClassVar[str] = ""
    """Its name for people. Usually the name with a capital letter."""
    about: ClassVar[str] = ""
    """A sentence about it."""
    sides: ClassVar[tuple[str, str]] = ("Black", "White")
    """What people call the sides."""
    unit: ClassVar[str | None] = None
    """What results count, such as `seeds`, if the winner wins by so many.

    Without it, a win is a win, and a quicker one is better."""
    repeats: ClassVar[bool] = False
    """True if a position may come again: the second time, the game is drawn."""

    turn: Side
    """The side to move. It may move twice, and begin as either."""

    @abstractmethod
    def legal_moves(self) -> Iterable[str]:
        """The names of the legal moves, each a word; asked only if there is no result.

        There is always one: a side that must pass has the move `pass`.
        """

    @abstractmethod
    def after(self, move: str) -> Self:
        """The position after a legal move: a new one."""

    @abstractmethod
    def result(self) -> int | None:
        """None, or once the game is over 1 if Black has won, -1 if White has, and 0 for a draw.

        With a `unit`, by how much.
        """

    @abstractmethod
    def __str__(self) -> str:
        """The position on one line of ASCII. Positions with the same text are the same."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """The position of such a text; a `ValueError` with a sentence if it is none."""
        raise NotImplementedError(f"{cls.name} cannot read positions")

    def board(self) -> Sequence[str]:
        """The rows of the board, the highest one first, with a letter for each square.

        `X` and `x` are Black's, `O` and `o` White's, and a space is no square. The lower left one
        is `A1`. Moves that are named after a square, or after two as in `a2a3`, are clicked there.
        """
        return ()

    def evaluate(self) -> float:
        """What an unfinished position is worth, seen from Black, in any unit."""
        return 0

    def max_plies(self) -> int | None:
        """The most moves that the game can still take, if there is a limit."""
        return None


def check_rules(rules: type[Rules], games: int = 100, seed: int = 0, plies: int = 1000) -> None:
    """Plays so many random games, and raises an `AssertionError` where the class breaks a law.

    The engine itself checks what it is told, such as names of moves. The rest is checked here: a
    position does not change, it answers the same each time, its text tells all of it, games end.
    """
    choose = random.Random(seed)
    known: dict[str, tuple[object, ...]] = {}
    for _ in range(games):
        position = rules()
        for _ in range(plies):
            facts = _facts(position)
            text = str(position)
            _law(known.setdefault(text, facts) == facts, f"{text!r} stands for several positions")
            if position.result() is not None:
                break
            if rules.parse.__func__ is not Rules.parse.__func__:  # type: ignore[attr-defined]
                read = rules.parse(text)
                _law(str(read) == text, f"parse({text!r}) is the position {str(read)!r}")
                _law(_facts(read) == facts, f"parse({text!r}) does not go on as the position does")
            next_one = position.after(choose.choice(list(position.legal_moves())))
            _law(
                next_one is not position,
                f"after() returned {text!r} itself: it has to be a new one",
            )
            _law(_facts(position) == facts, f"after() changed the position {text!r}")
            most, left = position.max_plies(), next_one.max_plies()
            if most is not None and left is not None:
                _law(left < most, f"max_plies() is {most} at {text!r} and {left} a move later")
            _law(most is None or most > 0, f"max_plies() of {text!r} leaves no move")
            position = next_one
        else:
            _law(rules.repeats, f"a game has not ended after {plies} moves")


def _facts(position: Rules) -> tuple[object, ...]:
    result = position.result()
    moves = sorted(position.legal_moves()) if result is None else []
    board = list(position.board())
    return (str(position), position.turn, result, moves, board, position.evaluate())


def _law(is_kept: bool, sentence: str) -> None:
    if not is_kept:
        raise AssertionError(sentence)

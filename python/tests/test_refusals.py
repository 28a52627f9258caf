"""Whatever is given to the module, it refuses it with an exception and goes on."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import heelstone

GARBAGE: list[Any] = [
    None,
    True,
    -1,
    0,
    2**70,
    1.5,
    float("nan"),
    float("inf"),
    -0.5,
    1e300,
    "",
    " ",
    "\n",
    "a b",
    "# interrupt",
    "D3\nquit",
    "\0",
    "\ud800",
    "é" * 1000,
    "x" * 100_000,
    b"D3",
    [],
    ["D3"],
    {},
    object(),
    Exception,
]


def calls(game: heelstone.Game) -> list[Callable[[Any], Any]]:
    """All that takes an argument."""
    return [
        game.play,
        game.play_all,
        game.setup,
        game.load,
        game.open_book,
        game.undo,
        lambda x: game.best_move(time=x),
        lambda x: game.best_move(nodes=x),
        lambda x: game.best_move(depth=x),
        lambda x: game.best_move(nodes=10, level=x),
        lambda x: list(game.analyze(nodes=10, lines=x)),
        lambda x: list(game.analyze(time=x)),
        lambda x: game.solve(time=x),
        lambda x: game.review(nodes=x),
        game.perft,
        lambda x: heelstone.Game(x),
        lambda x: heelstone.Game("connect4", x),
        lambda x: heelstone.Game("connect4", position=x),
        lambda x: heelstone.Game("connect4", moves=x),
        lambda x: heelstone.Game("connect4", evaluation=x),
        lambda x: heelstone.Game("connect4", threads=x),
        lambda x: heelstone.Game("connect4", hash=x),
        lambda x: heelstone.Game("connect4", seed=x),
    ]


REFUSALS = (heelstone.Error, TypeError, ValueError, OverflowError, OSError, AttributeError)


@pytest.mark.parametrize("number", range(len(calls(heelstone.Game("tictactoe")))))
def test_wrong_arguments_raise_and_change_nothing(number: int) -> None:
    # The whole game can be searched in no time.
    game = heelstone.Game("tictactoe", moves=["B2", "A1"])
    call = calls(game)[number]
    before = (game.position, game.moves)
    refused = 0
    for garbage in GARBAGE:
        if call == game.undo and garbage is True:
            continue
        try:
            call(garbage)
        except REFUSALS as error:
            assert str(error) or isinstance(error, TypeError)
            refused += 1
        assert (game.position, game.moves) == before, garbage
    assert refused > len(GARBAGE) // 2


def test_random_texts_are_refused_or_are_moves() -> None:
    choose = random.Random(7)
    game = heelstone.Game("othello")
    letters = "abcdefgh12345678 xX,.-+\t\n#()[]%;'\"\\é\0"
    for _ in range(2000):
        text = "".join(choose.choices(letters, k=choose.randrange(6)))
        legal, before = game.legal_moves, game.position
        try:
            game.play(text)
        except heelstone.IllegalMove:
            assert game.position == before
        else:
            assert text.upper() in legal
        try:
            game.command(text)
        except heelstone.Error:
            pass


def test_the_sentences_are_the_engines() -> None:
    with pytest.raises(heelstone.Error, match='unknown game "chess": the games are tictactoe'):
        heelstone.Game("chess")
    with pytest.raises(heelstone.Error, match="connect4 has no size"):
        heelstone.Game("connect4", "3x3")
    game = heelstone.Game("tictactoe")
    with pytest.raises(heelstone.IllegalMove, match="Z9: "):
        game.play("Z9")
    with pytest.raises(heelstone.Error, match="cannot undo"):
        game.undo()
    with pytest.raises(heelstone.Error, match="3 X and 0 O cannot arise"):
        game.setup("XXX/.../... w")
    with pytest.raises(heelstone.IllegalMove, match='move 2, "b2"'):
        game.play_all("b2 b2")
    assert game.moves == []
    game.setup("XXX/OO./... w")
    with pytest.raises(heelstone.Error, match="the game is over"):
        game.best_move(nodes=1)


def test_what_cannot_be_told_from_an_interrupt_is_not_sent() -> None:
    game = heelstone.Game("tictactoe")
    for text in ["B2 # a remark", "B2\n", "\tB2", "B2\nA1"]:
        with pytest.raises(heelstone.IllegalMove):
            game.play(text)
    assert game.moves == []


def test_what_is_wrong_with_an_argument_is_said() -> None:
    game = heelstone.Game("tictactoe")
    with pytest.raises(FileNotFoundError, match=r"nowhere\.sgf"):
        game.load("nowhere.sgf")
    for call in (game.perft, game.undo, lambda number: game.best_move(nodes=number)):
        with pytest.raises(ValueError, match="from 0 is wanted, not -1"):
            call(-1)

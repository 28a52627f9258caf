"""A game as a class: it is played, searched and solved like any other."""

from __future__ import annotations

import itertools
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Self

import pytest

import heelstone
from heelstone import Rules, check_rules

from .conftest import ROOT
from .hexapawn import Hexapawn

HEXAPAWN = Path(__file__).with_name("hexapawn.py")


class Noughts(Rules):
    """Tic-tac-toe, to be compared with the game of that name."""

    name = "noughts"
    sides = ("Crosses", "Noughts")
    LINES: ClassVar = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8)]
    LINES += [(0, 4, 8), (2, 4, 6)]

    def __init__(self, cells: str = "." * 9):
        self.cells = cells
        self.turn = "black" if cells.count("X") == cells.count("O") else "white"

    def legal_moves(self) -> list[str]:
        return [self.vertex(cell) for cell in range(9) if self.cells[cell] == "."]

    @staticmethod
    def vertex(cell: int) -> str:
        return "ABC"[cell % 3] + "321"[cell // 3]

    def after(self, move: str) -> Self:
        cell = "ABC".index(move[0]) + 3 * "321".index(move[1])
        mark = "X" if self.turn == "black" else "O"
        return type(self)(self.cells[:cell] + mark + self.cells[cell + 1 :])

    def result(self) -> int | None:
        for line in self.LINES:
            marks = {self.cells[cell] for cell in line}
            if len(marks) == 1 and marks != {"."}:
                return 1 if marks == {"X"} else -1
        return None if "." in self.cells else 0

    def __str__(self) -> str:
        return self.cells

    @classmethod
    def parse(cls, text: str) -> Self:
        if len(text) != 9 or set(text) - set("XO."):
            raise ValueError("a position is nine cells")
        return cls(text)

    def board(self) -> list[str]:
        return [self.cells[:3], self.cells[3:6], self.cells[6:]]

    def max_plies(self) -> int:
        return self.cells.count(".")


class Stones(Rules):
    """The sides take one or two of so many stones, and each is worth one to who takes it."""

    name = "stones"
    unit = "stones"

    def __init__(self, left: int = 7, ahead: int = 0, turn: heelstone.results.Side = "black"):
        self.left, self.ahead, self.turn = left, ahead, turn

    def legal_moves(self) -> list[str]:
        return ["one", "two"][: self.left]

    def after(self, move: str) -> Self:
        taken = 1 if move == "one" else 2
        won = taken if self.turn == "black" else -taken
        other: heelstone.results.Side = "white" if self.turn == "black" else "black"
        return type(self)(self.left - taken, self.ahead + won, other)

    def result(self) -> int | None:
        return None if self.left else self.ahead

    def __str__(self) -> str:
        return f"{self.left} {self.ahead} {self.turn}"

    @classmethod
    def parse(cls, text: str) -> Self:
        left, ahead, turn = text.split()
        return cls(int(left), int(ahead), "black" if turn == "black" else "white")


class Walk(Rules):
    """Two pieces walk on a ring of six places; who steps onto the other one wins."""

    name = "walk"
    repeats = True

    def __init__(self, own: int = 0, other: int = 3, turn: heelstone.results.Side = "black"):
        self.own, self.other, self.turn = own, other, turn

    def legal_moves(self) -> list[str]:
        return ["left", "right", "stay"]

    def after(self, move: str) -> Self:
        step = {"left": -1, "right": 1, "stay": 0}[move]
        other: heelstone.results.Side = "white" if self.turn == "black" else "black"
        return type(self)(self.other, (self.own + step) % 6, other)

    def result(self) -> int | None:
        if self.own != self.other:
            return None
        return -1 if self.turn == "black" else 1

    def __str__(self) -> str:
        return f"{self.own} {self.other} {self.turn}"


def test_it_is_the_same_game_as_in_the_program() -> None:
    ours, theirs = heelstone.Game(Noughts), heelstone.Game("tictactoe")
    assert [ours.perft(n) for n in range(1, 7)] == [theirs.perft(n) for n in range(1, 7)]
    for moves in itertools.permutations(theirs.legal_moves, 2):
        for game in (ours, theirs):
            game.reset()
            for move in moves:
                game.play(move)
        assert ours.legal_moves == theirs.legal_moves
        told = [
            {move: str(value) for move, value in game.solve(moves=True).moves.items()}
            for game in (ours, theirs)
        ]
        assert told[0] == told[1], moves


def test_it_is_played_like_any_other() -> None:
    game = heelstone.Game(Noughts, moves=["B2", "a1"])
    assert game.name == "noughts" and game.size == "3x3"
    assert game.side_names == {"black": "Crosses", "white": "Noughts"}
    assert game.turn == "black" and game.moves == ["B2", "A1"]
    assert game.position == "....X.O.." and "2  . X ." in game.board
    with pytest.raises(heelstone.IllegalMove, match="A1"):
        game.play("A1")
    with pytest.raises(heelstone.Error, match="a position is nine cells"):
        game.setup("XX")
    game.setup("XX.OO....")
    assert game.best_move(depth=2) == "C3"
    other = game.copy()
    game.play("C3")
    assert game.result is not None and game.result.winner == "black"
    assert other.result is None and other.position == "XX.OO...."
    game.undo()
    assert game.position == other.position
    assert game._repr_svg_().count('class="piece') == 4
    clicks = {tuple(move["clicks"]) for move in heelstone.Game(Hexapawn).state()["legal"]}
    assert ("A1", "A2") in clicks


def test_margins_count_where_there_is_a_unit() -> None:
    def margin(position: Stones) -> int:
        "What Black wins by with best play, by plain minimax."
        result = position.result()
        if result is not None:
            return result
        values = [margin(position.after(move)) for move in position.legal_moves()]
        return max(values) if position.turn == "black" else min(values)

    for left in range(2, 12):
        game = heelstone.Game(Stones)
        game.setup(f"{left} 0 black")
        wanted = margin(Stones(left))
        value = game.solve().value
        assert value is not None and (value.margin or 0) == wanted, left
        while game.result is None:
            game.play(game.best_move(depth=12))
        assert game.result.margin == wanted


def test_a_position_that_comes_again_is_a_draw() -> None:
    game = heelstone.Game(Walk)
    for _ in range(2):
        game.play("stay")
    assert game.result is not None and game.result.reason == "repetition"
    value = heelstone.Game(Walk).solve(time=60).value
    assert value is not None and value.result == "draw"
    # Who has stepped next to the other one is taken.
    game = heelstone.Game(Walk, moves=["right", "left"])
    value = game.solve(time=60).value
    assert value is not None and str(value) == "win in 1"
    assert game.best_move(depth=4) == "right"


def test_an_evaluation_leads_the_search() -> None:
    class Corners(Noughts):
        name = "corners"

        def evaluate(self) -> float:
            return sum({"X": 1, "O": -1, ".": 0}[self.cells[cell]] for cell in (0, 2, 6, 8))

    game = heelstone.Game(Corners)
    assert game.best_move(depth=1) in {"A1", "A3", "C1", "C3"}
    game.play("A1")
    assert game.evaluate() == 1
    # A function may take its place.
    middle = heelstone.Game(Corners, evaluation=lambda position: position.board["B2"] == "black")
    assert middle.best_move(depth=1) == "B2"


def test_positions_are_asked_once() -> None:
    asked: list[str] = []

    class Counted(Noughts):
        name = "counted"

        def after(self, move: str) -> Self:
            asked.append(f"{self} {move}")
            return super().after(move)

    game = heelstone.Game(Counted, moves=["B2"])
    game.best_move(depth=5)
    assert len(asked) > 100 and len(asked) == len(set(asked))


def test_an_exception_reaches_the_caller_and_nothing_is_played() -> None:
    class Broken(Noughts):
        name = "broken"

        def after(self, move: str) -> Self:
            if self.cells.count(".") < 7 and move == "C3":
                raise KeyError("a bug of the caller")
            return super().after(move)

    game = heelstone.Game(Broken, moves=["B2"])
    for call in (
        lambda: game.best_move(depth=6),
        lambda: game.best_move(level="novice", nodes=10_000) and game.perft(4),
        lambda: list(game.analyze(depth=6)),
        lambda: game.perft(4),
        lambda: game.solve(),
    ):
        with pytest.raises(KeyError, match="a bug of the caller"):
            call()
        assert game.moves == ["B2"]
    game.play("A1")
    game.play("A2")
    with pytest.raises(KeyError):
        game.play("C3")
    assert game.moves == ["B2", "A1", "A2"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"legal_moves": lambda self: []}, "no legal moves and no result"),
        ({"legal_moves": lambda self: ["a", "A"]}, "two moves of"),
        ({"legal_moves": lambda self: ["a b"]}, "the name of a move"),
        ({"result": lambda self: 2}, "None, or a whole number"),
        ({"__str__": lambda self: "a\nb"}, "one line"),
        ({"name": "Stones!"}, "small letters"),
        ({"name": "othello"}, "there is a game othello already"),
        ({"board": lambda self: ["é"]}, "a board has"),
    ],
)
def test_a_class_that_breaks_the_rules_is_refused(change: dict[str, Any], sentence: str) -> None:
    broken = type("Changed", (Noughts,), {"name": "changed", **change})
    with pytest.raises((heelstone.Error, ValueError), match=sentence):
        heelstone.Game(broken).board  # noqa: B018
    with pytest.raises(TypeError, match="subclass of heelstone.Rules"):
        heelstone.Game(object)  # type: ignore[arg-type]


def test_a_game_without_an_end_does_not_end_the_interpreter() -> None:
    class Endless(Walk):
        name = "endless"
        repeats = False

        def result(self) -> int | None:
            return None

    with pytest.raises(ValueError, match="repeats = True"):
        heelstone.Game(Endless).solve(time=60)

    class Forever(Walk):
        name = "forever"
        repeats = True
        steps = 0

        def after(self, move: str) -> Self:
            next_one = super().after(move)
            next_one.steps = self.steps + 1
            return next_one

        def result(self) -> int | None:
            return None

        def __str__(self) -> str:
            return f"{super().__str__()} {self.steps}"

    game = heelstone.Game(Forever)
    assert game.solve(time=0.1).value is None
    assert game.best_move(depth=10**6, nodes=1000) in game.legal_moves
    with pytest.raises(heelstone.Error, match="without a limit"):
        game.perft(10**6)
    # A limit out of all reason is none.
    Forever.max_plies = lambda self: 2**31  # type: ignore[method-assign]
    with pytest.raises(heelstone.Error, match="without a limit"):
        heelstone.Game(Forever).perft(10**9)


def test_positions_that_share_a_text_end_in_a_sentence_or_in_a_move() -> None:
    class Same(Noughts):
        name = "same"

        def after(self, move: str) -> Self:
            if self.cells[self.cell(move)] != ".":
                raise ValueError(f"{move} is not legal")
            return super().after(move)

        @staticmethod
        def cell(move: str) -> int:
            return "ABC".index(move[0]) + 3 * "321".index(move[1])

        def __str__(self) -> str:
            return str(self.cells.count("."))

    game = heelstone.Game(Same)
    calls: list[Callable[[], Any]] = [
        lambda: game.best_move(depth=9),
        lambda: list(game.analyze(depth=9)),
        lambda: game.solve(moves=True),
        lambda: game.perft(6),
    ]
    for call in calls:
        try:
            call()
        except (heelstone.Error, ValueError) as refused:
            assert str(refused)
        assert game.moves == [] and len(game.legal_moves) == 9


def test_the_laws_find_what_is_wrong() -> None:
    for rules in (Noughts, Stones, Walk, Hexapawn):
        check_rules(rules, games=20)

    class Mutable(Noughts):
        name = "mutable"

        def after(self, move: str) -> Self:
            self.cells = super().after(move).cells
            return self

    with pytest.raises(AssertionError):
        check_rules(Mutable, games=2)

    class Forgets(Noughts):
        name = "forgets"

        @classmethod
        def parse(cls, text: str) -> Self:
            return cls(text.replace("O", "."))

    with pytest.raises(AssertionError, match="parse"):
        check_rules(Forgets, games=2)

    class Blind(Walk):
        name = "blind"

        def __str__(self) -> str:
            return f"{self.own} {self.turn}"

    with pytest.raises(AssertionError, match="stands for several positions"):
        check_rules(Blind, games=20)


def test_it_plays_matches(tmp_path: Path) -> None:
    script = "showboard\nplay b a1a2\nplay b a1b2\ngenmove w\nlegal_moves\nquit\n"
    engine = [sys.executable, "-m", "heelstone.gtp", str(HEXAPAWN)]
    told = subprocess.run(engine, input=script, capture_output=True, text=True, timeout=60)
    replies = told.stdout.split("\n\n")
    assert replies[1] == "= " or replies[1] == "=", told
    assert replies[2].startswith("? ") and replies[3][2:] in {"a3b2", "b3a2", "c3c2"}
    tool = ROOT / "tools" / "match.py"
    if not tool.exists():
        pytest.skip("the match tool is not here")
    spec = f"py:{HEXAPAWN}"
    match = [sys.executable, str(tool), "run", "--game", "hexapawn", "--pairs", "1", "--depth", "3"]
    sides = ["--referee", spec, "--engine", spec, "--engine", spec]
    files = ["--journal", str(tmp_path / "match.jsonl")]
    done = subprocess.run([*match, *sides, *files], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr + done.stdout


def test_a_stop_is_heard() -> None:
    class Slow(Noughts):
        name = "slow"

        def after(self, move: str) -> Self:
            time.sleep(0.001)
            return super().after(move)

    begin = time.monotonic()
    heelstone.Game(Slow).best_move(time=0.3)
    assert time.monotonic() - begin < 3

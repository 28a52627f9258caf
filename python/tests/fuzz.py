"""Gives the module arguments of every kind, and evaluations and rules that misbehave.

    python -m tests.fuzz SECONDS [SEED]

does so for some seconds; the seed that it prints repeats a run, as far as times allow. What is
refused has to be refused with an ordinary exception, and the game has to be usable afterwards.
"""

from __future__ import annotations

import contextlib
import faulthandler
import inspect
import math
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import heelstone
from heelstone import Game, Rules, results

# A call that has not ended by then never will.
PATIENCE = 120
# A search that has no end of its own is told to end.
SEARCH_SECONDS = 0.05


class Odd:
    """Answers every question that Python asks of an argument with something of no use."""

    def __init__(self, choose: random.Random):
        self.choose = choose

    def answer(self, fit: Any) -> Any:
        kind = self.choose.randrange(4)
        if kind == 0:
            raise self.choose.choice(EXCEPTIONS)("of an argument")
        return fit if kind == 1 else scalar(self.choose)

    def __index__(self) -> int:
        return self.answer(1)  # type: ignore[no-any-return]

    def __float__(self) -> float:
        return self.answer(0.5)  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return self.answer("D3")  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return self.answer("odd")  # type: ignore[no-any-return]

    def __bool__(self) -> bool:
        return self.answer(True)  # type: ignore[no-any-return]

    def __iter__(self) -> Iterator[Any]:
        return self.answer(iter(["D3"]))  # type: ignore[no-any-return]

    def __fspath__(self) -> str:
        return self.answer("/nowhere")  # type: ignore[no-any-return]

    def __call__(self, *_: Any) -> Any:
        return self.answer(1)


class Text(str):
    """A text that says of itself what is not so."""

    def split(self, *_: Any) -> list[str]:
        return [self]

    def isprintable(self) -> bool:
        return True

    def __contains__(self, _: object) -> bool:
        return False


EXCEPTIONS: list[type[BaseException]] = [
    ValueError,
    KeyError,
    RecursionError,
    MemoryError,
    StopIteration,
    UnicodeError,
    heelstone.Error,
    heelstone.Busy,
    heelstone.IllegalMove,
    SystemExit,
    KeyboardInterrupt,
    GeneratorExit,
]
WORDS = ["D3", "f5", "pass", "resign", "none", "a2a3", "32-28", "connect4", "othello", "8x8", "7x6"]
WORDS += ["", " ", "a b", "# interrupt", "quit", "B2\nquit", "\0", "\ud800", "é", "x" * 3000, "-1"]
LETTERS = "abcdefgh12345678 xXoO,.-+\t\n#()[]%;:'\"\\/é\0"


def scalar(choose: random.Random) -> Any:
    """A value of no parts."""
    return choose.choice(
        [
            lambda: None,
            lambda: choose.choice([True, False]),
            lambda: choose.randrange(-2, 12),
            lambda: choose.choice([2**31, 2**63, 2**64, -(2**70), 10**400]),
            lambda: choose.uniform(-1, 1),
            lambda: choose.choice([math.nan, math.inf, -math.inf, 1e300, 5e-324, 0.0]),
            lambda: choose.choice(WORDS),
            lambda: "".join(choose.choices(LETTERS, k=choose.randrange(8))),
            lambda: Text(choose.choice(WORDS)),
            lambda: choose.choice(WORDS).encode("utf-8", "ignore"),
            lambda: 1j,
            object,
        ]
    )()


def argument(choose: random.Random, depth: int = 0) -> Any:
    """A value of any kind."""
    kind = choose.randrange(12)
    if kind > 5 or depth > 2:
        return scalar(choose)
    if kind == 0:
        return [argument(choose, depth + 1) for _ in range(choose.randrange(3))]
    if kind == 1:
        return (item for item in [argument(choose, depth + 1)])
    if kind == 2:
        return {scalar(choose.__class__(1)): argument(choose, depth + 1)}
    if kind == 3:
        return choose.choice([Game, Rules, Exception, len, sys, heelstone, Game.play, int, type])
    if kind == 4:
        return misbehaving(choose)
    return Odd(choose)


def misbehave(choose: random.Random, game: list[Game]) -> Any:
    """Raises, calls what it may not, or returns nonsense."""
    kind = choose.randrange(9)
    if kind == 0:
        raise choose.choice(EXCEPTIONS)("of a function")
    if kind == 1:
        return misbehave_deeply()
    if kind == 2 and game:
        return game[0].legal_moves
    if kind == 3 and game:
        game[0].stop()
    if kind == 4 and game:
        return game[0].best_move(depth=2)
    if kind == 5:
        return Game("tictactoe", moves=["B2"], hash=1).best_move(depth=2)
    return argument(choose, 2)


def misbehave_deeply() -> Any:
    """Recurses, in Python and in C by turns."""
    return getattr(Deep(), "attribute")  # noqa: B009


class Deep:
    def __getattr__(self, name: str) -> Any:
        return getattr(self, name + "s" if len(name) < 20 else name)


def misbehaving(choose: random.Random, game: list[Game] | None = None) -> Callable[..., Any]:
    """A function that behaves for a while."""
    known: list[Game] = [] if game is None else game
    patience = choose.choice([0, 1, 5, 50, 10**9])
    calls = 0

    def function(*positions: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls > patience and choose.randrange(3) == 0:
            return misbehave(choose, known)
        for position in positions:
            if isinstance(position, heelstone.Position):
                return len(position.legal_moves) + len(str(position)) + len(position.board)
        return choose.uniform(-9, 9)

    return function


def wrong_rules(choose: random.Random, game: list[Game]) -> type[Rules]:
    """A class with rules that are broken in some places."""

    class Wrong(Rules):
        name = "wrong"
        repeats = choose.random() < 0.3
        unit = choose.choice([None, None, "points"])

        def __init__(self, plies: int = 0, value: int = 0):
            self.plies, self.value = plies, value
            self.turn = "white" if plies % 2 else "black"

        def legal_moves(self) -> list[str]:
            return ["A1", "B1", "swap", "pass"][: 1 + self.value % 4]

        def after(self, move: str) -> Wrong:
            return Wrong(self.plies + 1, (self.value * 5 + len(move) + ord(move[0])) % 97)

        def result(self) -> int | None:
            return None if self.plies < 7 else self.value % 3 - 1

        def __str__(self) -> str:
            return f"{self.plies} {self.value}"

        @classmethod
        def parse(cls, text: str) -> Wrong:
            return cls(*map(int, text.split()))

        def board(self) -> list[str]:
            return [".X", "O "]

        def evaluate(self) -> float:
            return self.value

        def max_plies(self) -> int | None:
            return 7 - self.plies

    def broken(sound: Callable[..., Any], answer: Callable[[], Any]) -> Callable[..., Any]:
        patience = choose.choice([0, 1, 3, 30, 300])
        calls = 0

        def method(*arguments: Any) -> Any:
            nonlocal calls
            calls += 1
            return answer() if calls > patience else sound(*arguments)

        return method

    likely: dict[str, list[Callable[[], Any]]] = {
        "legal_moves": [lambda: [], lambda: ["A1", "a1"], lambda: iter(()), lambda: ["no", "such"]],
        "after": [lambda: Wrong(0, 0), lambda: Wrong(choose.randrange(9), choose.randrange(9))],
        "result": [
            lambda: None,
            lambda: 2,
            lambda: 2**40,
            lambda: -1,
            lambda: choose.choice([0, 1]),
        ],
        # Keys that collide.
        "__str__": [lambda: "same", lambda: "", lambda: "two\nlines", lambda: str(choose.random())],
        "parse": [lambda: Wrong(0, 0)],
        "board": [lambda: ["X" * 40] * 40, lambda: [[]], lambda: ["é"], lambda: []],
        "evaluate": [lambda: math.nan, lambda: 1e300, lambda: choose.uniform(-9, 9)],
        "max_plies": [
            lambda: 0,
            lambda: -1,
            lambda: 2**31,
            lambda: 2**40,
            lambda: choose.randrange(9),
        ],
    }
    for name in choose.sample(sorted(likely), choose.randrange(4)):
        answers = [*likely[name], lambda: misbehave(choose, game)]
        method = broken(getattr(Wrong, name), choose.choice(answers))
        setattr(
            Wrong, name, classmethod(lambda cls, *a, m=method: m(*a)) if name == "parse" else method
        )
    if choose.randrange(8) == 0:
        names = ["name", "title", "about", "sides", "unit", "repeats"]
        setattr(Wrong, choose.choice(names), argument(choose))
    return Wrong


@contextlib.contextmanager
def ended(game: Game) -> Iterator[None]:
    """Searches in it end soon."""
    over = threading.Event()

    def watch() -> None:
        while not over.wait(SEARCH_SECONDS):
            game.stop()

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def refused(error: BaseException) -> None:
    """An exception of a call, which must not tell of a failure of the module."""
    text = f"{type(error).__name__}: {error}"
    if isinstance(error, SystemError) or "Panic" in text or "has failed" in text or "bug" in text:
        raise AssertionError(f"the module has failed: {text}") from error


def attempt(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except AssertionError:
        raise
    except BaseException as error:
        refused(error)
        return None


def some(iterator: Any) -> list[Any]:
    """The first items of what a call returned, if it has items."""
    items = []
    if isinstance(iterator, heelstone.Analysis):
        for item in iterator:
            items.append(item)
            if len(items) > 2:
                break
    return items


def arguments(
    choose: random.Random, called: Callable[..., Any]
) -> tuple[list[Any], dict[str, Any]]:
    """Arguments, some of them by the names that the function has."""
    try:
        names = [name for name in inspect.signature(called).parameters if name != "self"]
    except (ValueError, TypeError):
        names = []
    given = [argument(choose) for _ in range(choose.choice([0, 1, 1, 1, 2, 3]))]
    named = {name: argument(choose) for name in names[len(given) :] if choose.random() < 0.4}
    return given, named


def members(of: Any) -> list[str]:
    """The public attributes, and what a notebook asks for."""
    return [name for name in dir(of) if not name.startswith("_")] + ["_repr_svg_", "__str__"]


def ask_game(choose: random.Random, game: Game, wild: bool) -> None:
    """Asks a game for anything."""
    name = choose.choice(members(game))
    with ended(game):

        def call() -> None:
            member = getattr(game, name)
            if callable(member):
                given, named = arguments(choose, member) if wild else fit(choose, name)
                some(member(*given, **named))

        attempt(call)


def fit(choose: random.Random, name: str) -> tuple[list[Any], dict[str, Any]]:
    """Arguments that the method may well take."""
    few = choose.randrange(1, 6)
    options: dict[str, tuple[list[Any], dict[str, Any]]] = {
        "best_move": ([], {"depth": few}),
        "analyze": ([], {"nodes": 100 * few, "lines": few}),
        "review": ([], {"nodes": 20}),
        "perft": ([few], {}),
        "play": ([choose.choice(WORDS)], {}),
        "setup": ([f"{few} {few}"], {}),
        "command": ([choose.choice(["state json", "genmove", "solve moves", "showboard"])], {}),
    }
    return options.get(name, ([], {}))


def play_on(choose: random.Random, game: Game) -> None:
    """A few moves that are legal."""

    def moves() -> None:
        for _ in range(choose.randrange(4)):
            if legal := game.legal_moves:
                game.play(choose.choice(legal))

    attempt(moves)


def one_round(choose: random.Random) -> None:
    """Makes a game, and asks it."""
    holder: list[Game] = []
    kind = choose.randrange(4)
    made: Callable[[], Game]
    if kind == 0:
        made = lambda: Game(wrong_rules(choose, holder), hash=1)  # noqa: E731
    elif kind == 1:
        name = choose.choice(heelstone.games()).name
        made = lambda: Game(name, evaluation=misbehaving(choose, holder), hash=1)  # noqa: E731
    elif kind == 2:
        given, named = arguments(choose, Game)
        made = lambda: Game(*given, **named)  # noqa: E731
    else:
        made = lambda: Game(choose.choice(heelstone.games()).name, hash=1)  # noqa: E731
    game = attempt(made)
    if game is None:
        return
    holder.append(game)
    play_on(choose, game)
    for _ in range(choose.randrange(1, 8)):
        ask_game(choose, game, wild=choose.random() < 0.5)
    # It can still be used, whatever it was asked.
    with ended(game):
        attempt(lambda: game.legal_moves)
    holder.clear()


def call_the_rest(choose: random.Random) -> None:
    """All else that the module has."""
    heelstone.check_rules  # noqa: B018
    things = [getattr(heelstone, name) for name in heelstone.__all__ if name != "Game"]
    things += [results.Line.read, results.Score.read, results.Solved.read, results.GameInfo.read]
    thing = choose.choice([thing for thing in things if callable(thing)])
    given, named = arguments(choose, thing)
    if thing is heelstone.check_rules:
        given, named = [wrong_rules(choose, [])], {"games": choose.randrange(3), "plies": 50}
        with contextlib.suppress(AssertionError):
            attempt(lambda: thing(*given, **named))
        return
    attempt(lambda: thing(*given, **named))


def main() -> None:
    seconds = float(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().randrange(2**32)
    print(f"seed {seed}", flush=True)
    choose = random.Random(seed)
    rounds = 0
    end = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(Path(folder)):
        while time.monotonic() < end:
            faulthandler.dump_traceback_later(PATIENCE, exit=True)
            one_round(choose)
            call_the_rest(choose)
            rounds += 1
    faulthandler.cancel_dump_traceback_later()
    print(f"{rounds} rounds")


if __name__ == "__main__":
    main()

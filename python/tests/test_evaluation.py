"""An evaluation of one's own: where it is called, and what comes of its exceptions."""

from __future__ import annotations

import random
import threading
from collections import Counter

import pytest

import heelstone
from heelstone import Position

from .test_searching import interrupted


def discs(position: Position) -> float:
    """Black's discs less White's, as `discs` of the program counts them."""
    sides = list(position.board.values())
    return sides.count("black") - sides.count("white")


def some_positions(count: int) -> list[str]:
    """Positions in the middle of random games of Othello."""
    choose = random.Random(5)
    game = heelstone.Game("othello")
    positions = []
    for number in range(count):
        game.reset()
        for _ in range(10 + number % 20):
            game.play(choose.choice(game.legal_moves))
        positions.append(game.position)
    return positions


def test_the_same_evaluation_finds_the_same() -> None:
    own = heelstone.Game("othello", evaluation=discs, book=False)
    built_in = heelstone.Game("othello", evaluation="discs", book=False)
    for position in some_positions(10):
        for game in (own, built_in):
            game.setup(position)
        assert own.evaluate() == built_in.evaluate()
        scores = [list(game.analyze(depth=4))[-1].score for game in (own, built_in)]
        assert scores[0] == scores[1], position


def test_a_position_tells_what_stands_where() -> None:
    seen: list[Position] = []

    def note(position: Position) -> float:
        seen.append(position)
        return 0

    heelstone.Game("othello", evaluation=note, book=False, moves=["F5"]).evaluate()
    (position,) = seen
    assert position.board["F5"] == "black" and position.board["D4"] == "white"
    assert position.board["A1"] is None and len(position.board) == 64
    assert position.turn == "white" and position.legal_moves == ["D6", "F4", "F6"]
    assert position.texts == {} and "-" in str(position)
    seen.clear()
    kings = heelstone.Game("draughts", evaluation=note, position="W:WK46,31:B5")
    kings.evaluate()
    assert seen[0].texts == {"46": "K"} and seen[0].board["46"] == "white"


def test_a_search_asks_once_for_a_position_and_the_next_search_anew() -> None:
    asked: Counter[str] = Counter()

    def note(position: Position) -> float:
        asked[str(position)] += 1
        return discs(position)

    game = heelstone.Game("othello", evaluation=note, book=False)
    game.best_move(depth=5)
    assert len(asked) > 50 and set(asked.values()) == {1}
    first = dict(asked)
    game.best_move(depth=5)
    assert asked == {position: 2 for position in first}


def test_an_exception_ends_the_search_and_reaches_the_caller() -> None:
    calls = 0

    def fail(position: Position) -> float:
        nonlocal calls
        calls += 1
        if calls == 20:
            raise KeyError("a bug of the caller")
        return discs(position)

    game = heelstone.Game("othello", evaluation=fail, book=False, moves=["F5"])
    with pytest.raises(KeyError, match="a bug of the caller"):
        game.best_move(depth=8)
    assert calls == 20 and game.moves == ["F5"]
    # What was found with a failed evaluation is forgotten.
    other = heelstone.Game("othello", evaluation=discs, book=False, moves=["F5"])
    assert list(game.analyze(depth=4))[-1].score == list(other.analyze(depth=4))[-1].score
    calls = 0
    with pytest.raises(KeyError):
        list(game.analyze(depth=9))
    calls = 19
    with pytest.raises(KeyError):
        game.evaluate()


@pytest.mark.parametrize("value", [None, "1", float("nan"), [], object()])
def test_what_is_no_number_is_refused(value: object) -> None:
    game = heelstone.Game("othello", evaluation=lambda position: value, book=False)  # type: ignore[arg-type,return-value]
    with pytest.raises((TypeError, ValueError), match="number"):
        game.best_move(depth=2)


def test_any_number_is_rounded_and_cut_off() -> None:
    for value, told in [(2.6, 3), (-1e300, -15_000), (float("inf"), 15_000), (True, 1)]:
        game = heelstone.Game("connect4", evaluation=lambda position, value=value: value)  # type: ignore[misc]
        assert game.evaluate() == told


def test_an_evaluation_plays_every_game_and_results_stay_true() -> None:
    for info in heelstone.games():
        game = heelstone.Game(info.name, evaluation=lambda position: 0, book=False)
        assert game.best_move(depth=2) in game.legal_moves
    wrong = heelstone.Game("tictactoe", evaluation=lambda position: -9999, position="XX./OO./... b")
    assert wrong.best_move(depth=2) == "C3"


def test_an_evaluation_may_use_another_game_and_not_its_own() -> None:
    helper = heelstone.Game("tictactoe")

    def ask(position: Position) -> float:
        return len(helper.legal_moves)

    assert heelstone.Game("connect4", evaluation=ask).evaluate() == 9

    def ask_itself(position: Position) -> float:
        return len(game.legal_moves)

    game = heelstone.Game("connect4", evaluation=ask_itself)
    with pytest.raises(heelstone.Busy):
        game.evaluate()
    assert len(game.legal_moves) == 7


def test_an_evaluation_that_asks_itself_in_a_further_game_is_ended() -> None:
    def ask(position: Position) -> float:
        return len(heelstone.Game("tictactoe", evaluation=ask, hash=1).best_move(depth=1))

    for threads in (1, 2):
        game = heelstone.Game("tictactoe", evaluation=ask, hash=1, threads=threads)
        with pytest.raises(RecursionError, match="inside of"):
            game.best_move(depth=2)


def test_several_evaluations_search_at_once_and_an_interrupt_ends_them() -> None:
    found: list[str] = []

    def search() -> None:
        game = heelstone.Game("othello", evaluation=discs, book=False)
        found.append(game.best_move(depth=3))

    threads = [threading.Thread(target=search) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and len(set(found)) == 1
    game = heelstone.Game("othello", evaluation=discs, book=False)
    assert interrupted(lambda: game.best_move(nodes=10**12)) < 5
    several = heelstone.Game("othello", evaluation=discs, book=False, threads=3)
    assert several.best_move(depth=3) in several.legal_moves

"""What the engine finds out, and what ends it."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable

import pytest

import heelstone
from heelstone import Score, Value


def test_the_best_move_is_found_within_a_limit_and_not_played() -> None:
    game = heelstone.Game("tictactoe", position="XX./OO./... b")
    assert game.best_move(depth=2) == "C3"
    assert game.best_move(nodes=100) == "C3"
    assert game.best_move(0.1) == "C3"
    assert game.best_move(level=10) == "C3"
    assert game.moves == []


def test_a_level_overlooks_moves_and_its_choice_is_not_played() -> None:
    game = heelstone.Game("connect4")
    found = {game.best_move(level="novice", nodes=100) for _ in range(30)}
    assert len(found) > 1
    assert game.moves == [] and game.best_move(nodes=100) == "D1"


def test_an_analysis_comes_line_by_line() -> None:
    game = heelstone.Game("connect4", book=False)
    analysis = game.analyze(depth=4, lines=2)
    lines = list(analysis)
    assert [(line.depth, line.line) for line in lines] == [
        (depth, line) for depth in range(1, 5) for line in (1, 2)
    ]
    assert analysis.end == "depth" and list(analysis) == []
    last = lines[-2]
    assert last.move == last.pv[0] and last.source == "search" and isinstance(last.score.units, int)
    book = next(iter(heelstone.Game("connect4").analyze()))
    assert (book.move, book.score, book.exact) == ("D1", Score(proved="win", plies=41), True)


def test_an_analysis_that_is_left_ends() -> None:
    game = heelstone.Game("othello", book=False)
    for _ in game.analyze():
        break
    game.play("F5")
    with game.analyze() as analysis:
        next(analysis)
        with pytest.raises(heelstone.Busy, match="in use"):
            game.play("D6")
    game.play("D6")
    analysis = game.analyze()
    next(analysis)
    analysis.stop()
    assert all(line.pv for line in analysis) and analysis.end == "interrupt"


def test_positions_are_solved() -> None:
    game = heelstone.Game("tictactoe", position="XX./OO./... b")
    solved = game.solve()
    assert (solved.value, solved.line, str(solved.value)) == (
        Value("win", 1),
        ("C3",),
        "win in 1",
    )
    moves = game.solve(moves=True).moves
    assert list(moves)[0] == "C3" and moves["A1"] == Value("loss", 2)
    assert heelstone.Game("connect4", "7x6").solve(time=0.01).value is None
    ffo = "OO-XXXXOOXXXXOXOOXOXXXOOOXXXOOXOOOXXXOXOOXOXOXXXOOOOOX-XOXXXXXXX X"
    solved = heelstone.Game("othello", position=ffo).solve()
    assert solved.value == Value("loss", margin=24) and solved.line[0] == "pass"


def test_a_game_is_reviewed_from_its_first_move_on() -> None:
    game = heelstone.Game("tictactoe", moves=["B2", "B1", "A1", "C3"])
    review = game.review(nodes=5000)
    assert [move.move for move in review] == ["B2", "B1", "A1", "C3"]
    assert review[1].grade == "mistake" and review[1].after == Score(proved="loss", plies=6)
    with pytest.raises(heelstone.Error, match="needs a limit"):
        game.review()


def test_sequences_are_counted() -> None:
    assert heelstone.Game("othello").perft(5).sequences == 1396
    game = heelstone.Game("tictactoe", position="XX./OO./... b")
    assert game.perft(2) == heelstone.Perft(16, 1)


def test_books_are_asked_and_changed(tmp_path: os.PathLike[str]) -> None:
    game = heelstone.Game("connect4")
    assert game.book is not None and "connect4 7x6" in game.book
    assert game.book_moves["D1"] == Score(proved="win", plies=41)
    game.use_book(False)
    assert game.book is None and game.book_moves == {}
    broken = os.path.join(tmp_path, "broken.book")
    with open(broken, "wb") as file:
        file.write(b"nothing")
    with pytest.raises(heelstone.Error, match=r"broken\.book"):
        game.open_book(broken)
    game.use_book()
    assert list(game.book_moves)[0] == "D1"


def interrupted(search: Callable[[], object]) -> float:
    """The seconds between an interrupt from the keyboard and its exception."""
    sent = []

    def interrupt() -> None:
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.2, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        search()
    waited = time.monotonic() - sent[0]
    timer.join()
    return waited


def test_an_interrupt_from_the_keyboard_ends_every_search() -> None:
    game = heelstone.Game("othello", book=False)
    searches: list[Callable[[], object]] = [
        lambda: game.best_move(nodes=10**12),
        lambda: list(game.analyze()),
        game.solve,
        lambda: game.perft(30),
    ]
    for search in searches:
        # A step takes 20 ms; the rest is for a machine that is busy.
        assert interrupted(search) < 2
        assert game.legal_moves == ["C4", "D3", "E6", "F5"]


def test_a_search_in_another_thread_is_stopped() -> None:
    game = heelstone.Game("othello", book=False)
    found: list[str] = []
    thread = threading.Thread(target=lambda: found.append(game.best_move(nodes=10**12)))
    thread.start()
    while not found:
        game.stop()
        time.sleep(0.01)
    thread.join()
    assert found[0] in game.legal_moves


def test_other_threads_run_during_a_search() -> None:
    game = heelstone.Game("othello", book=False)
    ended = threading.Event()

    def search() -> None:
        game.best_move(nodes=10**12)
        ended.set()

    thread = threading.Thread(target=search)
    thread.start()
    other = heelstone.Game("connect4")
    counted = 0
    while counted < 50:
        other.play(other.legal_moves[0])
        other.undo()
        counted += 1
    assert not ended.is_set()
    while not ended.wait(0.01):
        game.stop()
    thread.join()


def test_many_games_search_at_once() -> None:
    found: dict[int, str] = {}

    def search(number: int) -> None:
        game = heelstone.Game("tictactoe", position="XX./OO./... b", hash=1)
        found[number] = game.best_move(nodes=1000)

    threads = [threading.Thread(target=search, args=(number,)) for number in range(32)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {number: "C3" for number in range(32)}


def test_threads_may_share_a_game_that_does_not_search() -> None:
    game = heelstone.Game("othello")
    failures: list[BaseException] = []

    def read() -> None:
        try:
            for _ in range(300):
                assert game.legal_moves == ["C4", "D3", "E6", "F5"]
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []

"""Games that the module plays are those that the program plays."""

from __future__ import annotations

import json
import random
from xml.etree import ElementTree

import pytest

import heelstone

from . import same_games
from .conftest import Pipe

SIZES = [(game.name, size) for game in heelstone.games() for size in game.sizes]


@pytest.mark.parametrize(("name", "size"), SIZES)
def test_random_games_are_those_through_the_pipe(pipe: Pipe, name: str, size: str) -> None:
    same_games.compare(pipe, name, size, games=2)


def test_the_games_are_those_of_the_program(pipe: Pipe) -> None:
    told = json.loads(pipe.ask("games json")[0])["games"]
    games = heelstone.games()
    assert [game.name for game in games] == [game["name"] for game in told]
    assert [list(game.evaluations) for game in games] == [
        [name for name, _ in game["evaluations"]] for game in told
    ]
    assert {"othello", "connect4", "draughts"} <= {game.name for game in games}


def test_a_game_is_played_taken_back_and_set_up() -> None:
    game = heelstone.Game("tictactoe")
    assert (game.name, game.size, game.turn, game.side_names["white"]) == (
        "tictactoe",
        "3x3",
        "black",
        "O",
    )
    for move in ["b2", "A1", "b1", "a2"]:
        game.play(move)
    assert game.moves == ["B2", "A1", "B1", "A2"]
    assert game.history[1] == heelstone.Move("white", "A1")
    assert game.result is None and game.turn == "black"
    game.undo(2)
    assert game.moves == ["B2", "A1"]
    game.setup("XX./OO./... b")
    assert game.moves == [] and game.legal_moves == ["A1", "B1", "C1", "C2", "C3"]
    game.play("C3")
    assert game.result == heelstone.Result("B+1", "black", None, None)
    assert str(game.result) == "B+1" and game.legal_moves == []
    game.reset()
    assert game.position == ".../.../... b" and game.result is None


def test_a_game_begins_where_it_is_told() -> None:
    game = heelstone.Game("othello", moves=["F5", "D6"])
    assert game.moves == ["F5", "D6"]
    game.play_all("c3 d3 c4")
    assert game.moves[2:] == ["C3", "D3", "C4"]
    game = heelstone.Game("tictactoe", position="XX./OO./... b", moves=["C3"])
    assert game.result is not None


def test_a_copy_goes_its_own_way() -> None:
    game = heelstone.Game("tictactoe", position=".../.X./... w", moves=["A1"])
    copy = game.copy()
    assert (copy.position, copy.moves, copy.size) == (game.position, game.moves, game.size)
    copy.play("B1")
    assert game.moves == ["A1"] and copy.moves == ["A1", "B1"]
    copy.undo(2)
    assert copy.position == ".../.X./... w"


@pytest.mark.parametrize(("name", "size"), SIZES)
def test_each_board_is_drawn(name: str, size: str) -> None:
    game = heelstone.Game(name, size)
    choose = random.Random(3)
    for _ in range(4):
        game.play(choose.choice(game.legal_moves))
    state = game.state()
    picture = ElementTree.fromstring(game._repr_svg_())
    parts = [part.get("class") for part in picture]
    cells = [place for place in state["places"] if place["kind"] == "cell"]
    assert picture.tag.endswith("svg") and parts.count("cell") == len(cells)
    for side in ("black", "white"):
        owned = sum(1 for place in cells if place["owner"] == side)
        assert parts.count(f"piece {side}") >= owned > 0
    assert game.board.splitlines()[0] in str(game)
    assert name in repr(game)


def test_the_version_is_that_of_the_program(pipe: Pipe) -> None:
    assert heelstone.__version__ == pipe.ask("version")[0]

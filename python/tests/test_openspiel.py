"""The bot for OpenSpiel plays legal moves there, and sees the positions that are there."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

pyspiel: Any = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

import heelstone  # noqa: E402
from heelstone import openspiel  # noqa: E402

GAMES = list(openspiel.GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_positions_of_random_games_agree(name: str) -> None:
    game = pyspiel.load_game(name)
    bot = openspiel.bot(game, nodes=10)
    choose = random.Random(name)
    for _ in range(int(os.environ.get("HEELSTONE_GAMES", "3"))):
        state = game.new_initial_state()
        while not state.is_terminal():
            bot.follow(state)
            if bot.game.result is None:
                assert sorted(bot.turns(state)) == bot.game.legal_moves, bot.game.moves
            assert (bot.game.turn == "white") == (state.current_player() == 1)
            turns = list(bot.turns(state).values())
            for action in choose.choice(turns):
                state.apply_action(action)
        bot.follow(state)
        result = bot.game.result
        if result is None:
            # Only there a game ends after 40 moves without a capture.
            assert name == "checkers" and state.returns() == [0, 0]
        else:
            winner = {"black": 1, "white": -1, None: 0}[result.winner]
            assert state.returns()[0] == winner


@pytest.mark.parametrize("name", GAMES)
def test_it_beats_a_random_player(name: str) -> None:
    game = pyspiel.load_game(name)
    lost = 0
    for seed in range(4):
        bots: list[Any] = [openspiel.bot(game, nodes=500), None]
        other = seed % 2
        bots[1] = pyspiel.make_uniform_random_bot(1 - other, seed)
        if other:
            bots.reverse()
        returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        lost += returns[other] < 0
    assert lost == 0


def test_a_game_that_is_only_there_is_played_by_its_rules_there() -> None:
    game = pyspiel.load_game("breakthrough")
    heelstone.check_rules(openspiel.rules(game), games=1)
    ours = heelstone.Game(openspiel.rules(game))
    assert [ours.perft(plies).sequences for plies in (1, 2)] == [22, 484]
    assert openspiel.match("breakthrough", 2, None, 300)[2] == 0


def test_a_capture_of_several_pieces_is_played_to_its_end() -> None:
    game = pyspiel.load_game("checkers")
    bot = openspiel.bot(game, nodes=200)
    choose = random.Random(4)
    captured = 0
    while captured < 3:
        state = game.new_initial_state()
        while not state.is_terminal():
            mover = state.current_player()
            action = bot.step(state) if mover == 0 else choose.choice(state.legal_actions())
            assert action in state.legal_actions()
            state.apply_action(action)
            captured += mover == 0 and state.current_player() == 0
        assert state.returns()[0] >= 0


def test_matches_are_played_by_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    openspiel.main(["tic_tac_toe", "--games", "2", "--nodes", "2000", "--simulations", "10"])
    random_bot, mcts = capsys.readouterr().out.splitlines()
    assert random_bot.startswith("tic_tac_toe  against random: ") and "0 lost" in random_bot
    assert mcts.startswith("tic_tac_toe  against mcts  : ")
    with pytest.raises(SystemExit):
        openspiel.main(["chess"])
    assert "chess is not one of tic_tac_toe" in capsys.readouterr().err


def test_a_game_that_is_not_known_here_is_refused() -> None:
    with pytest.raises(ValueError, match="chess is not one of tic_tac_toe"):
        openspiel.bot(pyspiel.load_game("chess"))

"""No argument, evaluation or rules end the interpreter."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys

import pytest

import heelstone

from .conftest import ROOT

SECONDS = os.environ.get("HEELSTONE_FUZZ", "5")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """A Python of its own, whose end is no end of the tests."""
    command = [sys.executable, "-X", "faulthandler", *words]
    folder = ROOT / "python"
    return subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=folder)


def test_random_arguments_evaluations_and_rules_are_refused_or_heeded() -> None:
    done = run("-m", "tests.fuzz", SECONDS)
    assert done.returncode == 0, done.stdout + done.stderr[-4000:]


LEFT = """
import sys, threading, time
import heelstone

def slow(position):
    time.sleep(0.002)
    return 0

class Line(heelstone.Rules):
    name = "line"
    def __init__(self, left=20): self.left, self.turn = left, "black"
    def legal_moves(self): time.sleep(0.001); return ["a", "b"]
    def after(self, move): return Line(self.left - 1)
    def result(self): return None if self.left else 0
    def __str__(self): return str(self.left)

games = [heelstone.Game("othello", evaluation=slow, book=False), heelstone.Game(Line)]
games += [heelstone.Game("othello", book=False)]
analyses = [game.analyze() for game in games]
for analysis in analyses:
    next(analysis)
HOW
"""


@pytest.mark.parametrize("how", ["", "sys.exit(0)", "del games", "analyses[0].stop()"])
def test_the_interpreter_ends_in_the_middle_of_searches(how: str) -> None:
    for _ in range(3):
        done = run("-c", LEFT.replace("HOW", how))
        assert (done.returncode, done.stderr) == (0, "")


def test_exceptions_and_results_go_from_process_to_process() -> None:
    for kind in (heelstone.Error, heelstone.Busy, heelstone.IllegalMove):
        read = pickle.loads(pickle.dumps(kind("a sentence")))
        assert type(read) is kind and str(read) == "a sentence"
    solved = heelstone.Game("tictactoe", position="XX./OO./... b").solve(moves=True)
    assert pickle.loads(pickle.dumps(solved)) == solved
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(heelstone.Game("tictactoe"))


def test_a_copy_by_the_copy_module_is_a_game_of_its_own() -> None:
    game = heelstone.Game("tictactoe", moves=["B2"])
    for other in (copy.copy(game), copy.deepcopy(game)):
        other.play("A1")
        assert (game.moves, other.moves) == (["B2"], ["B2", "A1"])

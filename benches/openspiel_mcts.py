#!/usr/bin/env python3
r"""Runs OpenSpiel's Monte Carlo tree search with random rollouts [Lanctot 2019] as a GTP engine
that plays Breakthrough (`pip install open_spiel`):

    python3 tools/match.py run --game breakthrough --pairs 20 --limits A:time=0.1 \
        --referee target/release/examples/breakthrough \
        --engine "target/release/examples/breakthrough --weights bt.weights" \
        --engine "python3 benches/openspiel_mcts.py --simulations 10000"
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import pyspiel

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from adapter import Commands, Fault, serve, with_common

# Exploration as in OpenSpiel's own example, and the megabytes of a tree.
EXPLORATION = 2.0
MEMORY = 1000
ROWS = 8


def turned(move: str) -> str:
    """The move with the rows counted from the other end: there the side that begins is at the top."""
    return "".join(
        str(ROWS + 1 - int(sign)) if sign.isdigit() else sign for sign in move
    )


class Player:
    """One game, and the moves of it as GTP names them."""

    def __init__(self, simulations: int, seed: int) -> None:
        self.game = pyspiel.load_game("breakthrough")
        rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
        self.bot = pyspiel.MCTSBot(
            self.game, rollouts, EXPLORATION, simulations, MEMORY, True, seed, False
        )
        self.moves: list[str] = []

    def state(self) -> pyspiel.State:
        state = self.game.new_initial_state()
        for move in self.moves:
            state.apply_action(self.action(state, move))
        return state

    @staticmethod
    def name(state: pyspiel.State, action: int) -> str:
        """A move as GTP names it, without the mark of a capture."""
        name: str = state.action_to_string(action)
        return turned(name.removesuffix("*"))

    def action(self, state: pyspiel.State, move: str) -> int:
        for action in state.legal_actions():
            if self.name(state, action) == move:
                return int(action)
        raise Fault("illegal move")

    def clear(self, _: list[str]) -> str:
        self.moves = []
        return ""

    def play(self, args: list[str]) -> str:
        move = args[1].lower().replace("x", "")
        self.action(self.state(), move)
        self.moves.append(move)
        return ""

    def undo(self, _: list[str]) -> str:
        if not self.moves:
            raise Fault("cannot undo")
        self.moves.pop()
        return ""

    def generate(self, _: list[str]) -> str:
        state = self.state()
        if state.is_terminal():
            raise Fault("the game is over")
        self.moves.append(self.name(state, self.bot.step(state)))
        return self.moves[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--simulations", type=int, default=1000, help="for a move (default 1000)"
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="of the rollouts (default 0)"
    )
    options = parser.parse_args()
    player = Player(options.simulations, options.seed)
    commands: Commands = {
        "clear_board": player.clear,
        "play": player.play,
        "undo": player.undo,
        "genmove": player.generate,
    }
    name = f"OpenSpiel MCTS {options.simulations}"
    serve(with_common(commands, "breakthrough", str(ROWS), name, "MCTS", "1"))


if __name__ == "__main__":
    main()

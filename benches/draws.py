#!/usr/bin/env python3
"""Plays Connect 4 from drawn positions against a player who never errs, and counts the draws given away.

    benches/draws.py --games 200 --time 0.1

Each game begins with a position after eight random plies in which nobody wins, the program in turns
as the one and as the other side. The other player chooses among the moves that keep the draw at
random. A second process, which plays no move, finds out with `solve moves` which those are; that takes
most of the time, some seconds a game.
"""

import argparse
import random
import subprocess
import sys

PLIES = 8
CELLS = 42


class Engine:
    def __init__(self, *command):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = list(iter(self.process.stdout.readline, "\n"))
        if not lines[0].startswith("="):
            sys.exit(f"{command}: {''.join(lines)}")
        return "".join(lines)[1:].strip()

    def play(self, ply, move):
        self.ask(f"play {'bw'[ply % 2]} {move}")


def keeping(solver):
    """The moves of a drawn position that keep the draw."""
    values = (line.split(" ", 1) for line in solver.ask("solve moves").splitlines())
    return [move for move, value in values if value == "draw"]


def drawn_start(solver, rng):
    """Random moves to a drawn position, which the solver has then."""
    while True:
        solver.ask("clear_board")
        moves = []
        while len(moves) < PLIES and solver.ask("gogui-rules_legal_moves"):
            moves.append(rng.choice(solver.ask("gogui-rules_legal_moves").split()))
            solver.play(len(moves) - 1, moves[-1])
        if len(moves) == PLIES and solver.ask("solve").startswith("draw"):
            return moves


def game(engine, solver, own, rng):
    """The moves of a game, and the moves that would have kept the draw if it was given away."""
    moves = drawn_start(solver, rng)
    engine.ask("clear_board")
    for ply, move in enumerate(moves):
        engine.play(ply, move)
    while len(moves) < CELLS:
        good = keeping(solver)
        ply = len(moves)
        if ply % 2 == own:
            moves.append(engine.ask(f"genmove {'bw'[own]}"))
            if moves[-1] not in good:
                return moves, good
        else:
            moves.append(rng.choice(good))
            engine.play(ply, moves[-1])
        solver.play(ply, moves[-1])
    return moves, []


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--heelstone", default="target/release/heelstone")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--time", default="0.1", help="seconds a move")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    engine = Engine(options.heelstone, "--game", "connect4")
    solver = Engine(options.heelstone, "--game", "connect4", "--hash", "1024")
    engine.ask(f"timelimit {options.time}")
    solver.ask("timelimit none")
    given_away = 0
    for number in range(options.games):
        moves, good = game(engine, solver, number % 2, rng)
        if good:
            given_away += 1
            print(f"{' '.join(moves)} gives the draw away, {' '.join(good)} would keep it")
        print(f"{number + 1} games, {given_away} draws given away", flush=True)


if __name__ == "__main__":
    main()

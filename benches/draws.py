#!/usr/bin/env python3
"""Plays Connect 4 from drawn positions against a player who never errs, and counts the draws given away.

    benches/draws.py --games 200 --nodes 500000 --journal draws.jsonl

Each game begins with a position after eight random plies in which nobody wins, the program in turns
as the one and as the other side. The other player chooses among the moves that keep the draw at
random. A second process, which plays no move, finds out with `solve` which those are; that takes most of
the time, some seconds a game.

The journal is a file of JSON lines: the settings with the build of the program, its hash and the
processor, then a line for each game with its moves and, where the draw was given away by the last one,
the moves that would have kept it. The same command goes on with a journal that is there.
"""

import argparse
import json
import random
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))

from heelstone_match.journal.machine import this_machine  # noqa: E402  (found by the line above)
from heelstone_match.journal.plan import command_hash  # noqa: E402

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


def is_draw(solver):
    return solver.ask("solve").startswith("draw")


def keeps(solver, ply, move):
    """Whether a move of a drawn position keeps the draw; the solver has the position after it then."""
    solver.play(ply, move)
    if is_draw(solver):
        return True
    solver.ask("undo")
    return False


def would_keep(solver, ply, move):
    """The same, but the solver has the position before it again."""
    return keeps(solver, ply, move) and solver.ask("undo") == ""


def drawn_start(solver, rng):
    """Random moves to a drawn position, which the solver has then."""
    while True:
        solver.ask("clear_board")
        moves = []
        while len(moves) < PLIES and solver.ask("gogui-rules_legal_moves"):
            moves.append(rng.choice(solver.ask("gogui-rules_legal_moves").split()))
            solver.play(len(moves) - 1, moves[-1])
        if len(moves) == PLIES and is_draw(solver):
            return moves


def game(engine, solver, own, rng):
    """The moves of a game, and the moves that would have kept the draw if it was given away."""
    moves = drawn_start(solver, rng)
    engine.ask("clear_board")
    for ply, move in enumerate(moves):
        engine.play(ply, move)
    for ply in range(PLIES, CELLS):
        others = solver.ask("gogui-rules_legal_moves").split()
        rng.shuffle(others)
        if ply % 2 == own:
            moves.append(engine.ask(f"genmove {'bw'[own]}"))
            if not keeps(solver, ply, moves[-1]):
                return moves, [move for move in sorted(others) if would_keep(solver, ply, move)]
        else:
            # One of those that keep the draw, each with the same chance.
            moves.append(next(move for move in others if keeps(solver, ply, move)))
            engine.play(ply, moves[-1])
    return moves, []


def head(engine, options):
    """What was played, with what, and where."""
    command = [options.heelstone, "--game", "connect4"]
    return {
        "draws": 1,
        "games": options.games,
        "time": options.time,
        "nodes": options.nodes,
        "seed": options.seed,
        "engine": {"command": command, "sha256": command_hash(command), "build": engine.ask("build")},
        "host": this_machine(),
    }


def begun(path, now):
    """The games of a journal that is there; begins it where it is not."""
    if not path.exists():
        path.write_text(json.dumps(now) + "\n", "utf-8")
    first, *games = path.read_text("utf-8").splitlines(keepends=True)
    there = json.loads(first)
    if {**there, "host": None, "games": None} != {**now, "host": None, "games": None}:
        sys.exit(f"{path} was begun with other settings or another program")
    if games and not games[-1].endswith("\n"):
        games.pop()
        path.write_text("".join([first, *games]), "utf-8")
    return list(map(json.loads, games))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--heelstone", default="target/release/heelstone")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--time", type=float, help="seconds a move")
    parser.add_argument("--nodes", type=int, help="nodes a move: every run plays the same games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--journal", type=Path, help="where all that is played goes")
    options = parser.parse_args()
    if (options.time is None) == (options.nodes is None):
        parser.error("a limit is needed: --time or --nodes")
    engine = Engine(options.heelstone, "--game", "connect4")
    solver = Engine(options.heelstone, "--game", "connect4", "--hash", "1024")
    engine.ask(f"timelimit {options.time or 'none'}")
    engine.ask(f"nodes {options.nodes or 'none'}")
    solver.ask("timelimit none")
    played = begun(options.journal, head(engine, options)) if options.journal else []
    given_away = sum(bool(told["kept_by"]) for told in played)
    for number in range(len(played) + 1, options.games + 1):
        own = (number - 1) % 2
        # Each game has random numbers of its own, so that any of them can be played again.
        moves, good = game(engine, solver, own, random.Random(f"{options.seed} {number}"))
        if good:
            given_away += 1
            print(f"{' '.join(moves)} gives the draw away, {' '.join(good)} would keep it")
        if options.journal:
            told = {"game": number, "own": "bw"[own], "moves": " ".join(moves), "kept_by": good}
            with options.journal.open("a", encoding="utf-8") as file:
                file.write(json.dumps(told) + "\n")
        print(f"{number} games, {given_away} draws given away", flush=True)


if __name__ == "__main__":
    main()

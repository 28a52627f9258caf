#!/usr/bin/env python3
"""Measures what the module for Python costs beside the program: python_module.py PROGRAM.

    benches/python_module.py venv/bin/heelstone --python venv/bin/python

Both analyse the same position with the same number of nodes, in turn, and tell the processor time
of the analysis alone. The exit code is 1 if the module takes more than `--most` of the program's,
by the median of the pairs. Both have to be builds for the same processors: those of one wheel are.
"""

import argparse
import subprocess
import sys

from ratios import Ratios

GAMES = {"connect4": "D1 D2", "othello": "F5 D6 C3 D3", "draughts": "32-28 17-22"}
# Analyses once, so that weights are unpacked and files read, and then once more in the same way.
IN_MODULE = """
import sys, time, heelstone
name, moves, nodes = sys.argv[1], sys.argv[2].split(), int(sys.argv[3])
game = heelstone.Game(name, moves=moves, book=False)
for _ in game.analyze(nodes=1000): pass
before = time.process_time()
count = 0
for line in game.analyze(nodes=nodes): count = line.nodes
print(count, time.process_time() - before)
"""


def by_program(program, name, moves, nodes):
    """The nodes, and the seconds of processor time."""
    played = [f"play {move}" for move in moves.split()]
    lines = [f"newgame {name}", "book off", "hash 16", "timelimit none", *played]
    lines += ["nodes 1000", "analyze json", f"nodes {nodes}", "cputime", "analyze json", "cputime"]
    text = "\n".join(lines) + "\n"
    told = subprocess.run([program], input=text, capture_output=True, text=True, check=True).stdout
    replies = told.strip().split("\n\n")
    before, analysis, after = replies[-3:]
    seconds = float(after.strip("= ")) - float(before.strip("= "))
    counts = [part.split(":")[1] for part in analysis.split(",") if part.startswith('"nodes":')]
    return int(counts[-1].strip('"} ')), seconds


def by_module(python, name, moves, nodes):
    """The same by the module."""
    command = [python, "-c", IN_MODULE, name, moves, str(nodes)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return int(told[0]), float(told[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--python", default=sys.executable, help="with the module")
    parser.add_argument("--nodes", type=int, default=2_000_000)
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--most", type=float, default=1.02)
    given = parser.parse_args()
    failed = False
    for name, moves in GAMES.items():
        ratios = Ratios(name)
        for _ in range(given.pairs):
            of_program = by_program(given.program, name, moves, given.nodes)
            of_module = by_module(given.python, name, moves, given.nodes)
            if of_program[0] != of_module[0]:
                sys.exit(f"{name}: {of_module[0]} nodes by the module, {of_program[0]} otherwise")
            ratios.add(of_module[1], of_program[1])
        failed |= ratios.tell() > given.most
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Measures what the module for Python costs beside the program: python_module.py PROGRAM.

    benches/python_module.py venv/bin/heelstone --python venv/bin/python

Both analyse the same positions with the same number of nodes. What counts is the instructions that
this takes, by Valgrind: they are the same in every run, where times on a shared machine are not.
Those of a short analysis are taken away, and with them those of the start. The exit code is 1 if
the module takes more than `--most` of the program's. The program and the module of one wheel are
builds for the same processors, and both are asked for the one that runs everywhere.
"""

import argparse
import os
import re
import subprocess
import sys

GAMES = {"connect4": "D1 D2", "othello": "F5 D6 C3 D3", "draughts": "32-28 17-22"}
IN_MODULE = """
import sys, heelstone
name, moves, nodes = sys.argv[1], sys.argv[2].split(), int(sys.argv[3])
for line in heelstone.Game(name, moves=moves, book=False).analyze(nodes=nodes): count = line.nodes
print(count)
"""


def counted(command, text=""):
    """The instructions of a program, and what it printed."""
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    variables = {**os.environ, "HEELSTONE_CPU": "any"}
    done = subprocess.run(
        [*valgrind, *command], input=text, capture_output=True, text=True, env=variables
    )
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or not found:
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    return int(found[1]), done.stdout


def by_program(program, name, moves, nodes):
    """The instructions of an analysis, and the nodes that it took."""
    lines = [f"newgame {name}", "book off", "hash 16", "timelimit none"]
    lines += [*(f"play {move}" for move in moves.split()), f"nodes {nodes}", "analyze json"]
    instructions, told = counted([program], "\n".join(lines) + "\n")
    return instructions, int(re.findall(r'"nodes":(\d+)', told)[-1])


def by_module(python, name, moves, nodes):
    """The same by the module."""
    instructions, told = counted([python, "-c", IN_MODULE, name, moves, str(nodes)])
    return instructions, int(told)


def cost(analyse, nodes):
    """The instructions of most of an analysis, and the nodes of the whole."""
    (short, _), (whole, found) = analyse(nodes // 4), analyse(nodes)
    return whole - short, found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--python", default=sys.executable, help="with the module")
    parser.add_argument("--nodes", type=int, default=400_000)
    parser.add_argument("--most", type=float, default=1.02)
    given = parser.parse_args()
    failed = False
    for name, moves in GAMES.items():
        base, expected = cost(lambda n: by_program(given.program, name, moves, n), given.nodes)
        module, found = cost(lambda n: by_module(given.python, name, moves, n), given.nodes)
        if found != expected:
            sys.exit(f"{name}: {found} nodes by the module, {expected} by the program")
        failed |= module > given.most * base
        print(f"{name}: {module / base:.4f} of {base / 1e6:.0f} million instructions", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

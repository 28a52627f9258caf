#!/usr/bin/env python3
"""Times Heelstone at solving Connect 4 against other solvers, in one run, by user CPU time.

    benches/solvers.py Test_L2_R2 Test_L1_R2:60 --pons connect4/c4solver --bitbully venv/bin/python

Files are those of [Pons 2019]: the columns played and the exact score on each line; `:60` takes the
first 60 lines. The line `start 1` is the empty board, which Pons's program does not take. `--pons` is
the program that `make` builds in https://github.com/PascalPons/connect4, `--bitbully` a Python with the
package `bitbully` [Thill n.d.]. All use one thread and no book; Heelstone's table has 64 MiB, the others
have the size they come with. Of `--runs` runs the fastest counts, without the time that Heelstone and
Python need to start; Pons's program needs some milliseconds.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

BITBULLY = """
import resource, sys
from bitbully import BitBully, Board
solver, boards = BitBully(opening_book=None), []
for line in open(sys.argv[2]):
    columns, score = line.split()
    board = Board()
    for column in columns.removeprefix("start"):
        board.play(int(column) - 1)
    boards.append((board, int(score)))
start = resource.getrusage(resource.RUSAGE_SELF).ru_utime
wrong = sum(getattr(solver, sys.argv[1])(board) != score for board, score in boards)
print(resource.getrusage(resource.RUSAGE_SELF).ru_utime - start, wrong)
"""
MODES = ("null_window", "mtdf", "negamax")


def timed(command, stdin=None):
    """The user CPU seconds of a command, and what it wrote."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(command, stdin=stdin, stdout=out, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        out.seek(0)
        text = out.read().decode()
    if status:
        sys.exit(f"{' '.join(command)} failed: {text}")
    return usage.ru_utime, text


def heelstone(program, name):
    _, text = timed([program, "solve", "--game", "connect4", "--hash", "64", "--check", name])
    seconds = re.search(r"([\d.]+) s user CPU time", text)[1]
    return float(seconds), int(re.search(r"(\d+) wrong", text)[1])


def pons(program, name):
    with open(name) as file:
        lines = [line.split() for line in file]
    with tempfile.TemporaryFile("w+") as stdin:
        stdin.writelines(columns + "\n" for columns, _ in lines)
        stdin.seek(0)
        seconds, text = timed([program], stdin)
    found = [line.split()[:2] for line in text.splitlines() if re.fullmatch(r"\d+ -?\d+.*", line)]
    return seconds, len(lines) - sum(known in found for known in lines)


def bitbully(python, mode, name):
    _, text = timed([python, "-c", BITBULLY, mode, name])
    seconds, wrong = text.split()
    return float(seconds), int(wrong)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE[:N]")
    parser.add_argument("--heelstone", default="target/release/heelstone")
    parser.add_argument("--pons")
    parser.add_argument("--bitbully")
    parser.add_argument("--modes", nargs="+", default=MODES, choices=MODES, help="of BitBully")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    solvers = {"heelstone": lambda name: heelstone(options.heelstone, name)}
    if options.pons:
        solvers["pons"] = lambda name: pons(options.pons, name)
    for mode in options.modes if options.bitbully else ():
        solvers[f"bitbully {mode}"] = lambda name, mode=mode: bitbully(options.bitbully, mode, name)
    for argument in options.files:
        path, _, count = argument.partition(":")
        with open(path) as file, tempfile.NamedTemporaryFile("w") as part:
            lines = file.readlines()
            part.writelines(lines[: int(count or len(lines))])
            part.flush()
            best = {
                name: min(solve(part.name) for _ in range(options.runs))
                for name, solve in solvers.items()
            }
        own = best["heelstone"][0]
        for name, (seconds, wrong) in best.items():
            ratio = f"heelstone takes {own / seconds:.2f} of it" if seconds and name != "heelstone" else ""
            print(f"{argument:16} {name:20} {seconds:9.3f} s {wrong} wrong  {ratio}", flush=True)


if __name__ == "__main__":
    main()

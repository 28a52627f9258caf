#!/usr/bin/env python3
"""Compares the speed of two builds of the program: builds.py BUILD BASE.

    RUSTFLAGS="-C target-cpu=native" cargo build --release --target-dir target/native
    benches/builds.py heelstone-0.2.0-x86_64-linux/heelstone target/native/release/heelstone

Both do the same work in turn: the positions of `bench` in each game, and solving in Connect 4 and
Othello. What counts is the user CPU time of the whole process, its start included. The exit code is
1 if BUILD takes more than `--most` of the time of BASE in any work, by the median of the pairs.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile

BENCHED = ("connect4", "othello", "stonehenge", "draughts", "checkers")
CONNECT4 = ("251172", "137123")
# Games that the program plays on with little search, until so few places are empty.
OTHELLO = ("f5d6c3d3", "f5f6e6f4", "f5d6c5f4")
EMPTY = 20


def run(command, text=""):
    """The user CPU seconds of a program, and what it printed."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as told:
        given.write(text.encode())
        given.seek(0)
        process = subprocess.Popen(command, stdin=given, stdout=told)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        told.seek(0)
        printed = told.read().decode()
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}")
    return usage.ru_utime, printed


def othello_ending(program, opening):
    """A position of Othello, the same by every build."""
    settings = ["book off", "timelimit none", "nodes 500", "seed 1"]
    plies = 60 - EMPTY - len(opening) // 2
    lines = ["newgame othello", *settings, f"moves {opening}", *["genmove"] * plies, "position"]
    _, told = run([program], "\n".join(lines) + "\n")
    return told.strip().splitlines()[-1].removeprefix("= ")


def works(base):
    """What is compared: a name, the arguments and the input."""
    for game in BENCHED:
        yield f"bench, {game}", ["bench", "--game", game], ""
    yield "solving Connect 4", ["solve", "--game", "connect4"], "\n".join(CONNECT4) + "\n"
    endings = [othello_ending(base, opening) for opening in OTHELLO]
    yield "solving Othello", ["solve", "--game", "othello"], "\n".join(endings) + "\n"


def compare(build, base, pairs, arguments, text):
    """The ratios of the times, pair by pair, and the times of the base."""
    ratios, times = [], []
    for _ in range(pairs):
        of_build, told = run([build, *arguments], text)
        of_base, expected = run([base, *arguments], text)
        if told.splitlines()[-1].split(",")[0] != expected.splitlines()[-1].split(",")[0]:
            sys.exit(f"the builds differ: {told}\n{expected}")
        ratios.append(of_build / of_base)
        times.append(of_base)
    return ratios, times


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build")
    parser.add_argument("base")
    parser.add_argument("--pairs", type=int, default=15)
    parser.add_argument("--most", type=float, default=1.05)
    given = parser.parse_args()
    failed = False
    for name, arguments, text in works(given.base):
        ratios, times = compare(given.build, given.base, given.pairs, arguments, text)
        middle = statistics.median(ratios)
        failed |= middle > given.most
        quarters = statistics.quantiles(ratios, n=4) if given.pairs > 1 else [middle] * 3
        print(
            f"{name}: {middle:.3f} of {statistics.median(times):.2f} s, "
            f"half of {given.pairs} pairs from {quarters[0]:.3f} to {quarters[2]:.3f}",
            flush=True,
        )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Fit the evaluation `fitted` of Stonehenge to solved positions.

    fit.py positions ENGINE FILE [--each N] [--empty 8-12] [--seed S]
    fit.py weights FILE [--check] [--out weights.rs]

`positions` plays games with the engine, with some moves chosen at random, stops each at a number
of empty cells, has the positions solved, and writes a line for each: the notation of the command
`position`, then 1 if the side to move wins and 0 if it loses.

`weights` fits the values of lines and stones by logistic regression (it needs numpy), and writes
them as the table in the engine's sources; with `--check` it only reports whether that table is the
same.
"""

import argparse
import gzip
import json
import random
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parents[1] / "src/games/stonehenge/weights.rs"

# The cells of each line, counted from 1.
LINES = [
    [1, 2],
    [3, 4, 5],
    [6, 7, 8, 9],
    [10, 11, 12, 13, 14],
    [15, 16, 17, 18],
    [1, 3, 6, 10],
    [2, 4, 7, 11, 15],
    [5, 8, 12, 16],
    [9, 13, 17],
    [14, 18],
    [10, 15],
    [6, 11, 16],
    [3, 7, 12, 17],
    [1, 4, 8, 13, 18],
    [2, 5, 9, 14],
]
CELLS = 18
LARGEST = 6
# Larger leads are rare, and have the value of this one.
LARGEST_LEAD = 11
# Lines with more free cells than this are rare, and have the value of lines with this many.
MOST_FREE = 4
# The value of an owned line, the unit of all others.
OWNED_LINE = 200
# The strength of the smoothing between neighbouring leads, in positions.
SMOOTHNESS = 20.0


class Engine:
    """An engine on pipes."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            [command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        reply = []
        while (line := self.process.stdout.readline().rstrip("\n")) or not reply:
            reply.append(line)
        text = "\n".join(reply)
        if not text.startswith("="):
            raise RuntimeError(f"{command}: {text}")
        return text[1:].strip()


def play_until(engine, empty, rng):
    """A position with this many empty cells, or None if the game ends before."""
    engine.ask("newgame stonehenge")
    engine.ask(f"variety {int(300 * rng.random() ** 2)}")
    for _ in range(CELLS - empty):
        moves = engine.ask("legal_moves").split()
        if not moves:
            return None
        if rng.random() < 0.1:
            engine.ask(f"play {engine.ask('to_move')} {rng.choice(moves)}")
        else:
            engine.ask(f"genmove {engine.ask('to_move')}")
    return engine.ask("position") if engine.ask("legal_moves") else None


def make_positions(args):
    rng = random.Random(args.seed)
    engine = Engine(args.engine)
    for command in (f"seed {args.seed}", "timelimit none", "depth 1", "book off"):
        engine.ask(command)
    least, most = (int(number) for number in args.empty.split("-"))
    positions = []
    for empty in range(least, most + 1):
        found = set()
        while len(found) < args.each:
            position = play_until(engine, empty, rng)
            if position:
                found.add(position)
        positions += sorted(found)
    listed = "\n".join(positions) + "\n"
    solve = [args.engine, "solve", "--game", "stonehenge", "--json", "--hash", "256"]
    solved = subprocess.run(solve, input=listed, capture_output=True, text=True, check=True)
    results = [json.loads(line)["result"] for line in solved.stdout.splitlines()]
    lines = [f"{at} {int(result == 'win')}" for at, result in zip(positions, results, strict=True)]
    text = ("\n".join(lines) + "\n").encode()
    args.file.write_bytes(gzip.compress(text, mtime=0) if args.file.suffix == ".gz" else text)


def read_position(line):
    """The stones on the cells and the owners of the lines, both seen from the side to move."""
    stones, owners, side, _ = line.split()
    sign = 1 if side == "b" else -1

    def stone(letter):
        value = 0 if letter == "." else ord(letter.lower()) - ord("a") + 1
        return sign * (value if letter.isupper() else -value)

    owner = {".": 0, "X": sign, "O": -sign}
    return [stone(letter) for letter in stones], [owner[letter] for letter in owners]


def features(stones, owners, empty):
    """The features of a position: owned lines, open lines by free cells and lead, spent stones,
    and the side to move by number of empty cells."""
    row = [0.0] * (1 + MOST_FREE * LARGEST_LEAD + LARGEST + 2)
    row[0] = sum(owners)
    for cells, owner in zip(LINES, owners, strict=True):
        on_line = [stones[cell - 1] for cell in cells]
        lead, free = sum(on_line), min(on_line.count(0), MOST_FREE)
        if owner == 0 and lead != 0:
            size = min(abs(lead), LARGEST_LEAD)
            row[1 + (free - 1) * LARGEST_LEAD + size - 1] += 1 if lead > 0 else -1
    for stone in stones:
        if stone != 0:
            row[1 + MOST_FREE * LARGEST_LEAD + abs(stone) - 1] -= 1 if stone > 0 else -1
    row[-1 - empty % 2] = 1
    return row


def fit(path):
    """The values of leads by free cells, and of stones by value."""
    import numpy as np

    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    rows, wins = [], []
    for line in text.decode().splitlines():
        stones, owners = read_position(line)
        rows.append(features(stones, owners, stones.count(0)))
        wins.append(int(line.split()[3]))
    rows, wins = np.array(rows), np.array(wins, float)
    stiffness = np.eye(rows.shape[1])
    for free in range(MOST_FREE):
        for lead in range(1, LARGEST_LEAD - 1):
            bend = np.zeros(rows.shape[1])
            bend[1 + free * LARGEST_LEAD + lead - 1 :][:3] = [1, -2, 1]
            stiffness += SMOOTHNESS * np.outer(bend, bend)
    weights = np.zeros(rows.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (chance - wins) + stiffness @ weights
        curve = (rows.T * (chance * (1 - chance))) @ rows + stiffness
        weights -= np.linalg.solve(curve, slope)
    right = np.mean((rows @ weights > 0) == (wins > 0))
    loss = -np.mean(wins * np.log(chance) + (1 - wins) * np.log(1 - chance))
    print(f"{len(wins)} positions, {loss:.4f} nats, {100 * right:.1f} % right", file=sys.stderr)
    weights *= OWNED_LINE / weights[0]
    leads = weights[1 : 1 + MOST_FREE * LARGEST_LEAD].reshape(MOST_FREE, LARGEST_LEAD)
    # A larger lead is never worse, nor better than an owned line.
    leads = np.minimum(np.maximum.accumulate(np.maximum(leads, 0), axis=1), OWNED_LINE)
    stones = weights[1 + MOST_FREE * LARGEST_LEAD :][:LARGEST]
    # Both sides spend equally many stones, so only differences matter.
    stones = np.maximum.accumulate(stones - stones[0])
    return [[round(x) for x in row] for row in leads], [round(x) for x in stones]


def to_rust(leads, stones):
    rows = [[0] + row for row in leads]
    lines = [
        "//! Written by `tools/stonehenge/fit.py weights`.",
        "",
        "/// The values of leads on a line with 1, 2 and so on free cells, by lead.",
        f"pub(super) static LEADS: [[i16; {LARGEST_LEAD + 1}]; {MOST_FREE}] = [",
        *(f"    {row}," for row in rows),
        "];",
        "",
        "/// The value of a stone in the hand, by its number.",
        f"pub(super) const STONES: [i16; {LARGEST + 1}] = {[0] + stones};",
    ]
    return "\n".join(lines) + "\n"


def numbers(text):
    return [int(number) for number in re.findall(r"-?\d+", text.split("LEADS", 1)[1])]


def make_weights(args):
    text = to_rust(*fit(args.file))
    if not args.check:
        args.out.write_text(text)
        return
    # Other library versions may round differently.
    old, new = numbers(args.out.read_text()), numbers(text)
    if len(old) != len(new) or any(abs(a - b) > 1 for a, b in zip(old, new, strict=True)):
        sys.exit(f"{args.out} differs from the result for {args.file}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    positions = commands.add_parser("positions", help="make solved positions")
    positions.add_argument("engine")
    positions.add_argument("file", type=Path)
    positions.add_argument("--each", type=int, default=5000, help="positions of each kind")
    positions.add_argument("--empty", default="8-12", help="empty cells, the fewest and the most")
    positions.add_argument("--seed", type=int, default=1)
    positions.set_defaults(run=make_positions)
    weights = commands.add_parser("weights", help="fit the values of lines and stones")
    weights.add_argument("file", type=Path)
    weights.add_argument("--out", type=Path, default=SOURCE)
    weights.add_argument("--check", action="store_true", help="write nothing, compare")
    weights.set_defaults(run=make_weights)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()

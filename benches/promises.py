#!/usr/bin/env python3
"""Measures what docs/reliability.md promises in figures, and fails if one is over its bound.

    benches/promises.py interrupts target/release/heelstone
    benches/promises.py lines target/release/heelstone
    benches/promises.py memory target/release/heelstone
    benches/promises.py controller target/release/heelstone

All times are processor times, so that a busy machine changes them little; only Linux tells them.
"""

import argparse
import json
import random
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from move_times import Engine

ROOT = Path(__file__).resolve().parent.parent
MIB = 1 << 20
MILLISECOND = 1e6

# The processor time in ms that a command may still take after an interrupt.
INTERRUPTED = {
    ("stonehenge", "perft 5"): 20,
    ("othello", "perft 20"): 20,
    ("othello", "solve moves"): 10,
}
# The memory in KiB that a line may cost, with some pages for the allocator.
A_LINE = 1024 + 128
# The memory in MiB beside the table.
BESIDE = 16
TABLES = (1, 16, 64, 1024)
GAMES = ("tictactoe", "connect4", "othello", "stonehenge")
# The processor time of the match tool for a ply, in microseconds.
A_PLY = 100

# Runs the match tool and writes the processor time of its own process, in seconds.
CONTROLLER = """
import sys, time
sys.path.insert(0, sys.argv.pop(1))
from heelstone_match.cli import main
code = main()
print("cpu", time.process_time(), file=sys.stderr)
sys.exit(code)
"""

failures = []


def hold(name, figure, bound, unit):
    """Prints a figure beside its bound."""
    print(f"{name}: {figure:.3f} {unit}, at most {bound}")
    if figure > bound:
        failures.append(name)


def interrupts(command, times):
    for (game, asked), bound in INTERRUPTED.items():
        engine, rng, took = Engine(command, 1), random.Random(1), []
        for _ in range(times):
            engine.ask(f"newgame {game}")
            engine.process.stdin.write(asked + "\n")
            engine.process.stdin.flush()
            # In the middle of the work, wherever that is.
            begin, share = time.clock_gettime_ns(engine.clock), rng.uniform(0.05, 0.3) * 1e9
            while time.clock_gettime_ns(engine.clock) - begin < share:
                time.sleep(0.002)
            before = time.clock_gettime_ns(engine.clock)
            engine.process.stdin.write("# interrupt\n")
            engine.process.stdin.flush()
            reply = "".join(iter(engine.process.stdout.readline, "\n"))
            took.append((time.clock_gettime_ns(engine.clock) - before) / MILLISECOND)
            assert "interrupted" in reply or "unknown" in reply, reply
        engine.close()
        hold(f"{asked} in {game} after {times} interrupts", max(took), bound, "ms")


def memory_of(engine, file, name):
    """A line of a file in /proc, in KiB."""
    text = Path(f"/proc/{engine.process.pid}/{file}").read_text()
    return next(int(line.split()[1]) for line in text.splitlines() if line.startswith(name))


def lines(command):
    kinds = {
        "letters": b"x" * (MIB + 1),
        "an id and 64 MiB": b"5 " + b"x" * 64 * MIB + b"\r",
        "a comment": b"#" + b"x" * MIB,
        "bytes that are no text": b"\xff" * 4 * MIB,
        "blanks before a command": b" " * 4 * MIB + b"name",
        "tabs": b"\t" * 4 * MIB,
        "zeros": b"\0" * 4 * MIB,
        "quotes and backslashes": b'"\\' * 2 * MIB,
        "words": b"a " * 2 * MIB,
        "characters of four bytes": "\U0001f600".encode() * MIB,
    }
    for name, line in kinds.items():
        engine = Engine(command, 1)
        engine.ask("hash 1")
        # What is needed once is not counted.
        raw = engine.process.stdin.buffer
        raw.write(b"x\n")
        raw.flush()
        "".join(iter(engine.process.stdout.readline, "\n"))
        Path(f"/proc/{engine.process.pid}/clear_refs").write_text("5")
        before = memory_of(engine, "status", "VmHWM:")
        raw.write(line + b"\n")
        raw.flush()
        reply = "".join(iter(engine.process.stdout.readline, "\n"))
        assert "syntax error" in reply, reply
        hold(f"a line of {name}", memory_of(engine, "status", "VmHWM:") - before, A_LINE, "KiB")
        engine.close()


def memory(command):
    engine = Engine(command, 1)
    engine.ask("hash 1024")
    hold("at rest", memory_of(engine, "smaps_rollup", "Anonymous:") / 1024, BESIDE, "MiB")
    engine.close()
    for mib in TABLES:
        beside = {}
        for game in GAMES:
            engine = Engine(command, 3)
            for setting in (f"newgame {game}", f"hash {mib}", "threads 2"):
                engine.ask(setting)
            for asked in ("genmove", "genmove", "solve 3", "analyze 2 lines 3"):
                engine.ask(asked)
            taken = memory_of(engine, "smaps_rollup", "Anonymous:") / 1024
            beside[game] = taken - mib
            engine.close()
        worst = max(beside, key=beside.get)
        name = f"with a table of {mib} MiB, most in {worst}, beside the table"
        hold(name, beside[worst], BESIDE, "MiB")


def controller(command, pairs):
    for game in ("connect4", "othello"):
        with tempfile.TemporaryDirectory() as folder:
            few, many = (match(command, game, count, Path(folder)) for count in (2, pairs))
        # The start of the tool is in both.
        seconds, plies = many[0] - few[0], many[1] - few[1]
        hold(f"a ply of {game}, of {plies}", seconds / plies * 1e6, A_PLY, "microseconds")


def match(command, game, pairs, folder):
    """A match of the engine against itself at a depth of 1: the tool's seconds and the plies."""
    journal = folder / f"{pairs}.jsonl"
    options = ["run", "--game", game, "--pairs", str(pairs), "--journal", str(journal)]
    engine = shlex.join(command)
    options += ["--engine", engine, "--engine", engine, "--referee", engine]
    options += ["--depth", "1", "--opening-plies", "4"]
    run = [sys.executable, "-S", "-c", CONTROLLER, str(ROOT / "tools"), *options]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    plies = 0
    for line in journal.read_text().splitlines():
        games = json.loads(line).get("games", ())
        plies += sum(len(game["moves"].split()) // 2 for game in games)
    return float(done.stderr.rpartition("cpu ")[2]), plies


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("measure", choices=("interrupts", "lines", "memory", "controller"))
    parser.add_argument("engine", nargs="+", help="the command of the engine")
    parser.add_argument("--times", type=int, default=20, help="interrupts of each command")
    parser.add_argument("--pairs", type=int, default=60, help="pairs of a match")
    args = parser.parse_args()
    if not sys.platform.startswith("linux"):
        sys.exit("only Linux tells these figures")
    if args.measure == "interrupts":
        interrupts(args.engine, args.times)
    elif args.measure == "lines":
        lines(args.engine)
    elif args.measure == "memory":
        memory(args.engine)
    else:
        controller(args.engine, args.pairs)
    if failures:
        sys.exit(f"over the bound: {', '.join(failures)}")


if __name__ == "__main__":
    main()

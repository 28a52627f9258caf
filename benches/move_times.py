#!/usr/bin/env python3
"""Measures the time of many moves: the engine's processor time, and where the rest of the wall
time went.

    benches/move_times.py --moves 100000 --time 0.01 --engines 2 target/release/heelstone

Several engines play against themselves at the same time, from random openings of each game. Of each
move the script reads, from Linux, the wall time, the processor time of all threads of the engine,
and the time that these threads, and its own, were ready to run and had no processor: that is the
machine's part. `--csv FILE` gets a line for each move, with its game and ply.
"""

import argparse
import random
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import NamedTuple

GAMES = ("othello", "connect4", "stonehenge")
OPENING_PLIES = 6
MILLISECOND = 1e6


class Move(NamedTuple):
    """The times of a move in nanoseconds."""

    wall: int
    cpu: int
    # The time that the engine's threads, and the script's own, waited for a processor.
    waited: int
    # The pages of memory that the engine touched for the first time.
    faults: int
    game: str
    # The moves that were played before.
    ply: int


class Engine:
    def __init__(self, command, limit):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
        # The clock of the process with all its threads, as clock_getcpuclockid(3) makes it.
        self.clock = (~self.process.pid << 3) | 2
        self.ask("book off")
        self.ask(f"timelimit {limit}")

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = list(iter(self.process.stdout.readline, "\n"))
        if not lines or not lines[0].startswith("="):
            sys.exit(f"{command}: {''.join(lines) or 'no reply'}")
        return "".join(lines)[1:].strip()

    def waited(self):
        """The nanoseconds that its threads have waited for a processor."""
        threads = Path(f"/proc/{self.process.pid}/task").iterdir()
        return sum(int((thread / "schedstat").read_text().split()[1]) for thread in threads)

    def faults(self):
        # The name of the program, in brackets, may have blanks.
        stat = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2]
        return int(stat.split()[7])

    def used(self):
        return (
            time.clock_gettime_ns(self.clock),
            self.waited() + own_wait(),
            self.faults(),
        )

    def move(self, game, ply):
        before = self.used()
        begin = time.perf_counter_ns()
        self.ask("genmove")
        wall = time.perf_counter_ns() - begin
        used = (end - start for start, end in zip(before, self.used(), strict=True))
        return Move(wall, *used, game, ply)

    def is_over(self):
        return self.ask("result") != "unfinished"

    def begin(self, game, rng):
        self.ask(f"newgame {game}")
        for _ in range(OPENING_PLIES):
            self.ask(f"play {rng.choice(self.ask('legal_moves').split())}")

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def own_wait():
    return int(Path("/proc/thread-self/schedstat").read_text().split()[1])


def play(engine, games, rng, count, moves):
    """Plays games in turns until so many moves are measured."""
    number = 0
    while len(moves) < count:
        game = games[number % len(games)]
        engine.begin(game, rng)
        number += 1
        ply = OPENING_PLIES
        while len(moves) < count and not engine.is_over():
            moves.append(engine.move(game, ply))
            ply += 1


def share(part, whole):
    return f"{100 * part / whole:.1f} %"


def quantile(times, part):
    return sorted(times)[min(int(part * len(times)), len(times) - 1)] / MILLISECOND


def report(moves, limit):
    for name, times in (("wall", [m.wall for m in moves]), ("cpu", [m.cpu for m in moves])):
        mean = sum(times) / len(times) / MILLISECOND
        parts = [f"{100 * part:g}%={quantile(times, part):.3f}" for part in (0.5, 0.99, 0.999)]
        print(
            f"{name} in ms: mean {mean:.3f}, {' '.join(parts)}, most {max(times) / MILLISECOND:.3f}"
        )
    wall, cpu = (sum(times) for times in list(zip(*moves, strict=True))[:2])
    waited = sum(min(move.waited, max(move.wall - move.cpu, 0)) for move in moves)
    rest = max(wall - cpu - waited, 0)
    print("of the wall time: the engine's processor time", share(cpu, wall), end=", ")
    print("waiting for a processor", share(waited, wall), "and all else", share(rest, wall))
    late = [move for move in moves if move.wall > limit]
    busy = [move for move in late if move.cpu > limit]
    print(f"moves over the limit: {len(late)} by the wall clock, {len(busy)} by processor time")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine", nargs="+", help="the command of the engine")
    parser.add_argument("--moves", type=int, default=1000, help="the moves of all engines together")
    parser.add_argument("--time", type=float, default=0.01, help="the seconds for a move")
    parser.add_argument("--engines", type=int, default=2, help="how many think at the same time")
    parser.add_argument("--games", nargs="+", default=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--csv", type=Path)
    parser.add_argument("--most", type=float, help="the most seconds of processor time of a move")
    args = parser.parse_args()
    if not sys.platform.startswith("linux"):
        sys.exit("only Linux tells these times")
    engines = [Engine(args.engine, args.time) for _ in range(args.engines)]
    moves = [[] for _ in engines]
    count = -(-args.moves // len(engines))
    threads = []
    for number, engine in enumerate(engines):
        rng = random.Random(args.seed + number)
        task = (engine, args.games, rng, count, moves[number])
        threads.append(threading.Thread(target=play, args=task))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for engine in engines:
        engine.close()
    measured = [move for of_engine in moves for move in of_engine]
    if len(measured) < args.moves:
        sys.exit("an engine has failed")
    print(f"{len(measured)} moves at {1000 * args.time:g} ms, {len(engines)} at a time")
    report(measured, args.time * 1e9)
    if args.csv:
        lines = [",".join(map(str, move)) for move in measured]
        args.csv.write_text("\n".join(["wall_ns,cpu_ns,waited_ns,faults,game,ply", *lines]) + "\n")
    long = sum(move.cpu > args.most * 1e9 for move in measured) if args.most else 0
    if long:
        sys.exit(f"moves with more than {args.most} s of processor time: {long}")


if __name__ == "__main__":
    main()

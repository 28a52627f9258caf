#!/usr/bin/env python3
"""Runs an Othello engine that speaks NBoard's protocol, version 2 [Welty n.d.], as a GTP engine:

    tools/match.py run --game othello --time 0.5 --openings xot.txt \\
        --engine target/release/heelstone \\
        --engine "tools/nboard.py --name 'NTest b2dd603' --folder ntest/build ntest/build/ntest x"

It plays by `timelimit`, after which the engine's analysis is interrupted, or by `depth`.
"""

from __future__ import annotations

import argparse
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

START = "---------------------------O*------*O---------------------------"
# NBoard has no time limit: its engines analyse until the next command.
UNLIMITED_DEPTH = 60
DEFAULT_DEPTH = 12
# The part of the time for a move that is reserved for the reply: this many seconds, or this share
# of a short time.
RESERVE = 0.02
RESERVE_PART = 0.1
# How long an engine may take for commands that need no search, in seconds.
PATIENCE = 30.0
PASS = "PA"


class Fault(Exception):
    """An error that GTP reports with a question mark."""


class NBoard:
    """The engine and its pipes."""

    def __init__(self, command: list[str], folder: str | None) -> None:
        self._process = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self._pings = 0
        self.send("nboard 2")

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self._lines.put(line.strip())
        self._lines.put(None)

    def send(self, line: str) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except OSError as error:
            raise Fault("the engine has ended") from error

    def line(self, deadline: float) -> str | None:
        """Returns the next line, or None if there is none in time."""
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            return None
        if line is None:
            self._lines.put(None)
            raise Fault("the engine has ended")
        return line

    def settle(self) -> None:
        """Interrupts the engine, and reads all its pending output."""
        self._pings += 1
        self.send(f"ping {self._pings}")
        self.wait_for(f"pong {self._pings}")

    def wait_for(self, start: str) -> str:
        """Returns the first line that begins with `start`."""
        deadline = time.monotonic() + PATIENCE
        while (line := self.line(deadline)) is not None:
            if line.startswith(start):
                return line
        raise Fault(f"the engine does not say {start!r}")

    def quit(self) -> None:
        try:
            self.send("quit")
            self._process.wait(timeout=1)
        except (Fault, subprocess.TimeoutExpired):
            self._process.kill()


class Player:
    """One game, with the limit for a move."""

    def __init__(self, engine: NBoard) -> None:
        self.engine = engine
        self.moves: list[tuple[str, str]] = []
        self.seconds: float | None = None
        self.set_depth(DEFAULT_DEPTH)

    def set_depth(self, depth: int) -> None:
        self.seconds = None
        self._tell_depth(depth)

    def set_seconds(self, seconds: float) -> None:
        self.seconds = seconds
        self._tell_depth(UNLIMITED_DEPTH)

    def _tell_depth(self, depth: int) -> None:
        self.engine.send(f"set depth {depth}")
        self.engine.settle()

    def tell_game(self) -> None:
        """The whole game, in the Generic Game Format."""
        moves = "".join(f"{colour}[{move}]" for colour, move in self.moves)
        header = "GM[Othello]PC[GTP]PB[black]PW[white]RE[?]TI[60:00]TY[8]"
        self.engine.send(f"set game (;{header}BO[8 {START} *]{moves};)")

    def choose(self) -> str:
        """The engine's move, such as F5, or PA."""
        begin = time.monotonic()
        self.tell_game()
        if self.seconds is not None:
            reserve = min(RESERVE, RESERVE_PART * self.seconds)
            move = self._analyse(begin + self.seconds - reserve)
            if move is not None:
                return move
        self.engine.send("go")
        words = self.engine.wait_for("===").removeprefix("===").split()
        if not words:
            raise Fault("the engine told no move")
        return words[0].split("/")[0][:2].upper()

    def _analyse(self, deadline: float) -> str | None:
        """Returns the first move of the last line of play that the engine reports in time."""
        self.engine.send("hint 1")
        best, begun = None, False
        while (line := self.engine.line(deadline)) is not None:
            kind, _, rest = line.partition(" ")
            if kind in ("search", "book") and rest:
                best = rest.split()[0][:2].upper()
            elif kind == "status":
                if begun and not rest:
                    break
                begun = True
        self.engine.settle()
        return best


class Gtp:
    """The commands, by name."""

    def __init__(self, player: Player, name: str) -> None:
        self.player = player
        self.commands: dict[str, Callable[[list[str]], str]] = {
            "protocol_version": lambda _: "2",
            "name": lambda _: name or "NBoard",
            "version": lambda _: "" if name else "2",
            "known_command": lambda args: str(args[0] in self.commands).lower(),
            "list_commands": lambda _: "\n".join(self.commands),
            "boardsize": self.board_size,
            "komi": lambda _: "",
            "clear_board": self.clear_board,
            "set_game": self.set_game,
            "play": self.play,
            "undo": self.undo,
            "genmove": self.generate,
            "depth": self.depth,
            "timelimit": self.time_limit,
            "quit": lambda _: "",
        }

    def board_size(self, args: list[str]) -> str:
        if args[0] != "8":
            raise Fault("unacceptable size")
        return ""

    def set_game(self, args: list[str]) -> str:
        if args[0].lower() != "othello":
            raise Fault("game not supported")
        return ""

    def clear_board(self, _: list[str]) -> str:
        self.player.moves.clear()
        return ""

    def play(self, args: list[str]) -> str:
        move = PASS if args[1].lower() == "pass" else args[1].upper()
        self.player.moves.append((args[0][0].upper(), move))
        return ""

    def undo(self, _: list[str]) -> str:
        if not self.player.moves:
            raise Fault("cannot undo")
        self.player.moves.pop()
        return ""

    def generate(self, args: list[str]) -> str:
        move = self.player.choose()
        self.player.moves.append((args[0][0].upper(), move))
        return "pass" if move == PASS else move

    def depth(self, args: list[str]) -> str:
        self.player.set_depth(int(args[0]))
        return ""

    def time_limit(self, args: list[str]) -> str:
        if args[0] == "none":
            self.player.seconds = None
        else:
            self.player.set_seconds(float(args[0]))
        return ""

    def answer(self, line: str) -> tuple[str, bool]:
        """The answer to a line, and whether it is the last one."""
        words = line.split()
        number = words.pop(0) if words[0].isdigit() else ""
        name, args = (words[0], words[1:]) if words else ("", [])
        try:
            if name not in self.commands:
                raise Fault("unknown command")
            return f"={number} {self.commands[name](args)}\n", name == "quit"
        except (Fault, ValueError, IndexError) as error:
            return f"?{number} {error}\n", False


def command_from(words: list[str], folder: str | None) -> list[str]:
    """Returns the command line to start in `folder`. If the program is only found from the current
    folder, its path is made absolute, so that it works there and a journal can record its hash."""
    program = Path(words[0])
    if folder is None or not program.is_file() or (Path(folder) / program).is_file():
        return words
    return [str(program.resolve()), *words[1:]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", help="the folder in which the engine is started")
    parser.add_argument("--name", default="", help="the name of the engine, such as 'NTest 2014'")
    parser.add_argument("engine", nargs=argparse.REMAINDER, help="its command line")
    options = parser.parse_args()
    if not options.engine:
        parser.error("no engine is named")
    try:
        engine = NBoard(command_from(options.engine, options.folder), options.folder)
        gtp = Gtp(Player(engine), options.name)
    except (OSError, Fault) as error:
        sys.exit(f"nboard.py: {options.engine[0]}: {error}")
    for line in sys.stdin:
        line = line.partition("#")[0].strip()
        if not line:
            continue
        answer, last = gtp.answer(line)
        print(answer, flush=True)
        if last:
            break
    engine.quit()


if __name__ == "__main__":
    main()

"""An engine on standard input and output, with an evaluation or a game from a file of Python.

    python -m heelstone.gtp my.py

The file has in `GAME` the name of a game or a class with the rules of one, `othello` if there is
none, and may have a function `evaluate(position)`. The engine speaks the protocol of the program.
"""

from __future__ import annotations

import re
import runpy
import sys
import threading
import time
from queue import SimpleQueue
from typing import TextIO

from ._heelstone import Engine, Error

SEARCHES = {"genmove", "reg_genmove", "analyze", "review", "eval"}
"""The commands that ask the evaluation."""
MIB = 64


class Player:
    """The engine of a file."""

    def __init__(self, path: str):
        file = runpy.run_path(path)
        game = file.get("GAME", "othello")
        rules = None if isinstance(game, str) else game
        name = game if rules is None else rules.name
        own = (name, file["evaluate"]) if "evaluate" in file else None
        if own is None and rules is None:
            sys.exit(f"{path} has neither a function evaluate nor a class in GAME")
        self._engine = Engine(MIB, own, rules)
        # A book would play without the evaluation.
        self._engine.tell(f"newgame {name}", "book off")
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._come = self._done = 0

    def serve(self, source: TextIO, sink: TextIO) -> None:
        """Answers until `quit`, or the end of the input."""
        reader = threading.Thread(target=self._read, args=(source,), daemon=True)
        reader.start()
        while (line := self._lines.get()) is not None:
            number, command = _parts(line)
            if command:
                sink.write(self._reply(number, command, line))
                sink.flush()
            self._done += 1
            if command == "quit":
                break

    def _reply(self, number: str, command: str, line: str) -> str:
        before = self._engine.tell("history")
        try:
            answer = self._answer(command, line)
        except Error as error:
            return f"?{number} {error}\n\n"
        except Exception as error:
            # The evaluation's: what was found with it is not played, and the reply says why.
            if self._engine.tell("history") != before:
                self._engine.tell("undo")
            told = " ".join(f"{type(error).__name__}: {error}".split())
            return f"?{number} {told}\n\n"
        return f"={number} {answer}\n\n"

    def _answer(self, command: str, line: str) -> str:
        own = command in SEARCHES
        if command in ("analyze", "review"):
            return "\n".join(self._engine.follow(line, own=own))
        return self._engine.ask(line, own=own)[-1]

    def _read(self, source: TextIO) -> None:
        for line in source:
            if re.fullmatch(r"\s*#\s*interrupt\s*", line):
                self._interrupt()
            else:
                self._come += 1
                self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def _interrupt(self) -> None:
        """Ends the searches of all lines that have come."""
        while self._done < self._come:
            self._engine.stop()
            time.sleep(0.002)


def _parts(line: str) -> tuple[str, str]:
    """The number and the name of a command; no name for a comment."""
    found = re.match(r"\s*(?:(\d+)(?=\s))?\s*([^\s#]*)", line)
    return (found[1] or "", found[2]) if found else ("", "")


def main() -> None:
    """Runs the engine of the file that was named."""
    if len(sys.argv) != 2:
        sys.exit("usage: python -m heelstone.gtp FILE")
    path = sys.argv[1]
    try:
        with open(path, "rb"):
            pass
    except OSError as error:
        sys.exit(f"{path}: {error.strerror}")
    Player(path).serve(sys.stdin, sys.stdout)


if __name__ == "__main__":
    main()

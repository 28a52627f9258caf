"""What the adapters share that make a GTP engine of one that speaks another protocol."""

from __future__ import annotations

import argparse
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

# How long an engine may take for commands that need no search, in seconds.
PATIENCE = 30.0


class Fault(Exception):
    """An error that GTP reports with a question mark."""


class Pipes:
    """An engine and its pipes."""

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

    def wait_for(self, start: str, patience: float = PATIENCE) -> str:
        """Returns the first line that begins with `start`."""
        deadline = time.monotonic() + patience
        while (line := self.line(deadline)) is not None:
            if line.startswith(start):
                return line
        raise Fault(f"the engine does not say {start!r}")

    def quit(self) -> None:
        try:
            self.send("quit")
            self._process.wait(timeout=1)
        except (Fault, subprocess.TimeoutExpired):
            self.kill()

    def kill(self) -> None:
        """Ends an engine that cannot be asked to leave."""
        self._process.kill()


Commands = dict[str, Callable[[list[str]], str]]


def only(value: str, refusal: str) -> Callable[[list[str]], str]:
    """A command whose arguments have to be these."""

    def accept(args: list[str]) -> str:
        if " ".join(args).lower() != value:
            raise Fault(refusal)
        return ""

    return accept


def with_common(
    commands: Commands, game: str, size: str, name: str, protocol: str, version: str
) -> Commands:
    """The commands of an adapter, with those that are the same for all but for the game."""
    own: Commands = {
        "protocol_version": lambda _: "2",
        "name": lambda _: name or protocol,
        "version": lambda _: "" if name else version,
        "known_command": lambda args: str(args[0] in own).lower(),
        "list_commands": lambda _: "\n".join(own),
        "boardsize": only(size, "unacceptable size"),
        "set_game": only(game, "game not supported"),
        "komi": lambda _: "",
        "quit": lambda _: "",
        **commands,
    }
    return own


def answer(commands: Commands, line: str) -> tuple[str, bool]:
    """The answer to a line, and whether it is the last one."""
    words = line.split()
    number = words.pop(0) if words[0].isdigit() else ""
    name, args = (words[0], words[1:]) if words else ("", [])
    try:
        if name not in commands:
            raise Fault("unknown command")
        return f"={number} {commands[name](args)}\n", name == "quit"
    except (Fault, ValueError, IndexError) as error:
        return f"?{number} {error}\n", False


def command_from(words: list[str], folder: str | None) -> list[str]:
    """Returns the command line to start in `folder`. If the program is only found from the current
    folder, its path is made absolute, so that it works there and a journal can record its hash."""
    program = Path(words[0])
    if folder is None or not program.is_file() or (Path(folder) / program).is_file():
        return words
    return [str(program.resolve()), *words[1:]]


def options_of(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """The options that all adapters have, with the engine's command line."""
    parser.add_argument("--folder", help="the folder in which the engine is started")
    parser.add_argument("--name", default="", help="the name of the engine, such as 'NTest 2014'")
    parser.add_argument("engine", nargs=argparse.REMAINDER, help="its command line")
    options = parser.parse_args()
    if not options.engine:
        parser.error("no engine is named")
    options.engine = command_from(options.engine, options.folder)
    return options


def serve(commands: Commands) -> None:
    """Answers the lines of the input."""
    for line in sys.stdin:
        line = line.partition("#")[0].strip()
        if not line:
            continue
        reply, last = answer(commands, line)
        print(reply, flush=True)
        if last:
            break

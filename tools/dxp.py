#!/usr/bin/env python3
"""Runs a program of international draughts that speaks DamExchange [Mesander n.d.] as a GTP engine:

    tools/match.py run --game draughts --limits A:time=0.1 --engine target/release/heelstone \\
        --engine "tools/dxp.py --rules target/release/heelstone --minutes 1 --moves 75 \\
                  heelstone --protocol dxp --listen PORT"

It connects to the port at which the program waits, and asks it for each game. A word PORT of the
command line becomes the number of a free one; a program with a port of its own needs `--port`. The
program is told the minutes that it has for a number of moves, and no other limit.
"""

from __future__ import annotations

import argparse
import socket
import sys
import time
from dataclasses import dataclass

from adapter import PATIENCE, Commands, Fault, Pipes, options_of, serve, with_common
from draughts import Rules, hub_name, moving, squares_of

NAME = f"{'Heelstone':32}"
YES = "0"
# Why a game ends: nothing is said about it, or who says so has lost.
UNKNOWN, LOST = "0", "1"
SIDES = {"b": "Z", "w": "W", "black": "Z", "white": "W"}


def move_message(step: str, seconds: float) -> str:
    """A move as Hub writes it, `28x19x23`, as a message."""
    squares = [int(square) for square in step.replace("-", "x").split("x")]
    captured = "".join(f"{square:02}" for square in squares[2:])
    ends = f"{squares[0]:02}{squares[1]:02}"
    return f"M{min(round(seconds), 9999):04}{ends}{len(squares) - 2:02}{captured}"


def step_of(message: str) -> str:
    """The move of a message as Hub writes it."""
    count = int(message[9:11])
    numbers = [message[5:7], message[7:9]]
    numbers += [message[at : at + 2] for at in range(11, 11 + 2 * count, 2)]
    return ("x" if count else "-").join(str(int(number)) for number in numbers)


class Link:
    """The connection to a program, each message of which ends with a zero byte."""

    def __init__(self, port: int) -> None:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                self._socket = socket.create_connection(("127.0.0.1", port))
                break
            except OSError as error:
                if time.monotonic() > deadline:
                    raise Fault(f"it does not wait at port {port}") from error
                time.sleep(0.02)
        self._read = b""

    def send(self, message: str) -> None:
        try:
            self._socket.sendall(message.encode("ascii") + b"\0")
        except OSError as error:
            raise Fault("the program has gone") from error

    def wait_for(self, kinds: str, patience: float = PATIENCE) -> str:
        """The next message of one of these kinds, which are their first letters."""
        deadline = time.monotonic() + patience
        while True:
            message, end, rest = self._read.partition(b"\0")
            if not end:
                self._receive(deadline, kinds)
                continue
            self._read = rest
            text = message.decode("ascii", "replace").strip()
            if text and text[0] in kinds:
                return text

    def _receive(self, deadline: float, kinds: str) -> None:
        self._socket.settimeout(max(0.001, deadline - time.monotonic()))
        try:
            found = self._socket.recv(4096)
        except TimeoutError as error:
            raise Fault(f"the program sends no {' or '.join(kinds)}") from error
        except OSError as error:
            raise Fault("the program has gone") from error
        if not found:
            raise Fault("the program has gone")
        self._read += found


@dataclass(frozen=True)
class Terms:
    """The minutes that each side has for a number of moves."""

    minutes: int
    moves: int


class Player:
    """One game, on the rules and, from its first move on, with the program."""

    def __init__(self, link: Link, rules: Rules, terms: Terms) -> None:
        self.link, self.rules, self.terms = link, rules, terms
        self.usual = squares_of(rules.state())
        # The program's side, and how many of the moves it knows; None while it plays no game.
        self.side: str | None = None
        self.told = 0
        self.since = time.monotonic()
        self.steps: list[str] = []

    def begin(self, position: str | None = None) -> None:
        """Begins a game, from a position if there is one."""
        self.rules.ask("clear_board" if position is None else f"setup {position}")
        self.end()
        self.steps.clear()

    def end(self) -> None:
        """Ends the program's game, if it plays one."""
        if self.side is not None:
            self.side = None
            self.link.send(f"E{UNKNOWN}0")
            self.link.wait_for("E")

    def play(self, move: str, colour: str) -> str:
        """Plays a move, and returns its name."""
        before = self.rules.state()
        self.rules.ask(f"play {colour} {move}")
        name: str = self.rules.ask("history").split()[-1]
        self.steps.append(hub_name(before, name))
        return name

    def undo(self) -> None:
        self.rules.ask("undo")
        self.steps.pop()
        self.end()

    def choose(self, colour: str) -> str:
        """The program's move as its name; `resign` if it gives up."""
        side = SIDES[colour.lower()]
        if SIDES[self.rules.ask("to_move")] != side:
            raise Fault("it is the other side's turn")
        if self.side == side and self.told == len(self.steps) - 1:
            seconds = time.monotonic() - self.since
            self.link.send(move_message(self.steps[-1], seconds))
        else:
            self.end()
            self._ask_for_game(side)
        message = self.link.wait_for("ME", PATIENCE + 60 * self.terms.minutes)
        if message.startswith("E"):
            self.link.send(f"E{UNKNOWN}0")
            self.side = None
            if message[1:2] == LOST:
                return "resign"
            raise Fault(f"the program ends the game: {message}")
        name = self.play(step_of(message), colour)
        self.told, self.since = len(self.steps), time.monotonic()
        return name

    def _ask_for_game(self, side: str) -> None:
        position = squares_of(self.rules.state())
        begins, letters = position[0].replace("B", "Z"), position[1:]
        start = "A"
        if position != self.usual:
            start = "B" + begins + letters.replace("b", "z").replace("B", "Z")
        terms = f"{self.terms.minutes:03}{self.terms.moves:03}"
        self.link.send(f"R01{NAME}{side}{terms}{start}")
        answer = self.link.wait_for("A")
        if answer[-1] != YES:
            raise Fault(f"the program refuses the game: {answer}")
        self.side = side


class Gtp:
    """The commands, by name."""

    def __init__(self, player: Player, name: str) -> None:
        self.player = player
        commands: Commands = {
            **moving(player),
            "genmove": lambda args: self.player.choose(args[0]),
        }
        self.commands = with_common(commands, "draughts", "10", name, "DamExchange", "1")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--rules", default="heelstone", help="Heelstone's own program")
    add("--port", type=int, help="where the program waits (a free one, told to it as PORT)")
    add("--minutes", type=int, default=1, help="each side's time for the moves (%(default)s)")
    add("--moves", type=int, default=75, help="of each side, or 0: any number (%(default)s)")
    options = options_of(parser)
    port = options.port or free_port()
    command = [word.replace("PORT", str(port)) for word in options.engine]
    try:
        rules = Rules(options.rules)
        program = Pipes(command, options.folder)
        terms = Terms(options.minutes, options.moves)
        gtp = Gtp(Player(Link(port), rules, terms), options.name)
    except (OSError, Fault) as error:
        sys.exit(f"dxp.py: {options.engine[0]}: {error}")
    serve(gtp.commands)
    program.kill()
    rules.quit()


if __name__ == "__main__":
    main()

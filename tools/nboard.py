#!/usr/bin/env python3
"""Runs an Othello engine that speaks NBoard's protocol, version 2 [Welty n.d.], as a GTP engine:

    tools/match.py run --game othello --time 0.5 --openings xot.txt \\
        --engine target/release/heelstone \\
        --engine "tools/nboard.py --name 'NTest b2dd603' --folder ntest/build ntest/build/ntest x"

It plays by `timelimit`, after which the engine's analysis is interrupted, or by `depth`.
"""

from __future__ import annotations

import argparse
import re
import sys
import time

from adapter import Commands, Fault, Pipes, options_of, serve, with_common

START = "---------------------------O*------*O--------------------------- *"
# The squares row by row and the side to move, as GTP engines write them: X is Black.
POSITION = re.compile(r"[-.XO*]{64} [XO*]")
# NBoard has no time limit: its engines analyse until the next command.
UNLIMITED_DEPTH = 60
DEFAULT_DEPTH = 12
# The part of the time for a move that is reserved for the reply: this many seconds, or this share
# of a short time.
RESERVE = 0.02
RESERVE_PART = 0.1
PASS = "PA"


class NBoard(Pipes):
    """The engine and its pipes."""

    def __init__(self, command: list[str], folder: str | None) -> None:
        super().__init__(command, folder)
        self._pings = 0
        self.send("nboard 2")

    def settle(self) -> None:
        """Interrupts the engine, and reads all its pending output."""
        self._pings += 1
        self.send(f"ping {self._pings}")
        self.wait_for(f"pong {self._pings}")


class Player:
    """One game, with the limit for a move."""

    def __init__(self, engine: NBoard) -> None:
        self.engine = engine
        self.begin(START)
        self.seconds: float | None = None
        self.set_depth(DEFAULT_DEPTH)

    def begin(self, start: str) -> None:
        """Begins a game from that position."""
        self.start = start
        self.moves: list[tuple[str, str]] = []

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
        self.engine.send(f"set game (;{header}BO[8 {self.start}]{moves};)")

    def choose(self) -> str:
        """The engine's move, such as F5, or PA."""
        begin = time.monotonic()
        self.tell_game()
        if self.seconds is not None:
            reserve = min(RESERVE, RESERVE_PART * self.seconds)
            move = self._analyse(begin + self.seconds - reserve)
            if move is not None:
                return move
            # Within this time it said nothing: a move at once, lest it searches without a limit.
            self._tell_depth(1)
            words = self._go()
            self._tell_depth(UNLIMITED_DEPTH)
        else:
            words = self._go()
        if not words:
            raise Fault("the engine told no move")
        return words[0].split("/")[0][:2].upper()

    def _go(self) -> list[str]:
        self.engine.send("go")
        return self.engine.wait_for("===").removeprefix("===").split()

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
        commands: Commands = {
            "clear_board": self.clear_board,
            "setup": self.set_up,
            "play": self.play,
            "undo": self.undo,
            "genmove": self.generate,
            "depth": self.depth,
            "timelimit": self.time_limit,
        }
        self.commands = with_common(commands, "othello", "8", name, "NBoard", "2")

    def clear_board(self, _: list[str]) -> str:
        self.player.begin(START)
        return ""

    def set_up(self, args: list[str]) -> str:
        position = " ".join(args).upper()
        if not POSITION.fullmatch(position):
            raise Fault("invalid position")
        self.player.begin(position.replace(".", "-").replace("X", "*"))
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


def main() -> None:
    options = options_of(argparse.ArgumentParser(description=__doc__.splitlines()[0]))
    try:
        engine = NBoard(options.engine, options.folder)
        gtp = Gtp(Player(engine), options.name)
    except (OSError, Fault) as error:
        sys.exit(f"nboard.py: {options.engine[0]}: {error}")
    serve(gtp.commands)
    engine.quit()


if __name__ == "__main__":
    main()

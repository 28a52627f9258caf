#!/usr/bin/env python3
"""Runs an engine of international draughts that speaks Hub, version 2, as a GTP engine:

    tools/match.py run --game draughts --time 0.1 --engine target/release/heelstone \\
        --engine "tools/hub.py --rules target/release/heelstone --name 'dame 0.2' dame hub"

Hub names each captured piece, which takes the rules: Heelstone's own program tells them. It plays
by `timelimit`, `depth` or `nodes`.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from typing import Any

from adapter import PATIENCE, Commands, Fault, Pipes, options_of, serve, with_common

LETTERS = {("white", ""): "w", ("black", ""): "b", ("white", "K"): "W", ("black", "K"): "B"}


def fields(line: str) -> dict[str, str]:
    """The arguments of a line, such as move=32-28."""
    words = (word.partition("=") for word in shlex.split(line)[1:])
    return {name: value for name, _, value in words}


class Rules:
    """Heelstone, which knows what a move captures."""

    def __init__(self, program: str) -> None:
        self._pipes = Pipes([program], None)
        self.ask("newgame draughts")

    def ask(self, command: str) -> str:
        self._pipes.send(command)
        reply = self._pipes.wait_for("")
        while self._pipes.wait_for("") != "":
            pass
        if not reply.startswith("="):
            raise Fault(reply.lstrip("? "))
        return reply[1:].strip()

    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = json.loads(self.ask("state json"))
        return state

    def quit(self) -> None:
        self._pipes.quit()


def squares_of(state: dict[str, Any]) -> str:
    """The position as Hub writes it: the side to move and the contents of all squares."""
    cells = [place for place in state["places"] if place["kind"] == "cell"]
    cells.sort(key=lambda place: int(place["name"]))
    letters = (LETTERS.get((place["owner"], place["text"][1:]), "e") for place in cells)
    return state["to_move"][0].upper() + "".join(letters)


def hub_name(state: dict[str, Any], move: str) -> str:
    """A legal move as Hub writes it: from, to, and what is captured on the way."""
    clicks = next(legal["clicks"] for legal in state["legal"] if legal["move"] == move)
    cells = {place["name"]: place for place in state["places"] if place["kind"] == "cell"}
    at = {(place["x"], place["y"]): place for place in cells.values()}
    captured = []
    for start, end in zip(clicks, clicks[1:], strict=False):
        (x, y), target = ((cells[name]["x"], cells[name]["y"]) for name in (start, end))
        across, down = (2 if target[0] > x else -2), (1 if target[1] > y else -1)
        while (x, y) != target:
            x, y = x + across, y + down
            place = at[x, y]
            if place["owner"] not in (None, state["to_move"]) and (x, y) != target:
                captured.append(int(place["name"]))
    ends = [clicks[0], clicks[-1]]
    if not captured:
        return "-".join(ends)
    return "x".join(ends + [str(square) for square in sorted(captured)])


class Player:
    """One game on both programs, with the limit for a move."""

    def __init__(self, engine: Pipes, rules: Rules) -> None:
        self.engine, self.rules = engine, rules
        self.level = "move-time=1"
        self.begin()

    def begin(self) -> None:
        self.rules.ask("clear_board")
        self.engine.send("new-game")
        self.start = squares_of(self.rules.state())
        self.moves: list[str] = []

    def play(self, move: str, colour: str) -> str:
        """Plays a move, and returns its name."""
        before = self.rules.state()
        self.rules.ask(f"play {colour} {move}")
        name: str = self.rules.ask("history").split()[-1]
        self.moves.append(hub_name(before, name))
        return name

    def undo(self) -> None:
        self.rules.ask("undo")
        self.moves.pop()

    def choose(self) -> str:
        moves = " ".join(self.moves)
        self.engine.send(f'pos pos={self.start} moves="{moves}"')
        self.engine.send(f"level {self.level}")
        self.engine.send("go think")
        seconds = float(fields("level " + self.level).get("move-time", "0"))
        move = fields(self.engine.wait_for("done", PATIENCE + seconds)).get("move")
        if not move:
            raise Fault("the engine told no move")
        return move


class Gtp:
    """The commands, by name."""

    def __init__(self, player: Player, name: str, version: str) -> None:
        self.player = player
        commands: Commands = {
            "clear_board": self.clear_board,
            "play": self.play,
            "undo": self.undo,
            "genmove": self.generate,
            "depth": lambda args: self.limit("depth", args),
            "nodes": lambda args: self.limit("nodes", args),
            "timelimit": lambda args: self.limit("move-time", args),
        }
        self.commands = with_common(commands, "draughts", "10", name, "Hub", version)

    def clear_board(self, _: list[str]) -> str:
        self.player.begin()
        return ""

    def play(self, args: list[str]) -> str:
        self.player.play(args[1], args[0])
        return ""

    def undo(self, _: list[str]) -> str:
        self.player.undo()
        return ""

    def generate(self, args: list[str]) -> str:
        return self.player.play(self.player.choose(), args[0])

    def limit(self, name: str, args: list[str]) -> str:
        if args[0] != "none":
            self.player.level = f"{name}={float(args[0]):g}"
        return ""


def begin(engine: Pipes) -> str:
    """Greets the engine, and returns the version of its protocol."""
    engine.send("hub")
    version = fields(engine.wait_for("id")).get("version", "")
    engine.wait_for("wait")
    engine.send("init")
    engine.wait_for("ready")
    return version


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rules", default="heelstone", help="Heelstone's own program")
    options = options_of(parser)
    try:
        rules = Rules(options.rules)
        engine = Pipes(options.engine, options.folder)
        version = begin(engine)
        gtp = Gtp(Player(engine, rules), options.name, version)
    except (OSError, Fault) as error:
        sys.exit(f"hub.py: {options.engine[0]}: {error}")
    serve(gtp.commands)
    engine.quit()
    rules.quit()


if __name__ == "__main__":
    main()

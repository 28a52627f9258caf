#!/usr/bin/env python3
"""Runs an engine of international draughts that speaks Hub, version 1 or 2, as a GTP engine:

    tools/match.py run --game draughts --time 0.1 --engine target/release/heelstone \\
        --engine "tools/hub.py --rules target/release/heelstone --name 'dame 0.2' dame hub"

Hub names each captured piece, which takes the rules: Heelstone's own program tells them. It plays
by `timelimit`, `depth` or `nodes`.
"""

from __future__ import annotations

import argparse
import shlex
import sys

from adapter import PATIENCE, Commands, Fault, Pipes, options_of, serve, with_common
from draughts import Rules, hub_name, moving, squares_of


def fields(line: str) -> dict[str, str]:
    """The arguments of a line, such as move=32-28."""
    words = (word.partition("=") for word in shlex.split(line)[1:])
    return {name: value for name, _, value in words}


class Engine:
    """An engine that speaks Hub 2, and its version."""

    def __init__(self, pipes: Pipes, version: str) -> None:
        self.pipes, self.version = pipes, version
        self.limit: tuple[str, float] = ("move-time", 1.0)

    def new_game(self) -> None:
        self.pipes.send("new-game")

    def choose(self, start: str, moves: list[str]) -> str:
        """The move of the engine after these moves."""
        name, value = self.limit
        self.pipes.send(f'pos pos={start} moves="{" ".join(moves)}"')
        self.pipes.send(f"level {name}={value:g}")
        self.pipes.send("go think")
        return fields(self.pipes.wait_for("done", self.patience())).get("move", "")

    def patience(self) -> float:
        name, value = self.limit
        return PATIENCE + (value if name == "move-time" else 0.0)


class FormerEngine(Engine):
    """An engine that speaks Hub 1, which takes moves one by one."""

    def new_game(self) -> None:
        self.pipes.send("new")

    def choose(self, start: str, moves: list[str]) -> str:
        name, value = self.limit
        if name == "nodes":
            raise Fault("Hub 1 has no limit of nodes")
        # The side to move is a small letter here.
        self.pipes.send(f"pos {start[0].lower()}{start[1:]}")
        for move in moves:
            self.pipes.send(f"move {move}")
        # In milliseconds.
        self.pipes.send(f"depth {value:.0f}" if name == "depth" else f"time {1000 * value:.0f}")
        self.pipes.send("go")
        reply = self.pipes.wait_for("move", self.patience()).split()
        return reply[1] if len(reply) > 1 else ""


class Player:
    """One game on both programs."""

    def __init__(self, engine: Engine, rules: Rules) -> None:
        self.engine, self.rules = engine, rules
        self.begin()

    def begin(self, position: str | None = None) -> None:
        """Begins a game, from a position if there is one."""
        self.rules.ask("clear_board" if position is None else f"setup {position}")
        self.engine.new_game()
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
        move = self.engine.choose(self.start, self.moves)
        if not move:
            raise Fault("the engine told no move")
        return move


class Gtp:
    """The commands, by name."""

    def __init__(self, player: Player, name: str) -> None:
        self.player = player
        commands: Commands = {
            **moving(player),
            "genmove": self.generate,
            "depth": lambda args: self.limit("depth", args),
            "nodes": lambda args: self.limit("nodes", args),
            "timelimit": lambda args: self.limit("move-time", args),
        }
        version = player.engine.version
        self.commands = with_common(commands, "draughts", "10", name, "Hub", version)

    def generate(self, args: list[str]) -> str:
        return self.player.play(self.player.choose(), args[0])

    def limit(self, name: str, args: list[str]) -> str:
        if args[0] != "none":
            self.player.engine.limit = (name, float(args[0]))
        return ""


def begin(pipes: Pipes) -> Engine:
    """Greets the engine, and sees by its answer which version it speaks."""
    pipes.send("hub")
    told: str | None = None
    while not (line := pipes.wait_for("")).startswith("wait"):
        if line.startswith("id "):
            told = fields(line).get("version", "")
    if told is None:
        # Others think from the first move on.
        pipes.send("set book false")
    pipes.send("init")
    pipes.wait_for("ready")
    return FormerEngine(pipes, "") if told is None else Engine(pipes, told)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rules", default="heelstone", help="Heelstone's own program")
    options = options_of(parser)
    try:
        rules = Rules(options.rules)
        pipes = Pipes(options.engine, options.folder)
        gtp = Gtp(Player(begin(pipes), rules), options.name)
    except (OSError, Fault) as error:
        sys.exit(f"hub.py: {options.engine[0]}: {error}")
    serve(gtp.commands)
    pipes.quit()
    rules.quit()


if __name__ == "__main__":
    main()

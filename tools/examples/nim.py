#!/usr/bin/env python3
"""Nim as a referee and as a player, for `match.py`: an example of a game that Heelstone does not
know.

    tools/match.py run --game nim --pairs 5 --referee tools/examples/nim.py \\
        --engine tools/examples/nim.py --engine "tools/examples/nim.py --blunders"

There are heaps of 3, 4 and 5 stones: A, B and C. `B2` takes two stones from heap B; whoever takes
the last stone wins. With `--blunders` it plays its first legal move, else it plays perfectly.
"""

import json
import sys

HEAPS = {"A": 3, "B": 4, "C": 5}
COLORS = ("black", "white")


class Refused(Exception):
    """The text of a reply that begins with `?`."""


class Nim:
    """A game in progress."""

    def __init__(self):
        self.moves = []

    def heaps(self):
        """The stones that are left."""
        left = dict(HEAPS)
        for move in self.moves:
            left[move[0]] -= int(move[1:])
        return left

    def to_move(self):
        return COLORS[len(self.moves) % 2]

    def legal_moves(self):
        return [f"{heap}{n}" for heap, left in self.heaps().items() for n in range(1, left + 1)]

    def result(self):
        """`unfinished`, or who took the last stone: `B+1` or `W+1`; a draw would be `0`."""
        if any(self.heaps().values()):
            return "unfinished"
        return "W+1" if self.to_move() == "black" else "B+1"

    def play(self, color, move):
        # The match tool tells an illegal move from a word that is none by this text.
        if COLORS["bw".index(color[0].lower())] != self.to_move():
            raise Refused("illegal move")
        if move.upper() not in self.legal_moves():
            raise Refused("illegal move")
        self.moves.append(move.upper())

    def undo(self):
        if not self.moves:
            raise Refused("cannot undo")
        self.moves.pop()

    def choose(self):
        """A move that leaves heaps with a sum of 0 without carries, if there is one."""
        legal = self.legal_moves()
        if "--blunders" in sys.argv:
            return legal[0]
        return next(filter(self.leaves_nothing, legal), legal[0])

    def leaves_nothing(self, move):
        left = self.heaps()
        left[move[0]] -= int(move[1:])
        return left["A"] ^ left["B"] ^ left["C"] == 0

    def state(self):
        """What the pages of the match tool draw: places two half cells apart, a row for a heap."""
        places = []
        for y, (heap, left) in enumerate(self.heaps().items()):
            places.append(place("label", heap, -2, y))
            for n in range(HEAPS[heap]):
                text = "o" if n < left else "."
                places.append(place("cell", text, 2 * n, y, f"{heap}{n + 1}"))
        return json.dumps(
            {"side_names": {"black": "First", "white": "Second"}, "places": places, "last": []}
        )


def place(kind, text, x, y, name=""):
    return {"kind": kind, "name": name, "owner": None, "text": text, "x": x, "y": y}


def answer(game, command, arguments):
    """The text of the reply; raises Refused."""
    commands = {
        "name": lambda: "Nim",
        "version": lambda: "1",
        "known_command": lambda word="": "true" if word in commands else "false",
        "quit": lambda: "",
        # The game that `--game` names, and its size if `--size` does.
        "newgame": lambda name, size="": new_game(game, name, size),
        "play": game.play,
        "undo": game.undo,
        "legal_moves": lambda: " ".join(game.legal_moves()),
        "to_move": game.to_move,
        "result": game.result,
        "state": lambda form: game.state(),
        # A player needs one more.
        "genmove": lambda color: move_of(game, color),
    }
    if command not in commands:
        raise Refused("unknown command")
    try:
        return commands[command](*arguments) or ""
    except (TypeError, ValueError, KeyError) as error:
        raise Refused("syntax error") from error


def new_game(game, name, size):
    if name != "nim" or size:
        raise Refused("unsupported game")
    game.moves = []


def move_of(game, color):
    move = game.choose()
    game.play(color, move)
    return move


def main():
    game = Nim()
    for line in sys.stdin:
        words = line.split()
        number = words.pop(0) if words and words[0].isdecimal() else ""
        if not words:
            continue
        try:
            print(f"={number} {answer(game, words[0], words[1:])}\n", flush=True)
        except Refused as refusal:
            print(f"?{number} {refusal}\n", flush=True)
        if words[0] == "quit":
            return


if __name__ == "__main__":
    main()

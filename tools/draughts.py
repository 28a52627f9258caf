"""What the adapters for engines of draughts share: the rules, and moves with what they capture."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Protocol

from adapter import Commands, Fault, Pipes

LETTERS = {("white", ""): "w", ("black", ""): "b", ("white", "K"): "W", ("black", "K"): "B"}


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


class Player(Protocol):
    """A game that an engine plays."""

    def begin(self, position: str | None = None) -> None: ...

    def play(self, move: str, colour: str) -> str: ...

    def undo(self) -> None: ...


def moving(player: Player) -> Commands:
    """The commands that begin a game and change it."""

    def change(call: Callable[[], object]) -> str:
        call()
        return ""

    return {
        "clear_board": lambda _: change(player.begin),
        "setup": lambda args: change(lambda: player.begin(" ".join(args))),
        "play": lambda args: change(lambda: player.play(args[1], args[0])),
        "undo": lambda _: change(player.undo),
    }


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

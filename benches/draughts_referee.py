#!/usr/bin/env python3
r"""Replays random games of draughts against referees by others, position by position:

    benches/draughts_referee.py --games 300 target/release/heelstone

International draughts is compared with dame-rs [Bilz n.d.], English checkers, Russian and Brazilian draughts
with pydraughts [AttackingOrDefending n.d.] (`pip install dame-rs pydraughts`): the same legal moves in every
position, and the same end of the game for the same reason. Every other game of the last two begins with a few
pieces, so that counted plies end many. A game whose referee is not installed is skipped.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from hub import hub_name


class Referee(Protocol):
    """Another program's game."""

    def hub_names(self, ours: Iterable[str], state: dict[str, Any]) -> list[str]:
        """Our moves in the notation that names all captured squares; an error if one is unknown."""

    def legal(self) -> set[str]:
        """All legal moves in that notation."""

    def push(self, move: str) -> None:
        """Plays a move in that notation."""

    def end(self) -> tuple[str, str] | None:
        """The result as `result` tells it, and the reason; None if the game goes on."""


class Dame:
    """A game of dame-rs."""

    def __init__(self) -> None:
        import dame

        self._board = dame.Board()

    def hub_names(self, ours: Iterable[str], state: dict[str, Any]) -> list[str]:
        return [self._board.parse_move(hub_name(state, name)).hub() for name in ours]

    def legal(self) -> set[str]:
        return {move.hub() for move in self._board.legal_moves}

    def push(self, move: str) -> None:
        self._board.push(move)

    def end(self) -> tuple[str, str] | None:
        outcome = self._board.outcome()
        if outcome is None:
            return None
        result = {"2-0": "W+1", "0-2": "B+1", "1-1": "0"}[outcome.result()]
        reason = str(outcome.termination).rpartition(".")[2]
        kind = {"NO_MOVES": "no move", "REPETITION": "repetition"}
        return result, kind.get(reason, "counted plies")


class Pydraughts:
    """A game of pydraughts, in English checkers."""

    variant = "english"

    def __init__(self, start: str = "startpos") -> None:
        import draughts

        self._board = draughts.Board(self.variant, start)

    def _find(self, name: str) -> object:
        squares = [int(square) for square in name.replace("-", "x").split("x")]
        moves = self._board.legal_moves()
        found = [move for move in moves if move.steps_move == squares]
        if len(squares) == 2:
            ends = [[move.steps_move[0], move.steps_move[-1]] for move in moves]
            found = [
                move for move, end in zip(moves, ends, strict=True) if end == squares
            ]
        if len({move.hub_move for move in found}) != 1:
            raise ValueError(f"{name} is {len(found)} moves")
        return found[0]

    def hub_names(self, ours: Iterable[str], state: dict[str, Any]) -> list[str]:
        return [self._find(name).hub_move for name in ours]

    def legal(self) -> set[str]:
        return {move.hub_move for move in self._board.legal_moves()}

    def push(self, move: str) -> None:
        legal = self._board.legal_moves()
        self._board.push(next(one for one in legal if one.hub_move == move))

    def end(self) -> tuple[str, str] | None:
        if not self._board.is_over():
            return None
        winner = self._board.winner()
        if winner:
            return ("W+1" if winner == 2 else "B+1"), "no move"
        is_repeated = self._board._game.is_threefold()
        return "0", "repetition" if is_repeated else "counted plies"


class Lettered(Pydraughts):
    """A game whose squares have letters: moves are compared by what they lead to."""

    variant = "russian"

    def boards(self) -> dict[str, object]:
        """The legal moves, by the board after them."""
        boards = {}
        for move in self._board.legal_moves():
            # Taking a move back would leave what it has counted.
            after = self._board.copy()
            after.push(move)
            boards[board(after.fen)] = move
        return boards

    def push_move(self, move: object) -> None:
        """Plays a move."""
        self._board.push(move)


class Brazilian(Lettered):
    """The same in Brazilian draughts."""

    variant = "brazilian"


def letters(square: str) -> str:
    """The letter and the row of a square with a number."""
    row, place = divmod(int(square) - 1, 4)
    return f"{'bdfh'[place] if row % 2 == 0 else 'aceg'[place]}{8 - row}"


def board(position: str) -> str:
    """The pieces of a position, in order, with letters for their squares."""
    pieces = []
    for part in position.split(":")[1:]:
        for piece in filter(None, part[1:].split(",")) if part[0] in "WB" else ():
            square = piece.lstrip("K")
            square = letters(square) if square.isdigit() else square
            pieces.append(part[0] + "K" * piece.startswith("K") + square)
    return " ".join(sorted(pieces))


def few(rng: random.Random) -> str:
    """A position with a few pieces, mostly kings."""
    ours, theirs = rng.choice(
        [(1, 1), (1, 2), (1, 3), (1, 4), (4, 4), (5, 5), (6, 6), (7, 7)]
    )
    squares = [
        letters(str(square)) for square in rng.sample(range(5, 29), ours + theirs)
    ]
    kings = rng.choice([0.0, 0.5, 1.0]) if ours > 2 else 0.8
    names = ["K" * (rng.random() < kings) + square for square in squares]
    sides = [names[:ours], names[ours:]]
    rng.shuffle(sides)
    return "W:W{}:B{}".format(*(",".join(side) for side in sides))


class Program:
    """The program, by GTP."""

    def __init__(self, command: str) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen([command], stdin=pipe, stdout=pipe, text=True)

    def ask(self, command: str) -> str:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        lines = []
        while (line := self._process.stdout.readline()) not in ("\n", ""):
            lines.append(line.rstrip("\n"))
        reply = "\n".join(lines)
        if not reply.startswith("="):
            raise ValueError(f"{command}: {reply}")
        return reply[1:].strip()

    def end(self) -> tuple[str, str] | None:
        result = self.ask("result")
        if result == "unfinished":
            return None
        reason = json.loads(self.ask("state json"))["result"]["reason"]
        return result, reason or ("counted plies" if result == "0" else "no move")


def play(program: Program, game: str, referee: Referee, rng: random.Random) -> int:
    """Plays a random game on both, and returns its plies."""
    program.ask(f"newgame {game}")
    plies = 0
    while True:
        ours, theirs = program.end(), referee.end()
        if ours != theirs:
            raise ValueError(
                f"we say {ours}, the referee {theirs}: {program.ask('history')}"
            )
        if ours is not None:
            return plies
        names = program.ask("legal_moves").split()
        hub = referee.hub_names(names, json.loads(program.ask("state json")))
        if set(hub) != referee.legal() or len(set(hub)) != len(names):
            raise ValueError(
                f"{program.ask('position')}: {names}, the referee {referee.legal()}"
            )
        move, told = rng.choice(list(zip(names, hub, strict=True)))
        program.ask(f"play {move}")
        referee.push(told)
        plies += 1


def play_lettered(
    program: Program, game: str, kind: type[Lettered], rng: random.Random
) -> int:
    """The same in a game whose squares have letters, from the start or from a few pieces."""
    program.ask(f"newgame {game}")
    start = few(rng) if rng.random() < 0.5 else "startpos"
    if start != "startpos":
        program.ask(f"setup {start}")
    referee, plies = kind(start), 0
    while True:
        ours, theirs = program.end(), referee.end()
        if ours != theirs and {ours, theirs} != {
            ("0", "repetition"),
            ("0", "counted plies"),
        }:
            raise ValueError(
                f"we say {ours}, the referee {theirs}: {start} {program.ask('history')}"
            )
        if ours is not None:
            return plies
        names = program.ask("legal_moves").split()
        boards = {}
        for name in names:
            program.ask(f"play {name}")
            boards[board(program.ask("position"))] = name
            program.ask("undo")
        moves = referee.boards()
        if boards.keys() != moves.keys():
            raise ValueError(
                f"{program.ask('position')}: {names}, the referee {list(moves)}"
            )
        key = rng.choice(sorted(boards))
        program.ask(f"play {boards[key]}")
        referee.push_move(moves[key])
        plies += 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    program = Program(options.program)
    games = {
        "draughts": Dame,
        "checkers": Pydraughts,
        "draughts russian": Lettered,
        "draughts brazilian": Brazilian,
    }
    for game, referee in games.items():
        rng = random.Random(options.seed)
        plies, ends = 0, {}
        try:
            for _ in range(options.games):
                if issubclass(referee, Lettered):
                    plies += play_lettered(program, game, referee, rng)
                else:
                    plies += play(program, game, referee(), rng)
                end = program.end()
                ends[end] = ends.get(end, 0) + 1
        except ImportError as error:
            print(f"{game}: skipped, since {error}")
            continue
        except ValueError as error:
            print(f"{game}: {error}")
            return 1
        told = ", ".join(
            f"{count} {result} by {reason}"
            for (result, reason), count in sorted(ends.items())
        )
        print(f"{game}: {options.games} games, {plies} positions, all the same; {told}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

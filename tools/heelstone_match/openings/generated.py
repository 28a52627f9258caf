"""Random openings: the same ones for the same seed, without repeats while there are others."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from ..play.moves import Move, Opening
from ..play.referee import Referee, RefereeFault, State
from .errors import NoOpening

# After this number of useless sequences in a row, used ones are used again.
MAX_TRIES = 2000


@dataclass
class _Node:
    """A position on the way: the moves that still lead to an untried opening."""

    color: str
    untried: list[str]
    children: dict[str, _Node] = field(default_factory=dict)


class Openings:
    """Openings of a number of plies, all ending in an undecided position: the game is not over, and
    the side to move cannot win at once. Two ways to one position count as one opening."""

    def __init__(self, referee: Referee, plies: int, seed: int):
        self._referee = referee
        self._plies = plies
        self._random = random.Random(seed)
        self._root: _Node | None = None
        self._seen: set[str] = set()
        self.distinct = 0
        self.repeating = False

    def next(self) -> Opening:
        """The next opening. Raises NoOpening if there is none at all."""
        tries = 0
        while True:
            exhausted = self._root is not None and not self._root.untried
            if exhausted or tries == MAX_TRIES:
                self._start_over()
                tries = 0
            tries += 1
            opening = self._walk()
            if opening is not None:
                self.distinct += not self.repeating
                return opening

    def _start_over(self) -> None:
        if self.distinct == 0:
            raise NoOpening(f"no opening of {self._plies} plies leaves an undecided game")
        self._root = None
        self._seen.clear()
        self.repeating = True

    def _walk(self) -> Opening | None:
        """Tries one untried sequence; None if it is not a usable opening."""
        if self._plies == 0:
            self.repeating = self.distinct > 0
            return Opening()
        position = _Position(self._referee)
        node = self._root = self._root or position.look().node()
        path: list[tuple[_Node, str]] = []
        while True:
            move = self._random.choice(node.untried)
            path.append((node, move))
            position.play(node.color, move)
            if len(path) == self._plies:
                break
            # Positions on the way are asked for once; the moves to them wait for the next
            # question.
            if move not in node.children:
                if position.look().state.over:
                    break
                node.children[move] = position.node()
            node = node.children[move]
        _cross_out(path)
        if len(path) < self._plies:
            return None
        position.look()
        name = position.name or repr(path_moves(path))
        if position.state.over or name in self._seen or position.wins_at_once():
            return None
        self._seen.add(name)
        return path_moves(path)


class _Position:
    """The referee's position, updated in as few dialogues as possible."""

    def __init__(self, referee: Referee):
        self._referee = referee
        self._waiting = [referee.restart()]
        self._questions = ["to_move", "result", "legal_moves"]
        if referee.knows("position"):
            self._questions.append("position")
        self.state: State
        self.moves: list[str]
        self.name: str | None

    def play(self, color: str, move: str) -> None:
        """Plays a legal move, which is sent to the referee with the next `look`."""
        self._waiting.append(f"play {color} {move}")

    def look(self) -> _Position:
        """Asks for the present position."""
        replies = self._referee.ask_all([*self._waiting, *self._questions])
        for command, reply in zip(self._waiting, replies):
            if not reply.ok:
                raise RefereeFault(f"it answered `{command}` with {'? ' + reply.text!r}")
        to_move, result, legal, *name = replies[len(self._waiting) :]
        self.state = self._referee.read_state((to_move, result))
        self.moves = legal.text.split()
        self.name = name[0].text if name else None
        self._waiting = []
        return self

    def node(self) -> _Node:
        """A node for the tree."""
        return _Node(self.state.to_move, sorted(self.moves))

    def wins_at_once(self) -> bool:
        """True if the side to move wins at once."""
        return self._referee.wins_at_once(self.state.to_move, self.moves)


def path_moves(path: list[tuple[_Node, str]]) -> Opening:
    """The opening along a path in the tree."""
    return Opening(tuple(Move(node.color, move) for node, move in path))


def _cross_out(path: list[tuple[_Node, str]]) -> None:
    """Marks a sequence as tried, and every beginning of it that leads nowhere else."""
    for node, move in reversed(path):
        node.untried.remove(move)
        node.children.pop(move, None)
        if node.untried:
            return

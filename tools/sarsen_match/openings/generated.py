"""Random openings: the same ones for the same seed, none twice while there are others."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from ..gtp.faults import Fault
from ..play.moves import Move, Opening
from ..play.referee import Referee, RefereeFault, State

# Few enough to leave a game, many enough for many games.
DEFAULT_PLIES = {"tictactoe": 2, "connect4": 4, "othello": 8, "stonehenge": 2}
OTHER_GAMES_PLIES = 4
# After so many sequences in a row that are of no use, those that were used serve again.
MAX_TRIES = 2000


class NoOpening(Exception):
    """The openings of that length are decided."""


def default_plies(game: str) -> int:
    """How many random plies a game begins with."""
    return DEFAULT_PLIES.get(game, OTHER_GAMES_PLIES)


@dataclass
class _Node:
    """A position on the way: the moves that still lead to an opening that was not tried."""

    color: str
    untried: list[str]
    children: dict[str, _Node] = field(default_factory=dict)


class Openings:
    """Openings of so many plies, all ending in an undecided position: the game goes on, and the
    side to move cannot win at once. Two ways to one position count as one opening."""

    def __init__(self, referee: Referee, plies: int, seed: int):
        self._referee = referee
        self._plies = plies
        self._random = random.Random(seed)
        self._root: _Node | None = None
        self._seen: set[str] = set()
        self.distinct = 0
        self._repeating = False

    def next(self) -> Opening:
        """The next opening. Raises NoOpening when none is found at all."""
        tries = 0
        while True:
            exhausted = self._root is not None and not self._root.untried
            if exhausted or tries == MAX_TRIES:
                self._start_over()
                tries = 0
            tries += 1
            opening = self._walk()
            if opening is not None:
                self.distinct += not self._repeating
                return opening

    def _start_over(self) -> None:
        if self.distinct == 0:
            raise NoOpening(f"no opening of {self._plies} plies leaves an undecided game")
        self._root = None
        self._seen.clear()
        self._repeating = True

    def _walk(self) -> Opening | None:
        """Tries one sequence that was not tried; None when it is no opening to use."""
        state = self._referee.new_game()
        if self._plies == 0:
            self._repeating = self.distinct > 0
            return ()
        path: list[tuple[_Node, str]] = []
        node = self._root = self._root or self._node(state.to_move)
        while node.untried:
            move = self._random.choice(node.untried)
            path.append((node, move))
            state = self._play(node.color, move)
            if len(path) == self._plies or state.over:
                break
            if move not in node.children:
                node.children[move] = self._node(state.to_move)
            node = node.children[move]
        _cross_out(path)
        if len(path) < self._plies or state.over:
            return None
        opening = tuple(Move(node.color, move) for node, move in path)
        name = self._referee.position() or repr(opening)
        if name in self._seen or self._referee.wins_at_once(state.to_move):
            return None
        self._seen.add(name)
        return opening

    def _play(self, color: str, move: str) -> State:
        try:
            return self._referee.play(color, move)[1]
        except Fault as fault:
            raise RefereeFault(f"it refused its own legal move: {fault}") from fault

    def _node(self, color: str) -> _Node:
        return _Node(color, sorted(self._referee.legal_moves()))


def _cross_out(path: list[tuple[_Node, str]]) -> None:
    """Marks a sequence as tried, and every beginning of it that leads nowhere else."""
    for node, move in reversed(path):
        node.untried.remove(move)
        node.children.pop(move, None)
        if node.untried:
            return

"""All positions after a number of plies, without symmetric duplicates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ..gtp.framing import Reply
from ..play.moves import Move, Opening
from ..play.referee import Referee, RefereeFault, is_won, try_each
from .errors import NoOpening, OpeningError

MAX_POSITIONS = 1_000_000
# The number of positions asked about in one go.
_AT_ONCE = 100

# Gets the number of plies searched, and of positions found after them.
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Enumeration:
    """An opening to each position; `symmetric` if some may be mirror images of others."""

    openings: tuple[Opening, ...]
    symmetric: bool


@dataclass(frozen=True)
class _Node:
    """An unfinished position: a way to it, and its legal moves."""

    path: tuple[Move, ...]
    color: str
    moves: tuple[str, ...]


def enumerate_openings(
    referee: Referee,
    plies: int,
    keep_decided: bool = False,
    most: int = MAX_POSITIONS,
    progress: Progress = lambda plies, count: None,
) -> Enumeration:
    """One opening to every unfinished position after a number of plies, except those where the side
    to move wins at once unless `keep_decided`. Raises OpeningError if there are too many or
    none."""
    search = _Search(referee)
    level = [search.root()]
    for ply in range(1, plies + 1):
        level = search.children(level, ply, most)
        progress(ply, len(level))
    if not keep_decided:
        level = search.undecided(level)
    if not level:
        raise NoOpening(f"no position after {plies} plies leaves an undecided game")
    return Enumeration(tuple(Opening(node.path) for node in level), search.symmetric)


class _Search:
    """Breadth first, each level in the order of its moves: neighbours share most of their moves, so
    that little is played and taken back between them."""

    def __init__(self, referee: Referee):
        for command in ("undo", "position"):
            if not referee.knows(command):
                raise OpeningError(
                    f"{referee.name}, the referee, has no command `{command}`:"
                    " it cannot list positions"
                )
        self._referee = referee
        self.symmetric = not referee.knows("position_key")
        self._name = "position" if self.symmetric else "position_key"
        self._path: tuple[Move, ...] = ()

    def root(self) -> _Node:
        """The start."""
        start = self._referee.new_game()
        return _Node((), start.to_move, tuple(self._referee.legal_moves()))

    def children(self, level: Sequence[_Node], ply: int, most: int) -> list[_Node]:
        """The positions one ply later. Raises OpeningError when they are more than `most`."""
        questions = ("to_move", "result", self._name, "legal_moves")
        found: dict[str, _Node] = {}

        def commands(node: _Node) -> list[str]:
            return [
                line
                for move in node.moves
                for line in (f"play {node.color} {move}", *questions, "undo")
            ]

        for node, replies in self._visit(level, commands):
            for index, move in enumerate(node.moves):
                start = index * (len(questions) + 2) + 1
                to_move, result, name, moves = replies[start : start + len(questions)]
                state = self._referee.read_state((to_move, result))
                if not state.over and name.text not in found:
                    path = (*node.path, Move(node.color, move))
                    found[name.text] = _Node(path, state.to_move, tuple(moves.text.split()))
            if len(found) > most:
                raise OpeningError(
                    f"there are more than {most:,} positions after {ply} plies: ask for fewer plies"
                )
        return list(found.values())

    def undecided(self, level: Sequence[_Node]) -> list[_Node]:
        """The positions where no move wins at once."""

        def commands(node: _Node) -> list[str]:
            return try_each(node.color, node.moves)

        visited = self._visit(level, commands)
        return [node for node, replies in visited if not is_won(node.color, replies)]

    def _visit(
        self, nodes: Sequence[_Node], commands: Callable[[_Node], list[str]]
    ) -> Iterator[tuple[_Node, list[Reply]]]:
        """Sends commands in each position, which must leave it unchanged."""
        for start in range(0, len(nodes), _AT_ONCE):
            lines: list[str] = []
            spans: list[tuple[_Node, int, int]] = []
            for node in nodes[start : start + _AT_ONCE]:
                lines += self._way_to(node.path)
                begin = len(lines)
                lines += commands(node)
                spans.append((node, begin, len(lines)))
            replies = self._referee.ask_all(lines)
            self._accept(replies)
            for node, begin, end in spans:
                yield node, replies[begin:end]

    def _way_to(self, path: tuple[Move, ...]) -> list[str]:
        """The commands that lead there from the referee's position."""
        common = 0
        for here, there in zip(self._path, path):
            if here != there:
                break
            common += 1
        back = ["undo"] * (len(self._path) - common)
        self._path = path
        return back + [f"play {move.color} {move.move}" for move in path[common:]]

    def _accept(self, replies: Sequence[Reply]) -> None:
        for reply in replies:
            if not reply.ok:
                raise RefereeFault(f"it refused a command while it listed positions: {reply.text}")

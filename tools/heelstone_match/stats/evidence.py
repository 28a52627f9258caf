"""Selects the pairs that are evidence: deterministic engines play the same games again, and a
repeated game proves nothing more."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..journal.records import GameRecord, PairRecord

CLASSES = 5
# Two different games of a million taken for one: once in 10^24 matches. One byte more would take 16
# more in memory.
DIGEST_SIZE = 15


class Evidence:
    """Pairs counted by what the first player got of their points, for each two players; a pair
    with a game that an earlier pair had is a repeat, and not counted. Nor is a pair with a game
    that did not begin."""

    def __init__(self) -> None:
        self.repeats = 0
        self._counts: dict[tuple[str, str], list[int]] = {}
        # Those of them with a game that was lost by a fault.
        self._faulty: dict[tuple[str, str], list[int]] = {}
        self._seen: set[bytes] = set()

    def add(self, record: PairRecord) -> bool:
        """Takes the next pair; returns True if it counts."""
        if not record.began:
            return False
        games = {_digest(game, record.opening.position) for game in record.games}
        counts = self._seen.isdisjoint(games)
        self._seen |= games
        if not counts:
            self.repeats += 1
            return False
        for kept in (self._counts, self._faulty) if record.has_fault else (self._counts,):
            kept.setdefault(record.players, [0] * CLASSES)[record.half_points] += 1
        return True

    def counts(self, first: str, second: str) -> list[int]:
        """The pairs of these two, in either order, by half points of `first`."""
        return _either_way(self._counts, first, second)

    def faulty(self, first: str, second: str) -> list[int]:
        """Those of `counts` with a game that was lost by a fault."""
        return _either_way(self._faulty, first, second)

    @property
    def meetings(self) -> list[tuple[str, str]]:
        """The pairings, each once."""
        return sorted({min(pair, pair[::-1]) for pair in self._counts})

    @property
    def total(self) -> int:
        """The number of pairs that count."""
        return sum(map(sum, self._counts.values()))


def _either_way(kept: dict[tuple[str, str], list[int]], first: str, second: str) -> list[int]:
    there = kept.get((first, second), [0] * CLASSES)
    back = kept.get((second, first), [0] * CLASSES)
    return [a + b for a, b in zip(there, reversed(back))]


def _digest(game: GameRecord, position: str | None) -> bytes:
    moves = " ".join([move.color[0] + move.move for move in game.moves])
    words = f"{game.black} {game.white} {game.result} {moves}"
    if position is not None:
        words += f" from {position}"
    return blake2b(words.encode(), digest_size=DIGEST_SIZE).digest()

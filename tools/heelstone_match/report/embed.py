"""The games of a match in the form of the page's script: nothing in them can end the script."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from itertools import chain, repeat

from ..journal.plan import Plan
from ..journal.records import GameRecord, PairRecord, opening_text
from ..stats.evidence import Evidence
from .boards import Boards, MoveOnBoard

# Converts times to the unit of the page.
MILLISECONDS = 1000


def index(
    records: Iterable[PairRecord],
    plan: Plan,
    names: Mapping[str, str],
    boards: Boards | None,
    evidence: Evidence,
) -> Iterator[str]:
    """What the page lists, as JSON in parts: the games without their moves, and the openings.
    `evidence` is what the pages before this one gave."""
    keys = list(plan.keys)
    place = {key: i for i, key in enumerate(keys)}
    reasons: dict[str, int] = {}
    openings: dict[str, tuple[int, _Opening]] = {}
    faults = {}
    games = 0
    yield '{"games":['
    for record in records:
        counts = int(evidence.add(record))
        text = opening_text(record.opening)
        number, opening = openings.setdefault(text, (len(openings), _Opening(text)))
        for half, game in enumerate(record.games, 1):
            opening.count(game, keys[0])
            if game.fault:
                fault = game.fault
                faults[games] = f"{fault.player} failed: {fault.kind}: {fault.detail}"
            reason = reasons.setdefault(game.reason, len(reasons))
            seats = (place[game.black], place[game.white])
            winner = -1 if game.winner is None else place[game.winner]
            row = [record.number, half, *seats, game.result, winner]
            row += [len(game.moves), reason, number, counts]
            yield ("," if games else "") + script_json(row)
            games += 1
    told = {
        "game": plan.contest.game,
        "size": plan.contest.size,
        "boards": boards and boards.json(),
        "keys": keys,
        "names": [names.get(key, "") for key in keys],
        "openings": [astuple(opening) for _, opening in openings.values()],
        "reasons": list(reasons),
        "faults": faults,
    }
    yield "]," + script_json(told)[1:]


def details(records: Iterable[PairRecord], boards: Boards | None = None) -> Iterator[str]:
    """A line for each game, in the order of the index."""
    # The first games have boards, the others moves alone.
    frames = chain(boards.games if boards else (), repeat(None))
    for record in records:
        for game, drawn in zip(record.games, frames):
            yield script_json(_detail(game, len(record.opening), drawn)) + "\n"


def script_json(told: object) -> str:
    """JSON that a script element can hold."""
    text = json.dumps(told, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace("&", "\\u0026")


@dataclass
class _Opening:
    """An opening and what came of it: games, wins of Black, draws, half points of the first
    player."""

    moves: str
    games: int = 0
    black_wins: int = 0
    draws: int = 0
    half_points: int = 0

    def count(self, game: GameRecord, first: str) -> None:
        """Adds a game."""
        if not game.began:
            return
        self.games += 1
        self.black_wins += game.winner == game.black
        self.draws += game.winner is None
        self.half_points += game.half_points(first) if first in (game.black, game.white) else 0


def _detail(game: GameRecord, opening: int, frames: Sequence[MoveOnBoard] | None) -> list[object]:
    colors = "".join(move.color[0] for move in game.moves)
    usual = ("bw" * len(colors))[: len(colors)]
    wall = [None if t is None else round(t * MILLISECONDS, 1) for t in game.wall]
    told: list[object] = [
        " ".join(move.move for move in game.moves),
        0 if colors == usual else colors,
        opening,
        *(list(values) or 0 for values in (game.depth, game.score, game.nodes, wall)),
        frames or 0,
    ]
    while told[-1] == 0 and len(told) > 3:
        told.pop()
    return told

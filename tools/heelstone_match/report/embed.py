"""The games of a match as the page's script reads them: nothing in them can end the script."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from ..journal.plan import Plan
from ..journal.records import GameRecord, PairRecord, moves_text
from ..stats.evidence import Evidence
from .boards import Boards

# Of times, in the unit of the page.
MILLISECONDS = 1000


def index(
    records: Sequence[PairRecord],
    plan: Plan,
    names: Mapping[str, str],
    boards: Boards | None = None,
) -> str:
    """What the page lists, as JSON: the games without their moves, and the openings."""
    keys = list(plan.keys)
    place = {key: i for i, key in enumerate(keys)}
    reasons: dict[str, int] = {}
    openings: dict[str, list] = {}
    numbers: dict[str, int] = {}
    evidence = Evidence()
    games, faults = [], {}
    for record in records:
        counts = int(evidence.add(record))
        text = moves_text(record.opening)
        number = numbers.setdefault(text, len(numbers))
        for half, game in enumerate(record.games, 1):
            _count(openings.setdefault(text, [text, 0, 0, 0, 0]), game, keys[0])
            if game.fault:
                fault = game.fault
                faults[len(games)] = f"{fault.player} failed: {fault.kind}: {fault.detail}"
            reason = reasons.setdefault(game.reason, len(reasons))
            seats = (place[game.black], place[game.white])
            winner = -1 if game.winner is None else place[game.winner]
            games.append(
                [record.number, half, *seats, game.result, winner]
                + [len(game.moves), reason, number, counts]
            )
    told = {
        "game": plan.contest.game,
        "size": plan.contest.size,
        "boards": boards and boards.json(),
        "keys": keys,
        "names": [names.get(key, "") for key in keys],
        "openings": list(openings.values()),
        "reasons": list(reasons),
        "faults": faults,
        "games": games,
    }
    return script_json(told)


def details(records: Sequence[PairRecord], boards: Boards | None = None) -> Iterator[str]:
    """A line for each game, in the order of the index."""
    games = [(game, len(record.opening)) for record in records for game in record.games]
    frames = boards.games if boards else [None] * len(games)
    for (game, opening), drawn in zip(games, frames):
        yield script_json(_detail(game, opening, drawn)) + "\n"


def script_json(told: object) -> str:
    """JSON that a script element can hold."""
    text = json.dumps(told, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace("&", "\\u0026")


def _count(opening: list, game: GameRecord, first: str) -> None:
    """Adds a game to its opening: games, wins of Black, draws, half points of the first player."""
    if not game.began:
        return
    opening[1] += 1
    opening[2] += game.winner == game.black
    opening[3] += game.winner is None
    opening[4] += game.half_points(first) if first in (game.black, game.white) else 0


def _detail(game: GameRecord, opening: int, frames: list | None) -> list:
    colors = "".join(move.color[0] for move in game.moves)
    usual = ("bw" * len(colors))[: len(colors)]
    wall = [None if t is None else round(t * MILLISECONDS, 1) for t in game.wall]
    told = [
        " ".join(move.move for move in game.moves),
        0 if colors == usual else colors,
        opening,
        *(list(values) or 0 for values in (game.depth, game.score, game.nodes, wall)),
        frames or 0,
    ]
    while told[-1] == 0 and len(told) > 3:
        told.pop()
    return told

"""One page about a match that needs nothing but a browser: figures, curves, and every game.

What engines say is data to the page, never markup: all of it stands in one block of JSON.
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from ..journal.file import Contents
from ..journal.plan import Plan
from ..journal.records import PairRecord, moves_text
from ..stats.sprt import Sprt
from .curves import by_ply, openings, rating_curves, test_curve
from .heading import heading
from .summary import Summary
from .tables import summary_text

_PARTS = Path(__file__).with_name("page")


def page(contents: Contents, summary: Summary, remarks: list[str]) -> Iterator[str]:
    """The page in parts. `remarks` are sentences about how the match ended."""
    plan = contents.header.plan
    title = html.escape(f"{plan.contest}: {' - '.join(_players(plan, contents.names).values())}")
    yield (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{title}</title>\n<style>\n{_part('page.css')}</style>\n</head>\n<body>\n"
    )
    yield _part("page.html")
    yield f'<script type="application/json" id="data">{_json(_data(contents, summary, remarks))}'
    yield "</script>\n"
    for name in ("chart.js", "board.js", "page.js"):
        yield f"<script>\n{_part(name)}</script>\n"
    yield "</body>\n</html>\n"


def _part(name: str) -> str:
    return (_PARTS / name).read_text(encoding="utf-8")


def _json(told: object) -> str:
    """JSON that no parser of HTML takes for the end of its block."""
    return json.dumps(told, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


def _data(contents: Contents, summary: Summary, remarks: list[str]) -> dict:
    plan, pairs = contents.header.plan, contents.pairs
    test = plan.test
    return {
        "heading": heading(plan, contents.names, " ".join(plan.referee)),
        "summary": summary_text(summary, contents.names),
        "remarks": remarks,
        "game": plan.contest.game,
        "size": plan.contest.size,
        "players": _players(plan, contents.names),
        "ratings": rating_curves(pairs, plan.keys),
        "test": test and {"curve": test_curve(pairs, plan.keys, test), "bounds": _bounds(plan)},
        "openings": openings(pairs),
        "plies": by_ply(pairs, plan.keys),
        "voids": [[void["void"], void["why"]] for void in contents.voids],
        "games": [row for record in pairs for row in _games(record)],
    }


def _bounds(plan: Plan) -> list[float]:
    test = plan.test
    return list(Sprt(test.elo0, test.elo1, test.alpha, test.beta, test.model).bounds)


def _players(plan: Plan, names: Mapping[str, str]) -> dict[str, str]:
    return {key: f"{key} {names.get(key, '')}".rstrip() for key in plan.keys}


def _games(record: PairRecord) -> Iterator[list]:
    for place, game in enumerate(record.games):
        fault = game.fault
        yield [
            2 * record.number - 1 + place,
            record.number,
            game.black,
            game.white,
            game.result,
            game.winner,
            game.reason + (f": {fault.detail}" if fault else ""),
            len(record.opening),
            moves_text(game.moves),
            list(game.wall),
            list(game.depth),
            list(game.score),
        ]

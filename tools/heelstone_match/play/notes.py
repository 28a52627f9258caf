"""An engine's report on its last search: `gomill-explain_last_move` [Woodcraft n.d.]."""

from __future__ import annotations

import re
from typing import NamedTuple

COMMAND = "gomill-explain_last_move"

Score = int | str

_SCORE = r"[+-]?\d+|draw|(?:win|loss)(?: [+-]?\d+)?"
_NOTED = {
    "depth": re.compile(r"(?<!\S)depth (\d{1,9})(?!\S)"),
    "score": re.compile(rf"(?<!\S)score ({_SCORE})(?!\S)"),
    "nodes": re.compile(r"(?<!\S)nodes (\d{1,18})(?!\S)"),
}
# Heelstone's form, which can be matched at once.
_PLAIN = re.compile(rf"depth (\d{{1,9}}) score ({_SCORE}) nodes (\d{{1,18}})(?!\S)")


class SearchNote(NamedTuple):
    """A search: plies, the score for the side that moved (an integer in the engine's own units, 0
    for a proved draw, or `win 7`, `loss 8` in plies, `win +6` by a margin), nodes. None: not
    reported."""

    depth: int | None = None
    score: Score | None = None
    nodes: int | None = None


def parse_note(text: str) -> SearchNote | None:
    """The figures in a reply before its line of play; None if there are none."""
    if plain := _PLAIN.match(text):
        depth, score, nodes = plain.groups()
        return SearchNote(int(depth), _score(score), int(nodes))
    if not text:
        return None
    told = text.partition(" pv ")[0]
    found = {name: match[1] for name, regex in _NOTED.items() if (match := regex.search(told))}
    if not found:
        return None
    score = found.get("score")
    return SearchNote(
        int(found["depth"]) if "depth" in found else None,
        _score(score) if score else None,
        int(found["nodes"]) if "nodes" in found else None,
    )


def _score(text: str) -> Score:
    if text == "draw":
        return 0
    return text if text[0] in "wl" else int(text[:18])

"""The page of a running match: its score, its curves, and the boards of the present games."""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from ..journal.plan import Plan
from ..journal.records import PairRecord
from ..play.moves import Opening
from ..play.spectator import Sight, Spectator
from ..system import join_command
from .boards import Artist
from .drawing import figure
from .heading import plan_line
from .html import document, result, table
from .lines import game_line
from .series import Curves

SCRIPTS = ("table.js", "board.js", "live.js")
LAST_GAMES = 12
LAST_SENTENCES = 6
_NONE = (-1, "", "")

_BODY = """
<p id="progress" aria-live="polite"></p>
<section><h2>Games</h2><div id="games" class="games"></div></section>
<div id="result"></div>
<section><h2>Curves</h2><div id="charts" class="charts"></div></section>
<section><h2>Last games</h2><pre id="last"></pre></section>
"""


class Watched:
    """Takes in what a match shows, and tells a browser of it. Both may happen at once."""

    def __init__(self, plan: Plan, spectators: Sequence[Spectator] = ()):
        """Without spectators, as on a cluster, the games of the last pair are shown."""
        self._plan = plan
        self._spectators = spectators
        self._lock = threading.Lock()
        self._names: Mapping[str, str] = {}
        self._curves = Curves(plan.keys, plan.test)
        self._last: deque[str] = deque(maxlen=LAST_GAMES)
        self._said: deque[str] = deque(maxlen=LAST_SENTENCES)
        self._last_pair: PairRecord | None = None
        # The number of pairs, with the tables and the curves that were made for them.
        self._figures: tuple[int, str, str] = _NONE
        self._artist = Artist(plan)
        self._has_ended = False

    def known(self, record: PairRecord) -> None:
        """A pair that was played before the match was resumed."""
        self._curves.add(record)

    def ready(self, names: Mapping[str, str], referee: str, notes: Sequence[str]) -> None:
        """All engines have started."""
        with self._lock:
            self._names, self._figures = names, _NONE

    def pair(self, record: PairRecord, counts: bool) -> None:
        """A pair was played."""
        with self._lock:
            self._curves.add(record)
            self._last_pair = record
            for place, game in enumerate(record.games):
                self._last.append(game_line(record.number, 2 * record.number - 1 + place, game))

    def void(self, number: int, why: str) -> None:
        """A pair was spoilt by the host."""
        with self._lock:
            self._curves.summary.voids += 1
            self._figures = _NONE
        self.say(f"pair {number} is void and played again: {why}")

    def say(self, sentence: str) -> None:
        """Anything else."""
        with self._lock:
            self._said.append(sentence)

    def end(self) -> None:
        """The match is over."""
        self._has_ended = True

    def close(self) -> None:
        """Ends the referee that draws."""
        self._artist.close()

    def page(self) -> str:
        """The page, which asks for the rest."""
        plan = self._plan
        rows = [
            [key, join_command(spec.command), str(spec.limits)]
            for key, spec in zip(plan.keys, plan.engines)
        ]
        head = f"<h1>{escape(str(plan.contest))}</h1><p>{escape(plan_line(plan))}</p>"
        body = head + table(["", "command", "limits"], rows, numbers_from=3) + _BODY
        title = f"{plan.contest}: {' '.join(plan.keys)}"
        return "".join(document(title, SCRIPTS, body, policy="connect-src 'self'"))

    def state(self) -> str:
        """What the page shows, as JSON."""
        with self._lock:
            summary = self._curves.summary
            figures = self._fresh_figures()
            told: dict[str, Any] = {
                "ended": self._has_ended,
                "progress": f"{summary.pairs} of {self._plan.total} pairs",
                "said": list(self._said),
                "result": figures[1],
                "charts": figures[2],
                "last": list(self._last)[::-1],
            }
            names, sights = self._names, list(self._sights())
        told["games"] = [self._game(sight, names) for sight in sights]
        told["size"] = self._plan.contest.size
        told["boards"] = self._artist.boards and self._artist.boards.json()
        return json.dumps(told, allow_nan=False)

    def _fresh_figures(self) -> tuple[int, str, str]:
        """The tables and the curves, made anew if there was another pair."""
        summary = self._curves.summary
        if self._figures[0] != summary.pairs:
            drawn = self._artist.boards
            tables = "".join(result(summary, self._names, drawn.side_names if drawn else {}))
            charts = "".join(map(figure, self._curves.charts()))
            self._figures = (summary.pairs, tables, charts)
        return self._figures

    def _sights(self) -> Iterator[Sight]:
        for spectator in self._spectators:
            if sight := spectator.look():
                yield sight
        if not self._spectators and (record := self._last_pair):
            position = record.opening.position
            for number, game in enumerate(record.games, 2 * record.number - 1):
                yield Sight(number, game.black, game.white, game.moves, position)

    def _game(self, sight: Sight, names: Mapping[str, str]) -> dict[str, Any]:
        return {
            "number": sight.number,
            "players": [f"{k} {names.get(k, '')}".rstrip() for k in (sight.black, sight.white)],
            "moves": [{"color": move.color[0], "text": move.move} for move in sight.moves],
            "frame": self._artist.draw(Opening(tuple(sight.moves), sight.position)),
        }

"""A live table of a running match. Needs the package `rich`."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Mapping, Sequence
from typing import TextIO

from rich.console import Console, Group
from rich.live import Live as Moving
from rich.table import Table
from rich.text import Text

from ..journal.plan import Plan
from ..journal.records import PairRecord
from .live import Lines
from .progress import progress
from .summary import Score

# A thread draws this often, however fast the games end.
REFRESHES_PER_SECOND = 3
LAST_GAMES = 4


class Live(Lines):
    """Draws the state a few times a second; faults, voids and notes scroll away above it."""

    def __init__(self, stream: TextIO, plan: Plan, concurrency: int = 1):
        super().__init__(stream, plan, concurrency)
        self._console = Console(file=stream, highlight=False)
        # The drawing thread reads what the match writes.
        self._lock = threading.Lock()
        self._last: deque[str] = deque(maxlen=LAST_GAMES)
        self._moving: Moving | None = None

    def ready(self, names: Mapping[str, str], referee: str, notes: Sequence[str]) -> None:
        """All engines have started."""
        super().ready(names, referee, notes)
        self._moving = Moving(
            get_renderable=self._draw,
            console=self._console,
            refresh_per_second=REFRESHES_PER_SECOND,
            # The summary remains at the end.
            transient=True,
        )
        self._moving.start()

    def pair(self, record: PairRecord, counts: bool) -> None:
        """A pair was written; `counts` if it is evidence."""
        lines = self.game_lines(record, counts)
        with self._lock:
            self.summary.add(record)
            self._last.extend(lines)
        for game, line in zip(record.games, lines):
            if game.fault:
                self.say(line)

    def void(self, number: int, why: str) -> None:
        """A pair was spoilt by the host."""
        with self._lock:
            self.summary.voids += 1
        self.say(f"pair {number} is void and played again: {why}")

    def say(self, sentence: str) -> None:
        """Anything else."""
        # As text: an engine's output must not be taken as markup.
        self._console.print(Text(sentence))

    def close(self) -> None:
        """Restores the terminal."""
        if self._moving:
            self._moving.stop()
            self._moving = None

    def _draw(self) -> Group:
        with self._lock:
            state = Table.grid(padding=(0, 2))
            for name, value in progress(self):
                state.add_row(Text(name), Text(value))
            last = Text("\n".join(self._last), style="dim", overflow="ellipsis", no_wrap=True)
            return Group(self._scores(), state, last)

    def _scores(self) -> Table:
        table = Table(expand=False)
        table.add_column("")
        for column in ("games", "wins", "draws", "losses", "points", "faults"):
            table.add_column(column, justify="right")
        for key, player in self.summary.players.items():
            name = Text(f"{key} {self.names.get(key, '')}".rstrip())
            faults = sum(player.faults.values())
            cells = (*_numbers(player.total), str(faults) if faults else "")
            table.add_row(name, *cells)
        return table


def _numbers(score: Score) -> tuple[str, ...]:
    counts = (score.games, score.wins, score.draws, score.losses)
    return (*map(str, counts), f"{score.points:g}")

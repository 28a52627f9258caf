"""Runs a match for a person or a script: lines, files, exit code.

0: played to the end. 1: broken off. 2: could not begin. 128 + N: ended by signal N.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import TextIO

from .arguments import UsageError, parse, plan_of
from .play.game import GameResult
from .report.text import game_line, summarize, summary_json, summary_text
from .schedule import KEYS, Failed, Finished, InOrder, Match, Plan, Ready

USAGE = 2
BROKEN = 1
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True)
class Interrupted:
    """A signal asked for the end."""

    signal: int


def main(arguments: Sequence[str]) -> int:
    """The exit code."""
    try:
        typed = parse(arguments)
        plan = plan_of(typed)
    except UsageError as error:
        print(f"match.py: {error}", file=sys.stderr)
        return USAGE
    with ExitStack() as stack:
        games = None
        if typed.games:
            try:
                games = stack.enter_context(_new_file(typed.games))
            except OSError as error:
                print(f"match.py: {_file_trouble(typed.games, error)}", file=sys.stderr)
                return USAGE
        return _Show(plan, typed.json, games).run()


def _new_file(path: Path) -> TextIO:
    return open(path, "x", encoding="utf-8")


def _file_trouble(path: Path, error: OSError) -> str:
    if isinstance(error, FileExistsError):
        return f"{path} exists already: games are written to a new file"
    return f"{path} cannot be written: {error.strerror}"


class _Show:
    """The main thread: it starts the match, waits for events and tells them."""

    def __init__(self, plan: Plan, as_json: bool, games: TextIO | None):
        self._plan = plan
        self._as_json = as_json
        self._games = games
        self._lines = sys.stderr if as_json else sys.stdout
        self._events: SimpleQueue = SimpleQueue()
        self._results: list[GameResult] = []
        self._names: dict[str, str] = {}
        self._distinct: int | None = None

    def run(self) -> int:
        """Plays the match; returns the exit code."""
        # A handler only leaves a note, so that no exception can come between a process and its
        # entry among those to kill.
        for number in SIGNALS:
            signal.signal(number, lambda number, _: self._events.put(Interrupted(number)))
        match = Match(self._plan, self._events)
        match.start()
        try:
            exit_code = self._follow()
            match.stop()
            self._tell_summary()
            return exit_code
        except BrokenPipeError:
            # Nobody reads any more; Python would complain when it flushes at its end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._lines.fileno())
            return BROKEN
        except OSError as error:
            print(f"match.py: the match could not be written: {error}", file=sys.stderr)
            return BROKEN
        finally:
            match.stop()

    def _follow(self) -> int:
        """Tells events until the match is over."""
        in_order = InOrder()
        exit_code = None
        while exit_code is None:
            event = self._events.get()
            if isinstance(event, Ready):
                self._introduce(event)
            elif isinstance(event, GameResult):
                for result in in_order.add(event):
                    self._tell_game(result)
            elif isinstance(event, Interrupted):
                exit_code = 128 + event.signal
            elif isinstance(event, Failed):
                print(f"match.py: {event.sentence}", file=sys.stderr, flush=True)
                exit_code = event.exit_code
            elif isinstance(event, Finished):
                self._distinct = event.distinct_openings
                exit_code = 0
        for result in in_order.rest():
            self._tell_game(result)
        return exit_code

    def _introduce(self, ready: Ready) -> None:
        plan = self._plan
        self._names = ready.names
        at_once = "" if plan.concurrency == 1 else f", {plan.concurrency} games at a time"
        self._say(
            f"{plan.contest}: {plan.pairs} {'pair' if plan.pairs == 1 else 'pairs'},"
            f" {plan.plies} random plies, seed {plan.seed}, {plan.limits}{at_once}"
        )
        for key, command in zip(KEYS, plan.engines):
            self._say(f"{key}        {ready.names[key]}  ({' '.join(command)})")
        self._say(f"referee  {ready.referee}\n")
        for note in ready.notes:
            print(f"match.py: {note}", file=sys.stderr, flush=True)

    def _tell_game(self, result: GameResult) -> None:
        self._results.append(result)
        self._say(game_line(result))
        if self._games:
            self._games.write(result.record + "\n")
            self._games.flush()

    def _tell_summary(self) -> None:
        if not self._names:
            return
        summary = summarize(self._results, KEYS)
        if self._as_json:
            told = summary_json(summary, self._names)
            told["distinct_openings"] = self._distinct
            print(json.dumps(told, indent=2), flush=True)
            return
        self._say("\n" + summary_text(summary, self._names))
        if self._distinct is not None and self._distinct < self._plan.pairs:
            self._say(f"distinct openings: {self._distinct}, the others repeat them")

    def _say(self, text: str) -> None:
        print(text, file=self._lines, flush=True)

"""An engine that takes part in a match: its game, its limits, and a new process after a fault."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..gtp.engine import Engine
from ..gtp.faults import Fault, FaultKind, escape
from .limits import Limits
from ..gtp.process import Brood

# For engines without `newgame`: the title for `set_game`, and the board size.
TITLES = {
    "tictactoe": ("Tic-tac-toe", "3"),
    "connect4": ("Connect4", "7"),
    "othello": ("Othello", "8"),
    "stonehenge": ("Stonehenge", "19"),
}

# Commands of the standard that only Go has.
GO_COMMANDS = ("final_status_list", "fixed_handicap")

# Printable, without `#`: that would begin a comment where the word is sent on.
_WORD = re.compile(r"[!\"$-~]{1,32}")


@dataclass(frozen=True)
class Contest:
    """What is played."""

    game: str
    size: str | None = None

    def __str__(self) -> str:
        return self.game if self.size is None else f"{self.game} {self.size}"


@dataclass(frozen=True)
class Answer:
    """A word that an engine answered to `genmove`, and the time that it took."""

    move: str
    seconds: float


def select_game(engine: Engine, contest: Contest, timeout: float) -> None:
    """Starts a new game in the words that the engine knows."""
    if engine.knows("newgame"):
        engine.expect(f"newgame {contest}", timeout)
        return
    if contest.game not in TITLES:
        raise Fault(
            FaultKind.REFUSED, f"it has no `newgame`, and no title of {contest.game} is known here"
        )
    title, size = TITLES[contest.game]
    if engine.knows("set_game"):
        engine.expect(f"set_game {title}", timeout)
    elif any(engine.knows(command) for command in GO_COMMANDS):
        # It would take the board size, and play Go on it.
        detail = f"it plays Go, and has neither `newgame` nor `set_game` to choose {contest.game}"
        raise Fault(FaultKind.REFUSED, detail)
    size = contest.size.replace("x", " ") if contest.size else size
    engine.expect(f"boardsize {size}", timeout)
    engine.expect("clear_board", timeout)


class SettingRefused(Exception):
    """An engine does not take a setting that it is to play with: nothing of it would be worth
    anything."""


@dataclass
class Player:
    """One side of the match. Every method that talks may raise Fault; `drop` the process then: the
    next game starts another."""

    key: str
    command: tuple[str, ...]
    contest: Contest
    limits: Limits
    brood: Brood
    # Peculiarities of the engine: words of `journal.plan.ADAPTERS`.
    adapters: tuple[str, ...] = ()
    name: str = ""
    # What the user should know about this engine, in sentences.
    notes: list[str] = field(default_factory=list)
    # Commands that it is sent at the beginning of each game.
    settings: Sequence[str] = ()
    # Those of the present pair, which come after them.
    _told: Sequence[str] = ()
    _engine: Engine | None = None

    def new_game(self) -> None:
        """Starts a game; the process too, where there is none."""
        if self._engine is None:
            limits = self.limits
            use_ids = "no-ids" not in self.adapters
            self._engine = Engine(self.command, self.brood, use_ids, limits.start_timeout)
            self.name = self._engine.name
            self._set_limits(self._engine)
        select_game(self._engine, self.contest, self.limits.reply_timeout)
        if self._uses_time_settings(self._engine):
            seconds = max(1, math.floor(self.limits.time or 1))
            self._engine.expect(f"time_settings 0 {seconds} 1", self.limits.reply_timeout)
        self._send_settings(self._engine)

    def tell(self, settings: Sequence[str]) -> None:
        """From the next game on it is sent these commands as well, in the place of those that this
        method had before."""
        self._told = tuple(settings)

    def play(self, color: str, move: str) -> None:
        """Tells it a move that the referee found legal."""
        if move == "pass" and "no-pass" in self.adapters:
            return
        try:
            self._running().expect(f"play {color} {move}", self.limits.reply_timeout)
        except Fault as fault:
            if move == "pass" and fault.kind is FaultKind.REFUSED:
                fault.detail += " (--adapt no-pass spares it the passes)"
            raise

    def genmove(self, color: str) -> Answer:
        """Asks it for a move; only the form of the answer is checked."""
        command = f"genmove {color}"
        reply = self._running().ask(command, self.limits.give_up_after)
        evidence = reply.text.encode()
        if not reply.ok:
            raise Fault(FaultKind.REFUSED, f"`{command}` should succeed", b"? " + evidence)
        late_after = self.limits.late_after
        if late_after is not None and reply.seconds > late_after:
            detail = f"`{command}` took {reply.seconds:.3f} s, allowed were {late_after:g} s"
            raise Fault(FaultKind.TIME_FORFEIT, detail)
        if not _WORD.fullmatch(reply.text):
            raise Fault(FaultKind.MALFORMED_REPLY, "a move is one word", evidence)
        return Answer(reply.text, reply.seconds)

    def drop(self) -> None:
        """Kills the process after a fault."""
        if self._engine is not None:
            self._engine.kill()
            self._engine = None

    def close(self) -> None:
        """Ends the process politely."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def _send_settings(self, engine: Engine) -> None:
        # In each game: a new one may bring the engine's own values back.
        for line in (*self.settings, *self._told):
            reply = engine.ask(line, self.limits.reply_timeout)
            if not reply.ok:
                raise SettingRefused(
                    f"engine {self.key} refuses `{line}`: ? {escape(reply.text.encode())}"
                )

    def _running(self) -> Engine:
        assert self._engine is not None, "new_game comes first"
        return self._engine

    def _set_limits(self, engine: Engine) -> None:
        limits = self.limits
        wanted = {"timelimit": limits.time, "depth": limits.depth, "nodes": limits.nodes}
        for command, value in wanted.items():
            if value is not None and engine.knows(command):
                engine.expect(f"{command} {value:.10g}", limits.reply_timeout)
            elif value is not None:
                self._note(self._without(engine, command))
        # Reproducible searches must not end by an engine's default clock.
        if limits.searches_by_count and engine.knows("timelimit"):
            engine.expect("timelimit none", limits.reply_timeout)

    def _uses_time_settings(self, engine: Engine) -> bool:
        by_time = self.limits.time is not None and not engine.knows("timelimit")
        return by_time and engine.knows("time_settings")

    def _without(self, engine: Engine, command: str) -> str:
        if command != "timelimit":
            return f"{self.key} has no command `{command}`: that limit does not hold for it"
        if not self._uses_time_settings(engine):
            return f"{self.key} can be told no time limit: it only loses when it exceeds it"
        seconds = self.limits.time or 1
        if seconds == math.floor(seconds):
            return ""
        told = max(1, math.floor(seconds))
        return (
            f"{self.key} is told {told} s a move for {seconds:g} s,"
            " for the standard counts whole seconds"
        )

    def _note(self, sentence: str) -> None:
        if sentence and sentence not in self.notes:
            self.notes.append(sentence)

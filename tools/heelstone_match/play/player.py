"""An engine in a match: its game, its limits, and a new process after a fault."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from ..gtp.engine import HOSTS_SHARE, Engine
from ..gtp.faults import Fault, FaultKind, HostFault, escape
from ..gtp.framing import Reply
from ..gtp.process import LiveProcesses
from ..gtp.sink import CappedFile
from ..gtp.watch import Allowance, MoveTime
from ..system.launch import FREE, Launch
from .clock import Clock
from .limits import Limits
from .moves import START, Opening
from .notes import COMMAND as EXPLAIN
from .notes import SearchNote, parse_note
from .telling import Telling

# Commands of the standard that only Go has.
GO_COMMANDS = ("final_status_list", "fixed_handicap")

NO_SETUP = "it has no `setup`, and there are openings that begin from a position"

# Printable, without `#`, which would begin a comment where the word is sent on.
_WORD = re.compile(r"[!\"$-~]{1,32}")


@dataclass(frozen=True)
class Contest:
    """The game of a match and its size."""

    game: str
    size: str | None = None

    def __str__(self) -> str:
        return self.game if self.size is None else f"{self.game} {self.size}"


class Answer:
    """An engine's answer to `genmove`, its time, and its report on the search: None until it is
    asked, or if it does not report."""

    __slots__ = ("move", "note", "time")

    def __init__(self, move: str, time: MoveTime):
        self.move = move
        self.time = time
        self.note: SearchNote | None = None


@dataclass(frozen=True)
class StandardNames:
    """The words for the game that engines without `newgame` know: a title for `set_game`, and a
    size for `boardsize`; without a size, such an engine plays on the one that it starts with."""

    title: str
    size: str | None = None


def game_commands(engine: Engine, contest: Contest, names: StandardNames) -> list[str]:
    """The commands that start a new game, among those that the engine knows."""
    if engine.knows("newgame"):
        return [f"newgame {contest}"]
    select = []
    if engine.knows("set_game"):
        select.append(f"set_game {names.title}")
    elif any(engine.knows(command) for command in GO_COMMANDS):
        # It would accept the board size, and play Go on it.
        detail = f"it plays Go, and has neither `newgame` nor `set_game` to choose {contest.game}"
        raise Fault(FaultKind.REFUSED, detail)
    size = contest.size.replace("x", " ") if contest.size else names.size
    if size:
        select.append(f"boardsize {size}")
    return [*select, "clear_board"]


def select_game(engine: Engine, contest: Contest, timeout: float) -> None:
    """Starts a new game, without a referee's words for it."""
    for command in game_commands(engine, contest, StandardNames(contest.game)):
        engine.expect(command, timeout)


class SettingRefused(Exception):
    """An engine refuses a setting that it is to play with: its games would be worthless."""


@dataclass
class Player:
    """One side of the match. Every method that talks to the engine may raise Fault or HostFault;
    then `drop` the process: the next game starts another."""

    key: str
    command: tuple[str, ...]
    contest: Contest
    limits: Limits
    processes: LiveProcesses
    # Peculiarities of the engine: words of `journal.plan.ADAPTERS`.
    adapters: tuple[str, ...] = ()
    name: str = ""
    # Sentences about this engine for the user.
    notes: list[str] = field(default_factory=list)
    # Commands sent to it at the start of each game.
    settings: Sequence[str] = ()
    # Those of the present pair, which follow them.
    _told: Sequence[str] = ()
    # The file for its stderr.
    stderr: CappedFile | None = None
    # True to ask for reports on its searches, if it has them.
    explain: bool = True
    # The referee's words for the game, for an engine without `newgame`.
    names: Callable[[], StandardNames] | None = None
    launch: Launch = FREE
    # True to start a new process for each game.
    restart: bool = False
    _engine: Engine | None = None
    # Moves that it was not sent yet, and its answer without a report yet.
    _news: list[str] = field(default_factory=list)
    _unexplained: Answer | None = None

    def new_game(self, opening: Opening = START) -> None:
        """Starts a game with an opening, and the process if it is not running."""
        if self.restart:
            self.close()
        engine = self._engine or self._start()
        self._clock = Clock(self.limits)
        self._unexplained = None
        self._news.clear()
        if opening.position is not None:
            if not engine.knows("setup"):
                raise Fault(FaultKind.REFUSED, NO_SETUP)
            self._news.append(f"setup {opening.position}")
        for move in opening.moves:
            self.play(move.color, move.move)
        # In each game, since a new one may reset the engine's settings.
        settings = (*self.settings, *self._told)
        lines = [
            *self._game_commands(engine),
            *self._telling.before_game(self._clock),
            *settings,
            *self._news,
        ]
        first = len(lines) - len(self._news) - len(settings)
        replies = engine.ask_all(lines, self.limits.reply_timeout)
        for number, (line, reply) in enumerate(zip(lines, replies)):
            if not reply.ok and first <= number < first + len(settings):
                told = escape(reply.text.encode())
                raise SettingRefused(f"engine {self.key} refuses `{line}`: ? {told}")
            self._heed(line, reply)
        self._news.clear()

    def tell(self, settings: Sequence[str]) -> None:
        """Sets commands that it is sent from the next game on, in place of those set before."""
        self._told = tuple(settings)

    def play(self, color: str, move: str) -> None:
        """Queues a move that the referee found legal, to be sent with the next command."""
        if move != "pass" or "no-pass" not in self.adapters:
            self._news.append(f"play {color} {move}")

    def genmove(self, color: str) -> Answer:
        """Asks it for a move; only the form of the answer is checked."""
        limits, command = self.limits, f"genmove {color}"
        budget = self._clock.budget()
        if budget is None:
            timeout, allowance = limits.patience, Allowance(limits.patience * HOSTS_SHARE)
        else:
            timeout = budget + limits.margin + limits.grace
            allowance = Allowance(budget, limits.margin)
        reply, time = self._search(command, color, timeout, allowance)
        if self._clock.spend(time.wall, limits.margin):
            self._forfeit(command, time, allowance)
        evidence = reply.text.encode()
        if not reply.ok:
            raise Fault(FaultKind.REFUSED, f"`{command}` should succeed", b"? " + evidence)
        if not _WORD.fullmatch(reply.text):
            raise Fault(FaultKind.MALFORMED_REPLY, "a move is one word", evidence)
        answer = Answer(reply.text, time)
        self._unexplained = answer if self._explains else None
        return answer

    def explain_last(self) -> None:
        """Fetches the report on its last move, if it has not come already."""
        if self._unexplained is not None:
            self._explained(self._running().ask(EXPLAIN, self.limits.reply_timeout))

    def drop(self) -> None:
        """Kills the process after a fault."""
        self._unexplained = None
        if self._engine is not None:
            self._engine.kill()
            self._engine = None

    def close(self) -> None:
        """Ends the process politely."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def _start(self) -> Engine:
        limits = self.limits
        engine = Engine(
            self.command,
            self.processes,
            use_ids="no-ids" not in self.adapters,
            start_timeout=limits.start_timeout,
            sink=self.stderr,
            batches="no-batch" not in self.adapters,
            launch=self.launch,
        )
        self._engine = engine
        self.name = engine.name
        self._telling = Telling(engine, limits, self.key)
        for line in self._telling.at_start():
            engine.expect(line, limits.reply_timeout)
        self.notes += [note for note in self._telling.notes() if note not in self.notes]
        asked = self.explain and "no-explain" not in self.adapters
        self._explains = asked and engine.knows(EXPLAIN)
        return engine

    def _game_commands(self, engine: Engine) -> list[str]:
        names = StandardNames(self.contest.game)
        if self.names is not None and not engine.knows("newgame"):
            names = self.names()
        return game_commands(engine, self.contest, names)

    def _search(
        self, command: str, color: str, timeout: float, allowance: Allowance
    ) -> tuple[Reply, MoveTime]:
        """Sends the queued moves, and then the command."""
        before = [EXPLAIN] if self._unexplained is not None else []
        before += self._news
        self._news.clear()
        told = self._telling.before_move(self._clock, color)
        if told:
            before.append(told)
        engine, patience = self._running(), self.limits.reply_timeout
        if self._clock.budget() is not None:
            # Its clock runs only when it has nothing else to do.
            for line, reply in zip(before, engine.ask_all(before, patience) if before else ()):
                self._heed(line, reply)
            before = []
        return engine.search(before, self._heed, patience, command, timeout, allowance)

    def _heed(self, line: str, reply: Reply) -> None:
        """Takes in the reply to a command that does not search."""
        if line == EXPLAIN:
            self._explained(reply)
        elif not reply.ok and not line.startswith("time_left"):
            detail = f"`{line}` should succeed"
            if line.endswith(" pass"):
                detail += " (--adapt no-pass spares it the passes)"
            raise Fault(FaultKind.REFUSED, detail, b"? " + reply.text.encode())

    def _explained(self, reply: Reply) -> None:
        if self._unexplained is not None and reply.ok:
            self._unexplained.note = parse_note(reply.text)
        self._unexplained = None

    def _forfeit(self, command: str, time: MoveTime, allowance: Allowance) -> NoReturn:
        allowed = f"{round(allowance.limit, 3):g} + {allowance.margin:g} s"
        detail = f"`{command}` took {time.wall:.3f} s, allowed were {allowed}"
        excuse = self._running().excuse(allowance)
        if excuse is not None:
            raise HostFault(f"{detail}, but {excuse}")
        raise Fault(FaultKind.TIME_FORFEIT, detail)

    def _running(self) -> Engine:
        assert self._engine is not None, "new_game comes first"
        return self._engine

"""Selects openings by their value, which several engines at once find out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from queue import SimpleQueue
from typing import ClassVar, Generic, TypeVar

from ..gtp.engine import Engine
from ..gtp.faults import Fault
from ..gtp.process import LiveProcesses
from ..play.limits import Limits
from ..play.moves import Opening
from ..play.player import Contest, select_game
from .errors import OpeningError

# The number of openings that wait for each engine, so that none idles while another takes long.
_WAITING = 4

Value = TypeVar("Value")


class Judge(ABC, Generic[Value]):
    """An engine that judges positions. Every method may raise OpeningError."""

    # Its part in the sentences for a user, and the reason why it needs its commands.
    role: ClassVar[str]
    needed: ClassVar[Sequence[str]]
    why_needed: ClassVar[str]

    def __init__(
        self, command: Sequence[str], contest: Contest, limits: Limits, processes: LiveProcesses
    ):
        self._contest = contest
        self._timeout = limits.reply_timeout
        try:
            self._engine = Engine(command, processes, True, limits.start_timeout)
            self.name = self._engine.name
            missing = [word for word in self.needed if not self._engine.knows(word)]
        except Fault as fault:
            raise OpeningError(f"the {self.role} failed: {fault}") from fault
        if missing:
            self._engine.kill()
            raise OpeningError(
                f"{self.name}, the {self.role}, has no command `{missing[0]}`: {self.why_needed}"
            )

    def value(self, opening: Opening) -> Value:
        """The value of the position after these moves."""
        commands = opening.commands()
        try:
            select_game(self._engine, self._contest, self._timeout)
            for reply in self._engine.ask_all(commands, self._timeout) if commands else ():
                if not reply.ok:
                    raise OpeningError(
                        f"{self.name}, the {self.role}, refused a move: {reply.text}"
                    )
            return self._judged()
        except Fault as fault:
            raise OpeningError(f"{self.name}, the {self.role}, failed: {fault}") from fault

    def interrupt(self) -> None:
        """Ends it while another thread waits for an answer."""
        self._engine.interrupt()

    def close(self) -> None:
        """Ends the process."""
        self._engine.kill()

    @abstractmethod
    def _judged(self) -> Value:
        """The value of its present position. May raise Fault."""

    def _ask(self, command: str, patience: float = 0.0) -> str:
        """The answer to a command that may search for that time in seconds."""
        reply = self._engine.ask(command, patience + self._timeout)
        if not reply.ok:
            raise OpeningError(f"{self.name}, the {self.role}, refused `{command}`: {reply.text}")
        return reply.text


# Openings in their order, each with True if it is wanted, and None if that is not known.
Judged = Generator[tuple[Opening, bool | None], None, None]


@dataclass(frozen=True)
class Selection:
    """A choice among openings. `judge` has a number of engines at once judge them, until it is
    closed; `wanted` tells people what is wanted: `the exact value draw`."""

    wanted: str
    judge: Callable[[Iterable[Opening], int], Judged]


def selection(
    wanted: str, start: Callable[[], Judge[Value]], keeps: Callable[[Value], bool | None]
) -> Selection:
    """The choice of the openings with a value that `keeps` returns True for, and None for one that
    tells nothing."""

    def judge(openings: Iterable[Opening], judges: int) -> Judged:
        with closing(judged(openings, judges, start)) as values:
            for opening, value in values:
                yield opening, keeps(value)

    return Selection(wanted, judge)


def both(first: Selection, second: Selection) -> Selection:
    """The choice of what both want; only the openings that the first wants are judged by the
    second."""

    def judge(openings: Iterable[Opening], judges: int) -> Judged:
        refused: deque[tuple[Opening, bool | None]] = deque()

        def wanted() -> Iterator[Opening]:
            for opening, is_wanted in of_first:
                if is_wanted:
                    yield opening
                else:
                    refused.append((opening, is_wanted))

        with (
            closing(first.judge(openings, judges)) as of_first,
            closing(second.judge(wanted(), judges)) as of_second,
        ):
            for found in of_second:
                yield found
                while refused:
                    yield refused.popleft()
            yield from refused

    return Selection(f"{first.wanted} and {second.wanted}", judge)


def judged(
    openings: Iterable[Opening], judges: int, start: Callable[[], Judge[Value]]
) -> Generator[tuple[Opening, Value], None, None]:
    """The openings, in their order, each with its value, by this number of engines at once. They
    end with the iterator: close it if it is not used up."""
    started = [start()]
    free: SimpleQueue[Judge[Value]] = SimpleQueue()
    pool = ThreadPoolExecutor(judges)
    try:
        started += [start() for _ in range(judges - 1)]
        for judge in started:
            free.put(judge)
        yield from _in_order(iter(openings), judges * _WAITING, pool, free)
    finally:
        for judge in started:
            judge.interrupt()
        pool.shutdown(cancel_futures=True)
        for judge in started:
            judge.close()


def _in_order(
    openings: Iterator[Opening],
    most: int,
    pool: ThreadPoolExecutor,
    free: SimpleQueue[Judge[Value]],
) -> Iterator[tuple[Opening, Value]]:
    def value(opening: Opening) -> Value:
        judge = free.get()
        try:
            return judge.value(opening)
        finally:
            free.put(judge)

    waiting: deque[tuple[Opening, Future[Value]]] = deque()
    while True:
        for opening in islice(openings, most - len(waiting)):
            waiting.append((opening, pool.submit(value, opening)))
        if not waiting:
            return
        opening, future = waiting.popleft()
        yield opening, future.result()

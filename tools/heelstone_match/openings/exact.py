"""Openings by their exact value, found by an engine with the command `solve`."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from queue import SimpleQueue

from ..gtp.engine import Engine
from ..gtp.faults import Fault
from ..gtp.process import LiveProcesses
from ..play.limits import Limits
from ..play.moves import Opening
from ..play.player import Contest, select_game
from .errors import OpeningError

# The number of openings that wait for each solver, so that none idles while another takes long.
_WAITING = 4

_VALUE = re.compile(r"(win|loss|draw|unknown)(?: in (\d+)| by (\d+))?(?::.*)?", re.DOTALL)


@dataclass(frozen=True)
class Exact:
    """The value for the side to move: `win`, `loss`, `draw`, or `unknown` if the time was up; with
    the plies to the end or the margin, in games that have one of them."""

    verdict: str
    plies: int | None = None
    margin: int | None = None


@dataclass(frozen=True)
class Wanted:
    """Exact draws only, or also values `near` one: in games with a margin, a win or loss by at most
    that; in games with a distance, one in at least that many plies."""

    near: int | None = None

    @classmethod
    def of(cls, text: str) -> Wanted:
        """Parses `draw` or a number. Raises OpeningError."""
        if text == "draw":
            return cls()
        if text.isascii() and text.isdigit():
            return cls(int(text))
        raise OpeningError(f"{text!r} is neither `draw` nor a number")

    def keeps(self, value: Exact) -> bool:
        """True if an opening of that value is wanted. Raises OpeningError if the game does not tell
        which values are near."""
        if value.verdict == "unknown":
            return False
        if value.verdict == "draw" or self.near is None:
            return value.verdict == "draw"
        if value.margin is not None:
            return value.margin <= self.near
        if value.plies is not None:
            return value.plies >= self.near
        raise OpeningError(
            "in this game `solve` tells neither a margin nor a distance:"
            " which openings are near a draw is not known"
        )

    def __str__(self) -> str:
        return "the exact value draw" if self.near is None else f"exact values near {self.near}"


class Solver:
    """An engine that solves. Every method may raise OpeningError."""

    def __init__(
        self,
        command: Sequence[str],
        contest: Contest,
        limits: Limits,
        processes: LiveProcesses,
        seconds: float,
    ):
        self._contest = contest
        self._timeout = limits.reply_timeout
        self._seconds = seconds
        try:
            self._engine = Engine(command, processes, True, limits.start_timeout)
            self.name = self._engine.name
            able = self._engine.knows("solve")
        except Fault as fault:
            raise OpeningError(f"the solver failed: {fault}") from fault
        if not able:
            self._engine.kill()
            raise OpeningError(
                f"{self.name}, the solver, has no command `solve`:"
                " exact values of openings need an engine that has it"
            )

    def value(self, opening: Opening) -> Exact:
        """The exact value after these moves."""
        plays = [f"play {move.color} {move.move}" for move in opening]
        try:
            select_game(self._engine, self._contest, self._timeout)
            for reply in self._engine.ask_all(plays, self._timeout) if plays else ():
                if not reply.ok:
                    raise OpeningError(f"{self.name}, the solver, refused a move: {reply.text}")
            command = f"solve {self._seconds:.10g}"
            reply = self._engine.ask(command, self._seconds + self._timeout)
        except Fault as fault:
            raise OpeningError(f"{self.name}, the solver, failed: {fault}") from fault
        if not reply.ok:
            raise OpeningError(f"{self.name}, the solver, refused `{command}`: {reply.text}")
        return exact_of(reply.text)

    def interrupt(self) -> None:
        """Ends it while another thread waits for a value."""
        self._engine.interrupt()

    def close(self) -> None:
        """Ends the process."""
        self._engine.kill()


def exact_of(text: str) -> Exact:
    """Parses an answer of `solve`. Raises OpeningError."""
    found = _VALUE.fullmatch(text.strip())
    if found is None:
        raise OpeningError(f"the solver answered `solve` with {text[:80]!r}")
    verdict, plies, margin = found.groups()
    return Exact(verdict, plies and int(plies), margin and int(margin))


def solved(
    openings: Iterable[Opening], solvers: int, start: Callable[[], Solver]
) -> Iterator[tuple[Opening, Exact]]:
    """The openings, in their order, each with its value, by this number of solvers at once. They
    end with the iterator: close it if it is not used up."""
    started = [start()]
    free: SimpleQueue[Solver] = SimpleQueue()
    pool = ThreadPoolExecutor(solvers)
    try:
        started += [start() for _ in range(solvers - 1)]
        for solver in started:
            free.put(solver)
        yield from _in_order(iter(openings), solvers * _WAITING, pool, free)
    finally:
        for solver in started:
            solver.interrupt()
        pool.shutdown(cancel_futures=True)
        for solver in started:
            solver.close()


def _in_order(
    openings: Iterator[Opening], most: int, pool: ThreadPoolExecutor, free: SimpleQueue[Solver]
) -> Iterator[tuple[Opening, Exact]]:
    def value(opening: Opening) -> Exact:
        solver = free.get()
        try:
            return solver.value(opening)
        finally:
            free.put(solver)

    waiting: deque[tuple[Opening, Future[Exact]]] = deque()
    while True:
        for opening in islice(openings, most - len(waiting)):
            waiting.append((opening, pool.submit(value, opening)))
        if not waiting:
            return
        opening, future = waiting.popleft()
        yield opening, future.result()

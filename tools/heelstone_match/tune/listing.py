"""The parameters that an engine lists, and a trial of the commands that set them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from ..gtp.engine import Engine
from ..gtp.faults import Fault, escape
from ..gtp.process import LiveProcesses
from ..journal.plan import EngineSpec
from ..play.player import Contest, select_game
from ..system.launch import Launch


class ListingError(ValueError):
    """The engine cannot be tuned in this way."""


@dataclass(frozen=True)
class Listed:
    """A parameter as an engine lists it: a line `NAME VALUE MIN MAX`."""

    name: str
    value: float
    low: float
    high: float
    whole: bool


class Trial:
    """An engine in the game before the tuning. Use `with`; all methods raise ListingError."""

    def __init__(self, spec: EngineSpec, contest: Contest):
        self._spec = spec
        self._contest = contest
        self._processes = LiveProcesses()

    def __enter__(self) -> Self:
        limits = self._spec.limits
        try:
            use_ids = "no-ids" not in self._spec.adapters
            self._engine = Engine(
                self._spec.command,
                self._processes,
                use_ids,
                limits.start_timeout,
                launch=Launch(self._spec.dir, limits.memory),
            )
            select_game(self._engine, self._contest, limits.reply_timeout)
            self.tell(self._spec.settings)
        except Fault as fault:
            self._processes.kill_all()
            raise ListingError(f"the engine cannot take part: {fault}") from fault
        except ListingError:
            self._processes.kill_all()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._processes.kill_all()

    def listed(self, command: str) -> list[Listed]:
        """The parameters that the engine lists by the command."""
        return [listed_of(line) for line in self._ask(command).splitlines() if line.strip()]

    def tell(self, commands: Sequence[str]) -> None:
        """Sends settings, which must succeed."""
        for command in commands:
            self._ask(command)

    def _ask(self, command: str) -> str:
        try:
            reply = self._engine.ask(command, self._spec.limits.reply_timeout)
        except Fault as fault:
            raise ListingError(f"the engine failed at `{command}`: {fault}") from fault
        if not reply.ok:
            raise ListingError(f"the engine refuses `{command}`: ? {escape(reply.text.encode())}")
        return reply.text


def listed_of(line: str) -> Listed:
    """The parameter of a line. Raises ListingError."""
    words = line.split()
    try:
        name, *texts = words
        value, low, high = map(number, texts)
    except ValueError as error:
        sentence = f"the engine lists {line!r}, which is not `NAME VALUE MIN MAX`"
        raise ListingError(sentence) from error
    return Listed(name, value, low, high, all(map(is_whole, texts)))


def number(text: str) -> float:
    """A finite number. Raises ValueError."""
    try:
        value = int(text) if is_whole(text) else float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ValueError(f"{text!r} is not a number")
    return value


def is_whole(text: str) -> bool:
    """True if it is written as an integer."""
    return text.removeprefix("-").isascii() and text.removeprefix("-").isdigit()

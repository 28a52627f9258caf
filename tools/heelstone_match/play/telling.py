"""Sends an engine its limits, in the commands that it knows."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ..gtp.engine import Engine
from .clock import Clock
from .limits import Limits


class Telling:
    """The limits as commands of one engine process."""

    def __init__(self, engine: Engine, limits: Limits, key: str):
        """Finds out which of the necessary commands the engine has."""
        self._limits = limits
        self._key = key
        self._knows = {word for word in self._needed() if engine.knows(word)}
        # GTP counts whole seconds; an engine with Heelstone's command reads decimals.
        self._decimals = "timelimit" in self._knows
        self._kgs = "kgs-time_settings" in self._knows
        told_by_move = limits.clock is None and "timelimit" in self._knows
        self._sets_clock = "time_settings" in self._knows and not told_by_move
        self._tells_clock = self._sets_clock and "time_left" in self._knows

    def at_start(self) -> Iterator[str]:
        """The commands that apply to all games."""
        limits = self._limits
        wanted = {"timelimit": limits.time, "depth": limits.depth, "nodes": limits.nodes}
        for command, value in wanted.items():
            if value is not None and command in self._knows:
                yield f"{command} {value:.10g}"
        # An engine's default must not end a search that something else should end.
        unwanted = limits.time is None and (limits.clock or limits.searches_by_count)
        if unwanted and "timelimit" in self._knows:
            yield "timelimit none"

    def before_game(self, clock: Clock) -> Iterator[str]:
        """The commands that begin a game with a full clock."""
        settings = clock.gtp_settings(self._kgs, self._decimals) if self._sets_clock else None
        if settings:
            yield settings

    def before_move(self, clock: Clock, color: str) -> str | None:
        """The command that sends the mover its own clock. The opponent's does not matter for its
        thinking."""
        if not self._tells_clock:
            return None
        return clock.gtp_time_left(color, self._kgs, self._decimals)

    def notes(self) -> Iterator[str]:
        """The limits that could not be sent, in sentences."""
        limits, key = self._limits, self._key
        for command in ("depth", "nodes"):
            if getattr(limits, command) is not None and command not in self._knows:
                yield f"{key} has no command `{command}`: that limit does not hold for it"
        if limits.clock and not self._sets_clock:
            yield f"{key} can be told no clock: it only loses when its flag falls"
        elif limits.clock and not self._tells_clock:
            yield f"{key} has no command `time_left`: it has to keep its clock itself"
        if limits.time is not None and "timelimit" not in self._knows:
            yield from self._time_notes(limits.time)

    def _time_notes(self, seconds: float) -> Iterator[str]:
        if not self._sets_clock or self._limits.clock:
            yield f"{self._key} can be told no time limit: it only loses when it exceeds it"
        elif seconds != math.floor(seconds):
            yield (
                f"{self._key} is told {max(1, math.floor(seconds))} s a move for {seconds:g} s,"
                " for the standard counts whole seconds"
            )

    def _needed(self) -> list[str]:
        limits = self._limits
        needed = [name for name in ("depth", "nodes") if getattr(limits, name) is not None]
        if limits.time is not None or limits.clock or needed:
            needed.append("timelimit")
        if limits.time is not None or limits.clock:
            needed += ["time_settings", "time_left"]
        if limits.clock and limits.clock.periods:
            needed.append("kgs-time_settings")
        return needed

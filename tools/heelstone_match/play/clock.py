"""The clock of one player in one game, and its form in GTP."""

from __future__ import annotations

import math

from .limits import Limits, TimeControl

# The moves to plan for if a player does not know how many there will be.
PLANNED_MOVES = 30


class Clock:
    """Counts the time of a player down, without any margin."""

    def __init__(self, limits: Limits):
        self._control = limits.clock
        self._a_move = limits.time
        self._main = self._period = 0.0
        self._stones = self._periods = 0
        if self._control is not None:
            self._main = self._control.main
            self._periods = self._control.periods
            self._begin_period(self._control)

    def budget(self) -> float | None:
        """The time that the next move may take before the flag falls; None if unlimited."""
        if self._control is None:
            return self._a_move
        # In main time the first period may be used up as well, and of byo-yomi all periods.
        left = self._main + self._period + max(0, self._periods - 1) * self._control.period
        return left if self._a_move is None else min(left, self._a_move)

    def spend(self, seconds: float, margin: float = 0.0) -> bool:
        """Takes off the time of a move; True if the flag fell, allowing for `margin`."""
        budget = self.budget()
        fell = budget is not None and seconds > budget + margin
        control = self._control
        if control is None:
            return fell
        over = max(0.0, seconds - self._main)
        in_main = self._main > 0 and not over
        self._main = max(0.0, self._main - seconds)
        if not control.stones:
            self._main += control.increment
        elif control.periods and over:
            # A period is lost only when all of it is used up.
            self._periods = max(1, self._periods - max(0, math.ceil(over / control.period) - 1))
        elif not control.periods and not in_main:
            self._spend_period(control, over)
        return fell

    def _spend_period(self, control: TimeControl, seconds: float) -> None:
        self._period = max(0.0, self._period - seconds)
        self._stones -= 1
        if self._stones == 0:
            self._begin_period(control)

    def _begin_period(self, control: TimeControl) -> None:
        self._period, self._stones = control.period, control.stones

    def gtp_settings(self, kgs: bool = False, decimals: bool = False) -> str | None:
        """The command that sets this clock before a game; None if there is none. `kgs`: the engine
        has `kgs-time_settings`; `decimals`: it reads fractions of a second.

        GTP knows neither increments nor a number of periods. An increment is sent as a period for
        one move, the least that a Fischer clock guarantees; periods are sent as endless, and all
        but one of them stay in reserve."""
        control = self._control
        if control is None:
            return None if self._a_move is None else _settings(0, self._a_move, 1, decimals)
        if not control.stones:
            stones = 1 if control.increment else 0
            return _settings(control.main, control.increment, stones, decimals)
        if kgs and control.periods:
            main, period = _seconds(control.main, decimals), _at_least_one(control.period, decimals)
            return f"kgs-time_settings byoyomi {main} {period} {control.periods}"
        return _settings(control.main, control.period, control.stones, decimals)

    def gtp_time_left(self, color: str, kgs: bool = False, decimals: bool = False) -> str | None:
        """The command that tells a player its own clock before its move; None if there is no clock,
        so that every move has the same time."""
        if self._control is None:
            return None
        if kgs and self._control.periods:
            # Here the last word is the number of periods.
            in_main = self._main > 0
            time, stones = (self._main, 0) if in_main else (self._period, self._periods)
        else:
            time, stones = self._left(self._control)
        return f"time_left {color} {_seconds(time, decimals)} {stones}"

    def _left(self, control: TimeControl) -> tuple[float, int]:
        """The time until the flag falls, and the moves to divide it among; 0 for the whole game."""
        if not control.stones:
            if not control.increment:
                return self._main, 0
            # The present time, for as many moves as make a share of the future time.
            share = (self._main + (PLANNED_MOVES - 1) * control.increment) / PLANNED_MOVES
            return self._main, max(1, math.ceil(self._main / share - 1e-9))
        # The rest of the main time is no longer worth a plan of its own.
        if self._main * control.stones < control.period:
            return self._main + self._period, self._stones
        return self._main, 0


def _settings(main: float, period: float, stones: int, decimals: bool) -> str:
    # `0 0 0` would be no clock.
    told = _seconds(main, decimals) if main >= 1 or not main else _at_least_one(main, decimals)
    period_told = _at_least_one(period, decimals) if period else "0"
    return f"time_settings {told} {period_told} {stones}"


def _at_least_one(seconds: float, decimals: bool) -> str:
    return _seconds(seconds, decimals) if decimals else _seconds(max(1.0, seconds), False)


def _seconds(seconds: float, decimals: bool) -> str:
    """The time as text, never rounded up."""
    if not decimals:
        return str(math.floor(seconds))
    return f"{math.floor(seconds * 1000 + 1e-6) / 1000:.3f}".rstrip("0").rstrip(".")

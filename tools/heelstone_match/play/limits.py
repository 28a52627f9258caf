"""The limits of a player: a clock for the game, a time, depth or number of nodes for each move."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, fields, replace

from ..plain import JsonObject, PlainObject

# Waits are counted in milliseconds of 32 bits.
LONGEST = 1_000_000
MOST = 1_000_000_000

_N = r"(\d+(?:\.\d*)?|\.\d+)"
_FORMS = {
    "move": re.compile(_N),
    "increment": re.compile(rf"{_N}\+{_N}"),
    "periods": re.compile(rf"{_N}/(\d+)x{_N}"),
    "stones": re.compile(rf"{_N}/(\d+):{_N}"),
}


@dataclass(frozen=True)
class TimeControl:
    """The clock of a player in a game, in seconds. After the main time come periods with `stones`
    moves each; `periods` is their number, 0 if unlimited."""

    main: float = 0.0
    # Added after each move.
    increment: float = 0.0
    period: float = 0.0
    stones: int = 0
    periods: int = 0

    @property
    def is_per_move(self) -> bool:
        """True if each move has the same time."""
        return not self.main and self.stones == 1 and not self.periods

    def __str__(self) -> str:
        if self.is_per_move:
            return f"{self.period:.10g}"
        if self.periods:
            return f"{self.main:.10g}/{self.periods}x{self.period:.10g}"
        if self.stones:
            return f"{self.main:.10g}/{self.stones}:{self.period:.10g}"
        return f"{self.main:.10g}+{self.increment:.10g}"


def parse_time_control(text: str) -> TimeControl:
    """Parses `0.5`: for each move; `60+0.5`: Fischer, main time and increment; `60/5x30`: byo-yomi,
    after 60 seconds 5 periods of 30; `300/25:60`: Canadian, after 300 seconds 60 for each 25 moves.
    Raises ValueError."""
    found = {form: match for form, regex in _FORMS.items() if (match := regex.fullmatch(text))}
    if not found:
        raise ValueError(
            f"{text!r} is not a time control, such as 60+0.5 (seconds, and what each move adds),"
            " 60/5x30 (then 5 periods of 30 s), 300/25:60 (then 60 s for 25 moves), 0.5 (a move)"
        )
    (form, match), *_ = found.items()
    control = _control(form, match.groups())
    _check(text, form, control)
    return control


def _control(form: str, words: tuple[str, ...]) -> TimeControl:
    if form == "move":
        return TimeControl(period=float(words[0]), stones=1)
    if form == "increment":
        return TimeControl(main=float(words[0]), increment=float(words[1]))
    main, count, period = float(words[0]), int(words[1]), float(words[2])
    if form == "periods":
        return TimeControl(main=main, period=period, stones=1, periods=count)
    return TimeControl(main=main, period=period, stones=count)


def _check(text: str, form: str, control: TimeControl) -> None:
    if max(control.main, control.increment, control.period) > LONGEST:
        raise ValueError(f"{text!r}: more than {LONGEST} seconds are too many")
    if max(control.stones, control.periods) > MOST:
        raise ValueError(f"{text!r}: more than {MOST} are too many")
    if form == "increment" and not control.main:
        raise ValueError(f"{text!r}: the first move needs time before anything is added")
    if form != "increment" and not control.period:
        raise ValueError(f"{text!r}: 0 seconds are too few")
    if form == "stones" and not control.stones:
        raise ValueError(f"{text!r}: there must be at least one move")
    if form == "periods" and not control.periods:
        raise ValueError(f"{text!r}: there must be at least one period")


@dataclass(frozen=True)
class Limits:
    """Times in seconds. None: the limit is not set, and the engine's own applies. Of all limits
    set, the tightest applies."""

    # For each move.
    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    # The extra time before a flag falls.
    margin: float = 0.25
    # The time to wait for an answer that is already too late, to tell late from never.
    grace: float = 0.5
    # For a search without a limit of time.
    patience: float = 60.0
    # For a command that does not search.
    reply_timeout: float = 5.0
    # From the start of a process to its first answer.
    start_timeout: float = 10.0
    # For the game.
    clock: TimeControl | None = None
    # MiB of address space for each process of the engine.
    memory: int | None = None

    def under(self, control: TimeControl) -> Limits:
        """The same with another time control."""
        if control.is_per_move:
            return replace(self, time=control.period, clock=None)
        return replace(self, time=None, clock=control)

    @property
    def searches_by_count(self) -> bool:
        """True if depth or nodes alone end a search, so that a clock must not."""
        timed = self.time is not None or self.clock is not None
        return not timed and (self.depth is not None or self.nodes is not None)

    def to_json(self) -> JsonObject:
        """As plain data, for `from_json`."""
        told = asdict(self)
        if self.memory is None:
            # So are plans written that know nothing of it.
            del told["memory"]
        return told

    @staticmethod
    def from_json(told: PlainObject) -> Limits:
        """The limits from plain data. Raises ValueError."""
        try:
            clock = told.get("clock")
            limits = Limits(**{**told, "clock": TimeControl(**clock) if clock else None})
        except (TypeError, AttributeError) as error:
            raise ValueError(f"these are not limits: {told!r}") from error
        parts: list[Limits | TimeControl] = [limits, limits.clock] if limits.clock else [limits]
        for part in parts:
            for name in (field.name for field in fields(part)):
                value = getattr(part, name)
                if value is not None and not isinstance(value, (int, float, TimeControl)):
                    raise ValueError(f"no limit is {value!r}, as `{name}` is here")
        return limits

    def __str__(self) -> str:
        parts = [
            None if self.time is None else f"{self.time:g} s",
            None if self.depth is None else f"depth {self.depth}",
            None if self.nodes is None else f"{self.nodes} nodes",
        ]
        told = ", ".join(part for part in parts if part)
        a_move = f"{told} a move" if told else ""
        a_game = f"clock {self.clock}" if self.clock else ""
        limits = ", ".join(filter(None, [a_game, a_move])) or "the engines' own limits"
        return limits if self.memory is None else f"{limits}, {self.memory} MiB"

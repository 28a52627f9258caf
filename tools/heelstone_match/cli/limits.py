"""The options that limit the players, and the resulting limits of each."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..play.limits import Limits, TimeControl, parse_time_control
from ..system import NO_MEMORY_CAP
from . import values
from .values import UsageError

# A time or a number, or a clock for the game.
Limit = float | TimeControl

# The names in `--limits`, and the functions that read their values.
READERS: dict[str, Callable[[str], Limit]] = {
    "time": values.seconds,
    "tc": parse_time_control,
    "depth": values.count,
    "nodes": values.count,
    "margin": values.seconds_or_none,
    "patience": values.seconds,
    "reply-timeout": values.seconds,
    "start-timeout": values.seconds,
    "memory": values.count,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The limits for all players, and for single ones."""
    add = parser.add_argument
    add("--time", type=values.seconds, metavar="SECONDS", help="limit for a move")
    add("--tc", metavar="CLOCK",
        help="for a game: 60+0.5 (Fischer), 60/5x30 (byo-yomi), 300/25:60 (Canadian)")  # fmt: skip
    add("--depth", type=values.count, metavar="N", help="limit for a move")
    add("--nodes", type=values.count, metavar="N", help="limit for a move")
    add("--limits", action="append", default=[], metavar="ENGINE:NAME=VALUE,...",
        help=f"for one engine, in place of those for all: {', '.join(READERS)}")  # fmt: skip
    add("--margin", type=values.seconds_or_none, metavar="SECONDS",
        help="how much later than its limit an answer may come (0.25)")  # fmt: skip
    add("--patience", type=values.seconds, metavar="SECONDS",
        help="for a move without a time limit: no answer until then is a stall (60)")  # fmt: skip
    add("--reply-timeout", type=values.seconds, metavar="SECONDS",
        help="for a command that does not search (5)")  # fmt: skip
    add("--start-timeout", type=values.seconds, metavar="SECONDS",
        help="from the start of an engine to its first answer (10)")  # fmt: skip
    add("--memory", type=values.count, metavar="MIB",
        help="address space of each process of an engine")  # fmt: skip


def common_limits(typed: argparse.Namespace) -> Limits:
    """Those for all engines. Raises UsageError."""
    common = Limits()
    for name in READERS:
        value = getattr(typed, name.replace("-", "_"))
        if value is not None:
            value = _read(f"--{name}", name, value) if name == "tc" else value
            common = _with(common, name, value)
    return common


def limited(limits: Limits, option: str, name: str, word: str) -> Limits:
    """With one of `READERS` changed, as `option` says. Raises UsageError."""
    return _with(limits, name, _read(option, name, word))


def _with(limits: Limits, name: str, value: Limit) -> Limits:
    if isinstance(value, TimeControl):
        return limits.under(value)
    if name == "memory" and NO_MEMORY_CAP:
        raise UsageError(f"--memory: {NO_MEMORY_CAP}")
    changed: dict[str, Any] = {name.replace("-", "_"): value}
    return replace(limits, **changed)


def _read(option: str, name: str, word: str) -> Limit:
    try:
        return READERS[name](word)
    except (ValueError, argparse.ArgumentTypeError) as error:
        raise UsageError(f"{option}: {error}") from error

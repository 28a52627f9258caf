"""The values on the command line: each function converts a word."""

from __future__ import annotations

import argparse
import math
import sys

from ..play.player import Contest
from ..system import split_command

# The characters shown of a word that is not understood.
SHOWN = 40


class UsageError(Exception):
    """The command line makes no sense."""


def command(option: str, text: str) -> tuple[str, ...]:
    """The words of a command line; `py:FILE` is the engine of a file. Raises UsageError."""
    try:
        words = split_command(text)
    except ValueError as error:
        raise UsageError(f"{option}: {_shown(text)} is not a command line: {error}") from error
    if not words:
        raise UsageError(f"{option} needs a command")
    if words[0].startswith("py:"):
        words[:1] = [sys.executable, "-m", "heelstone.gtp", words[0].removeprefix("py:")]
    return tuple(words)


def one_word(option: str, text: str) -> str:
    """The word. Raises UsageError."""
    if len(text.split()) != 1 or not text.isprintable():
        raise UsageError(f"{option} is one word")
    return text


def contest(typed: argparse.Namespace) -> Contest:
    """The game and size that the options say. Raises UsageError."""
    size = None if typed.size is None else one_word("--size", typed.size)
    return Contest(one_word("--game", typed.game), size)


def port(text: str) -> int:
    """A port from 0, any free one, to 65535."""
    value = integer(text)
    if not 0 <= value <= 65535:
        raise argparse.ArgumentTypeError(f"{_shown(text)} is not a port")
    return value


def count(text: str) -> int:
    """A number from 1."""
    value = integer(text)
    if not 1 <= value <= sys.maxsize:
        raise argparse.ArgumentTypeError(f"{_shown(text)} is out of range: it must be at least 1")
    return value


def count_or_none(text: str) -> int:
    """A number from 0."""
    value = integer(text)
    if not 0 <= value <= sys.maxsize:
        raise argparse.ArgumentTypeError(f"{_shown(text)} is out of range: it must be at least 0")
    return value


def integer(text: str) -> int:
    """A whole number."""
    try:
        return int(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{_shown(text)} is not a whole number") from error


def seconds(text: str) -> float:
    """A time above 0."""
    value = seconds_or_none(text)
    if value == 0:
        raise argparse.ArgumentTypeError("0 seconds are too few")
    return value


def seconds_or_none(text: str) -> float:
    """A time from 0."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    # Waits are counted in milliseconds of 32 bits.
    if not 0 <= value <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{_shown(text)} is not a number of seconds")
    return value


def positive(text: str) -> float:
    """A finite number above 0."""
    value = fraction(text)
    if value == 0:
        raise argparse.ArgumentTypeError(f"{_shown(text)} is not a number above 0")
    return value


def fraction(text: str) -> float:
    """A finite number from 0."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value >= 0):
        raise argparse.ArgumentTypeError(f"{_shown(text)} is not a number from 0")
    return value


def span(text: str) -> tuple[int, int]:
    """`3-7`, or `3` alone."""
    first, _, last = text.partition("-")
    low, high = count(first), count(last or first)
    if low > high:
        raise argparse.ArgumentTypeError(f"{_shown(text)} is not a range of numbers, such as 3-7")
    return low, high


def processors(text: str) -> set[int]:
    """The numbers of `0-3,6`. Raises UsageError."""
    numbers: set[int] = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        if not (first.isdecimal() and (last or first).isdecimal()) or int(last or first) > 65535:
            raise UsageError(f"{_shown(text)} are not processors, such as 0-3,6")
        numbers.update(range(int(first), int(last or first) + 1))
    return numbers


def _shown(text: str) -> str:
    return repr(text if len(text) <= SHOWN else f"{text[:SHOWN]}...")

"""The command line: what was typed, then what is meant."""

from __future__ import annotations

import argparse
import math
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from .play.limits import Limits
from .openings.generated import default_plies
from .play.player import Contest
from .schedule import Plan

_PROJECT = Path(__file__).resolve().parents[2]


class UsageError(Exception):
    """What was typed cannot be meant."""


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """What was typed. Raises UsageError."""
    return _parser().parse_args(arguments)


def plan_of(typed: argparse.Namespace) -> Plan:
    """What is meant. Raises UsageError."""
    if len(typed.engine) != 2:
        raise UsageError(f"a match has two engines, --engine was given {len(typed.engine)} times")
    defaults = Limits()
    limits = Limits(
        time=typed.time,
        depth=typed.depth,
        nodes=typed.nodes,
        margin=defaults.margin if typed.margin is None else typed.margin,
        patience=typed.patience or defaults.patience,
        reply_timeout=typed.reply_timeout or defaults.reply_timeout,
        start_timeout=typed.start_timeout or defaults.start_timeout,
    )
    plies = typed.opening_plies
    return Plan(
        contest=Contest(_one_word("--game", typed.game), _one_word("--size", typed.size)),
        engines=tuple(_command("--engine", text) for text in typed.engine),
        referee=_command("--referee", typed.referee) if typed.referee else _own_engine(),
        pairs=typed.pairs,
        seed=typed.seed,
        plies=default_plies(typed.game) if plies is None else plies,
        limits=limits,
        concurrency=typed.concurrency,
        use_ids=not typed.no_ids,
        records=typed.games is not None,
    )


class _Parser(argparse.ArgumentParser):
    """Its mistakes are one sentence, and options are written in full."""

    def __init__(self, **settings):
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        raise UsageError(message)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="match.py", description="Plays matches between two GTP engines.")
    commands = parser.add_subparsers(dest="command", required=True, parser_class=_Parser)
    run = commands.add_parser("run", help="play a match", description="Plays a match.")
    add = run.add_argument
    add("--game", required=True, help="a game that the referee knows, such as connect4")
    add("--size", help="a size of that game, such as 8x7")
    add("--engine", required=True, action="append", metavar="CMD",
        help="the command line of an engine; twice: A, then B")  # fmt: skip
    add("--pairs", type=_count, default=1, metavar="N",
        help="pairs of games: each opening is played twice, colours swapped (%(default)s)")  # fmt: skip
    add("--seed", type=int, default=0, metavar="S", help="of the openings (%(default)s)")
    add("--opening-plies", type=_count_or_none, metavar="N",
        help="random plies before the engines play (depends on the game)")  # fmt: skip
    add("--time", type=_seconds, metavar="SECONDS", help="limit for a move")
    add("--depth", type=_count, metavar="N", help="limit for a move")
    add("--nodes", type=_count, metavar="N", help="limit for a move")
    add("--margin", type=_seconds_or_none, metavar="SECONDS",
        help="how much later than --time an answer may come (0.25)")  # fmt: skip
    add("--concurrency", type=_count, default=1, metavar="K", help="games at a time (%(default)s)")
    add("--referee", metavar="CMD", help="the engine that knows the rules (sarsen)")
    add("--no-ids", action="store_true", help="send the engines commands without ids")
    add("--games", type=Path, metavar="FILE", help="write the games as SGF to a new file")
    add("--json", action="store_true",
        help="the summary as JSON on stdout, all else on stderr")  # fmt: skip
    add("--patience", type=_seconds, metavar="SECONDS",
        help="for a move without --time: no answer until then is a stall (60)")  # fmt: skip
    add("--reply-timeout", type=_seconds, metavar="SECONDS",
        help="for a command that does not search (5)")  # fmt: skip
    add("--start-timeout", type=_seconds, metavar="SECONDS",
        help="from the start of an engine to its first answer (10)")  # fmt: skip
    return parser


def _own_engine() -> tuple[str, ...]:
    built = _PROJECT / "target" / "release" / "sarsen"
    found = str(built) if built.is_file() else shutil.which("sarsen")
    if found is None:
        raise UsageError(
            "no referee: sarsen is neither built (cargo build --release) nor on the PATH;"
            " name one with --referee"
        )
    return (found,)


def _command(option: str, text: str) -> tuple[str, ...]:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UsageError(f"{option}: {text!r} is no command line: {error}") from error
    if not words:
        raise UsageError(f"{option} needs a command")
    return tuple(words)


def _one_word(option: str, text: str | None) -> str | None:
    if text is not None and (len(text.split()) != 1 or not text.isprintable()):
        raise UsageError(f"{option} is one word")
    return text


def _count(text: str) -> int:
    value = _integer(text)
    if not 1 <= value <= sys.maxsize:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return value


def _count_or_none(text: str) -> int:
    value = _integer(text)
    if not 0 <= value <= sys.maxsize:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 0 on")
    return value


def _integer(text: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from error


def _seconds(text: str) -> float:
    value = _seconds_or_none(text)
    if value == 0:
        raise argparse.ArgumentTypeError("0 seconds are too few")
    return value


def _seconds_or_none(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    # Waits are counted in milliseconds of 32 bits.
    if not 0 <= value <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds")
    return value

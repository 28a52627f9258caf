"""`spread`: asks an engine about each position of a file, on many threads or machines."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from ..crew.events import BROKEN
from ..spread.journal import SpreadJournal
from ..spread.loop import PositionLoop
from ..spread.question import (
    Answer,
    Question,
    QuestionError,
    header_json,
    read_positions,
)
from ..spread.runner import PositionWork
from ..system import reader_is_gone
from . import cluster, conduct, values
from .values import UsageError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `spread`."""
    add = parser.add_argument
    add("--game", required=True, help="the game of the positions, such as connect4")
    add("--size", help="a size of that game, such as 8x7")
    add("--engine", required=True, metavar="CMD", help="the command line of the engine")
    add("--positions", required=True, type=Path, metavar="FILE",
        help="a position a line; empty lines and comments (#) are passed over")  # fmt: skip
    add("--ask", required=True, metavar="COMMAND",
        help="what to ask, such as 'solve 5'; or a command with {} for the line:"
        " no position is set up then")  # fmt: skip
    add("--setup", default="setup", metavar="COMMAND",
        help="the command that takes over a position (%(default)s)")  # fmt: skip
    add("--journal", required=True, type=Path, metavar="FILE",
        help="where answers go; if it exists, it is continued")  # fmt: skip
    add("--patience", type=values.seconds, default=3600.0, metavar="SECONDS",
        help="no answer until then is a stall (%(default)g)")  # fmt: skip
    add("--reply-timeout", type=values.seconds, default=5.0, metavar="SECONDS",
        help="for other commands (%(default)g)")  # fmt: skip
    add("--start-timeout", type=values.seconds, default=10.0, metavar="SECONDS",
        help="from the start of the engine to its first answer (%(default)g)")  # fmt: skip
    add("--no-ids", action="store_true", help="send commands without ids")
    add("--max-faults", type=values.count, metavar="N", help="stop after N faults of the engine")
    conduct.add_arguments(parser)


def run(typed: argparse.Namespace) -> int:
    """The exit code, which is also 1 if there are positions without a reply."""
    cluster.refuse_mistakes(typed)
    question = _question(typed)
    try:
        positions = read_positions(typed.positions)
    except QuestionError as error:
        raise UsageError(str(error)) from error
    header = header_json(question, positions)
    journal = SpreadJournal(typed.journal, header)
    try:
        stream = sys.stderr if typed.json else sys.stdout
        work, identity = PositionWork(question), f"{header['run']} {header['config']}"
        crew = cluster.new_crew(work, len(positions), identity, typed.journal, typed)
        loop = PositionLoop(
            positions,
            crew,
            journal,
            typed.max_faults,
            lambda text: print(text, file=stream, flush=True),
        )
        conduct.catch_signals(crew)
        code = loop.run()
        if loop.trouble:
            print(f"match.py: {loop.trouble}", file=sys.stderr)
        _tell_summary(journal.answers, len(positions), typed.json)
    except OSError as error:
        if not reader_is_gone(error):
            raise
        # Nobody reads any more; Python would complain when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN
    finally:
        journal.close()
    answered = all(answer.reply is not None for answer in journal.answers)
    return code or (0 if answered else 1)


def _question(typed: argparse.Namespace) -> Question:
    for option in ("ask", "setup"):
        text = getattr(typed, option)
        if not text.strip() or not text.isprintable():
            raise UsageError(f"--{option} is one command")
    return Question(
        contest=values.contest(typed),
        command=values.command("--engine", typed.engine),
        ask=typed.ask,
        setup=typed.setup,
        patience=typed.patience,
        reply_timeout=typed.reply_timeout,
        start_timeout=typed.start_timeout,
        use_ids=not typed.no_ids,
    )


def _tell_summary(answers: Sequence[Answer], positions: int, as_json: bool) -> None:
    told = {
        "positions": positions,
        "replies": sum(answer.reply is not None for answer in answers),
        "errors": sum(answer.error is not None for answer in answers),
        "faults": sum(answer.fault is not None for answer in answers),
        "seconds": round(sum(answer.seconds for answer in answers), 3),
    }
    if as_json:
        print(json.dumps(told))
    else:
        print(", ".join(f"{name} {value}" for name, value in told.items()))

"""`check`: checks how well an engine keeps to the protocol."""

from __future__ import annotations

import argparse
import os
import signal
import sys

from ..cli import values
from ..cli.values import UsageError
from ..gtp.faults import Fault
from ..system import SIGNALS, reader_is_gone
from .bench import Bench, Patience
from .course import Course, Steps, choose
from .show import NAME_WIDTH, Table, as_json, harmless, summary
from .verdict import BAD, Failed

PASSED, FAILED, NOT_BEGUN = 0, 1, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `check`."""
    add = parser.add_argument
    add("engine", nargs="?", metavar="ENGINE", help="the command line of an engine, in one word")
    add("--game", metavar="G", help="the game to set it to (else: what it starts with)")
    add("--timeout", type=values.seconds, default=5.0, metavar="SECONDS",
        help="for a step, more for those that search (%(default)g)")  # fmt: skip
    add("--start-timeout", type=values.seconds, default=10.0, metavar="SECONDS",
        help="from the start of a process to its first answer (%(default)g)")  # fmt: skip
    add("--margin", type=values.seconds, default=1.0, metavar="SECONDS",
        help="how much later than its time setting a move may come (%(default)g)")  # fmt: skip
    add("--only", nargs="+", action="extend", default=[], metavar="NAME",
        help="only these steps or groups of steps")  # fmt: skip
    add("--list", action="store_true", help="list the steps")
    add("--json", action="store_true", help="the results as JSON")


def run(typed: argparse.Namespace) -> int:
    """The exit code: 0 if nothing failed, 1 if something did, 2 if it could not start."""
    try:
        steps = choose(typed.only)
    except KeyError as error:
        raise UsageError(f"--only: there is no step {error.args[0]!r} (see --list)") from error
    try:
        if typed.list:
            _list(steps)
            return PASSED
        return _check(typed, steps)
    except OSError as error:
        if not reader_is_gone(error):
            raise
        # Nobody reads any more; Python would complain when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED


def _check(typed: argparse.Namespace, steps: Steps) -> int:
    command = values.command("check", typed.engine or "")
    game = None if typed.game is None else values.one_word("--game", typed.game)
    bench = Bench(command, game, Patience(typed.timeout, typed.start_timeout, typed.margin))
    course = Course(bench, (lambda result: None) if typed.json else Table().row)
    # Otherwise Python would exit without the `finally` below, which ends all processes.
    for number in SIGNALS:
        if number == signal.SIGINT:
            continue
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    try:
        bench.introduce()
        if not typed.json:
            print(f"{harmless(bench.name)}  ({typed.engine})")
        course.run(steps)
    except (Fault, Failed) as fault:
        print(f"match.py: the engine cannot be checked: {fault}", file=sys.stderr)
        return NOT_BEGUN
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    finally:
        bench.close()
    print(as_json(bench.name, command, course) if typed.json else summary(course))
    return FAILED if any(result.verdict in BAD for result in course.results) else PASSED


def _list(steps: Steps) -> None:
    last = ""
    for group, step in steps:
        if group != last:
            print(group)
        last = group
        print(f"  {step.name:{NAME_WIDTH}} {step.about}")

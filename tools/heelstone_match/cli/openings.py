"""The options for openings, and the plan of openings made from them."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from ..gtp.process import LiveProcesses
from ..journal.plan import Plan
from ..openings.errors import OpeningError
from ..openings.exact import Solver
from ..openings.generated import default_plies
from ..openings.source import OpeningOptions, OpeningPlan, resolve
from ..play.referee import Referee, RefereeFault
from . import values
from .values import UsageError

SOLVE_SECONDS = 10.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options for openings."""
    add = parser.add_argument
    add("--opening-plies", type=values.count_or_none, metavar="N",
        help="random plies before the engines play (depends on the game)")  # fmt: skip
    add(
        "--all-openings", action="store_true", help="all positions of --opening-plies plies instead"
    )
    add("--openings", type=Path, metavar="FILE",
        help="openings from a file: a list of moves a line, or SGF")  # fmt: skip
    add("--exact-openings", metavar="draw|N",
        help="only openings with the exact value of a draw, or within N of one")  # fmt: skip
    add("--solver", metavar="CMD", help="the engine that has `solve` (the referee)")
    add("--solve-time", type=values.seconds, default=SOLVE_SECONDS, metavar="SECONDS",
        help="for the exact value of one opening (%(default)g)")  # fmt: skip


def with_openings(plan: Plan, typed: argparse.Namespace, solvers: int) -> Plan:
    """The plan with its openings: lists are made now, with the referee's help, so that the plan is
    all that is needed to continue the match. Raises UsageError."""
    plies = typed.opening_plies
    if plies is None and not typed.openings:
        plies = default_plies(plan.contest.game)
    options = OpeningOptions(
        plies, typed.openings, typed.all_openings, typed.exact_openings, plan.pairs, solvers
    )
    if not (options.file or options.all_positions or options.exact):
        words = f"{plies} random {'ply' if plies == 1 else 'plies'}"
        return replace(plan, openings=OpeningPlan("random", plies or 0, source=words).as_json())
    processes = LiveProcesses()
    limits = plan.engines[0].limits
    solver = values.command("--solver", typed.solver) if typed.solver else plan.referee
    try:
        with closing(Referee(plan.referee, plan.contest, limits, processes)) as referee:
            made = resolve(
                options,
                referee,
                plan.seed,
                lambda: Solver(solver, plan.contest, limits, processes, typed.solve_time),
                _progress if sys.stderr.isatty() else lambda text: None,
            )
    except (OpeningError, RefereeFault) as error:
        raise UsageError(str(error)) from error
    finally:
        processes.kill_all()
    for note in made.notes:
        print(f"match.py: {note}", file=sys.stderr)
    return replace(plan, openings=made.as_json())


def _progress(text: str) -> None:
    print(f"\r{text:70}", end="", file=sys.stderr, flush=True)

"""The options for openings, and the plan of openings made from them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial, reduce
from pathlib import Path

from ..gtp.process import LiveProcesses
from ..journal.plan import Plan
from ..journal.records import moves_of
from ..openings.errors import OpeningError
from ..openings.exact import Solver, by_value
from ..openings.judging import Selection, both
from ..openings.replay import replay
from ..openings.scored import Scorer, by_score
from ..openings.shipped import ShippedList, default_plies, shipped_list
from ..openings.source import OpeningOptions, OpeningPlan, resolve
from ..play.limits import Limits
from ..play.player import Contest
from ..play.referee import Referee, RefereeFault
from . import values
from .values import UsageError

SOLVE_SECONDS = 10.0
SCORE_NODES = 100_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options for openings."""
    add = parser.add_argument
    add("--opening-plies", type=values.count_or_none, metavar="N",
        help="random plies of an opening, in place of the list for the game")  # fmt: skip
    add(
        "--all-openings", action="store_true", help="all positions of --opening-plies plies instead"
    )
    add("--openings", type=Path, metavar="FILE",
        help="openings from a file: moves or a position a line, or SGF or PDN")  # fmt: skip
    add("--exact-openings", metavar="draw|N",
        help="only openings with the exact value of a draw, or within N of one")  # fmt: skip
    add("--scored-openings", type=values.count_or_none, metavar="N",
        help="only openings that a search scores within N of 0")  # fmt: skip
    add("--solver", metavar="CMD",
        help="the engine that solves or scores openings (the referee)")  # fmt: skip
    add("--solve-time", type=values.seconds, default=SOLVE_SECONDS, metavar="SECONDS",
        help="for the exact value of one opening (%(default)g)")  # fmt: skip
    add("--score-nodes", type=values.count, default=SCORE_NODES, metavar="N",
        help="for the score of one opening (%(default)s)")  # fmt: skip


def with_openings(plan: Plan, typed: argparse.Namespace, judges: int) -> Plan:
    """The plan with its openings: lists are made now, with the referee's help, so that the plan is
    all that is needed to continue the match. Raises UsageError."""
    request = OpeningRequest(plan.contest, plan.referee, plan.engines[0].limits, plan.seed)
    found = _shipped(request, typed) or _made(request, typed, plan.pairs, judges)
    return replace(plan, openings=found.as_json())


@dataclass(frozen=True)
class OpeningRequest:
    """The game that openings are for, the referee's command line, and the seed of their order."""

    contest: Contest
    referee: Sequence[str]
    limits: Limits
    seed: int


def _shipped(request: OpeningRequest, typed: argparse.Namespace) -> OpeningPlan | None:
    """The list that comes with this package, unless the options ask for something else."""
    asks = typed.openings or typed.all_openings or typed.exact_openings
    if asks or typed.opening_plies is not None or typed.scored_openings is not None:
        return None
    found = shipped_list(request.contest)
    if found is None or (typed.referee and not _can_play(request, found)):
        return None
    return found.plan(request.seed)


def _can_play(request: OpeningRequest, listed: ShippedList) -> bool:
    """True if a referee other than Heelstone knows the same game by that name."""
    opening = [(move.color, move.move) for move in moves_of(listed.openings[0])]
    processes = LiveProcesses()
    try:
        command, limits = request.referee, request.limits
        with closing(Referee(command, request.contest, limits, processes)) as referee:
            return not replay(referee, opening).state.over
    except (OpeningError, RefereeFault):
        return False
    finally:
        processes.kill_all()


def _made(
    request: OpeningRequest, typed: argparse.Namespace, wanted: int, judges: int
) -> OpeningPlan:
    chosen = typed.exact_openings is not None or typed.scored_openings is not None
    if typed.openings or typed.all_openings or chosen:
        return made_list(request, typed, wanted, judges)
    plies = typed.opening_plies
    if plies is None:
        plies = default_plies(request.contest)
    words = f"{plies} random {'ply' if plies == 1 else 'plies'}"
    return OpeningPlan("random", plies, source=words)


def made_list(
    request: OpeningRequest, typed: argparse.Namespace, wanted: int | None, judges: int
) -> OpeningPlan:
    """The openings that the options define, which are no random ones made as a match goes on; their
    notes are told to the user. Raises UsageError."""
    plies = typed.opening_plies
    if plies is None and not typed.openings:
        plies = default_plies(request.contest)
    options = OpeningOptions(plies, typed.openings, typed.all_openings, wanted, judges)
    processes = LiveProcesses()
    progress = _progress if sys.stderr.isatty() else lambda text: None
    try:
        selection = _selection(request, typed, processes)
        command, limits = request.referee, request.limits
        with closing(Referee(command, request.contest, limits, processes)) as referee:
            made = resolve(options, referee, request.seed, selection, progress)
    except (OpeningError, RefereeFault) as error:
        raise UsageError(str(error)) from error
    finally:
        processes.kill_all()
    for note in made.notes:
        print(f"match.py: {note}", file=sys.stderr)
    return made


def _selection(
    request: OpeningRequest, typed: argparse.Namespace, processes: LiveProcesses
) -> Selection | None:
    """The choice among openings by score, by value, or by both. Raises OpeningError or
    UsageError."""
    command = values.command("--solver", typed.solver) if typed.solver else request.referee
    about = (command, request.contest, request.limits, processes)
    chosen: list[Selection] = []
    if typed.scored_openings is not None:
        start_scorer = partial(Scorer, *about, typed.score_nodes)
        chosen.append(by_score(typed.scored_openings, start_scorer))
    if typed.exact_openings is not None:
        draws = typed.exact_openings == "draw"
        start_solver = partial(Solver, *about, typed.solve_time, verdict_is_enough=draws)
        chosen.append(by_value(typed.exact_openings, start_solver))
    return reduce(both, chosen) if chosen else None


def _progress(text: str) -> None:
    print(f"\r{text:70}", end="", file=sys.stderr, flush=True)

"""`openings`: makes a list of openings, distinct by position and balanced."""

from __future__ import annotations

import argparse
import shlex
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from ..gtp.process import LiveProcesses
from ..journal.records import opening_text
from ..openings.errors import NoOpening
from ..openings.generated import Openings
from ..openings.shipped import list_text
from ..openings.source import OpeningPlan
from ..play.limits import Limits
from ..play.referee import Referee, RefereeFault
from . import opening_options, values
from .opening_options import OpeningRequest
from .options import own_engine


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `openings`."""
    add = parser.add_argument
    add("file", type=Path, metavar="FILE", help="a new file, in the form that --openings reads")
    add("--game", required=True, help="a game that the referee knows, such as connect4")
    add("--size", help="a size of that game, such as 8x7")
    add("--count", type=values.count, metavar="N", help="no more than N openings")
    add("--seed", type=values.integer, default=0, metavar="S",
        help="of the choice among them (%(default)s)")  # fmt: skip
    opening_options.add_arguments(parser)
    add("--referee", metavar="CMD", help="the engine that knows the rules (heelstone)")
    add("--concurrency", type=values.count, default=1, metavar="N",
        help="openings solved or scored at a time (%(default)s)")  # fmt: skip


def run(typed: argparse.Namespace) -> int:
    """The exit code."""
    command = values.command("--referee", typed.referee) if typed.referee else own_engine()
    contest = values.contest(typed)
    request = OpeningRequest(contest, command, Limits(), typed.seed)
    made = opening_options.made_list(request, typed, typed.count, typed.concurrency)
    if made.kind == "random":
        made = _dealt(made, request, typed.count)
    head = {
        "game": contest.game,
        "size": _size(request),
        "made by": shlex.join(["match.py", *typed.words]),
        "openings": made.source,
    }
    try:
        with open(typed.file, "x", encoding="utf-8") as file:
            file.write(list_text(head, made.openings))
    except OSError as error:
        raise values.UsageError(f"{typed.file} cannot be written: {error.strerror}") from error
    print(f"{typed.file}: {made.source}")
    return 0


def _dealt(plan: OpeningPlan, request: OpeningRequest, count: int | None) -> OpeningPlan:
    """The first openings of a plan of random ones; fewer where there are no more."""
    if count is None:
        raise values.UsageError(
            "there is no end of random openings: give --count, or --all-openings for each position"
        )
    processes = LiveProcesses()
    try:
        command, limits = request.referee, request.limits
        with closing(Referee(command, request.contest, limits, processes)) as referee:
            dealt = Openings(referee, plan.plies, request.seed)
            found: list[str] = []
            while len(found) < count:
                opening = dealt.next()
                if dealt.repeating:
                    break
                found.append(opening_text(opening))
    except (NoOpening, RefereeFault) as fault:
        raise values.UsageError(str(fault)) from fault
    finally:
        processes.kill_all()
    return replace(plan, openings=tuple(found), source=f"{len(found):,} after {plan.source}")


def _size(request: OpeningRequest) -> str:
    processes = LiveProcesses()
    try:
        command, limits = request.referee, request.limits
        with closing(Referee(command, request.contest, limits, processes)) as referee:
            return referee.size() or request.contest.size or "?"
    except RefereeFault as fault:
        raise values.UsageError(str(fault)) from fault
    finally:
        processes.kill_all()

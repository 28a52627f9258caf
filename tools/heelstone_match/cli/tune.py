"""`tune`: searches for better values of an engine's parameters in games against itself."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

from ..journal.file import Journal, read_journal
from ..journal.lines import JournalError
from ..journal.plan import Plan, PlanError, new_header
from ..tune.asked import FIELDS, Asked, asked_of
from ..tune.listing import ListingError, Trial
from ..tune.plan import NAME, VALUE, TunePlan, tune_json
from ..tune.progress import replayed
from ..tune.show import summary_json, summary_text
from ..tune.spsa import A_RATIO, ALPHA, GAMMA, Parameter, default_r_end
from . import cluster, conduct, values
from .options import add_game_arguments, plan_of
from .values import UsageError

# More pairs in flight than any one machine can use.
LAG = 16


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `tune`."""
    add_game_arguments(parser, required=False)
    add = parser.add_argument
    add("--iterations", dest="pairs", type=values.count, metavar="N", help="the same as --pairs")
    add("--param", action="append", default=[], metavar=f"NAME[={','.join(FIELDS)}]",
        help="a parameter, or many such as 'search.*'; what is left out is what the engine lists,"
        " C_END a 20th of the range, R_END --r-end")  # fmt: skip
    add("--all", action="store_true", help="all parameters that the engine lists")
    add("--list-command", default="param", metavar="TEXT",
        help="it replies a line `NAME VALUE MIN MAX` for each parameter (%(default)s)")  # fmt: skip
    add("--set-command", default=f"param {NAME} {VALUE}", metavar="TEXT",
        help="sets a parameter (%(default)s)")  # fmt: skip
    add("--r-end", type=values.positive, metavar="R",
        help="the learning rate at the end (0.5 / square root of the pairs)")  # fmt: skip
    add("--alpha", type=values.fraction, default=ALPHA, metavar="X",
        help="decay of the learning rate (%(default)s)")  # fmt: skip
    add("--gamma", type=values.fraction, default=GAMMA, metavar="X",
        help="decay of the perturbation (%(default)s)")  # fmt: skip
    add("--A-ratio", dest="a_ratio", type=values.fraction, default=A_RATIO, metavar="X",
        help="the part of the run with hardly any decay of that rate (%(default)s)")  # fmt: skip
    add("--lag", type=values.count, default=LAG, metavar="N",
        help="where no clock decides, a pair knows the results until N before it: no more than N"
        " are played at a time (%(default)s)")  # fmt: skip
    add("--journal", type=Path, metavar="FILE", help="a new file for all that is played")
    add("--status", type=Path, metavar="FILE", help="tell where the tuning of a journal stands")
    conduct.add_arguments(parser)


def run(typed: argparse.Namespace) -> int:
    """The exit code."""
    if typed.status:
        return _tell_status(typed.status, typed.json)
    cluster.refuse_mistakes(typed)
    header = new_header(_plan_of(typed), typed.tournament)
    journal = Journal.create(typed.journal, header) if typed.journal else None
    return conduct.conduct(header, journal, typed)


def _tell_status(path: Path, as_json: bool) -> int:
    contents = read_journal(path)
    plan = contents.header.plan
    if not plan.tune:
        raise UsageError(f"{path} is the journal of a match, not of a tuning")
    try:
        progress = replayed(plan, contents.pairs)
    except PlanError as error:
        raise JournalError(f"{path}: {error}") from error
    print(json.dumps(summary_json(progress)) if as_json else summary_text(progress))
    return 0


def _plan_of(typed: argparse.Namespace) -> Plan:
    if not typed.game or len(typed.engine or ()) != 1 or not typed.pairs:
        raise UsageError("a tuning needs --game, one --engine, and --pairs")
    if not typed.all and not typed.param:
        raise UsageError("a tuning needs --param or --all")
    typed.engine, typed.format, typed.sprt = typed.engine * 2, "match", None
    plan = plan_of(typed)
    try:
        with Trial(plan.engines[0], plan.contest) as trial:
            tune = TunePlan(
                parameters=_parameters(typed, trial),
                set_command=typed.set_command,
                lag=typed.lag,
                alpha=typed.alpha,
                gamma=typed.gamma,
                a_ratio=typed.a_ratio,
            )
            trial.tell(tune.commands(tuple(p.nearest(p.start) for p in tune.parameters)))
    except (ListingError, PlanError) as error:
        raise UsageError(str(error)) from error
    return replace(plan, tune=tune_json(tune))


def _parameters(typed: argparse.Namespace, trial: Trial) -> tuple[Parameter, ...]:
    asked = [asked_of(text) for text in typed.param]
    if typed.all:
        # First, so that more specific options override it.
        asked.insert(0, asked_of("*"))
    try:
        listed = {found.name: found for found in trial.listed(typed.list_command)}
    except ListingError:
        if not all(one.whole_story for one in asked):
            raise
        listed = {}
    fields: dict[str, Asked] = {}
    for one in asked:
        for name in one.names(listed):
            fields[name] = one
    r_end = typed.r_end or default_r_end(typed.pairs)
    return tuple(one.parameter(name, listed.get(name), r_end) for name, one in fields.items())

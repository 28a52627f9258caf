"""`stats`: figures from counts of pairs, given as options or read from a journal."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from ..journal.file import read_journal
from ..plain import JsonObject
from ..stats.command import ELO0, ELO1, MODEL, RISK, figures, parse_counts, text
from ..stats.counts import Trinomial
from ..stats.evidence import Evidence
from ..stats.likelihood import MODELS
from .values import UsageError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `stats`."""
    add = parser.add_argument
    add("journal", type=Path, nargs="?", metavar="FILE", help="the journal of two engines")
    add("--pairs", metavar="LL,LD,DD,DW,WW",
        help="counts of pairs by the points of the first engine: 0, 1/2, 1, 3/2, 2")  # fmt: skip
    add("--games", metavar="L,D,W", help="counts of single games, where there were no pairs")
    add("--elo0", type=float, help="the lower hypothesis (0, or that of the journal)")
    add("--elo1", type=float, help="the higher hypothesis (5, or that of the journal)")
    add("--alpha", type=float, help="risk of accepting the higher one wrongly (0.05)")
    add("--beta", type=float, help="risk of accepting the lower one wrongly (0.05)")
    add("--model", choices=MODELS, help="the unit of the hypotheses (normalized)")
    add("--json", action="store_true", help="all figures as one JSON object")


def run(typed: argparse.Namespace) -> int:
    """The exit code."""
    if sum(given is not None for given in (typed.journal, typed.pairs, typed.games)) != 1:
        raise UsageError("stats needs a journal, --pairs LL,LD,DD,DW,WW or --games L,D,W")
    defaults: JsonObject = {"elo0": ELO0, "elo1": ELO1, "alpha": RISK, "beta": RISK, "model": MODEL}
    try:
        if typed.journal:
            counts, faulty, test = _of_journal(typed.journal)
            defaults |= test
        else:
            single = typed.pairs is None
            counts = parse_counts(typed.games, Trinomial) if single else parse_counts(typed.pairs)
            faulty = [0] * len(counts)
        given = {name: getattr(typed, name) for name in defaults}
        chosen = defaults | {name: value for name, value in given.items() if value is not None}
        told = figures(counts, **chosen, faulty=faulty)
    except ValueError as error:
        raise UsageError(str(error)) from error
    print(json.dumps(told, allow_nan=False) if typed.json else text(told))
    return 0


def _of_journal(path: Path) -> tuple[list[int], list[int], JsonObject]:
    contents = read_journal(path)
    plan = contents.header.plan
    if len(plan.engines) != 2:
        raise UsageError(f"{path} has {len(plan.engines)} engines: `match.py report` rates them")
    evidence = Evidence()
    for record in contents.pairs:
        evidence.add(record)
    test = dict(vars(plan.test)) if plan.test else {}
    return evidence.counts(*plan.keys), evidence.faulty(*plan.keys), test

"""`run`: plays a match or a tournament."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from ..journal.file import Journal
from ..journal.plan import Header, new_header
from . import cluster, conduct, values
from .options import add_plan_arguments, plan_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `run`."""
    add_plan_arguments(parser)
    add = parser.add_argument
    add("--journal", type=Path, metavar="FILE", help="a new file for all that is played")
    add("--plan", type=Path, metavar="FILE", help="write the plan for workers, and play nothing")
    conduct.add_arguments(parser)
    conduct.add_live(parser)


def run(typed: argparse.Namespace) -> int:
    """The exit code."""
    cluster.refuse_mistakes(typed)
    header = new_header(plan_of(typed), typed.tournament)
    if typed.plan:
        return _write_plan(typed.plan, header)
    journal = Journal.create(typed.journal, header) if typed.journal else None
    return conduct.conduct(header, journal, typed)


def _write_plan(path: Path, header: Header) -> int:
    try:
        with open(path, "x", encoding="utf-8") as file:
            file.write(json.dumps(header.json()) + "\n")
    except OSError as error:
        raise values.UsageError(f"{path} cannot be written: {error.strerror}") from error
    print(f"{path}: {header.plan.total} pairs to play with `match.py worker --plan {path}`")
    return 0

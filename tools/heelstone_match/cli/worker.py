"""`worker`: plays some pairs of a plan into a file of its own, for batch systems."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from ..journal.file import Journal
from ..journal.lines import JournalError, holds_a_line
from ..journal.plan import Header, PlanError, header_of
from . import conduct, values
from .resume import refuse_changes
from .values import UsageError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `worker`."""
    add = parser.add_argument
    add("--plan", type=Path, required=True, metavar="FILE",
        help="what `match.py run --plan FILE` wrote, or a journal")  # fmt: skip
    add("--pairs", type=values.span, required=True, metavar="A-B", help="which pairs, such as 1-50")
    add("--out", type=Path, required=True, metavar="FILE",
        help="the journal of this part; where it exists, it is gone on with")  # fmt: skip
    add("--changed-engines", action="store_true",
        help="play although the file of an engine is not the one of the plan")  # fmt: skip
    conduct.add_arguments(parser)


def run(typed: argparse.Namespace) -> int:
    """The exit code."""
    header = _read_plan(typed.plan)
    first, last = typed.pairs
    if first > header.plan.total:
        raise UsageError(f"the plan has {header.plan.total} pairs: there is no pair {first}")
    # The last of equal parts may be a short one.
    span = first, min(last, header.plan.total)
    if not typed.changed_engines:
        refuse_changes(header)
    if not holds_a_line(typed.out):
        return conduct.conduct(header, Journal.create(typed.out, header), typed, span)
    journal = Journal.resume(typed.out)
    told = journal.contents.header
    if (told.config, told.run) != (header.config, header.run):
        journal.close()
        raise JournalError(f"{typed.out} is of another plan")
    return conduct.conduct(header, journal, typed, span)


def _read_plan(path: Path) -> Header:
    try:
        with open(path, "rb") as file:
            return header_of(json.loads(file.readline()))
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, AttributeError, PlanError) as error:
        raise UsageError(f"{path} is not a plan: {error}") from error

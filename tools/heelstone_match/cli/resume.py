"""`resume`: continues a journal until every pair of its plan is played."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from ..journal.file import Journal
from ..journal.plan import Header, changed_engines
from . import conduct, values
from .values import UsageError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `resume`."""
    parser.add_argument("journal", type=Path, metavar="FILE", help="the journal of a match")
    parser.add_argument("--changed-engines", action="store_true",
        help="go on although the file of an engine is not the one that began")  # fmt: skip
    parser.add_argument("--pairs", type=values.count, metavar="M",
        help="play on until there are M pairs for each pairing")  # fmt: skip
    conduct.add_arguments(parser)
    conduct.add_live(parser)


def run(typed: argparse.Namespace) -> int:
    """The exit code."""
    journal = Journal.resume(typed.journal)
    header = journal.contents.header
    if not typed.changed_engines:
        refuse_changes(header)
    if typed.pairs and typed.pairs != header.plan.pairs:
        refuse_pairs(header, typed.pairs)
        journal.extend(typed.pairs)
    return conduct.conduct(journal.contents.header, journal, typed)


def refuse_pairs(header: Header, pairs: int) -> None:
    """Raises UsageError where a match cannot have that many pairs in all."""
    if header.plan.tune:
        raise UsageError("the number of pairs belongs to the schedule of a tuning")
    if pairs < header.plan.pairs:
        raise UsageError(f"the match has {header.plan.pairs} pairs, and it can only become longer")


def refuse_changes(header: Header) -> None:
    """Raises UsageError if an engine is not the one that the plan was made with."""
    changed = changed_engines(header)
    if not changed:
        return
    for key in changed:
        program = header.program(key).file
        if not os.path.isfile(program):
            raise UsageError(
                f"engine {key}: there is no {program} here; relative paths start from the folder in"
                " which the match was begun"
            )
    engines = "engine" if len(changed) == 1 else "engines"
    raise UsageError(
        f"the files of {engines} {', '.join(changed)} are not those that the match began with"
        " (--changed-engines plays on all the same)"
    )

"""`resume`: continues a journal until every pair of its plan is played."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..journal.file import Journal
from ..journal.plan import Header, changed_engines
from . import conduct
from .values import UsageError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `resume`."""
    parser.add_argument("journal", type=Path, metavar="FILE", help="the journal of a match")
    parser.add_argument("--changed-engines", action="store_true",
        help="go on although the file of an engine is not the one that began")  # fmt: skip
    conduct.add_arguments(parser)


def run(typed: argparse.Namespace) -> int:
    """The exit code."""
    journal = Journal.resume(typed.journal)
    header = journal.contents.header
    if not typed.changed_engines:
        refuse_changes(header)
    return conduct.conduct(header, journal, typed)


def refuse_changes(header: Header) -> None:
    """Raises UsageError if an engine is not the one that the plan was made with."""
    if changed := changed_engines(header):
        raise UsageError(
            f"engine {', '.join(changed)} is not the file that the match began with"
            " (--changed-engines plays on all the same)"
        )

"""`report`: tables, pages and records from a journal."""

from __future__ import annotations

import argparse

from ..journal.file import read_journal
from ..report import command

add_arguments = command.add_arguments


def run(typed: argparse.Namespace) -> int:
    """The exit code."""
    return command.run(typed, read_journal)

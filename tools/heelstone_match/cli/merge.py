"""`merge`: combines the parts written by workers into one journal."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..journal.merge import merge, write_merged


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `merge`."""
    add = parser.add_argument
    add("parts", type=Path, nargs="+", metavar="PART", help="journals of one plan")
    add("--out", type=Path, metavar="FILE", help="a new journal (else: stdout)")


def run(typed: argparse.Namespace) -> int:
    """The exit code: 1 if pairs are still missing."""
    merged = merge(typed.parts)
    write_merged(merged, typed.out)
    lacking = merged.header.plan.total - len(merged.pairs)
    doubles = f", {merged.doubles} of them twice" if merged.doubles else ""
    print(
        f"match.py: {len(merged.pairs)} of {merged.header.plan.total} pairs{doubles}",
        file=sys.stderr,
    )
    return 1 if lacking else 0

#!/usr/bin/env python3
"""Writes the tables of heelstone_match/README.md from the first sentence of each module."""

from __future__ import annotations

import ast
import re
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "heelstone_match"
PAGE = PACKAGE / "README.md"
# The text above it is written by hand.
MARK = "## Every module\n"


def first_sentence(path: Path) -> str:
    """Of the module, on one line and without the papers that it cites."""
    told = " ".join((ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").split())
    told = re.sub(r" \[[^\]]* (\d{4}|n\.d\.)\]", "", told)
    return re.split(r"(?<=[.])\s+(?=[A-Z])", told)[0].replace("|", "\\|")


def tables() -> str:
    """All modules, a table for each folder."""
    parts = []
    for folder in (PACKAGE, *sorted(path.parent for path in PACKAGE.glob("*/__init__.py"))):
        name = folder.relative_to(PACKAGE.parent)
        parts.append(
            f"\n**{name}**: {first_sentence(folder / '__init__.py')}\n\n| | |\n|---|---|\n"
        )
        for path in sorted(folder.glob("*.py")):
            if path.name != "__init__.py":
                parts.append(f"| `{path.stem}` | {first_sentence(path)} |\n")
    return "".join(parts)


if __name__ == "__main__":
    by_hand = PAGE.read_text("utf-8").partition(MARK)[0]
    PAGE.write_text(by_hand + MARK + tables(), "utf-8")

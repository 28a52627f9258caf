"""Game records: what a controller adds to the one that a referee writes."""

from __future__ import annotations

import re
from collections.abc import Mapping

_ROOT = re.compile(r"\s*\(\s*;")
_PROPERTY = re.compile(r"\s*([A-Za-z]+)\s*((?:\[(?:\\.|[^\]\\])*\]\s*)+)", re.DOTALL)


def with_properties(record: str, properties: Mapping[str, str]) -> str:
    """The record with these properties in its root node, in place of those of the same name. What
    is no SGF comes back as it is."""
    root = _ROOT.match(record)
    if root is None:
        return record
    kept = []
    end = root.end()
    while found := _PROPERTY.match(record, end):
        end = found.end()
        if found[1] not in properties:
            kept.append(found[1] + found[2].rstrip())
    added = [f"{name}[{escape(value)}]" for name, value in properties.items()]
    return "(;" + "".join(kept + added) + record[end:]


def escape(text: str) -> str:
    """The text as a property value."""
    return text.replace("\\", "\\\\").replace("]", "\\]")

"""Combines parts of one match: each pair once, in the order of their numbers."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..plain import PlainObject
from .file import Contents, Journal, read_journal
from .lines import JournalError, json_line
from .plan import Header
from .records import PairRecord, pair_json


@dataclass
class Merged:
    """The combined parts. `doubles` counts pairs that more than one part has."""

    header: Header
    names: Mapping[str, str] = field(default_factory=dict)
    hosts: list[PlainObject] = field(default_factory=list)
    voids: list[PlainObject] = field(default_factory=list)
    pairs: dict[int, PairRecord] = field(default_factory=dict)
    doubles: int = 0


def merge(parts: Sequence[Path]) -> Merged:
    """Reads the parts; if two have the same pair, the first one counts. Raises JournalError."""
    merged: Merged | None = None
    for path in parts:
        contents = read_journal(path)
        if merged is None:
            merged = Merged(contents.header)
        _add(merged, path, contents)
    if merged is None:
        raise JournalError("there is no part to merge")
    return merged


def _add(merged: Merged, path: Path, contents: Contents) -> None:
    if contents.header.config != merged.header.config:
        raise JournalError(f"{path} is of another match: its configuration differs")
    if contents.header.run != merged.header.run:
        raise JournalError(f"{path} is of another run of this match")
    if contents.names and merged.names and dict(contents.names) != dict(merged.names):
        raise JournalError(f"{path} was played by others: {dict(contents.names)}")
    merged.names = merged.names or contents.names
    merged.hosts += (host for host in contents.hosts if host not in merged.hosts)
    merged.voids += contents.voids
    for record in contents.pairs:
        if record.number in merged.pairs:
            merged.doubles += 1
        else:
            merged.pairs[record.number] = record


def write_merged(merged: Merged, path: Path | None) -> None:
    """Writes a journal, to a new file or to stdout. Raises JournalError."""
    lines: list[PlainObject] = [{"names": dict(merged.names)}] if merged.names else []
    lines += ({"host": host} for host in merged.hosts)
    lines += merged.voids
    lines += (pair_json(merged.pairs[number]) for number in sorted(merged.pairs))
    if path is None:
        sys.stdout.buffer.write(b"".join(map(json_line, [merged.header.json(), *lines])))
        sys.stdout.flush()
        return
    journal = Journal.create(path, merged.header)
    try:
        for line in lines:
            journal.append(line)
    finally:
        journal.close()

"""How a process is to be started: its folder, its share of memory, its processors."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Launch:
    """Where and within what bounds a process runs; None sets no bound."""

    # The working directory; None: that of this process.
    folder: str | None = None
    # MiB of address space for each process of the family.
    memory: int | None = None
    # The processors that the family may run on.
    processors: frozenset[int] | None = None


FREE = Launch()

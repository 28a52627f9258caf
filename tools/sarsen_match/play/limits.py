"""What limits a move, and how long the controller waits."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Times in seconds. None: no such limit is set, the engine's own holds."""

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    # An answer may come that much later than `time`.
    margin: float = 0.25
    # How long to wait for an answer that is too late already: it tells late from never.
    grace: float = 0.5
    # For a search where `time` is None.
    patience: float = 60.0
    # For a command that does not search.
    reply_timeout: float = 5.0
    # From the start of a process to its first answer.
    start_timeout: float = 10.0

    @property
    def late_after(self) -> float | None:
        """An answer after that is a time forfeit."""
        return None if self.time is None else self.time + self.margin

    @property
    def give_up_after(self) -> float:
        """No answer until then is a stall."""
        return self.patience if self.time is None else self.time + self.margin + self.grace

    @property
    def searches_by_count(self) -> bool:
        """Whether depth or nodes alone end a search, so that a clock must not."""
        return self.time is None and (self.depth is not None or self.nodes is not None)

    def __str__(self) -> str:
        parts = [
            None if self.time is None else f"{self.time:g} s",
            None if self.depth is None else f"depth {self.depth}",
            None if self.nodes is None else f"{self.nodes} nodes",
        ]
        told = ", ".join(part for part in parts if part)
        return f"{told} a move" if told else "the engines' own limits"

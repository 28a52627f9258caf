"""The state of a match: the few figures that decide when to look again."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from ..stats.command import FEWEST_PAIRS, Figures, llr_of

if TYPE_CHECKING:
    from .live import Lines

MINUTE = 60.0


def progress_line(show: Lines) -> str:
    """The state on one line."""
    return ", ".join(f"{name} {value}" if name else value for name, value in progress(show))


def progress(show: Lines) -> list[tuple[str, str]]:
    """Names and values."""
    summary = show.summary
    told = [("", f"{summary.pairs} of {show.plan.total} pairs"), *_strength(show)]
    rate = pace(show)
    if rate:
        told.append(("", f"{rate:.1f} pairs a minute"))
    for count, name in (
        (summary.faults, "faults"),
        (summary.evidence.repeats, "repeats"),
        (summary.voids, "void"),
    ):
        if count:
            told.append((name, str(count)))
    return told


def pace(show: Lines) -> float | None:
    """Pairs a minute in this run."""
    played = show.summary.pairs - show.before
    seconds = time.monotonic() - show.began
    return played / seconds * MINUTE if played and seconds > 0 else None


def _strength(show: Lines) -> list[tuple[str, str]]:
    """The strength of the first of two players."""
    summary = show.summary
    figures = summary.figures() if summary.evidence.total else None
    if figures is None:
        return []
    told = [("Elo", elo_text(figures))]
    if figures["los"] is not None:
        told.append(("LOS", percent(figures["los"])))
    if show.plan.test:
        told.append(("LLR", llr_text(figures)))
    return told


def elo_text(figures: Figures) -> str:
    """`16.2 (-5.6 to 38.0)`; unbounded figures are marked as such."""
    low, high = figures["elo_ci"]
    digits = 0 if sum(figures["pairs"]) < FEWEST_PAIRS else 1
    middle = signed(figures["elo"], "without bound", digits)
    if low is None and high is None:
        return middle
    return f"{middle} ({signed(low, '-inf', digits)} to {signed(high, '+inf', digits)})"


def llr_text(figures: Figures) -> str:
    """`1.20 of -2.94 to 2.94`."""
    low, high = bounds(figures)
    to_go = figures["pairs_to_go"]
    rest = "" if not to_go else f", about {to_go} pairs to go"
    return f"{llr_of(figures):.2f} of {low:.2f} to {high:.2f}{rest}"


def bounds(figures: Figures) -> tuple[float, float]:
    """The bounds at which the test stops."""
    low, high = figures["bounds"]
    return low, high


def signed(value: float | None, unbounded: str, digits: int) -> str:
    """With its sign and so many decimals."""
    return unbounded if value is None else f"{value:+.{digits}f}"


def percent(share: float) -> str:
    """`92.8 %`."""
    return f"{100 * share:.1f} %"

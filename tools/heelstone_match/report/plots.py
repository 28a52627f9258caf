"""The page's curves as PNG pictures. Needs the package `matplotlib`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..journal.lines import JournalError
from .drawing import vertical_range
from .series import Chart, Curve

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIZE = (8, 4.5)
DPI = 120


def save(charts: Sequence[Chart], folder: Path) -> list[Path]:
    """Writes a picture for each chart; returns their paths. Raises JournalError."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as error:
        raise JournalError(
            "pictures need the package matplotlib: pip install 'matplotlib>=3.7'"
        ) from error
    saved = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for chart in charts:
            figure = Figure(figsize=SIZE, layout="constrained")
            FigureCanvasAgg(figure)
            _draw(chart, figure.add_subplot())
            saved.append(folder / f"{chart.name}.png")
            figure.savefig(saved[-1], dpi=DPI, metadata={"Software": None})
    except OSError as error:
        raise JournalError(f"{folder} cannot be written: {error.strerror}") from error
    return saved


def _draw(chart: Chart, axes: Axes) -> None:
    for name, value in chart.levels:
        axes.axhline(value, color="gray", linestyle="--", linewidth=1)
        axes.annotate(name, (1, value), xycoords=("axes fraction", "data"), ha="right", va="bottom")
    for curve in chart.curves:
        _curve(curve, axes)
    axes.set_title(chart.title)
    axes.set_xlabel(chart.x_title)
    axes.set_ylim(*vertical_range(chart))
    axes.grid(alpha=0.3)
    if len(chart.curves) > 1:
        axes.legend()


def _curve(curve: Curve, axes: Axes) -> None:
    known = [(x, y) for x, y in zip(curve.x, curve.y) if y is not None]
    (line,) = axes.plot(*zip(*known) if known else ((), ()), label=curve.name,
                        marker="o" if len(known) == 1 else "")  # fmt: skip
    bounded = [
        interval
        for interval in zip(curve.x, curve.low, curve.high)
        if interval[1] is not None and interval[2] is not None
    ]
    if bounded:
        x, low, high = zip(*bounded)
        axes.fill_between(x, low, high, color=line.get_color(), alpha=0.15, linewidth=0)

"""The curves of a match as PNG, by matplotlib (the extra `plot`)."""

from __future__ import annotations

from pathlib import Path

from ..journal.file import Contents, JournalError
from ..stats.sprt import Sprt
from .curves import Curve, by_ply, rating_curves, test_curve

SIZE = (8, 4.5)


def write_plots(folder: Path, contents: Contents) -> None:
    """Writes `ratings.png`, and where there is something to draw `test.png`, `time.png` and
    `depth.png`. Raises JournalError."""
    try:
        import matplotlib
    except ImportError as error:
        raise JournalError("plots need matplotlib: pip install 'tools/[plot]'") from error
    matplotlib.use("agg")
    plan, pairs = contents.header.plan, contents.pairs
    by_name = by_ply(pairs, plan.keys)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _draw(folder / "ratings.png", "Elo, 95 %", "pairs", rating_curves(pairs, plan.keys), [0])
        if test := plan.test:
            bounds = Sprt(test.elo0, test.elo1, test.alpha, test.beta, test.model).bounds
            curve = test_curve(pairs, plan.keys, test)
            _draw(folder / "test.png", "log likelihood ratio", "pairs", {"": curve}, bounds)
        _draw(folder / "time.png", "seconds a move", "ply", by_name["wall"])
        _draw(folder / "depth.png", "depth", "ply", by_name["depth"])
    except OSError as error:
        raise JournalError(f"{folder} cannot be written: {error.strerror}") from error


def _draw(path: Path, what: str, over: str, curves: dict[str, Curve], levels=()) -> None:
    from matplotlib import pyplot

    drawn = {name: [p for p in points if p[1] is not None] for name, points in curves.items()}
    if not any(drawn.values()):
        return
    figure, axes = pyplot.subplots(figsize=SIZE)
    for name, points in drawn.items():
        (line,) = axes.plot([p[0] for p in points], [p[1] for p in points], label=name)
        band = [p for p in points if len(p) > 2 and p[2] is not None and p[3] is not None]
        if band:
            x, low, high = ([p[i] for p in band] for i in (0, 2, 3))
            axes.fill_between(x, low, high, alpha=0.2, color=line.get_color())
    for level in levels:
        axes.axhline(level, linestyle="--", color="tab:red", linewidth=0.8)
    axes.set_xlabel(over)
    axes.set_ylabel(what)
    if len(drawn) > 1:
        axes.legend()
    figure.savefig(path, dpi=120, bbox_inches="tight")
    pyplot.close(figure)

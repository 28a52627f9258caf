"""Charts as SVG. Colours are those of the page, so that they follow its theme."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape

from .series import Chart, Curve

WIDTH, HEIGHT = 640, 280
LEFT, RIGHT, TOP, BOTTOM = 52, 14, 10, 38
COLORS = 8
TICKS = 6
# The first pairs know so little that their intervals would flatten the rest.
SETTLED = 0.1
MARGIN = 0.06


def figure(chart: Chart) -> str:
    """The chart with its title and legend."""
    legend = ""
    if len(chart.curves) > 1:
        entries = (
            f'<span><i style="background:var(--s{i % COLORS})"></i>{escape(curve.name)}</span>'
            for i, curve in enumerate(chart.curves)
        )
        legend = f'<div class="legend">{"".join(entries)}</div>'
    title = escape(chart.title)
    return f"<figure><figcaption>{title}</figcaption>{legend}{_svg(chart, title)}</figure>"


class _Frame:
    """The coordinates of values in the picture."""

    def __init__(self, chart: Chart):
        xs = [x for curve in chart.curves for x in curve.x]
        self.left, self.right = min(xs), max(xs)
        if self.left == self.right:
            self.left -= 1
        low, high = vertical_range(chart)
        self.low, self.high = low, high

    def x(self, value: float) -> float:
        """From the left."""
        part = (value - self.left) / (self.right - self.left)
        return round(LEFT + part * (WIDTH - LEFT - RIGHT), 1)

    def y(self, value: float) -> float:
        """From the top."""
        part = (value - self.low) / (self.high - self.low)
        return round(HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM), 1)


def vertical_range(chart: Chart) -> tuple[float, float]:
    """The vertical range of the chart: all values except those before it settled."""
    values = _values(chart, SETTLED) or _values(chart, 0)
    values += [value for _, value in chart.levels]
    low, high = min(values), max(values)
    room = MARGIN * (high - low) or 1.0
    # Times and depths are never negative.
    return (max(0.0, low - room) if low >= 0 else low - room), high + room


def _values(chart: Chart, skipped: float) -> list[float]:
    values = []
    for curve in chart.curves:
        first = int(skipped * len(curve.x)) if curve.low else 0
        for part in (curve.y, curve.low, curve.high):
            values += [value for value in part[first:] if value is not None]
    return values


def ticks(low: float, high: float) -> list[float]:
    """Round values in the range, few enough to be readable."""
    step = 10 ** math.floor(math.log10((high - low) / TICKS))
    for times in (1, 2, 5, 10):
        if (high - low) / (step * times) <= TICKS:
            step *= times
            break
    return [step * i for i in range(math.ceil(low / step), math.floor(high / step) + 1)]


def _svg(chart: Chart, title: str) -> str:
    frame = _Frame(chart)
    parts = [*_axes(chart, frame), *_levels(chart, frame)]
    for number, curve in enumerate(chart.curves):
        parts += _curve(curve, frame, f"var(--s{number % COLORS})")
    clip = f"clip-{escape(chart.name)}"
    box = f'x="{LEFT}" y="{TOP}" width="{WIDTH - LEFT - RIGHT}" height="{HEIGHT - TOP - BOTTOM}"'
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">'
        f'<clipPath id="{clip}"><rect {box}/></clipPath>'
        + "".join(parts).replace("CLIP", f'clip-path="url(#{clip})"')
        + "</svg>"
    )


def _axes(chart: Chart, frame: _Frame) -> Iterator[str]:
    for value in ticks(frame.low, frame.high):
        y = frame.y(value)
        yield f'<line class="axis" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>'
        yield _text(LEFT - 6, y + 4, f"{value:.6g}", "end")
    for value in ticks(frame.left, frame.right):
        if value == int(value):
            yield _text(frame.x(value), HEIGHT - BOTTOM + 16, f"{value:.6g}", "middle")
    yield _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 5, escape(chart.x_title), "middle")


def _levels(chart: Chart, frame: _Frame) -> Iterator[str]:
    for name, value in chart.levels:
        y = frame.y(value)
        yield f'<line class="zero" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>'
        if name:
            yield _text(WIDTH - RIGHT - 2, y - 4, escape(name), "end")


def _curve(curve: Curve, frame: _Frame, color: str) -> Iterator[str]:
    bounded = [
        (x, low, high)
        for x, low, high in zip(curve.x, curve.low, curve.high)
        if low is not None and high is not None
    ]
    if bounded:
        there = [(x, high) for x, _, high in bounded]
        back = [(x, low) for x, low, _ in reversed(bounded)]
        yield f'<polygon class="band" CLIP fill="{color}" points="{_points(there + back, frame)}"/>'
    known = [(x, y) for x, y in zip(curve.x, curve.y) if y is not None]
    if len(known) == 1:
        (x, y) = known[0]
        yield f'<circle r="3" fill="{color}" cx="{frame.x(x)}" cy="{frame.y(y)}"/>'
    elif known:
        points = _points(known, frame)
        yield f'<polyline class="curve" CLIP stroke="{color}" points="{points}"/>'


def _points(points: Sequence[tuple[float, float]], frame: _Frame) -> str:
    return " ".join(f"{frame.x(x)},{frame.y(y)}" for x, y in points)


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text class="tick" x="{x}" y="{y}" text-anchor="{anchor}">{text}</text>'

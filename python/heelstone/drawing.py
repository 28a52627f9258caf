"""The board as a picture, from what `state json` tells of it: no game is known here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

PIXELS = 20
"""For half a cell."""
MARGIN = 1.3

# The colours of the page: those of the pieces, each with its rim and what is written on it.
PIECES = {
    "black": ("#1b1c1f", "#55585e", "#ffffff"),
    "white": ("#f5f2ea", "#7d7a72", "#1b1c1f"),
    "red": ("#c62b22", "#86150f", "#ffffff"),
    "yellow": ("#ffd23c", "#a37700", "#241b00"),
    "blue": ("#1f55a5", "#123567", "#ffffff"),
    "slate": ("#4a5560", "#1f262c", "#ffffff"),
    "sand": ("#ecd9b4", "#7c6238", "#2b1f0a"),
}
# What a board is made of: its cells, and the lines between them.
BOARDS = {
    "plain": ("#d8dfd3", "#9aa996"),
    "rack": ("#1f5fbf", "#123f86"),
    "felt": ("#17724a", "#0b3d28"),
    "paper": ("#fbf6e6", "#3c4a63"),
    "turf": ("#7fa35d", "#3c5f2b"),
    "wood": ("#a87446", "#7a5230"),
}
HOLE = "#dfe9f5"
STROKES = {"-": (1.2, 0), "|": (0, 1.2), "/": (1, -2), "\\": (1, 2)}
MARKS = {"X", "O", ".", ""}


def svg(state: Mapping[str, Any]) -> str:
    """The position of a state."""
    places = state["places"]
    xs = [place["x"] for place in places]
    ys = [2 * place["y"] for place in places]
    left, top = min(xs) - MARGIN, min(ys) - MARGIN
    width, height = max(xs) + MARGIN - left, max(ys) + MARGIN - top
    size = f'width="{width * PIXELS:.0f}" height="{height * PIXELS:.0f}"'
    text = 'font-family="sans-serif" font-size="0.9" text-anchor="middle"'
    parts = "".join(_parts(state))
    title = escape(f"{state['game']}: {state['position']}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {text}'
        f' viewBox="{left} {top} {width} {height}"><title>{title}</title>{parts}</svg>'
    )


def _parts(state: Mapping[str, Any]) -> Iterator[str]:
    """All of the picture, from the lowest layer to the highest."""
    look = state["look"]
    places = state["places"]
    cells = [place for place in places if place["kind"] == "cell"]
    size = min([2.0, *_distances(cells)])
    points = {place["name"]: (place["x"], 2 * place["y"]) for place in places}
    for place in cells:
        yield f'<g class="cell">{_cell(place, look, size)}</g>'
    for line in state["lines"]:
        ends = " ".join(f"{x},{y}" for x, y in (points[name] for name in line["places"]))
        yield _line(ends, _colours(look, line["owner"]))
    for place in places:
        yield from _contents(place, look, size)
    for name in state["last"]:
        if name in points and any(place["name"] == name for place in cells):
            x, y = points[name]
            yield f'<circle cx="{x}" cy="{y}" r="0.2" fill="#e8742c"/>'


def _distances(cells: list[Mapping[str, Any]]) -> Iterator[float]:
    """How far each cell is from its nearest neighbours, across or down."""
    for at, one in enumerate(cells):
        for other in cells[:at]:
            across, down = abs(one["x"] - other["x"]), 2 * abs(one["y"] - other["y"])
            yield float(max(across, down))


def _cell(place: Mapping[str, Any], look: Mapping[str, Any], size: float) -> str:
    x, y = place["x"], 2 * place["y"]
    fill, edge = BOARDS.get(look["board"], BOARDS["plain"])
    half = size / 2
    style = f'fill="{fill}" stroke="{edge}" stroke-width="0.06"'
    if look["cells"] == "hexagon":
        corners = [(0, -1.33), (1, -0.67), (1, 0.67), (0, 1.33), (-1, 0.67), (-1, -0.67)]
        points = " ".join(f"{x + half * dx:.2f},{y + half * dy:.2f}" for dx, dy in corners)
        return f'<polygon points="{points}" {style}/>'
    square = f'<rect x="{x - half}" y="{y - half}" width="{size}" height="{size}" {style}/>'
    if look["cells"] != "round":
        return square
    hole = f'<circle cx="{x}" cy="{y}" r="{0.84 * half}" fill="{HOLE}"/>'
    return square + hole if look["board"] == "rack" else hole.replace(HOLE, fill)


def _contents(place: Mapping[str, Any], look: Mapping[str, Any], size: float) -> Iterator[str]:
    """The piece of a place, and its text."""
    x, y, owner, text = place["x"], 2 * place["y"], place["owner"], place["text"]
    if place["kind"] == "label" and text in STROKES:
        dx, dy = STROKES[text]
        ends = f'x1="{x - dx}" y1="{y - dy}" x2="{x + dx}" y2="{y + dy}"'
        yield f"<line {ends} {_pen('#8fb56c', 0.16)}/>"
        return
    colours = _colours(look, owner)
    if owner and (place["kind"] != "label" or text in MARKS):
        piece = _piece(x, y, 0.42 * size, look["pieces"][owner]["shape"], colours)
        yield f'<g class="piece {owner}">{piece}</g>'
    bare = text.lstrip("XO") if owner else text
    if bare not in MARKS:
        ink = colours[2] if owner and place["kind"] != "label" else "#57534c"
        yield f'<text x="{x}" y="{y}" dy="0.32" fill="{ink}">{escape(bare)}</text>'


def _piece(x: float, y: float, r: float, shape: str, colours: tuple[str, str, str]) -> str:
    fill, rim, _ = colours
    if shape == "cross":
        arms = f"M{x - r} {y - r}L{x + r} {y + r}M{x + r} {y - r}L{x - r} {y + r}"
        return f'<path d="{arms}" {_pen(fill, 0.24)}/>'
    if shape == "nought":
        return f'<circle cx="{x}" cy="{y}" r="{r}" fill="none" {_pen(fill, 0.24)}/>'
    disc = f'<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}" {_pen(rim, 0.08)}/>'
    if shape == "ring":
        disc += f'<circle cx="{x}" cy="{y}" r="{0.6 * r}" fill="none" {_pen(rim, 0.08)}/>'
    if shape == "star":
        disc += f'<text x="{x}" y="{y}" dy="0.32" fill="{rim}">★</text>'
    return disc


def _line(points: str, colours: tuple[str, str, str]) -> str:
    return f'<polyline points="{points}" fill="none" {_pen(colours[0], 0.14)} opacity="0.8"/>'


def _colours(look: Mapping[str, Any], owner: str | None) -> tuple[str, str, str]:
    """The fill, the rim and the ink of a side; grey for none."""
    if owner is None:
        return ("#9a958a", "#9a958a", "#57534c")
    return PIECES.get(look["pieces"][owner]["colour"], PIECES[owner])


def _pen(colour: str, width: float) -> str:
    return f'stroke="{colour}" stroke-width="{width}" stroke-linecap="round"'

"""The summary of a match as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..stats.command import text
from .summary import Score, Summary, kinds


def summary_text(summary: Summary, names: Mapping[str, str]) -> str:
    """All tables that are not empty."""
    two = len(summary.keys) == 2
    parts = [
        _scores(summary, names),
        _pairs(summary) if two else _cross(summary),
        _remarks(summary),
        _faults(summary),
        _times(summary),
        _workers(summary),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part)


def _scores(summary: Summary, names: Mapping[str, str]) -> list[str]:
    rated = summary.ratings() if len(summary.keys) > 2 else {}
    rows = [["", "games", "wins", "draws", "losses", "points", "as black", "as white"]]
    if rated:
        rows[0] += ["rating", "95 %"]
    for key in sorted(summary.keys, key=lambda key: -rated[key].elo) if rated else summary.keys:
        player = summary.players[key]
        total = player.total
        counts = (total.games, total.wins, total.draws, total.losses, f"{total.points:g}")
        colors = (_win_draw_loss(player.black), _win_draw_loss(player.white))
        row = [f"{key} {names.get(key, '')}".rstrip(), *map(str, counts), *colors]
        if rated:
            row += [f"{rated[key].elo:.1f}", f"+- {rated[key].pm:.1f}"]
        rows.append(row)
    return _table(rows)


def _pairs(summary: Summary) -> list[str]:
    """The pairs of two players."""
    if not summary.evidence.total:
        return []
    first = summary.keys[0]
    counts = summary.evidence.counts(*summary.keys)
    told = ", ".join(f"{i / 2:g}: {n}" for i, n in enumerate(counts))
    lines = [f"pairs by points of {first}: {told}"]
    return lines + [f"{name:6} {value}".rstrip() for name, value in figure_rows(summary)]


def figure_rows(summary: Summary) -> list[tuple[str, str]]:
    """The figures of two players by name; those of a test only if there is one."""
    figures = summary.figures()
    if figures is None:
        return []
    lines = (line.partition(" ") for line in text(figures).splitlines())
    rows = [(name, value.strip()) for name, _, value in lines]
    # The table of pairs has their number.
    return [row for row in rows if row[0] != "pairs" and (summary.test or row[0] != "LLR")]


def _cross(summary: Summary) -> list[str]:
    """The scores of each against each: wins, draws, losses of the player of the row."""
    rows = [["", *summary.keys]]
    for key in summary.keys:
        cells = [
            "-" if key == other else _met(summary.cross.get((key, other))) for other in summary.keys
        ]
        rows.append([key, *cells])
    return _table(rows) if summary.pairs else []


def worker_rows(summary: Summary) -> list[list[str]]:
    """The name of each worker of a cluster, its pairs, and its speed."""
    found = sorted(summary.workers.items())
    return [[name, str(pairs), f"{speed:g}"] for name, (pairs, speed) in found]


def _workers(summary: Summary) -> list[str]:
    rows = worker_rows(summary)
    return _table([["worker", "pairs", "speed"], *rows]) if rows else []


def _remarks(summary: Summary) -> list[str]:
    told = []
    if repeats := summary.evidence.repeats:
        told.append(f"pairs with a game that was played before, not counted as evidence: {repeats}")
    if summary.voids:
        told.append(f"pairs that the host spoilt, played again: {summary.voids}")
    return told


def _faults(summary: Summary) -> list[str]:
    found = kinds(kind for player in summary.players.values() for kind in player.faults)
    if not found:
        return []
    rows = [["faults", *summary.keys]]
    for kind in found:
        rows.append([kind, *(str(summary.players[key].faults[kind]) for key in summary.keys)])
    return _table(rows)


def _times(summary: Summary) -> list[str]:
    rows = [["ms a move", "moves", "mean", "max", "CPU mean", "CPU max", "delay 99 %", "delay max"]]
    for key in summary.keys:
        told = summary.players[key].times.json()
        if told:
            moves = told.pop("moves")
            rows.append([key, str(moves), *map(_milliseconds, told.values())])
    return _table(rows) if len(rows) > 1 else []


def _met(score: Score | None) -> str:
    return "" if score is None else _win_draw_loss(score)


def _win_draw_loss(score: Score) -> str:
    return f"{score.wins}-{score.draws}-{score.losses}"


def _milliseconds(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds * 1000:.2f}"


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines = []
    for first, *rest in rows:
        cells = [first.ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(rest, widths[1:])]
        lines.append("  ".join(cells).rstrip())
    return lines

"""Games as SGF [Hollosi 1997] that Heelstone's `loadsgf` reads: a record a line, in the form in
which the referee writes its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..journal.records import GameRecord, PairRecord, opening_text
from ..play.moves import Move
from ..play.player import Contest

_PROPERTY = re.compile(r"(GM|SZ)\[([^\]]*)\]")
_SIZE = re.compile(r"(\d+)x(\d+)")
_VERTEX = re.compile(r"([A-HJ-Z])([1-9]\d?)", re.IGNORECASE)
_COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class RecordForm:
    """The values of `GM` and `SZ` (possibly empty) in records of a game."""

    game: str
    size: str

    @property
    def has_points(self) -> bool:
        """True if moves are points, two letters from A1: so in games with a number in the
        standard."""
        return self.game.isdigit()


def record_form(contest: Contest, start: str | None) -> RecordForm:
    """The form of a game of which the referee writes `start` before the first move; None if it
    writes no records."""
    told = dict(_PROPERTY.findall(start or ""))
    return RecordForm(told.get("GM", contest.game), told.get("SZ", _size(contest)))


def collection(
    records: Iterable[PairRecord], form: RecordForm, names: Mapping[str, str]
) -> Iterator[str]:
    """A line for each game, in the order of the records."""
    for record in records:
        for place, game in enumerate(record.games):
            yield game_sgf(record, place, game, form, names)


def game_sgf(
    record: PairRecord, place: int, game: GameRecord, form: RecordForm, names: Mapping[str, str]
) -> str:
    """The record of a game, the first or second of its pair."""
    number = 2 * record.number - 1 + place
    root = {
        "FF": "4",
        "CA": "UTF-8",
        "GM": form.game,
        "SZ": form.size,
        "POSITION": record.opening.position or "",
        "PB": f"{game.black}: {names.get(game.black, '')}",
        "PW": f"{game.white}: {names.get(game.white, '')}",
        "RE": game.result,
        "GN": f"game {number}",
        "RO": str(record.number),
        "ON": opening_text(record.opening),
        "C": _about(record, game, number),
    }
    told = "".join(f"{name}[{escape(value)}]" for name, value in root.items() if value)
    return f"(;{told}{''.join(_nodes(game, len(record.opening), form))})"


def escape(text: str) -> str:
    """The text as a property value on one line."""
    return " ".join(text.replace("\\", "\\\\").replace("]", "\\]").splitlines())


def _size(contest: Contest) -> str:
    if contest.size is None:
        return ""
    columns_rows = _SIZE.fullmatch(contest.size)
    if columns_rows and columns_rows[1] != columns_rows[2]:
        return f"{columns_rows[1]}:{columns_rows[2]}"
    return columns_rows[1] if columns_rows else contest.size


def _about(record: PairRecord, game: GameRecord, number: int) -> str:
    told = [f"Game {number}, pair {record.number}."]
    if record.opening:
        told.append(f"The first {len(record.opening)} plies are the opening.")
    told.append(f"{game.result}, {game.reason}.")
    if game.fault:
        told.append(f"{game.fault.player} failed: {game.fault.detail}")
    return " ".join(told)


def _nodes(game: GameRecord, opening: int, form: RecordForm) -> Iterator[str]:
    for ply, move in enumerate(game.moves):
        comment = _search(game, ply - opening) if ply >= opening else ""
        told = f"C[{escape(comment)}]" if comment else ""
        yield f";{move.color[0].upper()}[{escape(_point(move, form))}]{told}"


def _point(move: Move, form: RecordForm) -> str:
    if move.move.lower() == "pass":
        return ""
    vertex = _VERTEX.fullmatch(move.move)
    if vertex is None or not form.has_points:
        return move.move
    row = int(vertex[2]) - 1
    return _LETTERS[_COLUMNS.index(vertex[1].upper())] + _LETTERS[min(row, len(_LETTERS) - 1)]


def _search(game: GameRecord, asked: int) -> str:
    """The engine's report on the move that it was asked for at that index."""
    told = []
    for name in ("depth", "score", "nodes"):
        value = _entry(getattr(game, name), asked)
        if value is not None:
            told.append(f"{name} {value}")
    seconds = _entry(game.wall, asked)
    if seconds is not None:
        told.append(f"{seconds:.3f} s")
    return ", ".join(told)


def _entry(values: Sequence[object], place: int) -> object | None:
    return values[place] if place < len(values) else None

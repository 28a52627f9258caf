"""Openings from a file: moves or a position on each line, or games as SGF or PDN."""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ..play.moves import Opening
from ..play.referee import Referee
from .collection import split_records
from .errors import OpeningError
from .replay import Replayed, Written, replay, written_moves

# Matches the first word of `.../.../... b` and similar positions, and the FEN of draughts; no move
# looks like that.
_POSITION = re.compile(r"[-XOxo./]*[-./][-XOxo./]*|[-XOxo.]{9,}|[.a-fA-F]{18}|[WB]:[WB:].*")
# Matches moves without spaces, as in lists of Othello openings: `f5d6c4`.
_RUN_TOGETHER = re.compile(r"(?:[A-Za-z][1-9]){2,}")
_VERTEX = re.compile(r"[A-Z][0-9]+")
_OTHER_GAME = "it is of another game or size"
# What a record in SGF tells of these.
_KIND = re.compile(r"(?:GM|SZ)\[[^\]]*\]")


@dataclass(frozen=True)
class FileOpenings:
    """The contents of a file. `doubles` is the number of openings left out because an earlier one
    leads to the same position; `sha256` is that of the file's bytes."""

    openings: tuple[Opening, ...]
    doubles: int
    sha256: str


@dataclass(frozen=True)
class _Entry:
    """An opening as it is written, with its place."""

    place: str
    moves: list[Written]
    # The position before the moves; None at the usual start.
    start: str | None = None
    # The position at the end of the record; None if the file does not have it.
    end: str | None = None


def read_openings(path: Path, referee: Referee, plies: int | None = None) -> FileOpenings:
    """The openings of a file in their order, cut to the first `plies` if given. Raises OpeningError
    with the file's name and the line for one that cannot be played."""
    data = _bytes_of(path)
    text = _text_of(path, data)
    games = split_records(text)
    entries = _records(path, games, referee, plies) if games else _lines(path, text, referee)
    found: dict[str, Opening] = {}
    count = 0
    for entry in entries:
        count += 1
        try:
            replayed = _check(entry, referee, plies)
        except OpeningError as error:
            raise OpeningError(f"{entry.place}: {error}") from error
        found.setdefault(replayed.name, replayed.opening)
    if not found:
        raise OpeningError(f"{path} has no openings")
    digest = hashlib.sha256(data).hexdigest()
    return FileOpenings(tuple(found.values()), count - len(found), digest)


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise OpeningError(f"{path} cannot be read: {error.strerror}") from error


def _text_of(path: Path, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise OpeningError(f"{path} is not text: {error.reason} at byte {error.start}") from error


def _check(entry: _Entry, referee: Referee, plies: int | None) -> Replayed:
    """Checks an entry. Raises OpeningError without the place."""
    replayed = replay(referee, entry.moves, entry.start)
    if entry.end is not None and replayed.name != entry.end:
        raise OpeningError(_OTHER_GAME)
    opening = replayed.opening
    if plies is not None and len(opening) > plies:
        first = [(move.color, move.move) for move in opening.moves[:plies]]
        replayed = replay(referee, first, opening.position)
    if replayed.state.over:
        raise OpeningError(f"it ends the game ({replayed.state.result}), nothing is left to play")
    return replayed


def _lines(path: Path, text: str, referee: Referee) -> Iterator[_Entry]:
    """The entries of a file of moves and positions."""
    for number, line in enumerate(text.splitlines(), 1):
        told = line.partition("#")[0].strip()
        if not told:
            continue
        place = f"{path}, line {number}"
        start = None
        if told.startswith("["):
            start, end, told = told[1:].partition("]")
            if not end:
                raise OpeningError(f"{place}: the position has no `]` at its end")
        elif _POSITION.fullmatch(told.split()[0]):
            start, told = told, ""
        if _RUN_TOGETHER.fullmatch(told) and _has_vertices(referee):
            told = " ".join(re.findall("..", told))
        yield _Entry(place, written_moves(told), start)


def _has_vertices(referee: Referee) -> bool:
    """True if the referee's moves are vertices: elsewhere `a2a3` may be one move."""
    referee.new_game()
    return all(_VERTEX.fullmatch(move) for move in referee.legal_moves())


def _records(
    path: Path, games: Iterable[tuple[int, str]], referee: Referee, plies: int | None
) -> Iterator[_Entry]:
    """The entries of a file of games, each with its line, read by the referee, which knows the form
    of its records."""
    for command in ("loadsgf", "history", "position"):
        if not referee.knows(command):
            raise OpeningError(
                f"{path}: {referee.name}, the referee, reads no records (it has no `{command}`);"
                " write the moves one opening a line"
            )
    referee.new_game()
    usual, kind = referee.position(), _kind(referee.record())
    with tempfile.TemporaryDirectory() as folder:
        for number, (line, game) in enumerate(games, 1):
            place = f"{path}, game {number} (line {line})"
            file = Path(folder, f"{number}.sgf")
            file.write_text(game, "utf-8")
            _, start = referee.load_record(file, 0, ["position"])
            loaded, history, end = referee.load_record(file, plies, ["history", "position"])
            file.unlink()
            if not loaded.ok:
                raise OpeningError(f"{place}: the referee cannot read it: {loaded.text}")
            told = _kind(referee.record())
            # A record of another size may change the referee's default board.
            referee.new_game()
            if told != kind or referee.position() != usual:
                raise OpeningError(f"{place}: {_OTHER_GAME}")
            moves: list[Written] = [(None, move) for move in history.text.split()]
            yield _Entry(place, moves, None if start.text == usual else start.text, end.text)


def _kind(record: str | None) -> list[str]:
    return _KIND.findall(record or "")

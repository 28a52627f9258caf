"""Openings from a file: a list of moves on each line, or games as SGF."""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..play.moves import Opening
from ..play.referee import Referee
from .errors import OpeningError
from .replay import Replayed, Written, replay, written_moves

# Matches `.../.../... b` and similar positions; no move looks like that.
_POSITION = re.compile(r"[-XOxo./]*[-./][-XOxo./]*|[-XOxo.]{9,}|[.a-fA-F]{18}")
# Matches moves without spaces, as in lists of Othello openings: `f5d6c4`.
_RUN_TOGETHER = re.compile(r"(?:[A-Za-z][1-9]){2,}")
_VERTEX = re.compile(r"[A-Z][0-9]+")
_OTHER_START = (
    "it is of another game or size, or begins from a position of its own,"
    " but an opening is a list of moves from the start, because engines know only `play`"
)
# A bracketed value, in which a backslash escapes the next character, or a parenthesis.
_SGF_TOKEN = re.compile(r"\[(?:[^\]\\]|\\.)*|[()]", re.DOTALL)


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
    # The position at the end of the record; None if the file does not have it.
    position: str | None = None


def read_openings(path: Path, referee: Referee, plies: int | None = None) -> FileOpenings:
    """The openings of a file in their order, cut to the first `plies` if given. Raises OpeningError
    with the file's name and the line for one that cannot be played."""
    data = _bytes_of(path)
    text = _text_of(path, data)
    is_sgf = text.lstrip().startswith("(")
    entries = _records(path, text, referee, plies) if is_sgf else _lines(path, text, referee)
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
        raise OpeningError(f"{path} is no text: {error.reason} at byte {error.start}") from error


def _check(entry: _Entry, referee: Referee, plies: int | None) -> Replayed:
    """Checks an entry. Raises OpeningError without the place."""
    replayed = _replay_record(entry, referee) if entry.position else replay(referee, entry.moves)
    if plies is not None and len(replayed.opening) > plies:
        first = [(move.color, move.move) for move in replayed.opening[:plies]]
        replayed = replay(referee, first)
    if replayed.state.over:
        raise OpeningError(f"it ends the game ({replayed.state.result}), nothing is left to play")
    return replayed


def _replay_record(entry: _Entry, referee: Referee) -> Replayed:
    """Makes sure that the moves alone lead to the record's position."""
    try:
        replayed = replay(referee, entry.moves)
        if replayed.name == entry.position:
            return replayed
    except OpeningError:
        pass
    raise OpeningError(_OTHER_START)


def _lines(path: Path, text: str, referee: Referee) -> Iterator[_Entry]:
    """The entries of a file of move lists."""
    for number, line in enumerate(text.splitlines(), 1):
        told = line.partition("#")[0].strip()
        if not told:
            continue
        place = f"{path}, line {number}"
        if _POSITION.fullmatch(told.split()[0]):
            raise OpeningError(
                f"{place}: this is a position, but an opening is a list of moves such as"
                " `b D1 w E2` or `D1 E2`, because engines know only `play`"
            )
        if _RUN_TOGETHER.fullmatch(told) and _has_vertices(referee):
            told = " ".join(re.findall("..", told))
        yield _Entry(place, written_moves(told))


def _has_vertices(referee: Referee) -> bool:
    """True if the referee's moves are vertices: elsewhere `a2a3` may be one move."""
    referee.new_game()
    return all(_VERTEX.fullmatch(move) for move in referee.legal_moves())


def _records(path: Path, text: str, referee: Referee, plies: int | None) -> Iterator[_Entry]:
    """The entries of a file of SGF games, read by the referee, which knows the form of its
    records."""
    for command in ("loadsgf", "history", "position"):
        if not referee.knows(command):
            raise OpeningError(
                f"{path}: {referee.name}, the referee, reads no SGF (it has no `{command}`);"
                " write the moves one opening a line"
            )
    referee.new_game()
    start = referee.position()
    with tempfile.TemporaryDirectory() as folder:
        for number, (line, game) in enumerate(split_collection(text), 1):
            place = f"{path}, game {number} (line {line})"
            file = Path(folder, f"{number}.sgf")
            file.write_text(game, "utf-8")
            loaded, history, position = referee.load_record(file, plies, ["history", "position"])
            file.unlink()
            if not loaded.ok:
                raise OpeningError(f"{place}: the referee cannot read it: {loaded.text}")
            # A record of another size may change the referee's default board.
            referee.new_game()
            if referee.position() != start:
                raise OpeningError(f"{place}: {_OTHER_START}")
            moves: list[Written] = [(None, move) for move in history.text.split()]
            yield _Entry(place, moves, position.text)


def split_collection(text: str) -> Iterator[tuple[int, str]]:
    """The games of an SGF collection, each with its first line. Text between them is skipped; an
    unfinished one is returned as it is."""
    depth, start, line, counted = 0, 0, 1, 0
    for match in _SGF_TOKEN.finditer(text):
        mark, at = match[0], match.start()
        if mark == "(":
            if depth == 0:
                line += text.count("\n", counted, at)
                start = counted = at
            depth += 1
        elif mark == ")" and depth > 0:
            depth -= 1
            if depth == 0:
                yield line, text[start : at + 1]
    if depth:
        yield line, text[start:]

"""The record of a pair of games: one line of the journal, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..plain import JsonObject, PlainObject
from ..play.moves import Move, Opening

# The figures that an engine reported for its searches, and the times of its moves: an entry for
# each move asked for.
SEARCHES = ("depth", "score", "nodes")
TIMES = ("wall", "cpu", "delay")

# How games end that never began, because a player could not. They are worth nothing to anybody.
FAILED_TO_START = "failed to start"
BOTH_FAILED = "both failed"

Score = int | str
Moves = tuple[Move, ...]


class RecordError(ValueError):
    """A line that is no record."""


@dataclass(frozen=True)
class FaultRecord:
    """A loss of a player other than on the board. `kind` is the name of a `FaultKind`."""

    player: str
    kind: str
    detail: str


@dataclass(frozen=True)
class GameRecord:
    """A finished game. `black` and `white` are keys of players, `result` is as in SGF (`B+10`,
    `W+T`, `0`), `winner` a key or None. The tuples after `fault` have an entry for each move that
    an engine was asked for, or are empty; times are in seconds."""

    black: str
    white: str
    result: str
    winner: str | None
    reason: str
    moves: Moves
    fault: FaultRecord | None = None
    depth: tuple[int | None, ...] = ()
    score: tuple[Score | None, ...] = ()
    nodes: tuple[int | None, ...] = ()
    wall: tuple[float | None, ...] = ()
    cpu: tuple[float | None, ...] = ()
    delay: tuple[float | None, ...] = ()

    @property
    def loser(self) -> str | None:
        """The key of the player who lost; None for a draw."""
        if self.winner is None:
            return None
        return self.white if self.winner == self.black else self.black

    @property
    def began(self) -> bool:
        """Whether both players could begin; a game that did not begin gives no points."""
        return self.reason not in (FAILED_TO_START, BOTH_FAILED)

    @property
    def could_not_begin(self) -> tuple[str, ...]:
        """The keys of the players who failed before the first move."""
        if self.reason == BOTH_FAILED:
            return self.black, self.white
        return (self.fault.player,) if self.fault and not self.began else ()

    def player_of(self, color: str) -> str:
        """The key of the player with that colour."""
        return self.black if color == "black" else self.white

    def half_points(self, key: str) -> int:
        """2 for a win of that player, 1 for a draw, 0 for a loss."""
        return 1 if self.winner is None else 2 * (self.winner == key)


@dataclass(frozen=True)
class PairRecord:
    """Two games from one opening, with colours swapped. `number` counts from 1."""

    number: int
    opening: Opening
    games: tuple[GameRecord, GameRecord]
    # The commands that the players got before the games, if these differ from pair to pair.
    settings: Mapping[str, Sequence[str]] | None = None
    # The worker of a cluster that played it: `name`, `speed` and, of scripts, `interpreters`.
    worker: PlainObject | None = None

    @property
    def players(self) -> tuple[str, str]:
        """Both keys, the first one's first."""
        return self.games[0].black, self.games[0].white

    @property
    def half_points(self) -> int:
        """The half points of the first player, 0 to 4."""
        return sum(game.half_points(self.players[0]) for game in self.games)

    @property
    def began(self) -> bool:
        """Whether both games did; if not, the pair is no evidence."""
        return all(game.began for game in self.games)

    @property
    def has_fault(self) -> bool:
        """Whether a game was lost by a fault."""
        return any(game.fault for game in self.games)


def moves_text(moves: Sequence[Move]) -> str:
    """`b D1 w E2`."""
    return " ".join(f"{move.color[0]} {move.move}" for move in moves)


def moves_of(text: str) -> Moves:
    """The moves of `b D1 w E2`. Raises RecordError."""
    words = text.split()
    colors = {"b": "black", "w": "white"}
    if len(words) % 2 or any(word not in colors for word in words[::2]):
        raise RecordError(f"these are not moves: {text!r}")
    return tuple([_move(colors[c], move) for c, move in zip(words[::2], words[1::2])])


def opening_text(opening: Opening) -> str:
    """`b D1 w E2`, or `[POSITION] b D1 w E2` from a position."""
    moves = moves_text(opening.moves)
    return moves if opening.position is None else f"[{opening.position}] {moves}".rstrip()


def opening_of(text: str) -> Opening:
    """The opening of such a text. Raises RecordError."""
    if not text.startswith("["):
        return Opening(moves_of(text))
    position, end, moves = text[1:].partition("]")
    if not position or not end:
        raise RecordError(f"this is not an opening: {text!r}")
    return Opening(moves_of(moves), position)


@lru_cache(maxsize=4096)
def _move(color: str, move: str) -> Move:
    """The same moves come again and again."""
    return Move(color, move)


def pair_json(record: PairRecord) -> JsonObject:
    """The line of a pair as plain data."""
    told = {"pair": record.number, "opening": opening_text(record.opening)}
    if record.settings:
        told["settings"] = {key: list(lines) for key, lines in record.settings.items()}
    told["games"] = [game_json(game) for game in record.games]
    if record.worker:
        told["worker"] = dict(record.worker)
    return told


def game_json(game: GameRecord) -> JsonObject:
    """A game as plain data, without empty values."""
    told: JsonObject = {
        "black": game.black,
        "white": game.white,
        "result": game.result,
        "winner": game.winner,
        "reason": game.reason,
        "moves": moves_text(game.moves),
    }
    if game.fault:
        fault = game.fault
        told["fault"] = {"player": fault.player, "kind": fault.kind, "detail": fault.detail}
    for name in (*SEARCHES, *TIMES):
        if values := getattr(game, name):
            told[name] = list(values)
    return told


def pair_of(told: PlainObject) -> PairRecord:
    """The record of a line that has the key `pair`. Raises RecordError."""
    try:
        first, second = (game_of(game) for game in told["games"])
        number = told["pair"]
        if not isinstance(number, int) or number < 1:
            raise RecordError(f"{number!r} is not the number of a pair")
        opening, settings = opening_of(told["opening"]), told.get("settings")
        return PairRecord(number, opening, (first, second), settings, told.get("worker"))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise RecordError(f"this is not a pair: {error!r}") from error


def game_of(told: PlainObject) -> GameRecord:
    """The record of a game as plain data. Raises KeyError, TypeError or RecordError."""
    fault = told.get("fault")
    details = {name: tuple(told.get(name, ())) for name in (*SEARCHES, *TIMES)}
    return GameRecord(
        black=told["black"],
        white=told["white"],
        result=told["result"],
        winner=told["winner"],
        reason=told["reason"],
        moves=moves_of(told["moves"]),
        fault=FaultRecord(**fault) if fault else None,
        **details,
    )

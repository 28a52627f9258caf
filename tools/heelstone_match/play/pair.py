"""A pair of games: one opening, both colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ..gtp.faults import HostFault
from ..journal.records import FaultRecord, GameRecord, PairRecord
from .adjudication import Adjudication
from .game import GameResult, GameTask, play_game
from .moves import Opening
from .notes import SearchNote
from .player import Player
from .referee import Referee
from .spectator import Spectator

_NOTHING = SearchNote()
T = TypeVar("T")


@dataclass(frozen=True)
class PairTask:
    """A pair to play. `number` counts from 1, `first` and `second` are the keys of the players,
    `settings` the commands sent to each of them before."""

    number: int
    first: str
    second: str
    opening: Opening
    settings: Mapping[str, tuple[str, ...]] | None = None


class SpoiltPair(Exception):
    """The machine kept an engine from answering: the pair proves nothing. `games` were played."""

    def __init__(self, why: str, games: Sequence[GameRecord]):
        super().__init__(why)
        self.why = why
        self.games = tuple(games)


def play_pair(
    task: PairTask,
    players: Mapping[str, Player],
    referee: Referee,
    adjudication: Adjudication | None = None,
    spectator: Spectator | None = None,
) -> PairRecord:
    """Plays both games. Raises SpoiltPair."""
    if task.settings:
        for key in (task.first, task.second):
            players[key].tell(task.settings.get(key, ()))
    games: list[GameRecord] = []
    for game, (black, white) in enumerate(
        [(task.first, task.second), (task.second, task.first)], 2 * task.number - 1
    ):
        meeting = GameTask(game, task.number, black, white, task.opening)
        try:
            result = play_game(meeting, players, referee, adjudication, spectator)
            games.append(_record(result))
        except HostFault as fault:
            raise SpoiltPair(fault.detail, games) from fault
    first, second = games
    return PairRecord(task.number, task.opening, (first, second), task.settings)


def _record(result: GameResult) -> GameRecord:
    fault = result.fault
    searches = [note or _NOTHING for note in result.searches]
    return GameRecord(
        black=result.task.black,
        white=result.task.white,
        result=result.result,
        winner=result.winner,
        reason=result.reason,
        moves=result.moves,
        fault=FaultRecord(fault.player, fault.kind.value, fault.detail) if fault else None,
        depth=_known([note.depth for note in searches]),
        score=_known([note.score for note in searches]),
        nodes=_known([note.nodes for note in searches]),
        wall=_known([_rounded(time.wall) for time in result.times]),
        cpu=_known([_rounded(time.cpu) for time in result.times]),
        delay=_known([_rounded(time.delay) for time in result.times]),
    )


def _known(values: list[T | None]) -> tuple[T | None, ...]:
    """The values; empty if all of them are None."""
    return tuple(values) if any(value is not None for value in values) else ()


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 6)

"""A pair of games: one opening, both colours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..journal.records import FaultRecord, GameRecord, PairRecord
from .game import GameResult, GameTask, play_game
from .moves import Opening
from .player import Player
from .referee import Referee


@dataclass(frozen=True)
class PairTask:
    """A pair to play. `number` counts from 1, `first` and `second` are the keys of the players,
    `settings` what each of them is told before."""

    number: int
    first: str
    second: str
    opening: Opening
    settings: Mapping[str, tuple[str, ...]] | None = None


def play_pair(task: PairTask, players: Mapping[str, Player], referee: Referee) -> PairRecord:
    """Plays both games."""
    if task.settings:
        for key in (task.first, task.second):
            players[key].tell(task.settings.get(key, ()))
    games = []
    for game, (black, white) in enumerate(
        [(task.first, task.second), (task.second, task.first)], 2 * task.number - 1
    ):
        meeting = GameTask(game, task.number, black, white, task.opening)
        games.append(_record(play_game(meeting, players, referee)))
    return PairRecord(task.number, task.opening, tuple(games), task.settings)


def _record(result: GameResult) -> GameRecord:
    fault = result.fault
    return GameRecord(
        black=result.task.black,
        white=result.task.white,
        result=result.result,
        winner=result.winner,
        reason=result.reason,
        moves=result.moves,
        fault=FaultRecord(fault.player, fault.kind.value, fault.detail) if fault else None,
    )

"""One game between two players under a referee."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..gtp.faults import Fault, FaultKind
from .moves import COLORS, Move, Opening, other
from .player import Player
from .referee import Referee, RefereeFault

# A game of a finite board ends long before: this is for a referee that never ends it.
MAX_PLIES = 2000


@dataclass(frozen=True)
class GameTask:
    """A game to play. `number` counts from 1, `black` and `white` are the keys of the players."""

    number: int
    pair: int
    black: str
    white: str
    opening: Opening

    def player_of(self, color: str) -> str:
        """The key of the player with that colour."""
        return self.black if color == "black" else self.white


@dataclass(frozen=True)
class FaultReport:
    """How a player lost otherwise than on the board."""

    player: str
    kind: FaultKind
    detail: str


@dataclass(frozen=True)
class GameResult:
    """A finished game. `result` is as in SGF (`B+10`, `W+T`, `0`), `winner` a key or None."""

    task: GameTask
    result: str
    winner: str | None
    reason: str
    moves: tuple[Move, ...]
    fault: FaultReport | None = None

    @property
    def loser(self) -> str | None:
        """The key of the player who lost; None for a draw."""
        if self.winner is None:
            return None
        return self.task.white if self.winner == self.task.black else self.task.black


class BothFailed(Exception):
    """Neither player of a game can play."""


@dataclass(frozen=True)
class _End:
    """How a game ended, in colours."""

    result: str
    winner: str | None
    reason: str
    fault: Fault | None = None


def play_game(task: GameTask, players: Mapping[str, Player], referee: Referee) -> GameResult:
    """Plays one game. A player that fails loses it, and its process is dropped."""
    game = _Game(task, players, referee)
    end = game.run()
    fault = None
    if end.fault is not None:
        kind, detail = end.fault.kind, end.fault.explanation()
        fault = FaultReport(task.player_of(other(end.winner)), kind, detail)
    return GameResult(
        task=task,
        result=end.result,
        winner=task.player_of(end.winner) if end.winner else None,
        reason=end.reason,
        moves=tuple(game.moves),
        fault=fault,
    )


class _Game:
    """A game in progress; `run` plays it."""

    def __init__(self, task: GameTask, players: Mapping[str, Player], referee: Referee):
        self.seated = {color: players[task.player_of(color)] for color in COLORS}
        self.moves: list[Move] = []
        self._task = task
        self._referee = referee
        self._state = referee.new_game()

    def run(self) -> _End:
        """Plays to the end."""
        end = self._begin()
        while end is None:
            end = self._end_on_board() or self._ply()
        return end

    def _begin(self) -> _End | None:
        """Sets the opening up everywhere. Both players are asked, so that it shows when neither
        can play."""
        for move in self._task.opening:
            try:
                _, self._state = self._referee.play(move.color, move.move)
            except Fault as fault:
                raise RefereeFault(fault) from fault
            self.moves.append(move)
        failed = {}
        for color in COLORS:
            try:
                self.seated[color].new_game()
                for move in self.moves:
                    self.seated[color].play(move.color, move.move)
            except Fault as fault:
                failed[color] = fault
                self.seated[color].drop()
        if len(failed) == 2:
            told = "; ".join(f"{self.seated[c].key}: {failed[c]}" for c in COLORS)
            raise BothFailed(f"neither engine could begin game {self._task.number}: {told}")
        for color, fault in failed.items():
            return _forfeit(color, fault)
        return None

    def _end_on_board(self) -> _End | None:
        if self._state.over:
            return _End(self._state.result, self._state.winner, "played out")
        if len(self.moves) >= MAX_PLIES:
            return _End("0", None, f"stopped after {MAX_PLIES} plies")
        return None

    def _ply(self) -> _End | None:
        """One move, told to the opponent when the game goes on."""
        color = self._state.to_move
        mover, opponent = self.seated[color], self.seated[other(color)]
        try:
            answer = mover.genmove(color)
            if answer.move.lower() == "resign":
                return _End(_won_by(other(color), "R"), other(color), "resignation")
            move, self._state = self._referee.play(color, answer.move)
        except Fault as fault:
            mover.drop()
            return _forfeit(color, fault)
        self.moves.append(Move(color, move))
        if not self._state.over:
            try:
                opponent.play(color, move)
            except Fault as fault:
                opponent.drop()
                return _forfeit(other(color), fault)
        return None


def _forfeit(color: str, fault: Fault) -> _End:
    winner = other(color)
    how = "T" if fault.kind.is_about_time else "F"
    return _End(_won_by(winner, how), winner, fault.kind.value, fault)


def _won_by(color: str, how: str) -> str:
    return f"{color[0].upper()}+{how}"

"""One game between two players under a referee."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..gtp.faults import Fault, FaultKind, HostFault
from ..gtp.watch import MoveTime
from ..journal.records import BOTH_FAILED
from .adjudication import DRAW, Adjudication, Judge
from .moves import COLORS, Move, Opening, other
from .notes import SearchNote
from .player import Answer, Player
from .referee import Referee, RefereeFault
from .spectator import Spectator

# The result in SGF of a game that was not played.
NO_RESULT = "Void"
# Before the first move these are ways of failing to start.
_ENDS_OF_PROCESSES = (FaultKind.CRASH, FaultKind.EARLY_EXIT)
# A game on a finite board ends long before: this guards against a referee that never ends it.
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
    """A loss of a player other than on the board."""

    player: str
    kind: FaultKind
    detail: str


@dataclass(frozen=True)
class GameResult:
    """A finished game. `result` is as in SGF (`B+10`, `W+T`, `0`), `winner` a key or None. `times`
    and `searches` have an entry for each move after the opening; None for a search that the engine
    did not report."""

    task: GameTask
    result: str
    winner: str | None
    reason: str
    moves: tuple[Move, ...]
    fault: FaultReport | None = None
    times: tuple[MoveTime, ...] = ()
    searches: tuple[SearchNote | None, ...] = ()

    @property
    def loser(self) -> str | None:
        """The key of the player who lost; None for a draw."""
        if self.winner is None:
            return None
        return self.task.white if self.winner == self.task.black else self.task.black


@dataclass(frozen=True)
class _End:
    """How a game ended, in colours. Who failed is told where there is a fault."""

    result: str
    winner: str | None
    reason: str
    fault: Fault | None = None
    failed: str = "black"


def play_game(
    task: GameTask,
    players: Mapping[str, Player],
    referee: Referee,
    adjudication: Adjudication | None = None,
    spectator: Spectator | None = None,
) -> GameResult:
    """Plays one game. A player that fails loses it, and its process is dropped. Raises HostFault
    (for the referee: SpoiltReferee) if the machine is to blame: then the game proves nothing."""
    game = _Game(task, players, referee, adjudication)
    if spectator:
        spectator.begin(task.number, task.black, task.white, game.moves, task.opening.position)
    end = game.run()
    game.collect_notes()
    fault = None
    if end.fault is not None:
        kind, detail = end.fault.kind, end.fault.explanation()
        fault = FaultReport(task.player_of(end.failed), kind, detail)
    return GameResult(
        task=task,
        result=end.result,
        winner=task.player_of(end.winner) if end.winner else None,
        reason=end.reason,
        moves=tuple(game.moves),
        fault=fault,
        times=tuple([answer.time for answer in game.answers]),
        searches=tuple([answer.note for answer in game.answers]),
    )


class _Game:
    """A game in progress; `run` plays it."""

    def __init__(
        self,
        task: GameTask,
        players: Mapping[str, Player],
        referee: Referee,
        adjudication: Adjudication | None,
    ):
        self.seated = {color: players[task.player_of(color)] for color in COLORS}
        self.moves: list[Move] = [*task.opening.moves]
        self.answers: list[Answer] = []
        self._task = task
        self._referee = referee
        self._judge = Judge(adjudication) if adjudication else None
        self._state = referee.set_up(task.opening)

    def run(self) -> _End:
        """Plays to the end."""
        end = self._begin()
        while end is None:
            end = self._end_on_board() or self._ply()
        return end

    def collect_notes(self) -> None:
        """Asks for the missing reports on the last moves."""
        for player in self.seated.values():
            try:
                player.explain_last()
            except (Fault, HostFault):
                # The game is over: the player just needs a new process for the next one.
                player.drop()

    def _begin(self) -> _End | None:
        """Sets the opening up everywhere. Both players are asked, to find out if neither can
        play."""
        failed: dict[str, Fault] = {}
        for color, player in self.seated.items():
            try:
                player.new_game(self._task.opening)
            except Fault as fault:
                failed[color] = fault
                player.drop()
            except HostFault as fault:
                raise _spoilt(player, fault) from fault
        if len(failed) == 2:
            black, white = (failed[color] for color in COLORS)
            told = f"{black.explanation()}; {self.seated['white'].key} too: {white}"
            return _End(NO_RESULT, None, BOTH_FAILED, Fault(black.kind, told))
        for color, cause in failed.items():
            if cause.kind in _ENDS_OF_PROCESSES:
                cause = Fault(FaultKind.FAILED_TO_START, str(cause))
            if cause.kind is FaultKind.FAILED_TO_START:
                return _End(NO_RESULT, None, cause.kind.value, cause, color)
            return _forfeit(color, cause)
        return None

    def _end_on_board(self) -> _End | None:
        if self._state.over:
            return _End(self._state.result, self._state.winner, "played out")
        if len(self.moves) >= MAX_PLIES:
            return _End("0", None, f"stopped after {MAX_PLIES} plies")
        return None

    def _ply(self) -> _End | None:
        """One move, which is passed on to the opponent if the game goes on."""
        color = self._state.to_move
        mover = self.seated[color]
        try:
            answer = mover.genmove(color)
            if answer.move.lower() == "resign":
                return _End(_won_by(other(color), "R"), other(color), "resignation")
            move, self._state = self._referee.play(color, answer.move)
            if self._judge and not self._state.over:
                mover.explain_last()
        except Fault as fault:
            mover.drop()
            return _forfeit(color, fault)
        except RefereeFault:
            raise
        except HostFault as fault:
            raise _spoilt(mover, fault) from fault
        self.moves.append(Move(color, move))
        self.answers.append(answer)
        if self._state.over:
            return None
        self.seated[other(color)].play(color, move)
        return self._adjudicate(self._judge, color, answer) if self._judge else None

    def _adjudicate(self, judge: Judge, color: str, answer: Answer) -> _End | None:
        reason = judge.hear(color, len(self.moves), answer.note)
        if reason is None:
            return None
        if reason == DRAW:
            return _End("0", None, reason)
        return _End(_won_by(other(color), "R"), other(color), reason)


def _spoilt(player: Player, fault: HostFault) -> HostFault:
    player.drop()
    return HostFault(f"{player.key}: {fault.detail}")


def _forfeit(color: str, fault: Fault) -> _End:
    winner = other(color)
    how = "T" if fault.kind.is_about_time else "F"
    return _End(_won_by(winner, how), winner, fault.kind.value, fault, color)


def _won_by(color: str, how: str) -> str:
    return f"{color[0].upper()}+{how}"

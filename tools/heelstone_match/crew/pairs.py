"""Plays the pairs of a plan: a referee and the players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from ..gtp.faults import Fault, HostFault
from ..gtp.process import LiveProcesses
from ..gtp.sink import CappedFile
from ..journal.plan import Plan, plan_json, plan_of
from ..journal.records import PairRecord, opening_of, opening_text, pair_json, pair_of
from ..plain import JsonObject, PlainObject
from ..play.adjudication import Adjudication
from ..play.moves import START, Opening
from ..play.pair import PairTask, SpoiltPair, play_pair
from ..play.player import Player, SettingRefused
from ..play.referee import Referee, RefereeFault
from ..play.spectator import Spectator
from ..system.launch import Launch
from .events import BROKEN, CANNOT_START, Done, Failed, Outcome, Ready, Void
from .work import ALONE, Command, Slot


def new_referee(plan: Plan, processes: LiveProcesses) -> Referee:
    """Another process of the referee. Raises RefereeFault."""
    return Referee(plan.referee, plan.contest, plan.engines[0].limits, processes)


@dataclass(frozen=True)
class PairWork:
    """Pairs of a plan."""

    kind: ClassVar[str] = "pairs"
    plan: Plan
    # The files for each engine's stderr.
    stderr: Mapping[str, CappedFile] = field(default_factory=dict)
    # On another machine, what stands of it in each record.
    worker: PlainObject | None = None
    # One for each game at a time, if anybody looks.
    spectators: Sequence[Spectator] = ()

    def runner(self, processes: LiveProcesses, slot: Slot = ALONE) -> PairRunner:
        """Another runner."""
        return PairRunner(self, processes, slot)

    @property
    def commands(self) -> Sequence[Command]:
        """The referee's, then the engines'."""
        return [self.plan.referee, *(engine.command for engine in self.plan.engines)]

    @property
    def folders(self) -> Sequence[str | None]:
        """Those of the engines; the referee has none."""
        return [None, *(engine.dir for engine in self.plan.engines)]

    def placed(
        self, commands: Sequence[Command], folders: Sequence[str | None], worker: PlainObject
    ) -> PairWork:
        """The same plan on another machine."""
        engines = [
            replace(engine, command=command, dir=folder)
            for engine, command, folder in zip(self.plan.engines, commands[1:], folders[1:])
        ]
        plan = replace(self.plan, referee=commands[0], engines=tuple(engines))
        versions = zip(plan.keys, worker["interpreters"][1:])
        interpreters = {key: version for key, version in versions if version}
        told = {name: value for name, value in worker.items() if name != "interpreters"}
        return PairWork(
            plan, worker={**told, "interpreters": interpreters} if interpreters else told
        )

    def work_json(self) -> JsonObject:
        """The plan."""
        return plan_json(self.plan)

    @classmethod
    def work_of(cls, told: PlainObject) -> PairWork:
        """Raises PlanError."""
        return cls(plan_of(told))

    def task_json(self, task: PairTask) -> JsonObject:
        """A pair to be played."""
        return {
            "pair": task.number,
            "players": [task.first, task.second],
            "opening": opening_text(task.opening),
            "settings": task.settings,
        }

    def task_of(self, told: PlainObject) -> PairTask:
        """The task again."""
        settings = told["settings"]
        if settings is not None:
            settings = {key: tuple(lines) for key, lines in settings.items()}
        first, second = told["players"]
        return PairTask(told["pair"], first, second, opening_of(told["opening"]), settings)

    def record_json(self, record: PairRecord) -> JsonObject:
        """The line of the journal."""
        return pair_json(record)

    def record_of(self, told: PlainObject) -> PairRecord:
        """The record again."""
        return pair_of(told)


class PairRunner:
    """A runner for pairs: engines start with their first game."""

    def __init__(self, work: PairWork, processes: LiveProcesses, slot: Slot = ALONE):
        plan = work.plan
        self._plan = plan
        self._worker = work.worker
        self._spectator = work.spectators[slot.number] if work.spectators else None
        self._processes = processes
        self._referee: Referee | None = None
        rules = plan.adjudication
        self._adjudication = Adjudication.from_json(rules) if rules else None
        self._players = {
            key: Player(
                key,
                spec.command,
                plan.contest,
                spec.limits,
                processes,
                spec.adapters,
                settings=spec.settings,
                stderr=work.stderr.get(key),
                names=lambda: self._seated_referee().names(),
                launch=Launch(spec.dir, spec.limits.memory, slot.processors),
                restart=spec.restart,
            )
            for key, spec in zip(plan.keys, plan.engines)
        }

    def meet(self) -> Ready | Failed:
        """Starts all engines and a game."""
        try:
            referee = self._seated_referee()
            opening = self._begin()
            referee.set_up(opening)
        except RefereeFault as failure:
            return Failed(str(failure), CANNOT_START)
        players = self._players.values()
        for player in players:
            try:
                player.new_game(opening)
            except (SettingRefused, RefereeFault) as failure:
                return Failed(str(failure), CANNOT_START)
            except (Fault, HostFault) as fault:
                return Failed(f"engine {player.key} cannot take part: {fault}", CANNOT_START)
        names = {player.key: player.name for player in players}
        return Ready(names, referee.name, [note for player in players for note in player.notes])

    def do(self, task: PairTask) -> Outcome[PairTask, PairRecord]:
        """Plays a pair."""
        try:
            referee = self._seated_referee()
            record = play_pair(task, self._players, referee, self._adjudication, self._spectator)
            return Done(task, replace(record, worker=self._worker))
        except SpoiltPair as spoilt:
            return Void(task, spoilt.why, spoilt.games)
        except (RefereeFault, SettingRefused) as failure:
            return Failed(str(failure), BROKEN)

    def close(self) -> None:
        """Ends the processes politely."""
        if self._referee:
            self._referee.close()
        for player in self._players.values():
            player.close()

    def _begin(self) -> Opening:
        """What each engine has to be able to begin from: a position, if the match has any."""
        for text in self._plan.openings.get("openings", ()):
            if (opening := opening_of(text)).position is not None:
                return Opening((), opening.position)
        return START

    def _seated_referee(self) -> Referee:
        if self._referee is None:
            self._referee = new_referee(self._plan, self._processes)
        return self._referee

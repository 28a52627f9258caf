"""The desk at which positions are asked about: one engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from ..crew.events import CANNOT_START, Done, Failed, Outcome, Ready, Void
from ..crew.work import ALONE, Command, Slot
from ..gtp.engine import Engine
from ..gtp.faults import Fault, HostFault
from ..gtp.process import LiveProcesses
from ..plain import JsonObject, PlainObject
from ..play.player import select_game
from ..system import clock
from ..system.launch import Launch
from .question import (
    Answer,
    Position,
    Question,
    answer_json,
    answer_of,
    question_json,
    question_of,
)

# What stands in a question for the line of the file.
PLACE = "{}"


@dataclass(frozen=True)
class PositionWork:
    """A question about positions."""

    kind: ClassVar[str] = "positions"
    question: Question

    def runner(self, processes: LiveProcesses, slot: Slot = ALONE) -> PositionRunner:
        """Another one."""
        return PositionRunner(self.question, processes, slot)

    @property
    def commands(self) -> Sequence[Command]:
        """The engine's."""
        return [self.question.command]

    @property
    def folders(self) -> Sequence[str | None]:
        """None."""
        return [None]

    def placed(
        self, commands: Sequence[Command], folders: Sequence[str | None], worker: PlainObject
    ) -> PositionWork:
        """The same question to that engine."""
        return PositionWork(replace(self.question, command=commands[0]))

    def work_json(self) -> JsonObject:
        """The question."""
        return question_json(self.question)

    @classmethod
    def work_of(cls, told: PlainObject) -> PositionWork:
        """The work again."""
        return cls(question_of(told))

    def task_json(self, task: Position) -> JsonObject:
        """A position."""
        return {"position": task.number, "text": task.text}

    def task_of(self, told: PlainObject) -> Position:
        """The position again."""
        return Position(told["position"], told["text"])

    def record_json(self, record: Answer) -> JsonObject:
        """The line of the journal."""
        return answer_json(record)

    def record_of(self, told: PlainObject) -> Answer:
        """The answer again."""
        return answer_of(told)


class PositionRunner:
    """Asks about one position after the other; an engine that failed is started again."""

    def __init__(self, question: Question, processes: LiveProcesses, slot: Slot = ALONE):
        self._question = question
        self._launch = Launch(processors=slot.processors)
        self._processes = processes
        self._engine: Engine | None = None

    def meet(self) -> Ready | Failed:
        """Starts the engine and chooses the game."""
        try:
            engine = self._fresh()
        except (Fault, HostFault) as fault:
            return Failed(f"the engine cannot take part: {fault}", CANNOT_START)
        return Ready({"A": engine.name}, "", ())

    def do(self, task: Position) -> Outcome[Position, Answer]:
        """Asks about a position."""
        begun = clock()
        try:
            return Done(task, self._ask(task))
        except Fault as fault:
            self._drop()
            told = (fault.kind.value, fault.explanation())
            return Done(task, Answer(task, clock() - begun, fault=told))
        except HostFault as fault:
            self._drop()
            return Void(task, str(fault))

    def close(self) -> None:
        """Ends the process politely."""
        if self._engine is not None:
            self._engine.close()

    def _fresh(self) -> Engine:
        """The engine with a new game, so that no answer depends on the positions before."""
        question = self._question
        if self._engine is None:
            self._engine = Engine(
                question.command,
                self._processes,
                question.use_ids,
                question.start_timeout,
                launch=self._launch,
            )
        select_game(self._engine, question.contest, question.reply_timeout)
        return self._engine

    def _ask(self, task: Position) -> Answer:
        question, engine = self._question, self._fresh()
        if PLACE in question.ask:
            begun = clock()
            reply = engine.ask(question.ask.replace(PLACE, task.text), question.patience)
        else:
            reply = engine.ask(f"{question.setup} {task.text}", question.reply_timeout)
            begun = clock()
            if reply.ok:
                reply = engine.ask(question.ask, question.patience)
        seconds = clock() - begun
        if not reply.ok:
            return Answer(task, seconds, error=reply.text)
        return Answer(task, seconds, reply=reply.text)

    def _drop(self) -> None:
        if self._engine is not None:
            self._engine.kill()
            self._engine = None

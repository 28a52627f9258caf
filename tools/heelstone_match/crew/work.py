"""What a crew does, whatever it is: tasks with numbers, each done by a runner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from ..gtp.process import LiveProcesses
from ..plain import JsonObject, PlainObject
from .events import Failed, Outcome, Ready, RecordT, TaskT

Command = tuple[str, ...]


@dataclass(frozen=True)
class Slot:
    """One of the games at a time: its number, from 0, and the processors that its engines are kept
    on, if they are."""

    number: int = 0
    processors: frozenset[int] | None = None


ALONE = Slot()


class TaskRunner(Protocol[TaskT, RecordT]):
    """Engines that stay alive from task to task, for one thread. Raises Stopped once they were
    killed."""

    def meet(self) -> Ready | Failed:
        """Starts everything, to see if the work can start."""

    def do(self, task: TaskT) -> Outcome[TaskT, RecordT]:
        """Does one task; starts engines that are not running."""

    def close(self) -> None:
        """Ends the processes politely."""


class Work(Protocol[TaskT, RecordT]):
    """Pairs of a match, or questions about positions. Methods in `json` return plain data, and
    those in `of` convert it back, in another process or on another machine."""

    # The name of this kind of work in `crew.runner_process`.
    kind: ClassVar[str]

    def runner(self, processes: LiveProcesses, slot: Slot = ALONE) -> TaskRunner[TaskT, RecordT]:
        """Another one, at which nothing runs yet."""

    @property
    def commands(self) -> Sequence[Command]:
        """The command lines of all processes."""

    @property
    def folders(self) -> Sequence[str | None]:
        """The working directories of the command lines, where they have their own."""

    def placed(
        self, commands: Sequence[Command], folders: Sequence[str | None], worker: PlainObject
    ) -> Work[TaskT, RecordT]:
        """The same work on another machine: with its command lines and working directories, in the
        same order. `worker` has its `name` and `speed`, and the `interpreters` of the command lines
        that are scripts."""

    def work_json(self) -> JsonObject:
        """All data that another process needs."""

    @classmethod
    def work_of(cls, told: PlainObject) -> Work[TaskT, RecordT]:
        """The work again."""

    def task_json(self, task: TaskT) -> JsonObject:
        """A task."""

    def task_of(self, told: PlainObject) -> TaskT:
        """The task again."""

    def record_json(self, record: RecordT) -> JsonObject:
        """The result of a task."""

    def record_of(self, told: PlainObject) -> RecordT:
        """The record again."""

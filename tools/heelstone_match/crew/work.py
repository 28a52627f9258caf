"""What a crew does, whatever it is: tasks with numbers, each done by a runner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from ..gtp.process import LiveProcesses
from .events import Done, Failed, Ready, Task, Void

Command = tuple[str, ...]


@dataclass(frozen=True)
class Slot:
    """One of the games at a time: its number, from 0, and the processors that its engines are kept
    on, if they are."""

    number: int = 0
    processors: frozenset[int] | None = None


ALONE = Slot()


class TaskRunner(Protocol):
    """Engines that stay alive from task to task, for one thread. Raises Stopped once they were
    killed."""

    def meet(self) -> Ready | Failed:
        """Starts everything, to see if the work can start."""

    def do(self, task: Task) -> Done | Void | Failed:
        """Does one task; starts engines that are not running."""

    def close(self) -> None:
        """Ends the processes politely."""


class Work(Protocol):
    """Pairs of a match, or questions about positions. Methods in `json` return plain data, and
    those in `of` convert it back, in another process or on another machine."""

    # The name of this kind of work in `crew.runner_process`.
    kind: ClassVar[str]

    def runner(self, processes: LiveProcesses, slot: Slot = ALONE) -> TaskRunner:
        """Another one, at which nothing runs yet."""

    @property
    def commands(self) -> Sequence[Command]:
        """The command lines of all processes."""

    @property
    def folders(self) -> Sequence[str | None]:
        """The working directories of the command lines, where they have their own."""

    def placed(
        self, commands: Sequence[Command], folders: Sequence[str | None], worker: Mapping
    ) -> Work:
        """The same work on another machine: with its command lines and working directories, in the
        same order. `worker` has its `name` and `speed`, and the `interpreters` of the command lines
        that are scripts."""

    def work_json(self) -> dict:
        """All data that another process needs."""

    @classmethod
    def work_of(cls, told: Mapping) -> Work:
        """The work again."""

    def task_json(self, task: Task) -> dict:
        """A task."""

    def task_of(self, told: Mapping) -> Task:
        """The task again."""

    def record_json(self, record: Any) -> dict:
        """The result of a task."""

    def record_of(self, told: Mapping) -> Any:
        """The record again."""

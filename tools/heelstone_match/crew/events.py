"""The events that a crew reports to the conductor, in a queue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Generic, Protocol, TypeAlias, TypeVar

from ..gtp.process import LiveProcesses
from ..journal.records import GameRecord

CANNOT_START = 2
BROKEN = 1


class Task(Protocol):
    """Something to do, once."""

    @property
    def number(self) -> int:
        """Its number in the journal, from 1."""


TaskT = TypeVar("TaskT", bound=Task)
RecordT = TypeVar("RecordT")


@dataclass(frozen=True)
class Ready:
    """All engines have started and know the game."""

    names: Mapping[str, str]
    # Empty if there is none.
    referee: str
    notes: Sequence[str]


@dataclass(frozen=True)
class Done(Generic[TaskT, RecordT]):
    """A task was done; `record` is to be journalled."""

    task: TaskT
    record: RecordT


@dataclass(frozen=True)
class Void(Generic[TaskT]):
    """The host spoilt a pair; what was played of it proves nothing."""

    task: TaskT
    why: str
    games: Sequence[GameRecord] = ()


@dataclass(frozen=True)
class Note:
    """Something that the user may want to know."""

    sentence: str


@dataclass(frozen=True)
class Failed:
    """The work cannot start, or cannot go on."""

    sentence: str
    exit_code: int


@dataclass(frozen=True)
class Interrupted:
    """A signal asked for the end."""

    signal: int


# What comes of a task.
Outcome: TypeAlias = Done[TaskT, RecordT] | Void[TaskT] | Failed
Event: TypeAlias = Ready | Note | Interrupted | Outcome[TaskT, RecordT]


class Crew(Protocol[TaskT, RecordT]):
    """Does the submitted tasks, in any order, and reports in its queue. `Ready` comes first."""

    events: SimpleQueue[Event[TaskT, RecordT]]
    # What runs on this machine.
    processes: LiveProcesses

    @property
    def window(self) -> int:
        """The number of tasks at a time that keeps it busy."""

    def start(self) -> None:
        """Starts to get ready; returns at once."""

    def submit(self, task: TaskT) -> None:
        """Takes a task; returns at once."""

    def finish(self) -> None:
        """All submitted tasks are done: ends the engines."""

    def stop(self) -> None:
        """Ends everything at once; nothing is reported any more."""

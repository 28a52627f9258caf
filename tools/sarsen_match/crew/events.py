"""What a crew tells the conductor, in a queue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Protocol

from ..journal.records import GameRecord, PairRecord
from ..play.pair import PairTask

CANNOT_START = 2
BROKEN = 1


@dataclass(frozen=True)
class Ready:
    """All engines have started and know the game."""

    names: Mapping[str, str]
    referee: str
    notes: Sequence[str]


@dataclass(frozen=True)
class Done:
    """A pair was played."""

    task: PairTask
    record: PairRecord


@dataclass(frozen=True)
class Void:
    """A pair was spoilt by the host; what was played of it proves nothing."""

    task: PairTask
    why: str
    games: Sequence[GameRecord] = ()


@dataclass(frozen=True)
class Failed:
    """The match cannot begin, or go on."""

    sentence: str
    exit_code: int


@dataclass(frozen=True)
class Interrupted:
    """A signal asked for the end."""

    signal: int


Event = Ready | Done | Void | Failed | Interrupted


class Crew(Protocol):
    """Plays what is submitted, in any order, and tells of it in its queue. `Ready` comes first."""

    events: SimpleQueue[Event]

    @property
    def window(self) -> int:
        """How many pairs it should have at a time to be busy."""

    def start(self) -> None:
        """Begins to get ready; returns at once."""

    def submit(self, task: PairTask) -> None:
        """Takes a pair to play; returns at once."""

    def finish(self) -> None:
        """All that was submitted is done: lets the engines go."""

    def stop(self) -> None:
        """Ends everything at once; nothing is told any more."""

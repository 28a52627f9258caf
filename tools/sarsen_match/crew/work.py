"""What a crew does, whatever it is: tasks with numbers, each done at a desk."""

from __future__ import annotations

from typing import Protocol

from ..gtp.process import Brood
from .events import Done, Failed, Ready, Task, Void


class Desk(Protocol):
    """Engines that stay alive from task to task, for one thread. Raises Stopped once their brood
    was killed."""

    def meet(self) -> Ready | Failed:
        """Starts everything, to see whether the work can begin."""

    def do(self, task: Task) -> Done | Void | Failed:
        """Does one task; starts what does not run yet."""

    def close(self) -> None:
        """Ends the processes politely."""


class Work(Protocol):
    """Pairs of a match, or questions about positions."""

    def desk(self, brood: Brood) -> Desk:
        """Another one, at which nothing runs yet."""

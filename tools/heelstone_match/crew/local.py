"""A crew of threads, each with its own runner."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from queue import SimpleQueue
from typing import Generic

from ..gtp.process import LiveProcesses, Stopped
from ..system import processors
from .events import BROKEN, Event, Failed, Note, Ready, RecordT, TaskT
from .work import Slot, TaskRunner, Work


def crowd(games: int) -> Sequence[Note]:
    """A warning if more games run at a time than there are processors for them."""
    there = len(processors())
    if games <= there:
        return ()
    return (
        Note(
            f"warning  {games} games at a time share {there}"
            f" {'processor' if there == 1 else 'processors'}: engines wait for each other,"
            " and times mean little"
        ),
    )


class LocalCrew(Generic[TaskT, RecordT]):
    """Works on threads of this process. After `Failed` call `stop`."""

    def __init__(
        self,
        work: Work[TaskT, RecordT],
        concurrency: int,
        pins: Sequence[frozenset[int]] = (),
    ):
        """With `pins`, the engines of each game at a time are kept on processors of their own."""
        self._work = work
        self._concurrency = concurrency
        self._slots = [
            Slot(number, pins[number] if pins else None) for number in range(concurrency)
        ]
        self._tasks: SimpleQueue[TaskT | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self.processes = LiveProcesses()
        self.events: SimpleQueue[Event[TaskT, RecordT]] = SimpleQueue()

    @property
    def window(self) -> int:
        """One task waits for each running one, so that no thread idles."""
        return 2 * self._concurrency

    def start(self) -> None:
        """Starts to get ready; returns at once."""
        self._spawn(self._open)

    def submit(self, task: TaskT) -> None:
        """Takes a task."""
        self._tasks.put(task)

    def finish(self) -> None:
        """Ends the engines."""
        for _ in range(self._concurrency):
            self._tasks.put(None)
        for thread in list(self._threads):
            thread.join()

    def stop(self) -> None:
        """Kills all processes; what runs is not told any more."""
        self.processes.kill_all()
        for _ in range(self._concurrency):
            self._tasks.put(None)
        for thread in list(self._threads):
            thread.join(1.0)

    def _spawn(self, job: Callable[[], None]) -> None:
        thread = threading.Thread(target=self._guard, args=(job,), daemon=True)
        self._threads.append(thread)
        thread.start()

    def _guard(self, job: Callable[[], None]) -> None:
        """Runs a job and reports its failure, unless everything was stopped and so fails."""
        try:
            job()
        except Stopped:
            pass
        except Exception:
            self._tell(Failed(f"this is a mistake in match.py:\n{traceback.format_exc()}", BROKEN))

    def _tell(self, event: Event[TaskT, RecordT]) -> None:
        if not self.processes.closed:
            self.events.put(event)

    def _open(self) -> None:
        """Makes sure that everybody can work before it begins."""
        first, *others = self._slots
        runner = self._work.runner(self.processes, first)
        event = runner.meet()
        self._tell(event)
        if isinstance(event, Ready):
            for note in crowd(self._concurrency):
                self._tell(note)
            for slot in others:
                self._spawn(partial(self._begin, slot))
            self._sit(runner)

    def _begin(self, slot: Slot) -> None:
        self._sit(self._work.runner(self.processes, slot))

    def _sit(self, runner: TaskRunner[TaskT, RecordT]) -> None:
        while (task := self._tasks.get()) is not None:
            event = runner.do(task)
            self._tell(event)
            if isinstance(event, Failed):
                return
        runner.close()

"""A crew of threads, each with its own runner."""

from __future__ import annotations

import threading
import traceback
from queue import SimpleQueue

from ..gtp.process import LiveProcesses, Stopped
from .events import BROKEN, Event, Failed, Ready, Task
from .work import TaskRunner, Work


class LocalCrew:
    """Works on threads of this process. After `Failed` call `stop`."""

    def __init__(self, work: Work, concurrency: int):
        self._work = work
        self._concurrency = concurrency
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self.processes = LiveProcesses()
        self.events: SimpleQueue[Event] = SimpleQueue()

    @property
    def window(self) -> int:
        """One task waits for each running one, so that no thread idles."""
        return 2 * self._concurrency

    def start(self) -> None:
        """Starts to get ready; returns at once."""
        self._spawn(self._open)

    def submit(self, task: Task) -> None:
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

    def _spawn(self, job) -> None:
        thread = threading.Thread(target=self._guard, args=(job,), daemon=True)
        self._threads.append(thread)
        thread.start()

    def _guard(self, job) -> None:
        """Runs a job and reports its failure, unless everything was stopped and so fails."""
        try:
            job()
        except Stopped:
            pass
        except Exception:
            self._tell(Failed(f"this is a mistake in match.py:\n{traceback.format_exc()}", BROKEN))

    def _tell(self, event: Event) -> None:
        if not self.processes.closed:
            self.events.put(event)

    def _open(self) -> None:
        """Makes sure that everybody can work before it begins."""
        runner = self._work.runner(self.processes)
        event = runner.meet()
        self._tell(event)
        if isinstance(event, Ready):
            for _ in range(self._concurrency - 1):
                self._spawn(lambda: self._sit(self._work.runner(self.processes)))
            self._sit(runner)

    def _sit(self, runner: TaskRunner) -> None:
        while (task := self._tasks.get()) is not None:
            event = runner.do(task)
            self._tell(event)
            if isinstance(event, Failed):
                return
        runner.close()

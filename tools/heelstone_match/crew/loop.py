"""Gives a crew its tasks, a window of them at a time, and handles their results."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from queue import Empty
from typing import Generic, Protocol, TypeVar

from .events import Crew, Done, Event, Failed, Interrupted, Note, Ready, RecordT, Task, TaskT, Void

# If records are written in order, the lead that the crew may have over the oldest one.
AHEAD = 8

# The seconds between two looks for signals. Their handlers run in this thread, which sleeps on if
# the system tells another thread of a signal; Windows wakes none.
LOOK = 0.1


Next = TypeVar("Next", bound=Task, covariant=True)


class TaskSource(Protocol[Next]):
    """Where tasks come from."""

    @property
    def done(self) -> bool:
        """True if there is no task left to deal."""

    def next(self) -> Next | None:
        """The next task; None if all were dealt, or if the next one depends on one in flight."""


@dataclass
class Order(Generic[RecordT]):
    """Returns finished records to be written: as they come, or in the order of their dealing."""

    strict: bool
    _dealt: deque[int] = field(default_factory=deque)
    _done: dict[int, RecordT | None] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self._dealt)

    def deal(self, number: int) -> None:
        """A task was started."""
        self._dealt.append(number)

    def finish(self, number: int, record: RecordT | None) -> list[RecordT]:
        """The records that are to be written now; None is for a task that was given up."""
        if not self.strict:
            self._dealt.remove(number)
            return [] if record is None else [record]
        self._done[number] = record
        due = []
        while self._dealt and self._dealt[0] in self._done:
            due.append(self._done.pop(self._dealt.popleft()))
        return [record for record in due if record is not None]


class TaskLoop(Generic[TaskT, RecordT]):
    """Leads a crew until all is dealt and done. What begins with `on_` is for who knows the work;
    those that return an exit code end it, those that return None go on."""

    def __init__(self, tasks: TaskSource[TaskT], crew: Crew[TaskT, RecordT], in_order: bool):
        self._tasks = tasks
        self._crew = crew
        self._order: Order[RecordT] = Order(in_order)
        self._under_way = 0
        # The reason why the work could not start or go on.
        self.trouble: str | None = None

    def lead(self) -> int:
        """The exit code. The crew has ended when it returns, or raises what an `on_...` raised."""
        try:
            code = None if not self._tasks.done else 0
            if code is None:
                self._crew.start()
            while code is None:
                code = self._step()
            if code == 0:
                self._crew.finish()
            return code
        finally:
            self._crew.stop()

    def on_ready(self, event: Ready) -> None:
        """Everything has started."""

    def on_record(self, record: RecordT) -> int | None:
        """A task is done, and it is its record's turn."""

    def on_void(self, event: Void[TaskT]) -> bool:
        """A task was spoilt; whether it is to be done again."""
        return True

    def on_note(self, event: Note) -> None:
        """The crew has a note for the user."""

    def _step(self) -> int | None:
        """Handles one event and deals tasks; the exit code if it was the last."""
        event = self._next_event()
        if isinstance(event, Ready):
            self.on_ready(event)
        elif isinstance(event, Note):
            self.on_note(event)
            return None
        elif isinstance(event, Done):
            self._under_way -= 1
            if (code := self._finish(event.task, event.record)) is not None:
                return code
        elif isinstance(event, Void):
            self._under_way -= 1
            if self.on_void(event):
                self._submit(event.task)
            elif (code := self._finish(event.task, None)) is not None:
                return code
        elif isinstance(event, Interrupted):
            return 128 + event.signal
        elif isinstance(event, Failed):
            self.trouble = event.sentence
            return event.exit_code
        self._deal()
        return None if self._under_way else 0

    def _next_event(self) -> Event[TaskT, RecordT]:
        while True:
            try:
                return self._crew.events.get(timeout=LOOK)
            except Empty:
                pass

    def _finish(self, task: TaskT, record: RecordT | None) -> int | None:
        for due in self._order.finish(task.number, record):
            code = self.on_record(due)
            if code is not None:
                return code
        return None

    def _deal(self) -> None:
        window = self._crew.window
        ahead = AHEAD * window if self._order.strict else window
        while self._under_way < window and len(self._order) < ahead:
            task = self._tasks.next()
            if task is None:
                return
            self._order.deal(task.number)
            self._submit(task)

    def _submit(self, task: TaskT) -> None:
        self._under_way += 1
        self._crew.submit(task)

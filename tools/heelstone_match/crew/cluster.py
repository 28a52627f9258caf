"""A crew on a Dask cluster: one embedded in this process, or one with a running scheduler.

A client runs in a thread of its own. Whatever happens to workers, each task is reported once: a
task whose worker was lost is given to another one, and only the first answer counts. If the
scheduler is lost, the work ends; a journal has everything reported before."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import math
import threading
import traceback
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Generic

import cloudpickle
import dask
from distributed import Client

from ..gtp.process import LiveProcesses
from . import remote
from .connection import CLOSE_TIMEOUT, Place, Unreachable, connected
from .events import BROKEN, CANNOT_START, Event, Failed, Note, RecordT, TaskT
from .local import crowd
from .shipment import Shipment
from .wire import event_of, is_lost, order_json
from .work import Work

# Tasks in flight for each thread of a worker: one is running, the others are queued there.
IN_FLIGHT = 3
# Tasks shorter than this, in seconds, are sent together: Dask needs some milliseconds for each
# parcel.
SHORT = 0.1
MOST_TOGETHER = 32
# The time to wait for a parcel to fill.
FILLING = 0.01
# A task that is lost this often with its worker is itself to blame.
ATTEMPTS = 5
# The time between two counts of the workers.
ROUND = 2.0


@dataclass
class _Parcel(Generic[TaskT]):
    """Tasks sent together; without tasks, the question whether all can start."""

    tasks: list[TaskT]
    lines: list[str]
    attempts: int = 0


class _WorkAt:
    """`remote.work_at`, which no machine of the cluster has: it goes there as code."""

    def __reduce__(self) -> tuple[Callable[[bytes], object], tuple[bytes]]:
        return cloudpickle.loads, (cloudpickle.dumps(remote.work_at),)

    def __call__(self, name: str, requests: list[str]) -> list[str]:
        raise NotImplementedError("this is only sent")


class ClusterCrew(Generic[TaskT, RecordT]):
    """Works on a cluster. `identity` names the run and its configuration; `owner` names whoever
    journals it, so that a resumed run takes over from the one that was killed."""

    def __init__(
        self,
        work: Work[TaskT, RecordT],
        shipment: Shipment,
        place: Place,
        identity: str,
        owner: str,
    ):
        self._work = work
        self._place = place
        self._identity = identity
        self._pool = remote.RunnerPool(order_json(work, identity), shipment)
        digest = hashlib.sha256(f"{identity} {owner} {shipment.sha256}".encode()).hexdigest()
        self._name = f"heelstone-match-{digest[:16]}"
        self._threads = place.threads
        self._together = 1
        self._tasks: SimpleQueue[TaskT] = SimpleQueue()
        self._thread = threading.Thread(target=self._guard, daemon=True)
        # Set when its thread runs, before `_main`.
        self._loop: asyncio.AbstractEventLoop
        self._wake = asyncio.Event()
        self._main: asyncio.Task[None] | None = None
        self._over = threading.Event()
        # For what runs here beside the cluster, such as a referee that makes openings.
        self.processes = LiveProcesses()
        self.events: SimpleQueue[Event[TaskT, RecordT]] = SimpleQueue()

    @property
    def window(self) -> int:
        """The number of tasks at a time that keeps it busy."""
        return IN_FLIGHT * max(1, self._threads) * self._together

    def start(self) -> None:
        """Starts to get ready; returns at once."""
        if self._place.address is None:
            for note in crowd(self._place.threads):
                self._tell(note)
        self._thread.start()

    def submit(self, task: TaskT) -> None:
        """Takes a task; returns at once."""
        self._tasks.put(task)
        if self._main is not None:
            self._call(self._wake.set)

    def finish(self) -> None:
        """Ends the engines."""
        self.stop()

    def stop(self) -> None:
        """Ends everything; nothing in flight is reported any more."""
        self._over.set()
        self.processes.kill_all()
        if self._main is not None:
            self._call(self._main.cancel)
        if self._thread.ident is not None:
            self._thread.join(4 * CLOSE_TIMEOUT)

    def _call(self, callback: Callable[[], object]) -> None:
        # The loop may have ended already.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(callback)

    def _tell(self, event: Event[TaskT, RecordT]) -> None:
        if not self._over.is_set():
            self.events.put(event)

    def _guard(self) -> None:
        try:
            asyncio.run(self._run())
        except asyncio.CancelledError:
            # Stopped.
            pass
        except Exception:
            self._tell(Failed(f"this is a mistake in match.py:\n{traceback.format_exc()}", BROKEN))

    async def _run(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._main = asyncio.current_task()
        # A running scheduler has its own setting.
        with dask.config.set({"distributed.scheduler.allowed-failures": 2 * ATTEMPTS}):
            try:
                async with connected(self._place) as client:
                    await self._serve(client)
            except Unreachable as error:
                self._tell(Failed(str(error), CANNOT_START))

    async def _serve(self, client: Client) -> None:
        """Sends submitted tasks until it is cancelled."""
        cloudpickle.register_pickle_by_value(remote)
        opening = json.dumps({"identity": self._identity, "meet": True})
        under_way = {asyncio.create_task(self._watch(client))}
        try:
            await client.register_plugin(self._pool, name=self._name)
            parcel: _Parcel[TaskT] = _Parcel([], [opening])
            while True:
                task = asyncio.create_task(self._carry(client, parcel))
                under_way.add(task)
                task.add_done_callback(under_way.discard)
                parcel = await self._next_parcel()
        except OSError:
            self._tell(self._lost())
        except RuntimeError as error:
            self._tell(Failed(f"the cluster does not take this work: {error}", CANNOT_START))
        finally:
            for task in under_way:
                task.cancel()
            await self._forget(client)

    async def _forget(self, client: Client) -> None:
        """Lets the runners on the workers go."""
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT):
                if client.status == "running":
                    await client.unregister_worker_plugin(self._name)
        except Exception:
            # Workers that have gone have no runners; others let them go when nobody asks for long.
            pass

    async def _next_parcel(self) -> _Parcel[TaskT]:
        """Waits for tasks."""
        while self._tasks.empty():
            self._wake.clear()
            if self._tasks.empty():
                await self._wake.wait()
        if self._tasks.qsize() < self._together:
            await asyncio.sleep(FILLING)
        tasks = [self._tasks.get() for _ in range(min(self._together, self._tasks.qsize()))]
        lines = [
            json.dumps({"identity": self._identity, "task": self._work.task_json(task)})
            for task in tasks
        ]
        return _Parcel(tasks, lines)

    async def _carry(self, client: Client, parcel: _Parcel[TaskT]) -> None:
        """Lets a worker do a parcel, however often that takes, and reports it once."""
        while parcel.lines:
            try:
                if parcel.attempts > 0:
                    # A scheduler that was started anew knows nothing of it.
                    await client.register_plugin(self._pool, name=self._name)
                lost = self._unpack(parcel, await self._ask(client, parcel))
            except CancelledError:
                self._tell(self._lost())
                return
            except Exception as error:
                # A worker may be lost in many ways, and none of them may lose a task.
                lost = str(error)
            if lost is not None:
                parcel.attempts += 1
                if parcel.attempts >= ATTEMPTS:
                    self._tell(Failed(f"the cluster failed {ATTEMPTS} times: {lost}", BROKEN))
                    return
                self._tell(Note(f"once more on the cluster: {lost}"))

    def _unpack(self, parcel: _Parcel[TaskT], answers: Sequence[str]) -> str | None:
        """Reports what was done and takes it out of the parcel; returns why the rest was lost, if
        it was."""
        for answer in answers:
            if why := is_lost(answer):
                return why
            event = event_of(self._work, answer, parcel.tasks[0] if parcel.tasks else None)
            del parcel.lines[:1], parcel.tasks[:1]
            parcel.attempts = 0
            self._tell(event)
        return None

    async def _ask(self, client: Client, parcel: _Parcel[TaskT]) -> list[str]:
        number = parcel.tasks[0].number if parcel.tasks else 0
        future = client.submit(
            _WorkAt(),
            self._name,
            parcel.lines,
            key=f"{self._name}-{number}-{uuid.uuid4().hex[:8]}",
            # Tasks that were dealt first, or lost, come first.
            priority=-number,
            pure=False,
        )
        begun = self._loop.time()
        answers: list[str] = await future
        self._learn_pace(self._loop.time() - begun, len(parcel.tasks))
        return answers

    def _learn_pace(self, seconds: float, tasks: int) -> None:
        """Learns from the round trip of a parcel, most of which it waited for those before it."""
        if tasks:
            each = seconds / (IN_FLIGHT * tasks)
            self._together = min(MOST_TOGETHER, 2 * self._together, math.ceil(SHORT / each))

    def _lost(self) -> Failed:
        return Failed(f"the connection to {self._place} was lost; `resume` goes on", BROKEN)

    async def _watch(self, client: Client) -> None:
        """Counts threads, and reports changes of their number."""
        known = None
        while True:
            try:
                workers = await client.nthreads()
            except (OSError, ValueError):
                workers = None
            if workers is None or client.status != "running":
                self._tell(self._lost())
                return
            self._threads = sum(workers.values())
            if self._place.address and self._threads != known:
                known = self._threads
                what = (
                    f"{len(workers)} workers with {known} threads" if workers else "no worker yet"
                )
                self._tell(Note(f"cluster {self._place.address}: {what}"))
            await asyncio.sleep(ROUND)

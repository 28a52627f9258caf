"""A runner in a process of its own, which reads tasks from stdin and writes what came of them to
stdout (see `wire`). When stdin ends, whoever gave the tasks is gone: all engines are killed."""

from __future__ import annotations

import json
import os
import sys
import threading
import traceback
from collections.abc import Iterator
from queue import SimpleQueue

from ..gtp.process import LiveProcesses, Stopped
from ..plain import JsonObject, PlainObject
from ..system import end_descendants
from .events import BROKEN, Failed, Outcome, Ready, RecordT, TaskT
from .wire import event_json, work_of
from .work import TaskRunner, Work


def main() -> None:
    """Works until the end of stdin."""
    processes = LiveProcesses()
    lines = _lines(processes)
    order = json.loads(next(lines))
    identity = order["identity"]
    work = work_of(order)
    runner = work.runner(processes)
    for line in lines:
        told = json.loads(line)
        if told.get("close"):
            runner.close()
            end_descendants()
            # Python itself would wait for the thread that reads.
            os._exit(0)
        print(json.dumps(_answer(work, runner, identity, told)), flush=True)


def _lines(processes: LiveProcesses) -> Iterator[bytes]:
    """What comes from stdin. It is read by a thread, for its end must be noticed at any time."""
    queue: SimpleQueue[bytes] = SimpleQueue()

    def read() -> None:
        for line in sys.stdin.buffer:
            queue.put(line)
        processes.kill_all()
        end_descendants()
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    while True:
        yield queue.get()


def _answer(
    work: Work[TaskT, RecordT],
    runner: TaskRunner[TaskT, RecordT],
    identity: str,
    told: PlainObject,
) -> JsonObject:
    event: Ready | Outcome[TaskT, RecordT]
    try:
        if told["identity"] != identity:
            event = Failed(f"a task of {told['identity']} came to a runner of {identity}", BROKEN)
        else:
            event = runner.meet() if told.get("meet") else runner.do(work.task_of(told["task"]))
    except Stopped:
        os._exit(0)
    except Exception:
        # The client must hear of any error.
        event = Failed(f"this is a mistake in match.py:\n{traceback.format_exc()}", BROKEN)
    return event_json(work, event)

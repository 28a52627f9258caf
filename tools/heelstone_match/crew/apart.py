"""A desk in a process of its own, which reads tasks from stdin and writes their results to stdout
(see `wire`). The end of stdin means that the client is gone: all engines are killed."""

from __future__ import annotations

import json
import os
import sys
import threading
import traceback
from collections.abc import Iterator, Mapping
from queue import SimpleQueue

from ..gtp.process import Brood, Stopped
from .events import BROKEN, Failed
from .wire import event_json, work_of
from .work import Desk, Work


def main() -> None:
    """Works until the end of stdin."""
    brood = Brood()
    lines = _lines(brood)
    order = json.loads(next(lines))
    identity = order["identity"]
    work = work_of(order, [tuple(command) for command in order["commands"]])
    desk = work.desk(brood)
    for line in lines:
        told = json.loads(line)
        if told.get("close"):
            desk.close()
            # Python itself would wait for the reading thread.
            os._exit(0)
        print(json.dumps(_answer(work, desk, identity, told)), flush=True)


def _lines(brood: Brood) -> Iterator[bytes]:
    """The lines of stdin. A thread reads them, since their end must be noticed at any time."""
    queue: SimpleQueue[bytes] = SimpleQueue()

    def read() -> None:
        for line in sys.stdin.buffer:
            queue.put(line)
        brood.kill_all()
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    while True:
        yield queue.get()


def _answer(work: Work, desk: Desk, identity: str, told: Mapping) -> dict:
    try:
        if told["identity"] != identity:
            event = Failed(f"a task of {told['identity']} came to a desk of {identity}", BROKEN)
        else:
            event = desk.meet() if told.get("meet") else desk.do(work.task_of(told["task"]))
    except Stopped:
        os._exit(0)
    except Exception:
        # The client must hear of any error.
        event = Failed(f"this is a mistake in match.py:\n{traceback.format_exc()}", BROKEN)
    return event_json(work, event)

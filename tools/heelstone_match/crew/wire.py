"""What a crew and a runner in another process say to each other: lines of JSON.

The first line is an order: `{"work": KIND, "told": ..., "identity": ..., "commands": ...,
"folders": ..., "worker": ...}`, whose last three are those of the worker. Each line after it is
`{"identity": ..., "meet": true}` or `{"identity": ..., "task": ...}`, and is answered by one event.
"""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

from ..journal.machine import speed
from ..journal.records import game_json, game_of
from ..plain import JsonObject, PlainObject
from .events import BROKEN, Done, Failed, Outcome, Ready, RecordT, TaskT, Void
from .work import Command, Work

# The kinds of work, and their modules.
KINDS = {
    "pairs": ("heelstone_match.crew.pairs", "PairWork"),
    "positions": ("heelstone_match.spread.runner", "PositionWork"),
}


def order_json(work: Work[TaskT, RecordT], identity: str) -> JsonObject:
    """The first line, without what each worker adds."""
    return {"work": work.kind, "told": work.work_json(), "identity": identity}


def work_of(order: PlainObject) -> Work[Any, Any]:
    """The work of an order, as it is done on this machine."""
    module, name = KINDS[order["work"]]
    work: Work[Any, Any] = getattr(import_module(module), name).work_of(order["told"])
    commands: list[Command] = [tuple(command) for command in order["commands"]]
    return work.placed(commands, order["folders"], {**order["worker"], "speed": speed()})


def event_json(work: Work[TaskT, RecordT], event: Ready | Outcome[TaskT, RecordT]) -> JsonObject:
    """The answer to a line."""
    if isinstance(event, Ready):
        told = {"names": dict(event.names), "referee": event.referee, "notes": list(event.notes)}
        return {"ready": told}
    if isinstance(event, Done):
        return {"done": work.record_json(event.record)}
    if isinstance(event, Void):
        return {"void": event.why, "games": [game_json(game) for game in event.games]}
    return {"failed": event.sentence, "code": event.exit_code}


def is_lost(line: str) -> str | None:
    """The reason why a worker could not have the line answered, if it is such a line."""
    return json.loads(line).get("lost") if line.startswith('{"lost"') else None


def event_of(
    work: Work[TaskT, RecordT], line: str, task: TaskT | None
) -> Ready | Outcome[TaskT, RecordT]:
    """The event again; `task` is the task that was asked for."""
    told = json.loads(line)
    if "ready" in told:
        return Ready(**told["ready"])
    if "done" in told and task is not None:
        return Done(task, work.record_of(told["done"]))
    if "void" in told and task is not None:
        return Void(task, told["void"], tuple(game_of(game) for game in told["games"]))
    return Failed(told.get("failed", "a runner answered nonsense"), told.get("code", BROKEN))

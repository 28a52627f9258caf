"""The machine that a match runs on, and the command typed there."""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import time
from pathlib import Path

from ..plain import JsonObject

CPUINFO = Path("/proc/cpuinfo")
# The processor time for the measurement of a speed.
SPEED_SECONDS = 0.02


def this_machine() -> JsonObject:
    """As plain data, for the journal."""
    return {
        "processor": processor_name(),
        "processors": os.cpu_count(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "command": [Path(sys.argv[0]).name, *sys.argv[1:]],
    }


def speed() -> int:
    """MB of BLAKE2b that a thread computes in a second of processor time: a figure to compare
    machines by, whatever else they do."""
    data, done, begun = bytes(1 << 20), 0, time.thread_time()
    while (spent := time.thread_time() - begun) < SPEED_SECONDS:
        hashlib.blake2b(data).digest()
        done += len(data)
    return round(done / spent / 1e6)


def processor_name(cpuinfo: Path = CPUINFO) -> str:
    """The model as Linux reports it, with the numbers that distinguish models of one name;
    elsewhere as Python knows it."""
    told: dict[str, str] = {}
    try:
        for line in cpuinfo.read_text("utf-8", "replace").splitlines():
            name, _, value = line.partition(":")
            told.setdefault(name.strip(), value.strip())
    except OSError:
        pass
    if model := told.get("model name"):
        numbers = [f"{name} {told[key]}" for name, key in _NUMBERS if key in told]
        return f"{model} ({', '.join(numbers)})" if numbers else model
    return platform.processor() or platform.machine()


_NUMBERS = (("family", "cpu family"), ("model", "model"))

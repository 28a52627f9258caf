"""The machine that a match runs on, and the command typed there."""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path

CPUINFO = Path("/proc/cpuinfo")


def this_machine() -> dict:
    """As plain data, for the journal."""
    return {
        "processor": processor_name(),
        "processors": os.cpu_count(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "command": [Path(sys.argv[0]).name, *sys.argv[1:]],
    }


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

"""Ends the engines of a program that is killed itself (Linux only): a shell outlives it.

The shell waits for the end of a pipe that only the program can write to."""

from __future__ import annotations

import subprocess
import sys
import threading

# Whoever has the mark in its environment is killed. A second look finds what was started meanwhile.
_SCRIPT = """
read -r _
for _ in 1 2; do
    grep -lsF -e "$0" /proc/[0-9]*/environ | while IFS=/ read -r _ _ pid _; do
        kill -KILL "$pid"
    done
done
"""
_guards: dict[str, subprocess.Popen[bytes]] = {}
_lock = threading.Lock()


def guard(mark: str) -> None:
    """From now on the end of this process, however it comes, is that of all that have the mark.
    Nothing happens where that is impossible."""
    if sys.platform != "linux":
        return
    with _lock:
        if mark in _guards:
            return
        try:
            _guards[mark] = subprocess.Popen(
                ["/bin/sh", "-c", _SCRIPT, mark],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                # What interrupts this process does not interrupt its guard.
                start_new_session=True,
            )
        except OSError:
            pass

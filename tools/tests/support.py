"""Tools that the tests share: commands of the zoo, the referee, a check that a process lives."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TOOLS))

MATCH = TOOLS / "match.py"
ZOO = Path(__file__).with_name("zoo.py")
# All that it consists of.
ZOO_FILES = tuple(ZOO.with_name(name) for name in ("zoo.py", "zoo_engine.py", "zoo_protocol.py"))


def zoo(*options: object) -> tuple[str, ...]:
    """The command of an engine of the zoo; without site packages it starts faster."""
    return (sys.executable, "-S", "-E", str(ZOO), *map(str, options))


def heelstone() -> str | None:
    """The engine itself, where it is built."""
    if told := os.environ.get("HEELSTONE_BIN"):
        return told
    for profile in ("release", "debug"):
        built = TOOLS.parent / "target" / profile / "heelstone"
        if built.is_file():
            return str(built)
    return None


def example(name: str) -> str | None:
    """A program of the examples, where it is built: beside the engine."""
    engine = heelstone()
    built = Path(engine).with_name("examples") / name if engine else None
    return str(built) if built and built.is_file() else None


def referee() -> tuple[str, ...]:
    """The real one, or one of the zoo that knows tic-tac-toe."""
    built = heelstone()
    return (built,) if built else zoo("--name", "Referee")


def match_arguments(a: tuple[str, ...], b: tuple[str, ...], *options: object) -> list[str]:
    """The command line of a match of tic-tac-toe; later options win over the first ones."""
    first = ["run", "--game", "tictactoe", "--engine", shlex.join(a), "--engine", shlex.join(b)]
    rest = ["--referee", shlex.join(referee()), *map(str, options)]
    return [sys.executable, "-S", str(MATCH), *first, *rest]


def run(arguments: list[str], **settings) -> subprocess.CompletedProcess[str]:
    """Runs a command to its end."""
    return subprocess.run(arguments, capture_output=True, text=True, check=False, **settings)


def game_lines(output: str) -> list[str]:
    """The lines of finished games."""
    return [line for line in output.splitlines() if line.startswith("game ")]


def lives(pid: int) -> bool:
    """True if that process runs; one that is dead and was not waited for does not."""
    if os.name == "nt":
        return _lives_on_windows(pid)
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
        return stat.rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        pass
    if Path("/proc/self").exists():
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def _lives_on_windows(pid: int) -> bool:
    import ctypes

    synchronize, timeout = 0x100000, 0x102
    kernel = ctypes.WinDLL("kernel32")
    kernel.OpenProcess.restype = ctypes.c_void_p
    handle = ctypes.c_void_p(kernel.OpenProcess(synchronize, False, pid))
    if not handle:
        return False
    try:
        return kernel.WaitForSingleObject(handle, 0) == timeout
    finally:
        kernel.CloseHandle(handle)


def dies(pid: int) -> bool:
    """True if that process is gone, at once or soon: the system may take a moment to end it."""
    for _ in range(200):
        if not lives(pid):
            return True
        time.sleep(0.02)
    return False

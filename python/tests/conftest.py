"""What the tests share: the program on a pipe, which the module has to agree with."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Jobs in the background of a shell ignore interrupts from the keyboard, which Python keeps to.
signal.signal(signal.SIGINT, signal.default_int_handler)


class Pipe:
    """The program, to which commands are written."""

    def __init__(self, program: str):
        self.program = program
        self._process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, *commands: str) -> list[str]:
        """The answers to commands, none of which may be refused."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write("".join(f"{command}\n" for command in commands))
        self._process.stdin.flush()
        answers = []
        for command in commands:
            lines = []
            while line := self._process.stdout.readline().rstrip("\n"):
                lines.append(line)
            answer = "\n".join(lines)
            assert answer.startswith("="), f"{command}: {answer}"
            answers.append(answer[1:].strip())
        return answers

    def close(self) -> None:
        """Ends the program."""
        self._process.communicate("quit\n", timeout=60)


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    """The program of the build, or the one that `HEELSTONE` names."""
    built = ROOT / "target" / "debug" / "heelstone"
    program = os.environ.get("HEELSTONE") or (str(built) if built.exists() else None)
    program = program or shutil.which("heelstone")
    if program is None:
        assert "HEELSTONE_NO_SKIP" not in os.environ, "the program is not built"
        pytest.skip("the program is not built")
    pipe = Pipe(program)
    yield pipe
    pipe.close()

"""Running a build of the program, with an emulator if necessary."""

import contextlib
import queue
import subprocess
import threading
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

# No step takes this long, even under an emulator on a slow machine.
PATIENCE = 300


class Failed(Exception):
    """A failed check, with a sentence that describes the problem."""


class Skipped(Exception):
    """The reason why a check cannot be made here."""


@dataclass
class Build:
    """A program for some system, and the way to start it here."""

    name: str
    command: list[str]
    environment: dict[str, str]
    scratch: Path
    # The program that closes the pipe, if the build cannot notice that on a pipe of this system.
    witness: str | None = None
    # The checks that the emulator cannot do, with the reasons.
    unable: dict[str, str] = field(default_factory=dict)

    def start(self, *arguments, **options) -> subprocess.Popen:
        """Start it with piped input and output, in a folder of its own."""
        self.scratch.mkdir(parents=True, exist_ok=True)
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        return subprocess.Popen(
            [*self.command, *arguments],
            cwd=self.scratch,
            env=self.environment,
            text=True,
            **pipes | options,
        )

    def hung_up_on(self) -> str:
        """Return the output of the witness."""
        *emulator, program = self.command
        assert self.witness
        return replace(self, command=[*emulator, self.witness]).output(program)

    def output(self, *arguments, text="", code=0) -> str:
        """Return all its output, errors included, for the input `text`; it must end with `code`."""
        process = self.start(*arguments, stderr=subprocess.STDOUT)
        with ended(process):
            printed, _ = process.communicate(text, timeout=PATIENCE)
        if process.returncode != code:
            raise Failed(f"{arguments} ended with {process.returncode}, not {code}: {printed}")
        return printed


@contextlib.contextmanager
def ended(process):
    """Ensure that a process has ended after the block."""
    try:
        yield process
    except subprocess.TimeoutExpired as late:
        raise Failed(f"{late.cmd} did not end within {PATIENCE} s") from late
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


class Lines:
    """The lines that a process prints, each waited for no longer than `PATIENCE`."""

    def __init__(self, process):
        self.queue = queue.Queue()
        self.thread = threading.Thread(target=self._read, args=[process.stdout], daemon=True)
        self.thread.start()

    def _read(self, output):
        for line in output:
            self.queue.put(line.rstrip("\n"))
        self.queue.put(None)

    def next(self) -> str:
        try:
            line = self.queue.get(timeout=PATIENCE)
        except queue.Empty as empty:
            raise Failed(f"no line came within {PATIENCE} s") from empty
        if line is None:
            raise Failed("the output ended")
        return line


class Engine:
    """A build that answers commands."""

    def __init__(self, build: Build, *arguments):
        self.process = build.start(*arguments)
        self.lines = Lines(self.process)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with ended(self.process):
            pass

    def send(self, text: str):
        assert self.process.stdin
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def reply(self) -> str:
        """The next reply, with its `=` or `?`."""
        lines = []
        while line := self.lines.next():
            lines.append(line)
        return "\n".join(lines)

    def answer(self, command: str) -> str:
        """The reply to a command, successful or not."""
        self.send(command + "\n")
        return self.reply()

    def ask(self, command: str) -> str:
        """The reply to a command that must succeed, without the `=`."""
        reply = self.answer(command)
        if not reply.startswith("="):
            raise Failed(f"{command}: {reply}")
        return reply[1:].strip()


def wait_until(what: str, holds):
    """Wait until the condition holds."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > deadline:
            raise Failed(f"waited for {PATIENCE} s, and still not: {what}")
        time.sleep(0.05)

"""The verdicts of a step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from ..gtp.faults import escape

if TYPE_CHECKING:
    from .bench import Bench


class Verdict(Enum):
    """Only FAIL and NOT_RUN make the check fail."""

    PASS = "pass"
    # Something that the standard leaves open, and that controllers trip over.
    WARN = "warn"
    FAIL = "FAIL"
    SKIP = "skip"
    NOT_RUN = "not run"


# The verdicts that mean something is wrong.
BAD = (Verdict.FAIL, Verdict.NOT_RUN)


class Failed(Exception):
    """The engine broke the protocol: what was expected, and what came."""

    def __init__(self, expected: str, came: str):
        super().__init__(expected, came)
        self.expected = expected
        self.came = came

    def __str__(self) -> str:
        return f"expected {self.expected}; came {self.came}"


class Skipped(Exception):
    """The step does not apply; the argument is the reason."""


def shown(text: str) -> str:
    """An engine's text, quoted and escaped."""
    return escape(text.encode())


class Process(Enum):
    """The process that a step needs."""

    # The process of the steps before it.
    ANY = "any"
    # A new process, asked only for its name before, and not used again.
    BARE = "bare"
    # A new process, set to the game and to short searches, and not used again.
    OWN = "own"


@dataclass(frozen=True)
class Step:
    """One step. `about` describes what is expected; `patience` is its time in units of the
    timeout."""

    name: str
    about: str
    run: Callable[[Bench], None]
    process: Process = Process.ANY
    patience: float = 1.0


@dataclass(frozen=True)
class Result:
    """The result of a step. `expected` and `came` tell what was wrong, or why it was skipped."""

    group: str
    step: Step
    verdict: Verdict
    expected: str = ""
    came: str = ""

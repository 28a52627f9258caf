"""The verdicts as a table or as JSON."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence

from .course import Course
from .verdict import Result, Verdict

NAME_WIDTH = 20
# Two pieces of evidence, and the words around them.
MAX_SHOWN = 1000
DETAIL = " " * 10
# The verdicts counted in the last line, in this order.
WORDS = {
    Verdict.PASS: "passed",
    Verdict.WARN: "with a warning",
    Verdict.FAIL: "failed",
    Verdict.SKIP: "skipped",
    Verdict.NOT_RUN: "not run",
}


class Table:
    """Prints the rows as they come, under the names of their groups."""

    def __init__(self) -> None:
        self._group = ""

    def row(self, result: Result) -> None:
        """A step; if something is wrong, with what was expected and what came."""
        if result.group != self._group:
            self._group = result.group
            print(f"\n{result.group}")
        skipped = result.verdict is Verdict.SKIP
        about = result.came if skipped else result.step.about
        print(f"  {result.verdict.value:7} {result.step.name:{NAME_WIDTH}} {about}")
        if result.expected:
            print(f"{DETAIL}expected: {harmless(result.expected)}")
        if result.came and not skipped:
            print(f"{DETAIL}came:     {harmless(result.came)}")
        sys.stdout.flush()


def harmless(text: str) -> str:
    """The part of a text that can be shown on a terminal, shortened."""
    return "".join(c if c.isprintable() else "?" for c in text[:MAX_SHOWN])


def summary(course: Course) -> str:
    """The last line."""
    told = ", ".join(f"{count} {WORDS[verdict]}" for verdict, count in _counts(course).items())
    why = f"; given up, for {course.given_up}" if course.given_up else ""
    return f"\n{len(course.results)} steps: {told}{why}"


def as_json(name: str, command: Sequence[str], course: Course) -> str:
    """Everything, as one object."""
    steps = [
        {
            "group": result.group,
            "step": result.step.name,
            "about": result.step.about,
            "verdict": result.verdict.value.lower(),
            "expected": harmless(result.expected),
            "came": harmless(result.came),
        }
        for result in course.results
    ]
    counts = {verdict.value.lower(): count for verdict, count in _counts(course).items()}
    told = {"engine": list(command), "name": name, "counts": counts, "steps": steps}
    return json.dumps(told | ({"given_up": course.given_up} if course.given_up else {}), indent=1)


def _counts(course: Course) -> dict[Verdict, int]:
    counted = Counter(result.verdict for result in course.results)
    return {verdict: counted[verdict] for verdict in WORDS if counted[verdict]}

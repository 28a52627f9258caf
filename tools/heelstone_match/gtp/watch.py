"""Finds out who is to blame for a late reply: the engine, or the machine that kept it from
running."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..system import PUNCTUAL
from .host import LINUX, Host, Use

# Short waits are not examined; longer ones often enough to know the length of a stop.
FIRST_LOOK = 0.02
LOOKS = 20
SHORTEST, LONGEST = 0.01, 0.1
# For this time an engine is assumed to have the same processes.
ACQUAINTED = 5.0

_NEW = Use(0.0, 0.0, "", 0)


class Allowance(NamedTuple):
    """The seconds that a reply may take, and the margin beyond that."""

    limit: float
    margin: float = 0.0


class MoveTime(NamedTuple):
    """The time of a move, in seconds: on the wall clock; of the engine's processor time; and the
    time that the waiting thread itself waited for a processor. None if unknown."""

    wall: float
    cpu: float | None
    delay: float | None


class Watch:
    """Observes the waits for one engine, one after another."""

    def __init__(self, pid: int, host: Host = LINUX):
        self._pid = pid
        self._host = host
        self._family: tuple[int, ...] = (pid,)
        self._met = 0.0
        self._ran_before: float | None = None
        self._own_before: float | None = None
        self._step = LONGEST
        self._marked = -1.0
        # The beginning of a wait of which the controller's own waits are known from the mark on.
        self._follows = -1.0
        # The first look at the present wait, and the last one.
        self._first: Mapping[int, Use] | None = None
        self._last: Mapping[int, Use] = {}
        self._steal: Mapping[int, float] = {}
        self._stands = False
        self._began = self._looked = self._first_at = 0.0
        self._own_looked: float | None = None
        self._overslept = self._paused = self._stood = 0.0
        self._begin(0.0)

    def meet_family(self, now: float) -> None:
        """Looks for processes that the engine started: their time counts as its time."""
        self._family, self._met = self._host.family(self._pid), now

    def mark(self, now: float) -> None:
        """Comes before the engine is asked to think."""
        self._marked = self._follows = now
        self._ran_before = self._host.ran(self._family)
        self._own_before = self._host.own_wait()

    def go_on(self, now: float) -> None:
        """What was asked before the search is answered: the wait for the search begins."""
        self._follows = now

    def elapsed(self, now: float) -> MoveTime:
        """The time since the mark."""
        ran = _difference(self._host.ran(self._family), self._ran_before)
        delay = _difference(self._host.own_wait(), self._own_before)
        return MoveTime(now - self._marked, ran, delay)

    def begin(self, now: float, limit: float) -> float:
        """Starts a wait that should be over after `limit`; returns the time to sleep."""
        self._begin(now)
        self._step = min(max(limit / LOOKS, SHORTEST), LONGEST)
        return min(FIRST_LOOK, max(limit / 4, PUNCTUAL))

    def oversleep(self, seconds: float) -> float:
        """The controller woke up this much too late; returns the part that is the host's fault."""
        self._overslept = seconds if seconds >= PUNCTUAL else 0.0
        return self._overslept

    def look(self, now: float) -> float:
        """Continues the wait; returns the time to sleep."""
        if self._first is None and now - self._met > ACQUAINTED:
            self.meet_family(now)
        uses = self._host.threads(self._family)
        states = "".join([use.state for use in uses.values()])
        stands = "T" in states or "t" in states or ("D" in states and "R" not in states)
        if self._first is None:
            self._first, self._first_at = uses, now
            self._steal = self._host.steal()
            self._stood = stands * (now - self._began)
        else:
            # Half of the time before a look and half of that after it count as the look shows.
            self._stood += (self._stands + stands) / 2 * (now - self._looked)
        own = self._host.own_wait()
        # There was no reply yet, so it does not matter that the controller waited for a
        # processor; but if it slept on for no reason, the whole machine did.
        waited = _difference(own, self._own_looked) or 0.0
        self._paused += max(0.0, self._overslept - waited)
        self._overslept = 0.0
        self._stands, self._last, self._looked, self._own_looked = stands, uses, now, own
        return self._step

    def excuse(self, now: float, allowance: Allowance) -> str | None:
        """The reason why the late or missing reply is the host's fault; None if it is not."""
        wall, since_look = now - self._began, now - self._looked
        # The reply may have been there while the controller could not look.
        own = _difference(self._host.own_wait(), self._own_looked) or 0.0
        late, self._overslept = max(self._overslept, own), 0.0
        waited = stolen = ran = before = 0.0
        if self._first is not None:
            before = self._waited(self._last) + self._stood
            self.look(now)
            waited, (ran, stolen) = self._waited(self._last), self._busiest(self._last)
            # Before the first look only the time of all its threads together is known.
            ran += self._first_at - self._began
            total = _difference(self._host.ran(self._family), self._ran_before)
            ran = ran if total is None else min(ran, total)
        stood = self._stood + self._step if self._stood else 0.0
        # If both waited at the end, it was for the same processors.
        held = min(waited + stood + stolen + late, before + stolen + self._step + since_look)
        held = max(held, self._paused + late)
        if ran > allowance.limit or wall - held > sum(allowance):
            return None
        return (
            f"the host let it run for {ran:.3f} of {wall:.3f} s: it waited {waited:.3f} s for a"
            f" processor, was stopped or blocked for {stood:.3f} s, and the virtual machine for"
            f" {stolen + self._paused:.3f} s; the controller was late by {late:.3f} s"
        )

    def _begin(self, now: float) -> None:
        self._own_looked = self._own_before if self._follows == now else None
        self._began = self._looked = self._first_at = now
        self._overslept = self._paused = self._stood = 0.0
        self._stands = False
        self._first = None
        self._last = {}
        self._steal = {}

    def _waited(self, uses: Mapping[int, Use]) -> float:
        """The longest wait of a thread for a processor since the first look."""
        first = self._first or {}
        return max([use.waited - first.get(t, _NEW).waited for t, use in uses.items()], default=0.0)

    def _busiest(self, uses: Mapping[int, Use]) -> tuple[float, float]:
        """Since the first look: the longest run of a thread, and the time stolen from its
        processor."""
        first = self._first or {}
        runs = [(use.ran - first.get(t, _NEW).ran, use.processor) for t, use in uses.items()]
        ran, processor = max(runs, default=(0.0, -1))
        stolen = self._host.steal().get(processor, 0.0) - self._steal.get(processor, 0.0)
        return ran, max(0.0, stolen)


def _difference(now: float | None, before: float | None) -> float | None:
    return None if now is None or before is None else max(0.0, now - before)

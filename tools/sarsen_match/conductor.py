"""Conducts a match: deals pairs to a crew, writes what becomes of them, and knows when to stop."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from .crew.events import BROKEN, CANNOT_START, Crew, Done, Failed, Interrupted, Ready, Void
from .dealer import Dealer
from .journal.file import Journal, JournalError
from .journal.plan import Plan
from .journal.records import PairRecord, game_json, pair_json
from .openings.generated import NoOpening
from .play.pair import PairTask
from .play.referee import RefereeFault
from .stats.evidence import Evidence
from .stats.sprt import Sprt

# A pair that the host spoils that often ends the match: it can be resumed on a quieter one.
MAX_VOIDS = 5
# Where pairs are written in order, how far the crew may run ahead of the oldest one.
AHEAD = 8


class Show(Protocol):
    """What a person or a script sees of a match that runs."""

    def ready(self, names: Mapping[str, str], referee: str, notes: Sequence[str]) -> None:
        """All engines have started."""

    def pair(self, record: PairRecord, counts: bool) -> None:
        """A pair was written; whether it is evidence."""

    def void(self, number: int, why: str) -> None:
        """A pair was spoilt by the host."""

    def say(self, sentence: str) -> None:
        """Anything else."""


@dataclass
class Order:
    """Gives finished pairs back to be written: as they come, or by the order of their dealing."""

    strict: bool
    _dealt: deque[int] = field(default_factory=deque)
    _done: dict[int, PairRecord] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self._dealt)

    def deal(self, number: int) -> None:
        """A pair is being played."""
        self._dealt.append(number)

    def finish(self, record: PairRecord) -> list[PairRecord]:
        """The pairs that are to be written now."""
        if not self.strict:
            self._dealt.remove(record.number)
            return [record]
        self._done[record.number] = record
        due = []
        while self._dealt and self._dealt[0] in self._done:
            due.append(self._done.pop(self._dealt.popleft()))
        return due


class Conductor:
    """Runs one match to its end, or until something ends it. `journal` may be None: then nothing
    outlives the match but what `show` tells."""

    def __init__(
        self, plan: Plan, dealer: Dealer, crew: Crew, journal: Journal | None, show: Show
    ):
        self._plan = plan
        self._dealer = dealer
        self._crew = crew
        self._journal = journal
        self._show = show
        self._order = Order(strict=plan.counts_alone)
        self._playing = 0
        self._voids: Counter[int] = Counter()
        self._faults: Counter[str] = Counter()
        self._evidence = Evidence()
        test = plan.test
        self._test = test and Sprt(test.elo0, test.elo1, test.alpha, test.beta, test.model)
        self.records: list[PairRecord] = []
        self.names: Mapping[str, str] = {}
        # Why the match could not begin or go on.
        self.trouble: str | None = None

    def run(self) -> int:
        """Plays; returns the exit code. The crew has ended when it returns."""
        try:
            code = self._begin()
            while code is None:
                code = self._step()
            if code == 0:
                self._crew.finish()
            return code
        except (JournalError, NoOpening, RefereeFault) as error:
            self.trouble = str(error)
            return CANNOT_START if isinstance(error, NoOpening) else BROKEN
        finally:
            self._crew.stop()

    def _begin(self) -> int | None:
        """Hears what was played before; the exit code when that was all."""
        if self._journal:
            contents = self._journal.contents
            self.names = contents.names
            for record in contents.pairs:
                self._count(record)
            if contents.decision or self._decide():
                return 0
        if self._dealer.done:
            return 0
        self._crew.start()
        return None

    def _step(self) -> int | None:
        """Deals what there is to deal and hears one event; the exit code when it was the last."""
        event = self._crew.events.get()
        if isinstance(event, Ready):
            self._meet(event)
        elif isinstance(event, Done):
            self._playing -= 1
            for record in self._order.finish(event.record):
                code = self._write(record)
                if code is not None:
                    return code
        elif isinstance(event, Void):
            self._replay(event)
        elif isinstance(event, Interrupted):
            return 128 + event.signal
        elif isinstance(event, Failed):
            self.trouble = event.sentence
            return event.exit_code
        self._deal()
        return None if self._playing else 0

    def _deal(self) -> None:
        window = self._crew.window
        ahead = AHEAD * window if self._order.strict else window
        while self._playing < window and len(self._order) < ahead:
            task = self._dealer.next()
            if task is None:
                return
            self._order.deal(task.number)
            self._submit(task)

    def _submit(self, task: PairTask) -> None:
        self._playing += 1
        self._crew.submit(task)

    def _meet(self, ready: Ready) -> None:
        if self._journal and dict(self.names) != dict(ready.names):
            self._journal.append({"names": dict(ready.names)})
        self.names = ready.names
        self._show.ready(ready.names, ready.referee, ready.notes)

    def _write(self, record: PairRecord) -> int | None:
        """Journals a pair and draws the conclusions; the exit code when it was the last one."""
        if self._journal:
            self._journal.append(pair_json(record))
        self._show.pair(record, self._count(record))
        if self._decide():
            return 0
        for game in record.games:
            if game.fault:
                self._faults[game.fault.player] += 1
        return self._halt_by_faults()

    def _decide(self) -> bool:
        """Whether the test has an answer; writes it down."""
        decision = self._test and self._test.decide(self._evidence.counts("A", "B"))
        if decision:
            self._note({"decision": decision, "pairs": len(self.records)})
            self._show.say(f"the test accepts {decision} after {len(self.records)} pairs")
        return bool(decision)

    def _halt_by_faults(self) -> int | None:
        for key, count in self._faults.items():
            if self._plan.max_faults is not None and count >= self._plan.max_faults:
                sentence = f"{key} failed in {count} games: the match stops"
                self._note({"halt": sentence})
                self.trouble = sentence
                return BROKEN
        return None

    def _count(self, record: PairRecord) -> bool:
        self.records.append(record)
        self._dealer.learn(record)
        return self._evidence.add(record)

    def _note(self, told: Mapping) -> None:
        if self._journal:
            self._journal.append(told)

    def _replay(self, event: Void) -> None:
        number = event.task.number
        self._playing -= 1
        self._voids[number] += 1
        games = [game_json(game) for game in event.games]
        self._note({"void": number, "why": event.why, "games": games})
        self._show.void(number, event.why)
        if self._voids[number] >= MAX_VOIDS:
            raise JournalError(
                f"pair {number} was spoilt by the host {MAX_VOIDS} times: the match stops;"
                " it can be resumed on a quieter machine"
            )
        self._submit(event.task)

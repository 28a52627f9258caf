"""Conducts a match: deals pairs to a crew, writes their records, and knows when to stop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Protocol

from .crew.events import BROKEN, CANNOT_START, Crew, Note, Ready, Void
from .crew.foreman import Foreman
from .dealer import Dealer
from .journal.file import Journal, JournalError
from .journal.machine import this_machine
from .journal.plan import Plan
from .journal.records import PairRecord, game_json, pair_json
from .openings.errors import OpeningError
from .play.game import BOTH_FAILED
from .play.referee import RefereeFault
from .stats.evidence import Evidence
from .stats.sprt import Sprt

# If the host spoils one pair this often, the match ends: it can be resumed on a quieter one.
MAX_VOIDS = 5


class Show(Protocol):
    """The view of a running match, for a person or a script."""

    def ready(self, names: Mapping[str, str], referee: str, notes: Sequence[str]) -> None:
        """All engines have started."""

    def pair(self, record: PairRecord, counts: bool) -> None:
        """A pair was written; `counts` if it is evidence."""

    def void(self, number: int, why: str) -> None:
        """A pair was spoilt by the host."""

    def say(self, sentence: str) -> None:
        """Anything else."""


class Conductor(Foreman):
    """Runs one match until it ends or is ended. Without a `journal`, only the output of `show`
    remains of it."""

    def __init__(self, plan: Plan, dealer: Dealer, crew: Crew, journal: Journal | None, show: Show):
        super().__init__(dealer, crew, in_order=plan.counts_alone)
        self._plan = plan
        self._journal = journal
        self._show = show
        self._voids: Counter[int] = Counter()
        self._faults: Counter[str] = Counter()
        self._evidence = Evidence()
        test = plan.test
        self._test = test and Sprt(test.elo0, test.elo1, test.alpha, test.beta, test.model)
        self.records: list[PairRecord] = []
        self.names: Mapping[str, str] = {}

    def run(self) -> int:
        """Plays; returns the exit code. The crew has ended when it returns."""
        try:
            return 0 if self._was_decided() else self.lead()
        except (JournalError, OpeningError, RefereeFault) as error:
            self.trouble = str(error)
            return CANNOT_START if isinstance(error, OpeningError) else BROKEN

    def _was_decided(self) -> bool:
        """Takes in the pairs played before; returns True if they decide the test."""
        if self._journal is None:
            return False
        contents = self._journal.contents
        self.names = contents.names
        for record in contents.pairs:
            self._count(record)
        return bool(contents.decision or self._decide())

    def on_ready(self, event: Ready) -> None:
        """Writes down the players and the machine, as far as that is new."""
        if self._journal and dict(self.names) != dict(event.names):
            self._journal.append({"names": dict(event.names)})
        if self._journal and (host := this_machine()) not in self._journal.contents.hosts:
            self._journal.append({"host": host})
        self.names = event.names
        self._show.ready(event.names, event.referee, event.notes)

    def on_note(self, event: Note) -> None:
        """Passes the note on."""
        self._show.say(event.sentence)

    def on_record(self, record: PairRecord) -> int | None:
        """Journals a pair and draws the conclusions; the exit code if it was the last one."""
        if self._journal:
            self._journal.append(pair_json(record))
        self._show.pair(record, self._count(record))
        if self._decide():
            return 0
        for game in record.games:
            if game.reason == BOTH_FAILED:
                self._faults.update((game.black, game.white))
            elif game.fault:
                self._faults[game.fault.player] += 1
        return self._halt_by_faults()

    def _decide(self) -> bool:
        """True if the test has a result, which is written down."""
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

    def on_void(self, event: Void) -> None:
        """Writes it down; raises JournalError if the host spoils one pair too often."""
        number = event.task.number
        self._voids[number] += 1
        games = [game_json(game) for game in event.games]
        self._note({"void": number, "why": event.why, "games": games})
        self._show.void(number, event.why)
        if self._voids[number] >= MAX_VOIDS:
            raise JournalError(
                f"pair {number} was spoilt by the host {MAX_VOIDS} times: the match stops;"
                " it can be resumed on a quieter machine"
            )

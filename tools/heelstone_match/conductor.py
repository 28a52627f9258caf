"""Conducts a match: deals pairs to a crew, writes their records, and knows when to stop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Protocol

from .crew.events import BROKEN, CANNOT_START, Crew, Note, Ready, Void
from .crew.loop import TaskLoop
from .journal.file import Journal
from .journal.lines import JournalError
from .journal.machine import this_machine
from .journal.plan import Plan
from .journal.records import BOTH_FAILED, PairRecord, game_json, pair_json
from .openings.errors import OpeningError
from .pair_source import PairSource
from .plain import PlainObject
from .play.pair import PairTask
from .play.referee import RefereeFault
from .stats.command import fault_remark, figures
from .stats.evidence import Evidence
from .stats.sprt import Sprt

# If the host spoils one pair this often, the match ends: it can be resumed on a quieter one.
MAX_VOIDS = 5
# An engine that could not begin in so many of its games, one after another, will not begin at all.
MAX_FAILED_STARTS = 5


class Show(Protocol):
    """The view of a running match, for a person or a script."""

    def known(self, record: PairRecord) -> None:
        """A pair that was played before the match was resumed; comes before all else."""

    def ready(self, names: Mapping[str, str], referee: str, notes: Sequence[str]) -> None:
        """All engines have started."""

    def pair(self, record: PairRecord, counts: bool) -> None:
        """A pair was written; `counts` if it is evidence."""

    def void(self, number: int, why: str) -> None:
        """A pair was spoilt by the host."""

    def say(self, sentence: str) -> None:
        """Anything else."""


class Audience:
    """Shows the same in several ways."""

    def __init__(self, *shows: Show):
        self._shows = shows

    def known(self, record: PairRecord) -> None:
        """A pair that was played before the match was resumed."""
        for show in self._shows:
            show.known(record)

    def ready(self, names: Mapping[str, str], referee: str, notes: Sequence[str]) -> None:
        """All engines have started."""
        for show in self._shows:
            show.ready(names, referee, notes)

    def pair(self, record: PairRecord, counts: bool) -> None:
        """A pair was written; `counts` if it is evidence."""
        for show in self._shows:
            show.pair(record, counts)

    def void(self, number: int, why: str) -> None:
        """A pair was spoilt by the host."""
        for show in self._shows:
            show.void(number, why)

    def say(self, sentence: str) -> None:
        """Anything else."""
        for show in self._shows:
            show.say(sentence)


class Conductor(TaskLoop[PairTask, PairRecord]):
    """Runs one match to its end, or until something ends it. `journal` may be None: then nothing
    outlives the match but what `show` tells."""

    def __init__(
        self,
        plan: Plan,
        tasks: PairSource,
        crew: Crew[PairTask, PairRecord],
        journal: Journal | None,
        show: Show,
    ):
        super().__init__(tasks, crew, in_order=plan.counts_alone)
        self._pairs = tasks
        self._plan = plan
        self._journal = journal
        self._show = show
        self._voids: Counter[int] = Counter()
        self._faults: Counter[str] = Counter()
        self._failed_starts: Counter[str] = Counter()
        self._benched: list[str] = []
        self._evidence = Evidence()
        test = plan.test
        self._first_two = plan.keys[:2]
        self._test = test and Sprt(test.elo0, test.elo1, test.alpha, test.beta, test.model)
        self.played = 0
        self.names: Mapping[str, str] = {}

    def run(self) -> int:
        """Plays; returns the exit code. The crew has ended when it returns. Raises JournalError
        where what was played before cannot be read."""
        decided = self._was_decided()
        try:
            code = 0 if decided else self.lead()
            if code == 0 and self._benched:
                self.trouble = "not all pairs were played: " + "; ".join(self._benched)
                return BROKEN
            return code
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
            self._show.known(record)
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
        return self._halt_by_faults() or self._heed_failed_starts(record)

    def _decide(self) -> bool:
        """True if the test has a result, which is written down."""
        test = self._test
        decision = test and test.decide(self._evidence.counts(*self._first_two))
        if decision:
            told = figures(
                self._evidence.counts(*self._first_two),
                **vars(test),
                faulty=self._evidence.faulty(*self._first_two),
            )
            self._note({"decision": decision, "pairs": self.played})
            sentence = f"the test accepts {decision} after {self.played} pairs"
            remark = fault_remark(told)
            self._show.say(f"{sentence}; {remark}" if remark else sentence)
        return bool(decision)

    def _halt_by_faults(self) -> int | None:
        for key, count in self._faults.items():
            if self._plan.max_faults is not None and count >= self._plan.max_faults:
                return self._halt(f"{key} failed in {count} games: the match stops")
        return None

    def _heed_failed_starts(self, record: PairRecord) -> int | None:
        """Plays no more with an engine that does not start; the exit code where that is the end."""
        for game in record.games:
            for key in (game.black, game.white):
                failed = key in game.could_not_begin
                self._failed_starts[key] = self._failed_starts[key] + 1 if failed else 0
                if self._failed_starts[key] != MAX_FAILED_STARTS:
                    continue
                why = f"{key} could not begin {MAX_FAILED_STARTS} games in a row"
                if len(self._plan.engines) == 2:
                    return self._halt(f"{why}: the match stops")
                self._bench((key,), f"{why}: it plays no more")
        return None

    def _halt(self, sentence: str) -> int:
        self._note({"halt": sentence})
        self.trouble = sentence
        return BROKEN

    def _bench(self, players: tuple[str, ...], sentence: str) -> None:
        """Leaves out the pairs that all of these players would play."""
        self._pairs.bench(players)
        self._benched.append(sentence)
        self._note({"benched": list(players), "why": sentence})
        self._show.say(sentence)

    def _count(self, record: PairRecord) -> bool:
        self.played += 1
        self._pairs.learn(record)
        return self._evidence.add(record)

    def _note(self, told: PlainObject) -> None:
        if self._journal:
            self._journal.append(told)

    def on_void(self, event: Void[PairTask]) -> bool:
        """Writes it down; whether the pair is played again. Where it is spoilt too often a match
        ends by JournalError, and a tournament goes on without that pairing: it may be an engine
        that stops itself."""
        number = event.task.number
        self._voids[number] += 1
        games = [game_json(game) for game in event.games]
        self._note({"void": number, "why": event.why, "games": games})
        self._show.void(number, event.why)
        if self._voids[number] < MAX_VOIDS:
            return True
        why = f"pair {number} was spoilt by the host {MAX_VOIDS} times"
        if len(self._plan.engines) == 2:
            raise JournalError(f"{why}: the match stops; it can be resumed on a quieter machine")
        first, second = event.task.first, event.task.second
        self._bench((first, second), f"{why}: {first} and {second} meet no more")
        return False

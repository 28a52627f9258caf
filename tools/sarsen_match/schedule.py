"""Who plays what when: pairs in the order of their numbers, dealt to workers, told as events."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from queue import SimpleQueue

from .gtp.faults import Fault
from .play.game import BothFailed, GameResult, GameTask, play_game
from .play.limits import Limits
from .openings.generated import NoOpening, Openings
from .play.player import Contest, Player
from .gtp.process import Brood, Stopped
from .play.referee import Referee, RefereeFault

KEYS = ("A", "B")
CANNOT_START = 2
BROKEN = 1


@dataclass(frozen=True)
class Plan:
    """All that decides what is played, and how many games at once."""

    contest: Contest
    engines: tuple[tuple[str, ...], tuple[str, ...]]
    referee: tuple[str, ...]
    pairs: int
    seed: int
    plies: int
    limits: Limits = Limits()
    concurrency: int = 1
    use_ids: bool = True
    records: bool = False


@dataclass(frozen=True)
class Ready:
    """All engines have started and know the game."""

    names: dict[str, str]
    referee: str
    notes: list[str]


@dataclass(frozen=True)
class Failed:
    """The match cannot begin, or go on."""

    sentence: str
    exit_code: int


@dataclass(frozen=True)
class Finished:
    """Every pair was played; so many of their openings were distinct."""

    distinct_openings: int


Event = Ready | GameResult | Failed | Finished


@dataclass
class Table:
    """What a worker plays with."""

    referee: Referee
    players: dict[str, Player] = field(default_factory=dict)

    def close(self) -> None:
        """Ends the processes politely."""
        self.referee.close()
        for player in self.players.values():
            player.close()


class Match:
    """A match that runs on threads of its own and tells its events in a queue. After `Failed` or
    an interruption call `stop`."""

    def __init__(self, plan: Plan, events: SimpleQueue):
        self._plan = plan
        self._events = events
        self._brood = Brood()
        self._deal = threading.Lock()
        self._pairs = iter(range(1, plan.pairs + 1))
        self._openings: Openings | None = None
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Begins; returns at once."""
        self._spawn(self._run)

    def stop(self) -> None:
        """Kills all processes; what runs is not told any more."""
        self._brood.kill_all()
        for thread in self._threads:
            thread.join(1.0)

    def _spawn(self, work) -> threading.Thread:
        thread = threading.Thread(target=self._guard, args=(work,), daemon=True)
        self._threads.append(thread)
        thread.start()
        return thread

    def _guard(self, work) -> None:
        """Runs it and tells how it failed, unless the match was stopped: then all fails."""
        try:
            work()
        except Stopped:
            pass
        except (RefereeFault, BothFailed) as failure:
            self._tell(Failed(str(failure), BROKEN))
        except NoOpening as failure:
            self._tell(Failed(str(failure), CANNOT_START))
        except Exception:
            self._tell(Failed(f"this is a mistake in match.py:\n{traceback.format_exc()}", BROKEN))

    def _tell(self, event: Event) -> None:
        if not self._brood.closed:
            self._events.put(event)

    def _run(self) -> None:
        plan = self._plan
        table = self._first_table()
        if table is None:
            return
        opener = self._referee()
        self._openings = Openings(opener, plan.plies, plan.seed)
        others = min(plan.concurrency, plan.pairs) - 1
        workers = [self._spawn(self._work_at_own_table) for _ in range(others)]
        self._work(table)
        for worker in workers:
            worker.join()
        opener.close()
        self._tell(Finished(self._openings.distinct))

    def _first_table(self) -> Table | None:
        """Makes sure that everybody can play before the match begins."""
        try:
            table = self._table()
            table.referee.new_game()
            if self._plan.records and not table.referee.knows("printsgf"):
                raise RefereeFault("it has no `printsgf`, so that no games can be written")
        except RefereeFault as failure:
            self._tell(Failed(str(failure), CANNOT_START))
            return None
        for player in table.players.values():
            try:
                player.new_game()
            except Fault as fault:
                sentence = f"engine {player.key} cannot take part: {fault}"
                self._tell(Failed(sentence, CANNOT_START))
                return None
        names = {player.key: player.name for player in table.players.values()}
        notes = [note for player in table.players.values() for note in player.notes]
        self._tell(Ready(names, table.referee.name, notes))
        return table

    def _referee(self) -> Referee:
        plan = self._plan
        return Referee(plan.referee, plan.contest, plan.limits, self._brood)

    def _table(self) -> Table:
        plan = self._plan
        players = {
            key: Player(key, command, plan.contest, plan.limits, self._brood, plan.use_ids)
            for key, command in zip(KEYS, plan.engines)
        }
        return Table(self._referee(), players)

    def _work_at_own_table(self) -> None:
        self._work(self._table())

    def _work(self, table: Table) -> None:
        while pair := self._next_pair():
            for task in pair:
                result = play_game(task, table.players, table.referee, self._plan.records)
                if self._brood.closed:
                    raise Stopped
                self._tell(result)
        table.close()

    def _next_pair(self) -> tuple[GameTask, GameTask] | None:
        """The openings come in the order of the pairs, however many workers ask."""
        with self._deal:
            number = next(self._pairs, None)
            if number is None or self._openings is None:
                return None
            opening = self._openings.next()
        a, b = KEYS
        return (
            GameTask(2 * number - 1, number, black=a, white=b, opening=opening),
            GameTask(2 * number, number, black=b, white=a, opening=opening),
        )


class InOrder:
    """Gives results back in the order of their numbers, whatever order they come in."""

    def __init__(self) -> None:
        self._waiting: dict[int, GameResult] = {}
        self._next = 1

    def add(self, result: GameResult) -> Iterator[GameResult]:
        """The results that are due now."""
        self._waiting[result.task.number] = result
        while due := self._waiting.pop(self._next, None):
            self._next += 1
            yield due

    def rest(self) -> list[GameResult]:
        """What still waits, when the match ends early."""
        return [self._waiting[number] for number in sorted(self._waiting)]

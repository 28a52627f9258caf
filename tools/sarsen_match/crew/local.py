"""A crew of threads, each with its own table."""

from __future__ import annotations

import threading
import traceback
from queue import SimpleQueue

from ..gtp.faults import Fault
from ..gtp.process import Brood, Stopped
from ..journal.plan import Plan
from ..play.game import BothFailed
from ..play.pair import PairTask, play_pair
from ..play.player import SettingRefused
from ..play.referee import RefereeFault
from .events import BROKEN, CANNOT_START, Done, Event, Failed, Ready
from .table import Table, new_table


class LocalCrew:
    """Plays pairs on threads of this process. After `Failed` call `stop`."""

    def __init__(self, plan: Plan, concurrency: int):
        self._plan = plan
        self._concurrency = concurrency
        self._tasks: SimpleQueue[PairTask | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self.brood = Brood()
        self.events: SimpleQueue[Event] = SimpleQueue()

    @property
    def window(self) -> int:
        """One pair waits for each that is played, so that nobody idles."""
        return 2 * self._concurrency

    def start(self) -> None:
        """Begins to get ready; returns at once."""
        self._spawn(self._open)

    def submit(self, task: PairTask) -> None:
        """Takes a pair to play."""
        self._tasks.put(task)

    def finish(self) -> None:
        """Lets the engines go."""
        for _ in range(self._concurrency):
            self._tasks.put(None)
        for thread in list(self._threads):
            thread.join()

    def stop(self) -> None:
        """Kills all processes; what runs is not told any more."""
        self.brood.kill_all()
        for _ in range(self._concurrency):
            self._tasks.put(None)
        for thread in list(self._threads):
            thread.join(1.0)

    def _spawn(self, work) -> None:
        thread = threading.Thread(target=self._guard, args=(work,), daemon=True)
        self._threads.append(thread)
        thread.start()

    def _guard(self, work) -> None:
        """Runs it and tells how it failed, unless the match was stopped: then all fails."""
        try:
            work()
        except Stopped:
            pass
        except (RefereeFault, BothFailed, SettingRefused) as failure:
            self._tell(Failed(str(failure), BROKEN))
        except Exception:
            self._tell(Failed(f"this is a mistake in match.py:\n{traceback.format_exc()}", BROKEN))

    def _tell(self, event: Event) -> None:
        if not self.brood.closed:
            self.events.put(event)

    def _open(self) -> None:
        """Makes sure that everybody can play before the match begins."""
        table = self._first_table()
        if table is None:
            return
        for _ in range(self._concurrency - 1):
            self._spawn(lambda: self._work(new_table(self._plan, self.brood)))
        self._work(table)

    def _first_table(self) -> Table | None:
        try:
            table = new_table(self._plan, self.brood)
            table.referee.new_game()
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

    def _work(self, table: Table) -> None:
        while (task := self._tasks.get()) is not None:
            record = play_pair(task, table.players, table.referee)
            if self.brood.closed:
                raise Stopped
            self._tell(Done(task, record))
        table.close()

"""Has all positions answered, and journals the answers."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable

from ..crew.events import BROKEN, Crew, Note, Ready, Void
from ..crew.loop import TaskLoop
from ..journal.lines import JournalError
from .journal import SpreadJournal
from .question import Answer, Position, answer_json

# The letters of a reply that the user is shown.
LONGEST = 200
# If the host spoils one position this often, the work ends: it can be resumed on a quieter one.
MAX_VOIDS = 5


class OpenPositions:
    """Deals positions in their order."""

    def __init__(self, positions: Iterable[Position]):
        self._positions = deque(positions)

    @property
    def done(self) -> bool:
        """True if there is none left."""
        return not self._positions

    def next(self) -> Position | None:
        """The next position."""
        return self._positions.popleft() if self._positions else None


class PositionLoop(TaskLoop[Position, Answer]):
    """Leads the work; `say` tells the user a sentence. The journal has answers as they come."""

    def __init__(
        self,
        positions: Iterable[Position],
        crew: Crew[Position, Answer],
        journal: SpreadJournal,
        max_faults: int | None,
        say: Callable[[str], None],
    ):
        known = {answer.position.number for answer in journal.answers}
        rest = [position for position in positions if position.number not in known]
        super().__init__(OpenPositions(rest), crew, in_order=False)
        self._journal = journal
        self._max_faults = max_faults
        self._say = say
        self._faults = 0
        self._voids: Counter[int] = Counter()

    def run(self) -> int:
        """Asks all questions; returns the exit code."""
        try:
            return self.lead()
        except JournalError as error:
            self.trouble = str(error)
            return BROKEN

    def on_ready(self, event: Ready) -> None:
        """Prints who answers."""
        self._say(f"engine {event.names['A']}")

    def on_record(self, record: Answer) -> int | None:
        """Journals an answer; the exit code if the engine failed too often."""
        self._journal.append(answer_json(record))
        self._journal.answers.append(record)
        self._say(_line(record))
        self._faults += record.fault is not None
        if self._max_faults is not None and self._faults >= self._max_faults:
            self.trouble = f"the engine failed {self._faults} times"
            return BROKEN
        return None

    def on_void(self, event: Void[Position]) -> bool:
        """It is asked again. Raises JournalError when the host spoils one position too often."""
        number = event.task.number
        self._say(f"position {number} once more: {event.why}")
        self._voids[number] += 1
        if self._voids[number] >= MAX_VOIDS:
            raise JournalError(f"position {number} was spoilt by the host {MAX_VOIDS} times")
        return True

    def on_note(self, event: Note) -> None:
        """Passes the note on."""
        self._say(event.sentence)


def _line(answer: Answer) -> str:
    if answer.fault is not None:
        told = "failed: " + ": ".join(answer.fault)
    elif answer.error is not None:
        told = f"refused: {answer.error}"
    else:
        first, *more = (answer.reply or "").split("\n")
        told = f"{first[:LONGEST]} ..." if more or len(first) > LONGEST else first
    return f"position {answer.position.number}  {answer.seconds:.3f} s  {told}"

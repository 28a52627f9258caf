"""The board in each game, as the referee's `state json` draws it: the page knows no rules and no
game."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from ..gtp.process import LiveProcesses, Stopped
from ..journal.plan import Plan
from ..journal.records import PairRecord
from ..plain import JsonObject
from ..play.limits import Limits
from ..play.moves import Opening
from ..play.referee import Referee, RefereeFault

QUESTION = "state json"
# A board takes about a millisecond per ply: in a long match only the first games have boards.
MOST_GAMES = 1000

# The contents of a spot: `b`, `w` or `-` for its owner, then its text.
Frame = dict[int, str]
# A flat list of spots and their new contents.
Change = list[int | str]
# The spots of a move, and the change that it makes.
MoveOnBoard = tuple[list[int], Change]


@dataclass
class Boards:
    """The pictures of all games. A spot is a place of a picture: its kind, x in half cells, y in
    rows. `games` has for each game of the match, in their order, its frames, or None: each frame is
    the spots of the last move, and a flat list of spots and what has come to stand there (an empty
    text: nothing any more), seen from `start`. Of a long match only the first games are here."""

    side_names: dict[str, str] = field(default_factory=dict)
    spots: list[tuple[str, int, int]] = field(default_factory=list)
    start: Frame = field(default_factory=dict)
    games: list[list[MoveOnBoard] | None] = field(default_factory=list)

    def json(self) -> JsonObject:
        """The data that the page needs besides the games."""
        return {"sides": self.side_names, "spots": self.spots, "start": self.start}


def boards(plan: Plan, records: Sequence[PairRecord]) -> Boards | str:
    """The boards of a match, or a sentence why there are none."""
    processes = LiveProcesses()
    try:
        referee = Referee(plan.referee, plan.contest, Limits(), processes)
        try:
            if not referee.knows("state"):
                return f"{referee.name}, the referee, draws no boards: it has no `state`."
            return _drawn(referee, records)
        finally:
            referee.close()
    except RefereeFault as fault:
        return f"There are no boards: {fault}."
    except (ValueError, KeyError, TypeError, AttributeError):
        return "There are no boards: the referee's `state json` is not as it should be."
    finally:
        processes.kill_all()


class Artist:
    """Draws positions of a running match, one at a time, with a referee of its own that starts with
    the first of them. Any thread may ask."""

    def __init__(self, plan: Plan):
        self._plan = plan
        self._lock = threading.Lock()
        self._processes = LiveProcesses()
        self._referee: Referee | None = None
        self._numbers: dict[tuple[str, int, int], int] = {}
        self._has_failed = False
        # What all pictures share; None as long as there is none.
        self.boards: Boards | None = None

    def draw(self, game: Opening) -> MoveOnBoard | None:
        """The picture after the moves of a game: the spots of the last one, and a flat list of all
        spots and their contents. None if the referee draws no boards."""
        with self._lock:
            try:
                return None if self._has_failed else self._draw(game)
            except (RefereeFault, Stopped, ValueError, KeyError, TypeError, AttributeError):
                self._has_failed = True
                self._processes.kill_all()
                return None

    def _draw(self, game: Opening) -> MoveOnBoard:
        if self._referee is None:
            plan = self._plan
            self._referee = Referee(plan.referee, plan.contest, Limits(), self._processes)
            if not self._referee.knows("state"):
                raise ValueError("it draws no boards")
        self._referee.set_up(game)
        state = json.loads(self._referee.ask_all([QUESTION])[0].text)
        frame = _frame(state, self._numbers)
        self.boards = Boards(state["side_names"], list(self._numbers))
        return [self._numbers[spot] for spot in _last(state)], _change({}, frame)

    def close(self) -> None:
        """Ends the referee."""
        # Killed first: a thread may wait for it.
        self._processes.kill_all()
        with self._lock:
            self._has_failed = True
            if self._referee:
                self._referee.close()


def _drawn(referee: Referee, records: Iterable[PairRecord]) -> Boards:
    found = Boards()
    numbers: dict[tuple[str, int, int], int] = {}
    for game in islice(_whole_games(records), MOST_GAMES):
        frames: list[MoveOnBoard] = []
        before = None
        for state in _states(referee, game):
            frame = _frame(state, numbers)
            if not found.side_names:
                found.side_names, found.start = state["side_names"], frame
            change = _change(found.start if before is None else before, frame)
            last = [numbers[spot] for spot in _last(state)]
            frames.append((last, change))
            before = frame
        found.games.append(frames or None)
    found.spots = list(numbers)
    return found


def _whole_games(records: Iterable[PairRecord]) -> Iterator[Opening]:
    """The games of the match, with the positions that they begin from."""
    for record in records:
        for game in record.games:
            yield Opening(game.moves, record.opening.position)


def _states(referee: Referee, game: Opening) -> Iterator[JsonObject]:
    """The state at the start and after each move, up to one that the referee refuses because it
    ended the game."""
    begin = [referee.restart(), *Opening((), game.position).commands()]
    plays = Opening(game.moves).commands()
    told = referee.ask_all([*begin, QUESTION, *_interleaved(plays)])[len(begin) :]
    yield json.loads(told[0].text)
    for play, state in zip(told[1::2], told[2::2]):
        if not play.ok:
            break
        yield json.loads(state.text)


def _interleaved(plays: Iterable[str]) -> Iterator[str]:
    for play in plays:
        yield play
        yield QUESTION


def _spot(place: JsonObject) -> tuple[str, int, int]:
    return place["kind"], place["x"], place["y"]


def _frame(state: JsonObject, numbers: dict[tuple[str, int, int], int]) -> Frame:
    """The contents of all spots; new spots get the next number."""
    frame = {}
    for place in state["places"]:
        number = numbers.setdefault(_spot(place), len(numbers))
        frame[number] = (place["owner"] or "-")[0] + place["text"]
    return frame


def _change(before: Frame, after: Frame) -> Change:
    change: Change = []
    for number, content in after.items():
        if before.get(number) != content:
            change += [number, content]
    for number in before.keys() - after.keys():
        change += [number, ""]
    return change


def _last(state: JsonObject) -> list[tuple[str, int, int]]:
    """The spots of the last move that are on the board."""
    names = set(state["last"])
    return [_spot(p) for p in state["places"] if p["kind"] == "cell" and p["name"] in names]

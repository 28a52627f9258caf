"""The engine that knows the rules: what is legal, who moves, who won."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..gtp.engine import Engine
from ..gtp.faults import Fault, FaultKind
from ..gtp.framing import Reply
from .limits import Limits
from .player import Contest, select_game
from ..gtp.process import Brood

UNFINISHED = "unfinished"
NEEDED = ("legal_moves", "to_move", "result", "play")
# So many commands and their replies are held by a pipe.
BATCH = 64

_VERTEX = re.compile(r"[A-Z]\d{1,2}")
_RESULT = re.compile(r"[BW]\+\S*|0|unfinished")
_COLORS = {"b": "black", "w": "white", "black": "black", "white": "white"}


class RefereeFault(Exception):
    """Without a referee there is no match."""

    def __init__(self, cause: Fault | str):
        super().__init__(f"the referee failed: {cause}")


@dataclass(frozen=True)
class State:
    """Who moves (`black` or `white`), and the result: `unfinished`, `0`, `B+..` or `W+..`."""

    to_move: str
    result: str

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.result != UNFINISHED

    @property
    def winner(self) -> str | None:
        """The colour that won; None for a draw or an unfinished game."""
        return {"B": "black", "W": "white"}.get(self.result[0])


class Referee:
    """A referee process. Every method may raise RefereeFault; `play` raises Fault when the move is
    to blame."""

    def __init__(self, command: Sequence[str], contest: Contest, limits: Limits, brood: Brood):
        self._contest = contest
        self._timeout = limits.reply_timeout
        try:
            self._engine = Engine(command, brood, True, limits.start_timeout)
        except Fault as fault:
            raise RefereeFault(fault) from fault
        self.name = self._engine.name
        missing = [word for word in NEEDED if not self.knows(word)]
        if missing:
            self._engine.kill()
            raise RefereeFault(f"{self.name} has no command `{missing[0]}`")

    def knows(self, command: str) -> bool:
        """Whether it has that command."""
        return self._guard(lambda: self._engine.knows(command))

    def new_game(self) -> State:
        """Starts a game."""
        self._guard(lambda: select_game(self._engine, self._contest, self._timeout))
        return self.state()

    def state(self) -> State:
        """Of the present position."""
        return self._read_state(self._ask_all(["to_move", "result"]))

    def legal_moves(self) -> list[str]:
        """In the referee's order."""
        return self._text("legal_moves").split()

    def play(self, color: str, word: str) -> tuple[str, State]:
        """Plays the word that an engine answered; returns the move in its standard spelling."""
        move = _standard_case(word)
        verdict, *state = self._ask_all([f"play {color} {move}", "to_move", "result"])
        if not verdict.ok:
            if verdict.text == "illegal move":
                raise Fault(FaultKind.ILLEGAL_MOVE, f"{color} played {move}")
            raise Fault(FaultKind.MALFORMED_REPLY, "this is no move", word.encode())
        if move != "pass" and not _VERTEX.fullmatch(move) and self.knows("history"):
            move = (self._text("history").split() or [move])[-1]
        return move, self._read_state(state)

    def wins_at_once(self, color: str) -> bool:
        """Whether a move of that side, which is to move, wins the game. Needs `undo`; where the
        referee lacks it, nobody wins at once."""
        if not self.knows("undo"):
            return False
        moves = self.legal_moves()
        lines = [line for m in moves for line in (f"play {color} {m}", "result", "undo")]
        won = color[0].upper() + "+"
        found = False
        for start in range(0, len(lines), BATCH // 3 * 3):
            replies = self._ask_all(lines[start : start + BATCH // 3 * 3])
            self._check(all(reply.ok for reply in replies), "it refused its own legal move")
            found = found or any(reply.text.startswith(won) for reply in replies[1::3])
        return found

    def position(self) -> str | None:
        """A name of the position, where it has one."""
        return self._text("position") if self.knows("position") else None

    def record(self) -> str:
        """The game so far as SGF. Needs `printsgf`."""
        return self._text("printsgf")

    def close(self) -> None:
        """Ends the process politely."""
        self._engine.close()

    def _text(self, command: str) -> str:
        return self._guard(lambda: self._engine.expect(command, self._timeout))

    def _ask_all(self, commands: Sequence[str]) -> list[Reply]:
        return self._guard(lambda: self._engine.ask_all(commands, self._timeout))

    def _guard(self, action):
        try:
            return action()
        except Fault as fault:
            raise RefereeFault(fault) from fault

    def _read_state(self, replies: Sequence[Reply]) -> State:
        to_move, result = replies
        color = _COLORS.get(to_move.text.lower())
        self._check(to_move.ok and color, f"`to_move` answered {to_move.text!r}")
        fits = result.ok and _RESULT.fullmatch(result.text)
        self._check(fits, f"`result` answered {result.text!r}")
        return State(color, result.text)

    def _check(self, holds: object, sentence: str) -> None:
        if not holds:
            raise RefereeFault(sentence)


def _standard_case(word: str) -> str:
    lower = word.lower()
    return lower if lower in ("pass", "resign") else word.upper()

"""The engine that knows the rules: it decides which moves are legal, whose turn it is, and who
won."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from ..gtp.engine import Engine
from ..gtp.faults import Fault, FaultKind, HostFault
from ..gtp.framing import Reply
from ..gtp.process import LiveProcesses
from ..plain import PlainObject
from .limits import Limits
from .moves import COLOR_WORDS, START, Opening
from .player import Contest, StandardNames, select_game

UNFINISHED = "unfinished"
NEEDED = ("legal_moves", "to_move", "result", "play")
# The number of commands that a pipe can hold: they are written before the first reply is read.
BATCH = 256

_VERTEX = re.compile(r"[A-Z]\d{1,2}")
_RESULT = re.compile(r"[BW]\+\S*|0|unfinished")

Answer = TypeVar("Answer")


class RefereeFault(Exception):
    """Without a referee there is no match."""

    _verb = "failed:"

    def __init__(self, cause: Fault | HostFault | str):
        hint = "--referee names the program that judges"
        super().__init__(f"the referee {self._verb} {cause} ({hint})")


class RefusedGame(RefereeFault):
    """The referee knows no such game, or no such size of it."""

    _verb = "refused"


class SpoiltReferee(RefereeFault, HostFault):
    """The machine kept the referee from answering; a new process of it has been started."""


class State(NamedTuple):
    """The side to move (`black` or `white`), and the result: `unfinished`, `0`, `B+..` or
    `W+..`."""

    to_move: str
    result: str

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.result != UNFINISHED

    @property
    def winner(self) -> str | None:
        """The colour that won; None for a draw or an unfinished game."""
        return {"B": "black", "W": "white"}.get(self.result[0])


class Referee:
    """A referee process. Every method may raise RefereeFault; after SpoiltReferee it can start
    another game. `play` raises Fault if the move is to blame."""

    def __init__(
        self, command: Sequence[str], contest: Contest, limits: Limits, processes: LiveProcesses
    ):
        self._contest = contest
        self._timeout = limits.reply_timeout
        self._restart: str | None = None
        self._names: StandardNames | None = None
        self._launch = partial(Engine, command, processes, True, limits.start_timeout)
        self._engine = self._launched()
        self.name = self._engine.name
        missing = [word for word in NEEDED if not self.knows(word)]
        if missing:
            self._engine.kill()
            raise RefereeFault(f"{self.name} has no command `{missing[0]}`")

    def knows(self, command: str) -> bool:
        """True if it has the command."""
        return self._guard(lambda: self._engine.knows(command))

    def new_game(self) -> State:
        """Starts a game."""
        return self.set_up(START)

    def set_up(self, opening: Opening) -> State:
        """Starts a game with an opening already found legal, in one dialogue."""
        commands = [self.restart(), *opening.commands()]
        *replies, to_move, result = self.ask_all([*commands, "to_move", "result"])
        for command, reply in zip(commands, replies):
            if command == self._restart and not reply.ok and command.startswith("newgame "):
                raise RefusedGame(f"`{command}`: {reply.text}")
            self._check(reply.ok, f"`{command}` should succeed, it sent {'? ' + reply.text!r}")
        return self.read_state((to_move, result))

    def restart(self) -> str:
        """The command that starts a game, to be sent together with others."""
        if self._restart is None:
            if self.knows("newgame"):
                self._restart = f"newgame {self._contest}"
            else:
                self._guard(lambda: select_game(self._engine, self._contest, self._timeout))
                self._restart = "clear_board"
        return self._restart

    def state(self) -> State:
        """The state of the present position."""
        return self.read_state(self.ask_all(["to_move", "result"]))

    def legal_moves(self) -> list[str]:
        """In the referee's order."""
        return self._text("legal_moves").split()

    def play(self, color: str, word: str) -> tuple[str, State]:
        """Plays an engine's answer; returns the move in its standard spelling, and the state."""
        move = _standard_case(word)
        verdict, *state = self.ask_all([f"play {color} {move}", "to_move", "result"])
        if not verdict.ok:
            if verdict.text == "illegal move":
                raise Fault(FaultKind.ILLEGAL_MOVE, f"{color} played {move}")
            raise Fault(FaultKind.MALFORMED_REPLY, "this is not a move", word.encode())
        if move != "pass" and not _VERTEX.fullmatch(move) and self.knows("history"):
            move = (self._text("history").split() or [move])[-1]
        return move, self.read_state(state)

    def wins_at_once(self, color: str, moves: Sequence[str] | None = None) -> bool:
        """True if a move of the side to move wins the game; `moves` are the legal ones if they are
        known. Needs `undo`; without it, nobody wins at once."""
        if not self.knows("undo"):
            return False
        moves = self.legal_moves() if moves is None else moves
        replies = self.ask_all(try_each(color, moves))
        self._check(all(reply.ok for reply in replies), "it refused its own legal move")
        return is_won(color, replies)

    def position(self) -> str | None:
        """The key of the position, if the referee has one."""
        return self._text("position") if self.knows("position") else None

    def size(self) -> str | None:
        """The size of the board, `7x6`; None if the referee does not tell."""
        if not self.knows("state"):
            return None
        if self._restart is None:
            # Whoever asks during a game wants to go on with it.
            self.new_game()
        size = self._told("state json").get("size")
        return size if isinstance(size, str) else None

    def names(self) -> StandardNames:
        """The words for the game that other engines know, as far as it tells them."""
        if self._names is None:
            self._names = StandardNames(self._contest.game)
            if self.knows("games") and (size := self.size()):
                games = self._told("games json")["games"]
                title = next(g["title"] for g in games if g["name"] == self._contest.game)
                self._names = StandardNames(title, size.partition("x")[0])
        return self._names

    def record(self) -> str | None:
        """The game so far as SGF, if the referee writes it."""
        return self._text("printsgf") if self.knows("printsgf") else None

    def load_record(self, file: Path, plies: int | None, questions: Sequence[str]) -> list[Reply]:
        """The replies to `loadsgf` of that file, possibly of its first plies only, and to questions
        about it."""
        # It counts from 1, and names the first unwanted move.
        until = "" if plies is None else f" {plies + 1}"
        replies = self.ask_all([f"loadsgf {file}{until}", *questions])
        # A record sets its own game.
        self._restart = None
        return replies

    def ask_all(self, commands: Sequence[str]) -> list[Reply]:
        """The replies to any number of commands, sent without waiting for each."""
        replies: list[Reply] = []
        for start in range(0, len(commands), BATCH):
            batch = commands[start : start + BATCH]
            replies += self._guard(partial(self._engine.ask_all, batch, self._timeout))
        return replies

    def read_state(self, replies: Sequence[Reply]) -> State:
        """The state from the replies to `to_move` and `result`."""
        to_move, result = replies
        color = COLOR_WORDS.get(to_move.text.lower())
        if not to_move.ok or color is None:
            raise RefereeFault(f"`to_move` answered {to_move.text!r}")
        fits = result.ok and _RESULT.fullmatch(result.text)
        self._check(fits, f"`result` answered {result.text!r}")
        return State(color, result.text)

    def close(self) -> None:
        """Ends the process politely."""
        self._engine.close()

    def _text(self, command: str) -> str:
        return self._guard(lambda: self._engine.expect(command, self._timeout))

    def _told(self, command: str) -> PlainObject:
        """The object of JSON that answers a command."""
        text = self._text(command)
        try:
            told = json.loads(text)
        except ValueError:
            told = None
        if not isinstance(told, dict):
            raise RefereeFault(f"`{command}` answered {text[:80]!r}")
        return told

    def _guard(self, action: Callable[[], Answer]) -> Answer:
        try:
            return action()
        except Fault as fault:
            raise RefereeFault(fault) from fault
        except HostFault as fault:
            # The rest of its output belongs to a game that no longer counts.
            self._engine.kill()
            self._restart = None
            self._engine = self._launched()
            raise SpoiltReferee(fault) from fault

    def _launched(self) -> Engine:
        try:
            return self._launch()
        except (Fault, HostFault) as fault:
            raise RefereeFault(fault) from fault

    def _check(self, holds: object, sentence: str) -> None:
        if not holds:
            raise RefereeFault(sentence)


def try_each(color: str, moves: Sequence[str]) -> list[str]:
    """The commands that play each move, ask for the result and take the move back."""
    return [line for move in moves for line in (f"play {color} {move}", "result", "undo")]


def is_won(color: str, replies: Sequence[Reply]) -> bool:
    """True if one of the moves of `try_each` won."""
    won = color[0].upper() + "+"
    return any(reply.text.startswith(won) for reply in replies[1::3])


def _standard_case(word: str) -> str:
    lower = word.lower()
    return lower if lower in ("pass", "resign") else word.upper()

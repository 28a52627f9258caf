"""The engine under test: its process, its abilities, and the questions that steps ask it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..gtp.faults import Fault, FaultKind
from ..gtp.process import LiveProcesses
from ..system import clock
from .dialogue import Came, Dialogue
from .verdict import Failed, Skipped

# Searches are short: a tenth of a second, or the least that the standard can express.
FAST = (("timelimit", "timelimit 0.1"), ("time_settings", "time_settings 0 1 1"))
# The time for a silent engine to say something at the end of its input.
LAST_WORDS = 0.5
LEGAL = ("legal_moves", "gogui-rules_legal_moves")


@dataclass(frozen=True)
class Patience:
    """Times in seconds: for a step, for the start of a process, for a move beyond its limit."""

    step: float
    start: float
    margin: float


class Bench:
    """The interface of the steps. Its questions raise Failed or Fault if the engine is to blame,
    and Skipped if the step does not apply."""

    def __init__(self, command: Sequence[str], game: str | None, patience: Patience):
        self.timeout = patience.step
        self.margin = patience.margin
        # The time by which the present step must be done.
        self.deadline = 0.0
        # Advice gathered by the present step: pairs of what was expected and what came.
        self.advice: list[tuple[str, str]] = []
        self.name = ""
        self._processes = LiveProcesses()
        self._command = command
        self._game = game
        self._start_timeout = patience.start
        self._echoes_ids = True
        self._dialogue: Dialogue | None = None
        # Until the first step with this process, only the deadline of the start holds.
        self._starting = True
        self._next_id = 1000
        self._known: set[str] = set()
        self._version_reply = ""
        self._moves: list[str] = []
        self._no_moves = ""

    # -- processes

    def introduce(self) -> None:
        """Starts the first process; finds out if ids work and which commands exist. Raises
        Fault."""
        self.renew(ready=False)
        self._echoes_ids = self.exchange(b"7 protocol_version\n")[0].id == "7"
        self._version_reply = self.ask("protocol_version").text
        listed = self.ask("list_commands")
        self._known = {w.strip() for w in listed.text.split("\n")} if listed.ok else set()
        told = [self.ask(command) for command in ("name", "version")]
        self.name = " ".join(word for came in told if came.ok for word in came.text.split())
        self._get_ready()

    def renew(self, ready: bool = True) -> None:
        """Starts a new process in place of the old one. Raises Fault."""
        self.drop()
        self._starting = True
        try:
            self._dialogue = Dialogue(self._command, self._processes)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise Fault(FaultKind.FAILED_TO_START, f"`{self._command[0]}`: {reason}") from error
        # Engines may load much before they answer at all.
        deadline = clock() + self._start_timeout
        self._dialogue.send(b"name\n", deadline)
        try:
            self._dialogue.first_reply(deadline)
        except Fault as fault:
            self._explain_silence(fault)
            raise
        self.deadline = deadline
        if ready:
            self._get_ready()

    def begin(self, patience: float) -> None:
        """Begins a step, which may take `patience` times the timeout."""
        self._starting = False
        self.advice.clear()
        self.deadline = clock() + self.timeout * patience

    def ready(self) -> None:
        """Makes sure that there is a process."""
        if self._dialogue is None:
            self.renew()

    def drop(self) -> None:
        """Ends the process."""
        if self._dialogue is not None:
            self._dialogue.kill()
            self._dialogue = None

    def close(self) -> None:
        """Ends everything; no process can be started afterwards."""
        self.drop()
        self._processes.kill_all()

    @property
    def dialogue(self) -> Dialogue:
        """The current process."""
        assert self._dialogue is not None, "a step has a process"
        return self._dialogue

    # -- questions

    def send(self, data: bytes) -> None:
        """Sends bytes."""
        self.dialogue.send(data, self._limit(self.timeout))

    def reply(self, wait: float | None = None) -> Came:
        """The next reply, within the time of the step unless `wait` is given."""
        return self.dialogue.reply(self._limit(wait or self.timeout))

    def exchange(self, data: bytes, replies: int = 1) -> list[Came]:
        """Sends bytes, and returns the given number of replies."""
        self.send(data)
        return [self.reply() for _ in range(replies)]

    def ask(self, command: str, wait: float | None = None) -> Came:
        """The reply to a command; its id must be the right one."""
        if not self._echoes_ids:
            self.send(f"{command}\n".encode())
            return self.reply(wait)
        self._next_id += 1
        self.send(f"{self._next_id} {command}\n".encode())
        came = self.reply(wait)
        if came.id != str(self._next_id):
            raise Failed(f"a reply with the id {self._next_id} to `{command}`", str(came))
        return came

    def accept(self, command: str, wait: float | None = None) -> str:
        """The text of a successful reply."""
        came = self.ask(command, wait)
        if not came.ok:
            raise Failed(f"`{command}` succeeds", str(came))
        return came.text

    def refuse(self, command: str, text: str = "") -> Came:
        """A failure, with the given text if there is one."""
        came = self.ask(command)
        if came.ok or (text and came.text != text):
            raise Failed(f"`{command}` is answered `? {text or '...'}`", str(came))
        return came

    def refuse_syntax(self, command: str) -> None:
        """A failure; a text other than the standard's is worth a warning."""
        came = self.refuse(command)
        self.advise(came.text == "syntax error", f"`{command}` is answered `? syntax error`", came)

    def require(self, holds: bool, expected: str, came: object) -> None:
        """Fails the step unless it holds."""
        if not holds:
            raise Failed(expected, str(came))

    def advise(self, holds: bool, expected: str, came: object) -> None:
        """Warns unless it holds."""
        if not holds:
            self.advice.append((expected, str(came)))

    def in_step(self) -> None:
        """Fails if a reply is missing, or one too many was sent."""
        came = self.ask("protocol_version")
        if came.text != self._version_reply:
            raise Failed("one reply for each command", f"{came} to `protocol_version`")

    # -- what the engine can

    def knows(self, command: str) -> bool:
        """True if the engine lists the command, or knows it if it has no list."""
        if not self._known:
            return self.ask(f"known_command {command}").text == "true"
        return command in self._known

    def need(self, *commands: str) -> None:
        """Skips the step if a command is unknown."""
        for command in commands:
            if not self.knows(command):
                raise Skipped(f"it has no `{command}`")

    def moves(self) -> list[str]:
        """The first move of Black, and White's answer to it, both legal, after `clear_board`."""
        if self._no_moves:
            raise Skipped(f"no legal move is known: {self._no_moves}")
        if not self._moves:
            self._no_moves = "the search for one failed"
            self.accept("clear_board")
            moves = self._listed_moves() or self._generated_moves()
            if len(moves) < 2 or any(move.lower() in ("pass", "resign") for move in moves):
                self._no_moves = f"it told {' '.join(moves) or 'none'}"
                raise Skipped(f"no legal move is known: {self._no_moves}")
            self._moves, self._no_moves = moves, ""
        self.accept("clear_board")
        return self._moves

    def board(self) -> str | None:
        """The drawing of the board; None if there is none, or it changes by itself."""
        if not self.knows("showboard"):
            return None
        first, second = (self.accept("showboard") for _ in range(2))
        return first if first == second else None

    def search_long(self) -> None:
        """Lifts the limit on searches, so that there is one to interrupt."""
        if self.knows("timelimit"):
            self.accept("timelimit none")
        elif self.knows("time_settings"):
            self.accept("time_settings 0 600 1")

    def _limit(self, wait: float) -> float:
        return self.deadline if self._starting else min(self.deadline, clock() + wait)

    def legal_moves(self) -> list[str]:
        """The legal moves that it lists; none if it cannot."""
        lister = next(filter(self.knows, LEGAL), None)
        return self.accept(lister).split() if lister else []

    def _listed_moves(self) -> list[str]:
        moves: list[str] = []
        for color in "bw":
            legal = [w for w in self.legal_moves() if w.lower() != "pass" and w not in moves]
            if not legal:
                break
            moves.append(legal[0])
            self.accept(f"play {color} {legal[0]}")
        return moves

    def _generated_moves(self) -> list[str]:
        return [self.accept(f"genmove {color}") for color in "bw"]

    def _explain_silence(self, fault: Fault) -> None:
        if fault.kind is not FaultKind.STALL or fault.evidence:
            return
        self.dialogue.process.close_input()
        try:
            if self.dialogue.rest(clock() + LAST_WORDS):
                fault.detail += "; it came at the end of the input: is the output flushed?"
        except Fault:
            pass

    def _get_ready(self) -> None:
        if self._game:
            self._choose(self._game)
        for command, line in FAST:
            if self.knows(command):
                self.ask(line)
                break

    def _choose(self, game: str) -> None:
        first = f"newgame {game}" if self.knows("newgame") else f"set_game {self._title(game)}"
        for line in (first, "clear_board"):
            came = self.ask(line)
            if not came.ok:
                raise Fault(FaultKind.REFUSED, f"`{line}` should succeed", came.data)

    def _title(self, game: str) -> str:
        """The engine's own title of the game that the user typed: `Tic-tac-toe` for tictactoe."""
        listed = self.ask("list_games").text.splitlines() if self.knows("list_games") else []
        return next((title for title in listed if _letters(title) == _letters(game)), game)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).lower()

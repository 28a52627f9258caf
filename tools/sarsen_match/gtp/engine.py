"""A conversation with a GTP engine in which every wait has a deadline."""

from __future__ import annotations

import signal
import time
from collections.abc import Sequence
from dataclasses import replace

from .faults import Fault, FaultKind, escape
from .framing import Reply, take_reply
from .process import Brood, Process

# How long a process that was asked to quit may take.
QUIT_PATIENCE = 1.0
STDERR_SHOWN = 300
NAME_SHOWN = 60


class Engine:
    """An engine process. Any method may raise Fault; after one, `kill` it and start another."""

    def __init__(self, command: Sequence[str], brood: Brood, use_ids: bool, start_timeout: float):
        """Starts the process and asks for its name."""
        self._command = command
        self._buffer = bytearray()
        self._next_id = 1
        self._use_ids = use_ids
        self._known: dict[str, bool] = {}
        self._timeout = start_timeout
        try:
            self._process: Process = brood.spawn(command)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise Fault(FaultKind.FAILED_TO_START, f"`{command[0]}`: {reason}") from error
        try:
            self.name = self._introduce()
        except Fault as fault:
            self.kill()
            raise Fault(FaultKind.FAILED_TO_START, str(fault)) from fault

    def _introduce(self) -> str:
        deadline = self._timeout
        replies = [self.ask("name", deadline), self.ask("version", deadline)]
        words = [word for reply in replies if reply.ok for word in reply.text.split()]
        shown = "".join(c if c.isprintable() else "?" for c in " ".join(words))
        return shown[:NAME_SHOWN] or "unnamed"

    def ask(self, command: str, timeout: float) -> Reply:
        """The reply to one command."""
        return self.ask_all([command], timeout)[0]

    def ask_all(self, commands: Sequence[str], timeout: float) -> list[Reply]:
        """Sends the commands at once and returns their replies; one deadline for all of them.
        They must be few enough for a pipe to hold them."""
        first_id = self._next_id
        self._next_id += len(commands)
        ids = range(first_id, self._next_id) if self._use_ids else [None] * len(commands)
        lines = [c if i is None else f"{i} {c}" for i, c in zip(ids, commands)]
        started = time.monotonic()
        deadline = started + timeout
        if self._buffer or not self._use_ids:
            self._refuse_surplus(commands[0])
        if not self._process.send("".join(f"{line}\n" for line in lines).encode(), deadline):
            raise Fault(FaultKind.STALL, f"it did not read `{commands[0]}` within {timeout:g} s")
        replies = []
        for command, reply_id in zip(commands, ids):
            reply = self._reply(command, reply_id, deadline, timeout)
            replies.append(replace(reply, seconds=time.monotonic() - started))
        return replies

    def expect(self, command: str, timeout: float) -> str:
        """The text of a success; a failure is a fault."""
        reply = self.ask(command, timeout)
        if not reply.ok:
            evidence = reply.text.encode()
            raise Fault(FaultKind.REFUSED, f"`{command}` should succeed", b"? " + evidence)
        return reply.text

    def knows(self, command: str) -> bool:
        """Whether the engine has that command; asked once."""
        if command not in self._known:
            reply = self.ask(f"known_command {command}", self._timeout)
            self._known[command] = reply.ok and reply.text.lower() == "true"
        return self._known[command]

    def last_words(self) -> str:
        """The end of what it wrote to stderr, escaped; empty when there is nothing."""
        return last_words(self._process)

    def close(self) -> None:
        """Asks it to quit and makes sure that it does."""
        self._process.send(b"quit\n", time.monotonic())
        self._process.close(QUIT_PATIENCE)
        self._process.release()

    def interrupt(self) -> None:
        """Ends it while another thread waits for it, which then finds it dead. That thread, or one
        after it, must still `kill` it to give the pipes back."""
        self._process.kill()

    def kill(self) -> None:
        """Ends it at once, with all its children."""
        self._process.release()

    def _reply(self, command: str, reply_id: int | None, deadline: float, timeout: float) -> Reply:
        while True:
            reply = self._take(command, reply_id)
            if reply is not None:
                return reply
            chunk = self._process.receive(deadline)
            if chunk is None:
                detail = f"no reply to `{command}` within {timeout:g} s"
                raise Fault(FaultKind.STALL, detail, bytes(self._buffer))
            if not chunk:
                raise self._end(command)
            self._buffer += chunk

    def _take(self, command: str, reply_id: int | None) -> Reply | None:
        try:
            return take_reply(self._buffer, reply_id)
        except Fault as fault:
            detail = f"in reply to `{command}`: {fault.detail}"
            raise Fault(fault.kind, detail, fault.evidence) from fault

    def _end(self, command: str) -> Fault:
        return early_end(self._process, command, bytes(self._buffer))

    def _refuse_surplus(self, command: str) -> None:
        if not self._use_ids:
            # With ids, one that comes late is the wrong one for the next command.
            self._buffer += self._process.receive(time.monotonic()) or b""
        surplus = self._buffer.strip(b"\r\n")
        if surplus:
            detail = f"a reply that nobody asked for, before `{command}`"
            raise Fault(FaultKind.MALFORMED_REPLY, detail, bytes(surplus))


def early_end(process: Process, command: str, unread: bytes) -> Fault:
    """What to call it that a process ended, or closed its output, before it answered."""
    status = process.exit_status()
    if status is None:
        kind, how = FaultKind.EARLY_EXIT, "closed its output"
    elif status == 0:
        kind, how = FaultKind.EARLY_EXIT, "ended with exit code 0"
    elif status > 0:
        kind, how = FaultKind.CRASH, f"ended with exit code {status}"
    else:
        kind, how = FaultKind.CRASH, f"was killed by {signal_name(-status)}"
    words = last_words(process)
    said = f", its last words on stderr: {words}" if words else ""
    return Fault(kind, f"it {how} before it answered `{command}`{said}", unread)


def last_words(process: Process) -> str:
    """The end of what it wrote to stderr, escaped; empty when there is nothing."""
    said = process.stderr_tail().strip()
    return escape(said[-STDERR_SHOWN:], STDERR_SHOWN) if said else ""


def signal_name(number: int) -> str:
    """`SIGTERM` for 15."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"

"""A dialogue with a GTP engine in which every wait has a deadline."""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence

from ..system import clock
from ..system.launch import FREE, Launch
from .faults import Fault, FaultKind, HostFault, escape
from .framing import MAX_REPLY, Reply, take_reply
from .process import LiveProcesses, Process
from .sink import CappedFile
from .watch import Allowance, MoveTime, Watch

# The time that a process has to quit.
QUIT_PATIENCE = 1.0
STDERR_SHOWN = 300
NAME_SHOWN = 60
# A command that does not search takes no time; if it took this share of its limit, the host is to
# blame.
HOSTS_SHARE = 0.5


class Engine:
    """An engine process. Any method may raise Fault, or HostFault if a deadline passed because the
    machine stood still; after one, `kill` it and start another."""

    def __init__(
        self,
        command: Sequence[str],
        processes: LiveProcesses,
        use_ids: bool,
        start_timeout: float,
        sink: CappedFile | None = None,
        batches: bool = True,
        launch: Launch = FREE,
    ):
        """Starts the process and asks for its name; its stderr goes into `sink`. Without `batches`
        each command waits for the reply to the previous one."""
        self._command = command
        self._buffer = bytearray()
        self._next_id = 1
        self._use_ids = use_ids
        self._batches = batches
        self._known: dict[str, bool] = {}
        self._timeout = start_timeout
        self._deadline = self._answered = 0.0
        try:
            self._process: Process = processes.spawn(command, sink, launch)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise Fault(FaultKind.FAILED_TO_START, f"`{command[0]}`: {reason}") from error
        self.watch = Watch(self._process.pid)
        try:
            self.name = self._introduce()
        except Fault as fault:
            self.kill()
            raise Fault(FaultKind.FAILED_TO_START, str(fault)) from fault
        except HostFault:
            self.kill()
            raise
        self.watch.meet_family(self._answered)

    def _introduce(self) -> str:
        # If it has `build`, that is the version with the commit.
        version = "build" if self.knows("build") else "version"
        replies = self.ask_all(["name", version], self._timeout)
        words = [word for reply in replies if reply.ok for word in reply.text.split()]
        shown = "".join(c if c.isprintable() else "?" for c in " ".join(words))
        return shown[:NAME_SHOWN] or "unnamed"

    def ask(self, command: str, timeout: float) -> Reply:
        """The reply to one command."""
        return self.ask_all((command,), timeout)[0]

    def ask_all(self, commands: Sequence[str], timeout: float) -> list[Reply]:
        """Sends the commands at once and returns their replies; one deadline applies to all of
        them. They must fit into a pipe."""
        if not self._batches and len(commands) > 1:
            return [self.ask(command, timeout) for command in commands]
        ids = self._send(commands, timeout)
        allowance = Allowance(timeout * HOSTS_SHARE)
        return [
            self._take(command, reply_id) or self._wait(command, reply_id, timeout, allowance)
            for command, reply_id in zip(commands, ids)
        ]

    def search(
        self,
        before: Sequence[str],
        heed: Callable[[str, Reply], None],
        before_timeout: float,
        command: str,
        timeout: float,
        allowance: Allowance,
    ) -> tuple[Reply, MoveTime]:
        """Sends commands that do not search and one that does; `heed` is given the replies to the
        former. The time of the search is measured from before anything was sent: it may begin, and
        even end, before this thread runs again."""
        if not self._batches:
            for line in before:
                heed(line, self.ask(line, before_timeout))
            before = ()
        commands = (*before, command)
        began = clock()
        self.watch.mark(began)
        *ids, search_id = self._send(commands, before_timeout, began)
        quick = Allowance(before_timeout * HOSTS_SHARE)
        for line, reply_id in zip(before, ids):
            reply = self._take(line, reply_id)
            heed(line, reply or self._wait(line, reply_id, before_timeout, quick))
        reply = self._take(command, search_id)
        if reply is None:
            if before:
                self.watch.go_on(self._answered)
            self._deadline = self._answered + timeout
            reply = self._wait(command, search_id, timeout, allowance)
        return reply, self.watch.elapsed(self._answered)

    def excuse(self, allowance: Allowance) -> str | None:
        """The reason why the host is to blame for the time of the last reply; None if it is not."""
        return self.watch.excuse(self._answered, allowance)

    def expect(self, command: str, timeout: float) -> str:
        """The text of a success; a failure is a fault."""
        reply = self.ask(command, timeout)
        if not reply.ok:
            evidence = reply.text.encode()
            raise Fault(FaultKind.REFUSED, f"`{command}` should succeed", b"? " + evidence)
        return reply.text

    def knows(self, command: str) -> bool:
        """True if the engine has the command; asked once."""
        if command not in self._known:
            reply = self.ask(f"known_command {command}", self._timeout)
            self._known[command] = reply.ok and reply.text.lower() == "true"
        return self._known[command]

    def last_words(self) -> str:
        """The end of its stderr, escaped; empty if there is none."""
        return last_words(self._process)

    def close(self) -> None:
        """Asks it to quit and makes sure that it does."""
        self._process.send(b"quit\n", clock())
        self._process.close(QUIT_PATIENCE)
        self._process.release()

    def interrupt(self) -> None:
        """Ends it while another thread waits for it, which then finds it dead. That thread, or a
        later one, must still `kill` it to close the pipes."""
        self._process.kill()

    def kill(self) -> None:
        """Ends it at once, with all its children."""
        self._process.release()

    def _send(
        self, commands: Sequence[str], timeout: float, began: float | None = None
    ) -> Sequence[int | None]:
        """Sends the commands; the time for their replies counts from now, or from `began`."""
        count = len(commands)
        first = self._next_id
        self._next_id += count
        ids = range(first, first + count) if self._use_ids else (None,) * count
        if self._use_ids:
            lines = [f"{number} {command}\n" for number, command in zip(ids, commands)]
        else:
            lines = [f"{command}\n" for command in commands]
        data = "".join(lines).encode()
        self._answered = clock() if began is None else began
        self._deadline = self._answered + timeout
        if self._buffer or not self._use_ids:
            self._refuse_surplus(commands[0])
        if not self._process.send(data, self._deadline):
            raise Fault(FaultKind.STALL, f"it did not read `{commands[0]}` within {timeout:g} s")
        return ids

    def _wait(
        self, command: str, reply_id: int | None, timeout: float, allowance: Allowance
    ) -> Reply:
        now = self._answered
        pause = self.watch.begin(now, allowance.limit)
        came = 0
        while True:
            until = min(now + pause, self._deadline)
            chunk = self._process.receive(until)
            now = clock()
            # Nobody could answer while nobody ran.
            self._deadline += self.watch.oversleep(now - until)
            if chunk:
                came += len(chunk)
                self._buffer += chunk
                reply = self._take(command, reply_id)
                if reply is not None:
                    self._answered = now
                    return reply
                if came > MAX_REPLY and not self._buffer:
                    detail = f"more than {MAX_REPLY} bytes of empty lines in reply to `{command}`"
                    raise Fault(FaultKind.FLOOD, detail)
            elif chunk is not None:
                raise self._end(command)
            if now >= self._deadline:
                raise self._stall(f"no reply to `{command}` within {timeout:g} s", now, allowance)
            if chunk is None:
                pause = self.watch.look(now)

    def _stall(self, sentence: str, now: float, allowance: Allowance) -> Fault | HostFault:
        excuse = self.watch.excuse(now, allowance)
        if excuse is not None:
            return HostFault(f"{sentence}, but {excuse}")
        return Fault(FaultKind.STALL, sentence, bytes(self._buffer))

    def _take(self, command: str, reply_id: int | None) -> Reply | None:
        if not self._buffer:
            return None
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
            self._buffer += self._process.receive(clock()) or b""
        surplus = self._buffer.strip(b"\r\n")
        if surplus:
            detail = f"a reply that nobody asked for, before `{command}`"
            raise Fault(FaultKind.MALFORMED_REPLY, detail, bytes(surplus))


def early_end(process: Process, command: str, unread: bytes) -> Fault:
    """The fault of a process that ended, or closed its output, before it answered."""
    status = process.exit_status()
    if status is None:
        kind, how = FaultKind.EARLY_EXIT, "closed its output"
    elif status == 0:
        kind, how = FaultKind.EARLY_EXIT, "ended with exit code 0"
    elif status > 0:
        # Exit codes of killed Windows programs are shown in hexadecimal: 0xC0000005.
        shown = f"0x{status:08X}" if status >= 1 << 31 else status
        kind, how = FaultKind.CRASH, f"ended with exit code {shown}"
    else:
        kind, how = FaultKind.CRASH, f"was killed by {signal_name(-status)}"
    words = last_words(process)
    said = f", its last words on stderr: {words}" if words else ""
    return Fault(kind, f"it {how} before it answered `{command}`{said}", unread)


def last_words(process: Process) -> str:
    """The end of its stderr, escaped; empty if there is none."""
    said = process.stderr_tail().strip()
    return escape(said[-STDERR_SHOWN:], STDERR_SHOWN) if said else ""


def signal_name(number: int) -> str:
    """`SIGTERM` for 15."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"

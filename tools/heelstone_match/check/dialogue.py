"""One process, byte by byte: whatever it does, each wait ends and memory is bounded."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..gtp.engine import early_end
from ..gtp.faults import Fault, FaultKind, escape
from ..gtp.process import LiveProcesses
from ..system import clock

# Twice the longest line that a step sends: an error may quote it.
MAX_UNREAD = 1 << 22
# A pipe takes this many bytes completely or not at all (PIPE_BUF).
PIECE = 4096
# The time that the engine may leave a piece unread before its output is read.
PAUSE = 0.02
QUESTION_SHOWN = 40

_HEAD = re.compile(rb"([=?])(\d*)(?:[ \t\n](.*))?", re.DOTALL)
_BLANK = re.compile(rb"[\r\n]*")
_END = re.compile(rb"\n\r?\n")
_START = re.compile(rb"^[=?]", re.MULTILINE)


@dataclass(frozen=True)
class Came:
    """A reply as received; `data` includes its line ends, and the empty lines before it."""

    ok: bool
    id: str
    text: str
    data: bytes

    def __str__(self) -> str:
        return escape(self.data)


class Dialogue:
    """A dialogue with a new process. Any method may raise Fault; `kill` it then."""

    def __init__(self, command: Sequence[str], processes: LiveProcesses):
        self.process = processes.spawn(command)
        # What stood before the first reply.
        self.banner = b""
        self._buffer = bytearray()
        self._asked = b""

    def send(self, data: bytes, deadline: float) -> None:
        """Writes the data, and reads meanwhile: an engine that answers before it has read
        everything must not block us while we block it."""
        self._asked = data
        for start in range(0, len(data), PIECE):
            piece = data[start : start + PIECE]
            while not self.process.send(piece, clock() + PAUSE):
                self._add(self.process.receive(clock()) or b"")
                if clock() > deadline:
                    raise Fault(FaultKind.STALL, f"it did not read `{self._question()}` in time")

    def reply(self, deadline: float) -> Came:
        """The next reply."""
        while True:
            found = _BLANK.match(self._buffer)
            blank = found.end() if found else 0
            end = _END.search(self._buffer, blank)
            if end:
                break
            if not self._read(deadline):
                raise early_end(self.process, self._question(), bytes(self._buffer))
        data, body = bytes(self._buffer[: end.end()]), bytes(self._buffer[blank : end.start()])
        del self._buffer[: end.end()]
        head = _HEAD.fullmatch(body.rstrip(b"\r"))
        if head is None:
            raise Fault(FaultKind.MALFORMED_REPLY, "a reply begins with `=` or `?`", data)
        text = (head[3] or b"").decode("utf-8", "replace").replace("\r", "").strip()
        return Came(head[1] == b"=", head[2].decode(), text, data)

    def first_reply(self, deadline: float) -> Came:
        """Like `reply`, but output before it is taken as a banner."""
        while not (start := _START.search(self._buffer)):
            if not self._read(deadline):
                raise early_end(self.process, self._question(), bytes(self._buffer))
        self.banner = bytes(self._buffer[: start.start()])
        del self._buffer[: start.start()]
        return self.reply(deadline)

    def rest(self, deadline: float) -> bytes:
        """The output until its end."""
        while self._read(deadline):
            pass
        return bytes(self._buffer)

    def waits(self, seconds: float) -> bool:
        """True if nothing is written for this long."""
        try:
            return not self._buffer and not self._read(clock() + seconds)
        except Fault as fault:
            return fault.kind is FaultKind.STALL

    def kill(self) -> None:
        """Ends it at once, with all its children."""
        self.process.release()

    def _read(self, deadline: float) -> bool:
        """Reads the available output; False at its end."""
        chunk = self.process.receive(deadline)
        if chunk is None:
            detail = f"no reply to `{self._question()}` in time"
            raise Fault(FaultKind.STALL, detail, bytes(self._buffer))
        self._add(chunk)
        return bool(chunk)

    def _add(self, chunk: bytes) -> None:
        self._buffer += chunk
        if len(self._buffer) > MAX_UNREAD:
            detail = f"more than {MAX_UNREAD} bytes without the end of a reply"
            raise Fault(FaultKind.FLOOD, detail, bytes(self._buffer))

    def _question(self) -> str:
        shown = escape(self._asked.strip(b"\n"), QUESTION_SHOWN)
        return shown.replace('"', "")

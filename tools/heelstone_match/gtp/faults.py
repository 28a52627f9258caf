"""The faults of engines: each kind has a name that the report uses."""

from __future__ import annotations

from enum import Enum

SHOWN_BYTES = 80


class FaultKind(Enum):
    """A way to lose a game other than on the board."""

    ILLEGAL_MOVE = "illegal move"
    MALFORMED_REPLY = "malformed reply"
    WRONG_ID = "wrong id"
    CRASH = "crash"
    EARLY_EXIT = "early exit"
    STALL = "stall"
    TIME_FORFEIT = "time forfeit"
    FLOOD = "flood"
    FAILED_TO_START = "failed to start"
    REFUSED = "refused"

    @property
    def is_about_time(self) -> bool:
        """True if a record calls this a loss on time."""
        return self in (FaultKind.STALL, FaultKind.TIME_FORFEIT)


class Fault(Exception):
    """An engine failed. `detail` says what it should have done, `evidence` what it did."""

    def __init__(self, kind: FaultKind, detail: str, evidence: bytes = b""):
        super().__init__(kind, detail, evidence)
        self.kind = kind
        self.detail = detail
        self.evidence = evidence

    def __str__(self) -> str:
        return f"{self.kind.value}: {self.explanation()}"

    def explanation(self) -> str:
        """The explanation without the name of the kind, with the bytes escaped."""
        if not self.evidence:
            return self.detail
        return f"{self.detail}; it sent {escape(self.evidence)}"


class HostFault(Exception):
    """An engine did not answer in time because the machine kept it from running: the game proves
    nothing. `detail` says what happened."""

    def __init__(self, detail: str):
        super().__init__(detail)
        self.detail = detail


def escape(data: bytes, limit: int = SHOWN_BYTES) -> str:
    """The bytes in quotes, at most `limit` of them, escaped unless they are printable ASCII."""
    named = {0x0A: "\\n", 0x0D: "\\r", 0x09: "\\t", 0x22: '\\"', 0x5C: "\\\\"}
    shown = "".join(
        named.get(byte) or (chr(byte) if 0x20 <= byte < 0x7F else f"\\x{byte:02x}")
        for byte in data[:limit]
    )
    rest = f"... ({len(data)} bytes)" if len(data) > limit else ""
    return f'"{shown}"{rest}'

"""The bytes of a reply [Farnebäck 2002]: `=[id] text` or `?[id] text`, ended by an empty line."""

from __future__ import annotations

import re
from typing import NamedTuple

from .faults import Fault, FaultKind

# No reply to a command that a match sends comes near this.
MAX_REPLY = 65536

_HEAD = re.compile(rb"([=?])(\d*)(?:[ \t]|$)")
_END = re.compile(rb"\n\r?\n")
# What nearly every reply is: one line, and all of it has come.
_SIMPLE = re.compile(rb"([=?])(\d*)(?: ([^\r\n]{0,%d}))?\n\n" % 4096).match


class Reply(NamedTuple):
    """An answer: whether it is a success, and its text without status and id."""

    ok: bool
    text: str


def take_reply(buffer: bytearray, expected_id: int | None) -> Reply | None:
    """Takes the first reply out of `buffer`; None when more bytes are needed. Raises Fault for
    bytes that can never become the reply that is expected."""
    simple = _SIMPLE(buffer)
    if simple:
        status, reply_id, text = simple.groups(b"")
        if reply_id == (b"" if expected_id is None else b"%d" % expected_id):
            del buffer[: simple.end()]
            return Reply(status == b"=", text.decode("utf-8", "replace").strip())
    blank = len(buffer) - len(buffer.lstrip(b"\r\n"))
    del buffer[:blank]
    newline = buffer.find(b"\n")
    if newline < 0:
        _check_size(buffer, len(buffer))
        return None
    _check_size(buffer, newline)
    first = bytes(buffer[:newline]).rstrip(b"\r")
    head = _HEAD.match(first)
    if head is None:
        raise Fault(FaultKind.MALFORMED_REPLY, "a reply begins with `=` or `?`", first)
    _check_id(head, expected_id, first)
    end = _END.search(buffer, newline)
    _check_size(buffer, end.start() if end else len(buffer))
    if end is None:
        return None
    text = bytes(buffer[head.end() : end.start()])
    del buffer[: end.end()]
    return Reply(head[1] == b"=", text.decode("utf-8", "replace").strip())


def _check_id(head: re.Match[bytes], expected: int | None, line: bytes) -> None:
    wanted = b"" if expected is None else str(expected).encode()
    if head[2] == wanted:
        return
    if expected is None:
        detail = "the command had no id, the reply has one"
    elif not head[2]:
        detail = (
            f"the command had the id {expected}, the reply has none (--adapt no-ids does without)"
        )
    else:
        detail = f"the command had the id {expected}"
    raise Fault(FaultKind.WRONG_ID, detail, line)


def _check_size(buffer: bytearray, size: int) -> None:
    if size > MAX_REPLY:
        raise Fault(
            FaultKind.FLOOD,
            f"more than {MAX_REPLY} bytes without the end of a reply",
            bytes(buffer),
        )

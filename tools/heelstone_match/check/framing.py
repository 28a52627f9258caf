"""Steps: the bytes of commands and replies."""

from __future__ import annotations

import re
import time

from ..gtp.faults import escape
from .bench import Bench
from .dialogue import Came
from .verdict import Failed, Process, Step

MAX_ID = 2**31 - 1
# Not allowed in output: all of ASCII's control characters but LF; CR and HT are checked
# separately.
_CONTROL = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]")


def _row(name: str, about: str, sent: bytes, *wanted: str) -> Step:
    """A step that sends bytes and compares the replies: `=7 true`, `?7 ...` with any text, `*7 ...`
    for a success or a failure."""

    def run(bench: Bench) -> None:
        for came, want in zip(bench.exchange(sent, len(wanted)), wanted):
            if not _agree(came, want):
                raise Failed(f"{want} to {escape(sent)}", str(came))

    return Step(name, about, run)


def _agree(came: Came, want: str) -> bool:
    head, _, text = want.partition(" ")
    status = "=" if came.ok else "?"
    return head in (status + came.id, "*" + came.id) and text in ("...", came.text)


def _id_leading_zeros(bench: Bench) -> None:
    came = bench.exchange(b"007 protocol_version\n")[0]
    bench.require(came.id.isdigit() and int(came.id) == 7, "the id 7 or 007", came)


def _id_too_large(bench: Bench) -> None:
    # Outside the standard, so only one reply is required, and a wrapped number is a warning.
    for number in (MAX_ID + 1, 2**64 + 5):
        came = bench.exchange(f"{number} protocol_version\n".encode())[0]
        honest = came.id == str(number) or (not came.ok and not came.id)
        bench.advise(honest, f"{number} as id, or a failure without an id", came)


def _silent_start(bench: Bench) -> None:
    bench.require(not bench.dialogue.banner, "no output before the first reply",
                  escape(bench.dialogue.banner))  # fmt: skip


def _long_line(length: int) -> Step:
    def run(bench: Bench) -> None:
        line = b"50 " + b"x" * length + b"\n"
        first, second = bench.exchange(line + b"51 known_command name\n", 2)
        if first.ok or second.id not in ("51", "") or second.text != "true":
            raise Failed("one failure for the whole line, then `=51 true`", f"{first}, {second}")

    name = f"line-of-{length}"
    return Step(name, f"a line of {length:,} characters is one command", run, patience=2)


def _reply_end(bench: Bench) -> None:
    sent = b"60 known_command name\n61 no_such_command\n62 known_command name\n"
    replies = bench.exchange(sent, 3)
    data = b"".join(came.data for came in replies)
    bench.advise(b"\r" not in data, "LF alone ends a line", escape(data))
    bench.advise(not re.search(rb"\n\n\n", data.replace(b"\r", b"")),
                 "one empty line ends a reply", escape(data))  # fmt: skip
    plain = data.replace(b"\r", b"")
    bench.advise(not _CONTROL.search(plain), "no control characters on output", escape(data))


def _pipelined(bench: Bench) -> None:
    count = 100
    names = [("name", "true"), ("no_such_command", "false")]
    lines = [f"{100 + i} known_command {names[i % 2][0]}\n" for i in range(count)]
    for i, came in enumerate(bench.exchange("".join(lines).encode(), count)):
        want = f"={100 + i} {names[i % 2][1]}"
        if not _agree(came, want):
            raise Failed(f"{want}, in the order of {count} commands sent at once", str(came))


def _flushed(bench: Bench) -> None:
    for _ in range(5):
        bench.accept("name")


def _half_line(bench: Bench) -> None:
    bench.send(b"70 known_com")
    silent = bench.dialogue.waits(0.05)
    bench.require(silent, "no reply to half a line", "something came")
    came = bench.exchange(b"mand name\n")[0]
    bench.require(_agree(came, "=70 true"), "=70 true to a line sent in two pieces", came)


def _byte_by_byte(bench: Bench) -> None:
    for byte in b"71 known_command name\n":
        bench.send(bytes([byte]))
        time.sleep(0.001)
    came = bench.reply()
    bench.require(_agree(came, "=71 true"), "=71 true to a line sent byte by byte", came)


_CONTROLS = bytes(set(range(1, 32)) - {9, 10, 13}) + b"\x7f"

STEPS = (
    Step("silent-start", "nothing is written before the first command", _silent_start,
         Process.BARE),
    _row("no-id", "a command without id has a reply without id", b"known_command name\n", "= true"),
    _row("id", "the id of the command is in the reply", b"17 known_command name\n", "=17 true"),
    _row("id-0", "0 is an id", b"0 known_command name\n", "=0 true"),
    _row("id-largest", f"{MAX_ID} is an id", b"%d known_command name\n" % MAX_ID,
         f"={MAX_ID} true"),
    Step("id-too-large", "a larger id is not wrapped", _id_too_large),
    Step("id-leading-zeros", "007 is an id", _id_leading_zeros),
    _row("id-of-failure", "a failure has the id too", b"21 no_such_command\n", "?21 ..."),
    _row("tabs", "a tab is a space", b"22\tknown_command\tname\t\n", "=22 true"),
    _row("spaces", "more spaces than one are one", b"  23   known_command    name  \n", "=23 true"),
    _row("crlf", "CR is dropped", b"24 known_command name\r\n", "=24 true"),
    _row("nul", "NUL is dropped", b"25 known_com\x00mand na\x00me\n", "=25 true"),
    _row("control-characters", "all other control characters are dropped",
         b"26 known_" + _CONTROLS + b"command na\x01me\n", "=26 true"),
    _row("comment", "# and what follows is dropped",
         b"27 known_command name # play\n28 known_command name#1\n", "=27 true", "=28 true"),
    _row("comment-line", "a comment has no reply", b"# 5 name\n  #\n29 known_command name\n",
         "=29 true"),
    _row("empty-line", "an empty line has no reply", b"\n\r\n\n30 known_command name\n",
         "=30 true"),
    _row("blank-line", "a line of spaces has no reply", b"   \n\t\n31 known_command name\n",
         "=31 true"),
    _row("not-utf-8", "bytes that are not text are an unknown word",
         b"32 known_command \xff\xfe\x80\n33 \xc3\x28\n34 known_command name # \xff\n",
         "*32 ...", "?33 ...", "=34 true"),
    _long_line(1_000),
    _long_line(100_000),
    _long_line(2 << 20),
    Step("reply-end", "a reply ends with one empty line, in plain ASCII", _reply_end),
    Step("pipelined", "100 commands at once are answered in their order", _pipelined),
    Step("flushed", "a reply comes before the next command is sent", _flushed),
    Step("half-line", "a line may come in two pieces", _half_line),
    Step("byte-by-byte", "a line may come in single bytes", _byte_by_byte),
)  # fmt: skip

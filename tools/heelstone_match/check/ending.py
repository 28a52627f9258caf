"""Steps: the end of an engine."""

from __future__ import annotations

import signal
import time

from ..gtp.engine import signal_name
from ..gtp.faults import Fault, FaultKind, escape
from ..system import NO_SIGTERM, clock
from .bench import Bench
from .verdict import Failed, Process, Skipped, Step

# Behaviour that is only advised is not waited for longer.
SOON = 2.0


def _quit(bench: Bench) -> None:
    came = bench.exchange(b"90 quit\n")[0]
    bench.require(came.ok and came.id in ("90", ""), "=90 before it ends", came)
    bench.advise(not _end(bench, "`quit`"), "no output after `quit`", "more")


def _quit_twice(bench: Bench) -> None:
    bench.send(b"91 quit\n92 quit\n")
    came = bench.reply()
    bench.require(came.ok and came.id in ("91", ""), "=91 before it ends", came)
    rest = _end(bench, "`quit`")
    bench.advise(not rest.strip(), "no reply to what follows `quit`", escape(rest))


def _end_of_input(bench: Bench) -> None:
    bench.dialogue.process.close_input()
    rest = _end(bench, "the end of its input")
    bench.require(not rest, "no output", escape(rest))


def _last_line(bench: Bench) -> None:
    bench.send(b"93 known_command name\n94 known_command name")
    bench.dialogue.process.close_input()
    rest = _end(bench, "the end of its input")
    bench.require(b"true" in rest, "=93 true", escape(rest))
    bench.advise(rest.count(b"true") == 2, "=94 true to a last line without its end", escape(rest))


def _end_in_search(bench: Bench) -> None:
    bench.accept("clear_board")
    bench.send(b"95 genmove b\n96 known_command name\n")
    bench.dialogue.process.close_input()
    rest = _end(bench, "the end of its input, which came during a search")
    plain = rest.replace(b"\r", b"")
    told = plain.count(b"\n\n") == 2 and plain.endswith(b" true\n\n")
    bench.advise(told, "replies to all commands that came before the end", escape(rest))


def _sigterm(bench: Bench) -> None:
    _need_sigterm()
    bench.dialogue.process.signal(signal.SIGTERM)
    _advise_end(bench, "SIGTERM")


def _sigterm_in_search(bench: Bench) -> None:
    _need_sigterm()
    bench.search_long()
    bench.accept("clear_board")
    bench.send(b"genmove b\n")
    bench.dialogue.waits(0.2)
    bench.dialogue.process.signal(signal.SIGTERM)
    _advise_end(bench, "SIGTERM during a search")


def _need_sigterm() -> None:
    if NO_SIGTERM:
        raise Skipped(NO_SIGTERM)


def _broken_pipe(bench: Bench) -> None:
    bench.dialogue.process.close_output()
    for _ in range(3):
        bench.send(b"name\n")
        time.sleep(0.02)
    _advise_end(bench, "the end of whoever reads its replies")


def _end(bench: Bench, cause: str) -> bytes:
    """The rest of the output, once the process has ended. Another exit code than 0 is worth a
    warning."""
    try:
        rest = bench.dialogue.rest(bench.deadline)
    except Fault as fault:
        if fault.kind is not FaultKind.STALL:
            raise
        raise Failed(f"it ends after {cause}", "it still runs") from fault
    status = bench.dialogue.process.exit_status(max(0.0, bench.deadline - clock()))
    if status is None:
        raise Failed(f"it ends after {cause}", "it still runs, its output closed")
    if status < 0:
        raise Failed(f"it ends by itself after {cause}", f"killed by {signal_name(-status)}")
    bench.advise(status == 0, f"exit code 0 after {cause}", f"exit code {status}")
    return rest


def _advise_end(bench: Bench, cause: str) -> None:
    # The standard does not mention it.
    status = bench.dialogue.process.exit_status(min(SOON, bench.timeout))
    bench.advise(status is not None, f"it ends soon after {cause}", "it still runs")


STEPS = (
    Step("quit", "`quit` is answered, then it ends with exit code 0", _quit, Process.BARE),
    Step("quit-twice", "nothing is answered after `quit`", _quit_twice, Process.BARE),
    Step("end-of-input", "it ends at the end of its input", _end_of_input, Process.BARE),
    Step("last-line", "a last line without its end is answered", _last_line, Process.BARE),
    Step("end-in-search", "it ends when its input ends during a search", _end_in_search,
         Process.OWN, 2),
    Step("sigterm", "it ends by SIGTERM", _sigterm, Process.BARE),
    Step("sigterm-in-search", "also during a search", _sigterm_in_search, Process.OWN),
    Step("broken-pipe", "it ends when nobody reads its replies", _broken_pipe, Process.BARE),
)  # fmt: skip

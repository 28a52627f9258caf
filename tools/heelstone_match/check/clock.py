"""Steps: time limits, and interrupted searches."""

from __future__ import annotations

from ..system import clock
from .bench import Bench
from .verdict import Process, Skipped, Step

# The time for which a search must run before it is interrupted.
BEGUN = 0.3
SECONDS_A_MOVE = 1
TIMELIMIT = 0.2


def _time_settings(bench: Bench) -> None:
    bench.need("time_settings")
    # Absolute, Canadian, per move, none.
    for arguments in ("600 0 0", "600 300 25", "0 15 1", "0 1 0"):
        bench.accept(f"time_settings {arguments}")


def _time_settings_refused(bench: Bench) -> None:
    bench.need("time_settings")
    for arguments in (" a b c", " 600", ""):
        bench.refuse_syntax(f"time_settings{arguments}")


def _time_left(bench: Bench) -> None:
    bench.need("time_settings", "time_left")
    bench.accept("time_settings 600 300 25")
    for arguments in ("b 500 0", "White 290 24"):
        bench.accept(f"time_left {arguments}")


def _time_left_refused(bench: Bench) -> None:
    bench.need("time_left")
    for arguments in (" purple 500 0", " b much 0", ""):
        bench.refuse_syntax(f"time_left{arguments}")


def _keeps_time(bench: Bench) -> None:
    bench.need("time_settings")
    if bench.knows("timelimit"):
        bench.accept("timelimit none")
    bench.accept(f"time_settings 0 {SECONDS_A_MOVE} 1")
    _within(bench, SECONDS_A_MOVE)


def _timelimit(bench: Bench) -> None:
    bench.need("timelimit")
    bench.accept(f"timelimit {TIMELIMIT}")
    _within(bench, TIMELIMIT)


def _within(bench: Bench, limit: float) -> None:
    bench.accept("clear_board")
    started = clock()
    wait = limit + bench.margin + bench.timeout
    bench.deadline = started + wait
    bench.accept("genmove b", wait)
    took = clock() - started
    bench.require(took <= limit + bench.margin, f"a move within {limit:g} s", f"{took:.2f} s")


def _interrupt(bench: Bench) -> None:
    bench.need("gogui-interrupt")
    bench.search_long()
    bench.accept("clear_board")
    bench.send(b"80 genmove b\n")
    if not bench.dialogue.waits(BEGUN):
        raise Skipped(f"its search ends within {BEGUN:g} s")
    bench.send(b"# interrupt\n")
    came = bench.reply()
    bench.require(came.ok and came.id == "80", "=80 and the best move so far", came)


def _interrupt_idle(bench: Bench) -> None:
    bench.accept("clear_board")
    bench.send(b"# interrupt\n")
    bench.accept("genmove b")


STEPS = (
    Step("time-settings", "`time_settings` takes every kind of clock", _time_settings, Process.OWN),
    Step("time-settings-words", "but only three numbers", _time_settings_refused, Process.OWN),
    Step("time-left", "`time_left` is accepted", _time_left, Process.OWN),
    Step("time-left-words", "but only a colour and two numbers", _time_left_refused, Process.OWN),
    Step("keeps-time", f"a move comes within {SECONDS_A_MOVE} s, where that is the time setting",
         _keeps_time, Process.OWN),
    Step("timelimit", f"`timelimit {TIMELIMIT}` is kept", _timelimit, Process.OWN),
    Step("interrupt", "`# interrupt` ends a search", _interrupt, Process.OWN, 2),
    Step("interrupt-idle", "`# interrupt` is a mere comment when nothing is searched",
         _interrupt_idle, Process.OWN),
)  # fmt: skip

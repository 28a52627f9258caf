"""Steps: refused arguments."""

from __future__ import annotations

from .bench import Bench
from .verdict import Step


def _play_nothing(bench: Bench) -> None:
    bench.refuse_syntax("play")


def _play_half(bench: Bench) -> None:
    # Not `play b`: that may be a move, the column B.
    bench.refuse_syntax("play black")


def _play_color(bench: Bench) -> None:
    bench.refuse_syntax(f"play purple {bench.moves()[0]}")


def _play_vertex(bench: Bench) -> None:
    bench.accept("clear_board")
    bench.refuse_syntax("play b ??")


def _play_outside(bench: Bench) -> None:
    bench.accept("clear_board")
    # The largest board of the standard has 25 lines.
    came = bench.refuse("play b A26")
    bench.advise(came.text in ("illegal move", "syntax error"),
                 "`? illegal move` or `? syntax error`", came)  # fmt: skip


def _genmove_color(bench: Bench) -> None:
    bench.accept("clear_board")
    bench.refuse_syntax("genmove purple")


def _boardsize_absurd(bench: Bench) -> None:
    bench.refuse("boardsize 1000", "unacceptable size")


def _boardsize_word(bench: Bench) -> None:
    bench.refuse_syntax("boardsize large")


def _komi(bench: Bench) -> None:
    # Even a ridiculous value must be accepted.
    for value in ("6.5", "0", "-5.5", "1000"):
        bench.accept(f"komi {value}")


def _komi_word(bench: Bench) -> None:
    bench.refuse_syntax("komi much")


STEPS = (
    Step("play-nothing", "`play` alone is a `syntax error`", _play_nothing),
    Step("play-half", "`play black` is a `syntax error`", _play_half),
    Step("play-color", "`play purple` and a move is a `syntax error`", _play_color, patience=2),
    Step("play-vertex", "`play b ??` is a `syntax error`", _play_vertex),
    Step("play-outside", "`play b A26` is refused", _play_outside),
    Step("genmove-color", "`genmove purple` is a `syntax error`", _genmove_color),
    Step("boardsize-absurd", "`boardsize 1000` is an `unacceptable size`", _boardsize_absurd),
    Step("boardsize-word", "`boardsize large` is a `syntax error`", _boardsize_word),
    Step("komi", "`komi` takes any number", _komi),
    Step("komi-word", "`komi much` is a `syntax error`", _komi_word),
)

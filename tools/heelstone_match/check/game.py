"""Steps: moves and their effects on the board."""

from __future__ import annotations

import re

from ..gtp.faults import Fault, FaultKind
from .bench import Bench
from .verdict import Failed, Process, Step, shown

_MOVE = re.compile(r"[A-Za-z]\d{1,2}|pass|resign", re.IGNORECASE)
_SCORE = re.compile(r"0|[BW]\+(\d+(\.\d+)?|R|Resign)", re.IGNORECASE)
# Plies of a game started by the engine's own moves; all known games last longer.
PLIES = 4


def _clear_board(bench: Bench) -> None:
    first, _ = bench.moves()
    empty = bench.board()
    bench.accept(f"play b {first}")
    bench.accept("clear_board")
    _same(bench, empty, "`clear_board`")
    bench.accept(f"play b {first}")


def _genmove(bench: Bench) -> None:
    bench.accept("clear_board")
    moves = []
    for ply in range(PLIES):
        color = "bw"[ply % 2]
        move = _generated(bench, f"genmove {color}")
        if move.lower() == "resign":
            break
        moves.append(f"play {color} {move}")
    bench.accept("clear_board")
    for line in moves:
        bench.accept(line)


def _genmove_stands(bench: Bench) -> None:
    bench.accept("clear_board")
    move = _generated(bench, "genmove b")
    if move.lower() not in ("pass", "resign"):
        # The first would be out of turn; the second would not, had it not been played.
        for color in "wb":
            bench.refuse(f"play {color} {move}", "illegal move")


def _illegal(bench: Bench) -> None:
    first, second = bench.moves()
    bench.accept(f"play b {first}")
    before = bench.board()
    bench.refuse(f"play w {first}", "illegal move")
    bench.refuse("play w ??")
    _same(bench, before, "moves that were refused")
    bench.accept(f"play w {second}")


def _color_spelling(bench: Bench) -> None:
    first, second = bench.moves()
    for black, white in (("B", "W"), ("black", "white"), ("BLACK", "White")):
        bench.accept("clear_board")
        bench.accept(f"play {black} {first}")
        bench.accept(f"play {white} {second}")


def _vertex_spelling(bench: Bench) -> None:
    first, second = bench.moves()
    bench.accept(f"play b {first.lower()}")
    bench.accept(f"play w {second.upper()}")


def _pass(bench: Bench) -> None:
    first, _ = bench.moves()
    answers = set()
    for word in ("pass", "PASS"):
        bench.accept("clear_board")
        came = bench.ask(f"play b {word}")
        bench.require(came.ok or came.text == "illegal move", "success, or `? illegal move`", came)
        answers.add(came.ok)
    bench.require(len(answers) == 1, "the same for `pass` and `PASS`", "one was refused")
    bench.accept("clear_board")
    bench.accept(f"play b {first}")


def _wrong_turn(bench: Bench) -> None:
    first, _ = bench.moves()
    before = bench.board()
    came = bench.ask(f"play w {first}")
    # The standard leaves turns to the game.
    bench.require(came.ok or came.text == "illegal move", "success, or `? illegal move`", came)
    if not came.ok:
        _same(bench, before, "a move that was refused")
        bench.accept(f"play b {first}")


def _undo(bench: Bench) -> None:
    bench.need("undo")
    first, second = bench.moves()
    empty = bench.board()
    bench.accept(f"play b {first}")
    one = bench.board()
    bench.accept(f"play w {second}")
    bench.accept("undo")
    _same(bench, one, "`undo`")
    bench.accept(f"play w {second}")
    bench.accept("undo")
    bench.accept("undo")
    _same(bench, empty, "`undo` of both moves")
    bench.accept(f"play b {first}")


def _undo_genmove(bench: Bench) -> None:
    bench.need("undo")
    bench.accept("clear_board")
    before = bench.board()
    move = _generated(bench, "genmove b")
    if move.lower() == "resign":
        return
    bench.accept("undo")
    _same(bench, before, "`genmove` and `undo`")
    bench.accept(f"play b {move}")


def _undo_nothing(bench: Bench) -> None:
    bench.need("undo")
    bench.accept("clear_board")
    bench.refuse("undo", "cannot undo")


def _final_score(bench: Bench) -> None:
    bench.need("final_score")
    bench.accept("clear_board")
    try:
        came = bench.ask("final_score")
    except Fault as fault:
        if fault.kind is not FaultKind.STALL:
            raise
        # Go engines may play the game out for it; the standard sets no time limit.
        bench.advise(False, f"a score within {bench.timeout:g} s", fault)
        return
    fits = bool(_SCORE.fullmatch(came.text)) if came.ok else came.text == "cannot score"
    bench.require(fits, "a score such as W+3.5 or 0, or `? cannot score`", came)


def _reg_genmove(bench: Bench) -> None:
    bench.need("reg_genmove")
    bench.accept("clear_board")
    before = bench.board()
    move = _generated(bench, "reg_genmove b")
    _same(bench, before, "`reg_genmove`")
    if move.lower() != "resign":
        bench.accept(f"play b {move}")


def _showboard(bench: Bench) -> None:
    bench.need("showboard")
    bench.require(bool(bench.accept("showboard")), "a drawing", "nothing")


def _loadsgf(bench: Bench) -> None:
    bench.need("loadsgf")
    bench.refuse("loadsgf /nonexistent/game.sgf", "cannot load file")


def _generated(bench: Bench, command: str) -> str:
    legal = bench.legal_moves()
    move = bench.accept(command)
    fits = move in legal or bool(_MOVE.fullmatch(move))
    bench.require(fits, "a legal move, `pass` or `resign`", shown(move))
    return move


def _same(bench: Bench, before: str | None, after: str) -> None:
    """Checks that the board is unchanged, if it can be seen."""
    if before is None:
        return
    now = bench.accept("showboard")
    if now != before:
        raise Failed(f"the same board after {after}", shown(now))


STEPS = (
    Step("clear-board", "`clear_board` takes the stones away", _clear_board, patience=2),
    Step("genmove", "`play` accepts the moves of `genmove`", _genmove, patience=PLIES),
    Step("genmove-stands", "`genmove` plays its move: there, it is illegal now", _genmove_stands),
    Step("illegal-move", "an `illegal move` is called so, and changes nothing", _illegal),
    Step("color-spelling", "b, B, black, BLACK are a colour", _color_spelling),
    Step("vertex-spelling", "vertices are told in any case", _vertex_spelling),
    Step("pass", "`pass` is a move, or an `illegal move`", _pass),
    Step("wrong-turn", "a move out of turn is played, or an `illegal move`", _wrong_turn),
    Step("undo", "`undo` takes back a move", _undo),
    Step("undo-genmove", "`undo` takes back what `genmove` played", _undo_genmove, patience=2),
    Step("undo-nothing", "with nothing to undo it is `cannot undo`", _undo_nothing),
    Step("final-score", "`final_score` is a score, or `cannot score`", _final_score,
         Process.OWN),
    Step("reg-genmove", "`reg_genmove` plays nothing", _reg_genmove, patience=2),
    Step("showboard", "`showboard` draws the board", _showboard),
    Step("loadsgf", "a file that is not there is a `cannot load file`", _loadsgf),
)  # fmt: skip

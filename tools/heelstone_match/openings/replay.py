"""Turns moves, and a position before them, as somebody wrote them, into an opening under the
referee."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..gtp.faults import Fault
from ..play.moves import COLOR_WORDS, COLORS, Move, Opening
from ..play.referee import Referee, State
from .errors import OpeningError

# The words that can be sent on unchanged: `#` would begin a comment.
_WORD = re.compile(r"[!\"$-~]+")

# A colour, or None if it was not written, and a move.
Written = tuple[str | None, str]


@dataclass(frozen=True)
class Replayed:
    """An opening in the referee's spelling, and its position; `name` is the name of that
    position."""

    opening: Opening
    state: State
    name: str


def written_moves(text: str) -> list[Written]:
    """The moves of `b D1 w E2`, or of `D1 E2`."""
    words = text.split()
    colors = [COLOR_WORDS.get(word.lower()) for word in words[::2]]
    if len(words) % 2 == 0 and all(colors):
        return list(zip(colors, words[1::2]))
    return [(None, word) for word in words]


def replay(referee: Referee, moves: Sequence[Written], position: str | None = None) -> Replayed:
    """Plays them, from that position if it is given. Forced passes may be left out. Raises
    OpeningError."""
    begin = Opening((), None if position is None else _spelled(referee, position))
    return _at_once(referee, moves, begin) or _one_by_one(referee, moves, begin)


def _spelled(referee: Referee, position: str) -> str | None:
    """The position in the referee's spelling; None for the start of the game."""
    for command in ("setup", "position"):
        if not referee.knows(command):
            told = f"{referee.name}, the referee, has no `{command}`"
            raise OpeningError(f"it begins from a position, and {told}")
    restart = referee.restart()
    _, usual, found, spelled = referee.ask_all(
        [restart, "position", f"setup {position}", "position"]
    )
    if not found.ok:
        raise OpeningError(f"the referee does not take the position {position!r}: {found.text}")
    return None if spelled.text == usual.text else spelled.text


def _at_once(referee: Referee, moves: Sequence[Written], begin: Opening) -> Replayed | None:
    """In one dialogue, assuming that nothing is unusual; None if something is."""
    colors = [color or COLORS[ply % 2] for ply, (color, _) in enumerate(moves)]
    plays = [f"play {color} {move}" for color, (_, move) in zip(colors, moves)]
    if not all(_WORD.fullmatch(move) for _, move in moves):
        return None
    if not all(map(referee.knows, ("history", "position"))):
        return None
    turns = [line for play in plays for line in ("to_move", play)]
    last = ["to_move", "result", "history", "position"]
    first = [referee.restart(), *begin.commands()]
    replies = referee.ask_all([*first, *turns, *last])
    to_move, result, history, position = replies[-4:]
    state = referee.read_state((to_move, result))
    spelled = history.text.split()
    as_usual = (
        all(reply.ok for reply in replies)
        and [reply.text for reply in replies[len(first) : -4 : 2]] == colors
        and len(spelled) == len(moves)
    )
    if not as_usual:
        return None
    opening = tuple(Move(color, move) for color, move in zip(colors, spelled))
    return Replayed(Opening(opening, begin.position), state, position.text)


def _one_by_one(referee: Referee, moves: Sequence[Written], begin: Opening) -> Replayed:
    """Finds the wrong move, and adds omitted passes."""
    state = referee.set_up(begin)
    opening: list[Move] = []

    def play(color: str, word: str) -> None:
        nonlocal state
        try:
            move, state = referee.play(color, word)
        except Fault as fault:
            raise OpeningError(f"{color} cannot play {word!r} as ply {len(opening) + 1}") from fault
        opening.append(Move(color, move))

    for color, word in moves:
        if state.over:
            raise OpeningError(f"the game is over after {_plies(opening)}: {state.result}")
        perhaps_after_pass = color != state.to_move and word.lower() != "pass"
        if perhaps_after_pass and referee.legal_moves() == ["pass"]:
            play(state.to_move, "pass")
        if color not in (None, state.to_move):
            raise OpeningError(f"it is {state.to_move} who plays ply {len(opening) + 1}")
        play(state.to_move, word)
    name = referee.position() or repr(opening)
    return Replayed(Opening(tuple(opening), begin.position), state, name)


def _plies(opening: Sequence[Move]) -> str:
    return "1 ply" if len(opening) == 1 else f"{len(opening)} plies"

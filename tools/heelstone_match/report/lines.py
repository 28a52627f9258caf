"""A finished game on one line."""

from __future__ import annotations

from ..journal.records import GameRecord


def game_line(pair: int, number: int, game: GameRecord) -> str:
    """Game `number` of the match, which belongs to that pair."""
    line = (
        f"game {number}  pair {pair}  black {game.black}  white {game.white}"
        f"  {game.result:6}  {len(game.moves)} plies  "
    )
    if game.fault is not None and not game.began:
        who = " and ".join(game.could_not_begin)
        return f"{line}nobody wins, {who} {game.reason}: {game.fault.detail}"
    if game.fault is not None:
        return f"{line}{game.fault.player} loses: {game.reason}: {game.fault.detail}"
    line += "draw" if game.winner is None else f"{game.winner} wins"
    return line if game.reason == "played out" else f"{line}, {game.reason}"

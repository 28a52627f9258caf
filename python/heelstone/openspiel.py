"""A bot for OpenSpiel that plays by this engine, in the games that both know.

    import pyspiel
    from heelstone import openspiel

    game = pyspiel.load_game("othello")
    bots = [openspiel.bot(game, time=0.1), openspiel.bot(game, nodes=1000)]

It needs `pip install open_spiel`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pyspiel

from .game import Game


def _vertex(column: str, row: int) -> str:
    return f"{column.upper()}{row}"


def _tic_tac_toe(action: str, legal: Sequence[str]) -> str:
    """`x(0,2)`: the row from the top, and the column."""
    row, column = action[2:-1].split(",")
    return _vertex("ABC"[int(column)], 3 - int(row))


def _connect_four(action: str, legal: Sequence[str]) -> str:
    """`x3`: the column, from 0."""
    column = "ABCDEFG"[int(action[1:])]
    return next((move for move in legal if move.startswith(column)), column)


def _othello(action: str, legal: Sequence[str]) -> str:
    """`d3`, or `pass`."""
    return action if action == "pass" else action.upper()


GAMES: dict[str, tuple[str, str, Callable[[str, Sequence[str]], str]]] = {
    "tic_tac_toe": ("tictactoe", "3x3", _tic_tac_toe),
    "connect_four": ("connect4", "7x6", _connect_four),
    "othello": ("othello", "8x8", _othello),
}
"""The games by their names there, with their names here and what makes a move of an action."""


class HeelstoneBot(pyspiel.Bot):  # type: ignore[misc]
    """Plays the engine's move in the state that it is asked about."""

    def __init__(self, game: pyspiel.Game, **limits: Any):
        super().__init__()
        name = game.get_type().short_name
        if name not in GAMES:
            raise ValueError(f"{name} is none of {', '.join(GAMES)}")
        own_name, size, self._name_action = GAMES[name]
        self._start = game.new_initial_state()
        self._limits = limits
        self.game = Game(own_name, size)
        self.restart()

    def restart(self) -> None:
        """Begins a game."""
        self._state = self._start.clone()
        self._played: list[int] = []
        self.game.reset()

    def restart_at(self, state: pyspiel.State) -> None:
        """Goes on from a state of any game."""
        self.follow(state)

    def follow(self, state: pyspiel.State) -> None:
        """Plays the moves that have led to a state."""
        history = list(state.history())
        if history[: len(self._played)] != self._played:
            self.restart()
        for action in history[len(self._played) :]:
            self.game.play(self._move(action))
            self._state.apply_action(action)
            self._played.append(action)

    def step(self, state: pyspiel.State) -> int:
        """The action of the engine's move."""
        self.follow(state)
        wanted = self.game.best_move(**self._limits)
        actions: list[int] = state.legal_actions()
        return next(action for action in actions if self._move(action) == wanted)

    def _move(self, action: int) -> str:
        """The name of an action that is legal in the state that was followed."""
        text = self._state.action_to_string(self._state.current_player(), action)
        return self._name_action(text, self.game.legal_moves)


def bot(game: pyspiel.Game, **limits: Any) -> HeelstoneBot:
    """A bot for a game, with the limits of `Game.best_move` for each move, such as `time=0.1`."""
    return HeelstoneBot(game, **limits)

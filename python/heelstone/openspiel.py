"""A bot for OpenSpiel that plays by this engine, in the games that both know.

    import pyspiel
    from heelstone import openspiel

    game = pyspiel.load_game("othello")
    bots = [openspiel.bot(game, time=0.1), openspiel.bot(game, nodes=1000)]

It needs `pip install open_spiel`. `python -m heelstone.openspiel` plays matches against the bots
that are there.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "heelstone.openspiel needs OpenSpiel: pip install open_spiel", name=error.name
    ) from None

from .game import Game
from .rules import Rules

Namer = Callable[[Sequence[str], Game], str]
"""Makes a move of the engine, in any notation that it reads, of the actions that make up a turn."""


def _vertex(column: str, row: int) -> str:
    return f"{column.upper()}{row}"


def _tic_tac_toe(turn: Sequence[str], game: Game) -> str:
    """`x(0,2)`: the row from the top, and the column."""
    row, column = turn[0][2:-1].split(",")
    return _vertex("ABC"[int(column)], 3 - int(row))


def _connect_four(turn: Sequence[str], game: Game) -> str:
    """`x3`: the column, from 0."""
    column = "ABCDEFG"[int(turn[0][1:])]
    return next((move for move in game.legal_moves if move.startswith(column)), column)


def _othello(turn: Sequence[str], game: Game) -> str:
    """`d3`, or `pass`."""
    return turn[0] if turn[0] == "pass" else turn[0].upper()


def _checkers(turn: Sequence[str], game: Game) -> str:
    """`c3d4`, and `c3e5` `e5g7` for two captures: the engine has the board the other way round."""
    squares = [turn[0][:2], *(step[2:] for step in turn)]
    captures = abs(int(turn[0][3]) - int(turn[0][1])) == 2
    text = ("x" if captures else "-").join(map(_number, squares))
    if not captures:
        return text
    # The engine may name a capture by its ends alone.
    ends = text.split("x")
    alike = [move.split("x") for move in game.legal_moves]
    same = ["x".join(move) for move in alike if (move[0], move[-1]) == (ends[0], ends[-1])]
    if len(same) == 1:
        return same[0]
    game.play(text)
    name = game.moves[-1]
    game.undo()
    return name


def _number(square: str) -> str:
    """The number of a square: `a1` is 4, and `h8` 29."""
    column, row = "abcdefgh".index(square[0]), int(square[1]) - 1
    return str(4 * row + 4 - column // 2)


GAMES: dict[str, tuple[str, str, Namer]] = {
    "tic_tac_toe": ("tictactoe", "3x3", _tic_tac_toe),
    "connect_four": ("connect4", "7x6", _connect_four),
    "othello": ("othello", "8x8", _othello),
    "checkers": ("checkers", "8x8", _checkers),
}
"""The games by their names there, with their names here and what makes a move of actions."""


def _breakthrough(board: str) -> float:
    """100 for each piece, and 10 for each row that it has gone: `b` goes down, `w` up."""
    value = 0
    for line in board.splitlines()[:8]:
        row = int(line[0])
        value += line.count("b") * (100 + 10 * (8 - row)) - line.count("w") * (90 + 10 * row)
    return value


BY_THEIR_RULES: dict[str, Callable[[str], float]] = {"breakthrough": _breakthrough}
"""Further games, which are played by OpenSpiel's rules, with what a board is worth to player 0."""


class HeelstoneBot(pyspiel.Bot):  # type: ignore[misc]
    """Plays the engine's move in the state that it is asked about."""

    def __init__(self, game: pyspiel.Game, **limits: Any):
        super().__init__()
        name = game.get_type().short_name
        if name not in GAMES and name not in BY_THEIR_RULES:
            raise ValueError(f"{name} is not one of {', '.join([*GAMES, *BY_THEIR_RULES])}")
        self._start = game.new_initial_state()
        self._limits = limits
        if name in GAMES:
            own_name, size, self._namer = GAMES[name]
            self.game = Game(own_name, size)
        else:
            self._namer = lambda turn, game: _word(turn[0])
            self.game = Game(rules(game))
        self.restart()

    def restart(self) -> None:
        """Begins a game."""
        self._state = self._start.clone()
        self._played: list[int] = []
        self._turn: list[str] = []
        self._found: tuple[str, str] | None = None
        self.game.reset()

    def restart_at(self, state: pyspiel.State) -> None:
        """Goes on from a state of any game."""
        self.follow(state)

    def follow(self, state: pyspiel.State) -> None:
        """Plays the moves that have led to a state; several captures in a row, at their end."""
        history = list(state.history())
        if history[: len(self._played)] != self._played:
            self.restart()
        for action in history[len(self._played) :]:
            player = self._state.current_player()
            self._turn.append(self._state.action_to_string(player, action))
            self._state.apply_action(action)
            self._played.append(action)
            if self._state.current_player() != player:
                self._play(self._namer(self._turn, self.game))
                self._turn, self._found = [], None

    def _play(self, move: str) -> None:
        if self.game.result is not None:
            # Games end sooner here, as by repetition: it goes on from the position alone.
            self.game.setup(self.game.position)
        self.game.play(move)

    def turns(self, state: pyspiel.State) -> dict[str, list[int]]:
        """The engine's moves in a state that was followed, each with the actions left of it."""
        found: dict[str, list[int]] = {}
        player = state.current_player()
        open_turns: list[tuple[Any, list[str], list[int]]] = [(state, self._turn, [])]
        while open_turns:
            before, names, actions = open_turns.pop()
            for action in before.legal_actions():
                after = before.child(action)
                turn = [*names, before.action_to_string(player, action)]
                if after.current_player() == player:
                    open_turns.append((after, turn, [*actions, action]))
                else:
                    found[self._namer(turn, self.game)] = [*actions, action]
        return found

    def step(self, state: pyspiel.State) -> int:
        """The next action of the engine's move."""
        self.follow(state)
        turns = self.turns(state)
        actions = next(iter(turns.values()))
        if len(turns) > 1:
            if self.game.result is not None:
                self.game.setup(self.game.position)
            # In the middle of a turn the engine still sees the position before it.
            actions = turns.get(self._best_move(), actions)
        return actions[0]

    def _best_move(self) -> str:
        """The engine's move, sought once for each position."""
        position = self.game.position
        if self._found is None or self._found[0] != position:
            self._found = (position, self.game.best_move(**self._limits))
        return self._found[1]


def rules(game: pyspiel.Game) -> type[Rules]:
    """A game of OpenSpiel for two, without chance and secrets, as a class with its rules.

    States that OpenSpiel draws alike are the same position.
    """
    start = game.new_initial_state()
    worth = BY_THEIR_RULES.get(game.get_type().short_name)

    class Position(Rules):
        name = game.get_type().short_name.replace("_", "")
        repeats = True

        def __init__(self, state: Any = None):
            self.state = start.clone() if state is None else state
            player = self.state.current_player()
            self.turn = "white" if player == 1 else "black"

        def _actions(self) -> dict[str, int]:
            player = self.state.current_player()
            name = self.state.action_to_string
            return {_word(name(player, action)): action for action in self.state.legal_actions()}

        def legal_moves(self) -> list[str]:
            return list(self._actions())

        def after(self, move: str) -> Position:
            return Position(self.state.child(self._actions()[move]))

        def result(self) -> int | None:
            if not self.state.is_terminal():
                return None
            value: float = self.state.returns()[0]
            return (value > 0) - (value < 0)

        def evaluate(self) -> float:
            return worth(str(self.state)) if worth else 0.0

        def __str__(self) -> str:
            return f"{_word(str(self.state))} {self.turn}"

    return Position


def _word(text: str) -> str:
    """A text without spaces, and without the characters that begin a comment."""
    return "/".join(text.split()).translate(str.maketrans("#;%.", "@!&-"))


def bot(game: pyspiel.Game, **limits: Any) -> HeelstoneBot:
    """A bot for a game, with the limits of `Game.best_move` for each move, such as `time=0.1`."""
    return HeelstoneBot(game, **limits)


def match(name: str, games: int, simulations: int | None, nodes: int) -> tuple[int, int, int]:
    """Plays against OpenSpiel's MCTS bot with random rollouts, or its random bot.

    The engine begins every other game. Returns how many it has won, drawn and lost.
    """
    game = pyspiel.load_game(name)
    ours = bot(game, nodes=nodes)
    returns = []
    for seed in range(games):
        own = seed % 2
        if simulations is None:
            other = pyspiel.make_uniform_random_bot(1 - own, seed)
        else:
            rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
            other = pyspiel.MCTSBot(game, rollouts, 2.0, simulations, 100, True, seed, False)
        bots = [other, ours] if own else [ours, other]
        returns.append(pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)[own])
    won, lost = (sum(sign * value > 0 for value in returns) for sign in (1, -1))
    return won, games - won - lost, lost


def main(arguments: Sequence[str] | None = None) -> None:
    """Plays matches against the bots of OpenSpiel, and prints how they end."""
    parser = argparse.ArgumentParser(prog="python -m heelstone.openspiel", description=main.__doc__)
    parser.add_argument("names", metavar="GAME", nargs="*", default=[*GAMES, *BY_THEIR_RULES])
    parser.add_argument("--games", type=int, default=20, help="for each match (default 20)")
    parser.add_argument("--nodes", type=int, default=10_000, help="for our moves (default 10000)")
    parser.add_argument(
        "--simulations", type=int, default=1000, help="for moves of MCTS (default 1000)"
    )
    typed = parser.parse_args(arguments)
    known = [*GAMES, *BY_THEIR_RULES]
    if unknown := [name for name in typed.names if name not in known]:
        parser.error(f"{unknown[0]} is not one of {', '.join(known)}")
    for name in typed.names:
        for title, simulations in [("random", None), ("mcts", typed.simulations)]:
            won, drawn, lost = match(name, typed.games, simulations, typed.nodes)
            print(f"{name:12} against {title:6}: {won} won, {drawn} drawn, {lost} lost", flush=True)


if __name__ == "__main__":
    main()

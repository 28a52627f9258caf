"""Plays random games through the module and through the pipe, and compares them.

    python -m tests.same_games 1000

does so with that many games of each game and size.
"""

from __future__ import annotations

import random
import sys

import heelstone

from .conftest import ROOT, Pipe


def compare(pipe: Pipe, name: str, size: str, games: int) -> int:
    """Plays so many games of each; returns the number of moves."""
    choose = random.Random(f"{name} {size}")
    game = heelstone.Game(name, size)
    pipe.ask(f"newgame {name} {size}")
    moves = 0
    for _ in range(games):
        game.reset()
        pipe.ask("clear_board")
        while legal := game.legal_moves:
            assert legal == pipe.ask("legal_moves").split(), game.moves
            assert game.turn == pipe.ask("to_move")
            assert pipe.ask("result") == "unfinished"
            move = choose.choice(legal)
            game.play(move)
            pipe.ask(f"play {move}")
            assert game.position == pipe.ask("position"), game.moves
            moves += 1
        assert str(game.result) == pipe.ask("result")
        assert game.moves == pipe.ask("history").split()
    return moves


def main() -> None:
    """Compares all games."""
    games = int(sys.argv[1])
    pipe = Pipe(sys.argv[2] if len(sys.argv) > 2 else str(ROOT / "target" / "debug" / "heelstone"))
    for game in heelstone.games():
        for size in game.sizes:
            moves = compare(pipe, game.name, size, games)
            print(f"{game.name} {size}: {games} games, {moves} moves, all equal", flush=True)
    pipe.close()


if __name__ == "__main__":
    main()

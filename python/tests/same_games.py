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
        dialogue = [("clear_board", "")]
        while legal := game.legal_moves:
            dialogue.append(("legal_moves", " ".join(legal)))
            dialogue.append(("to_move", game.turn))
            dialogue.append(("result", "unfinished"))
            move = choose.choice(legal)
            game.play(move)
            dialogue.append((f"play {move}", ""))
            dialogue.append(("position", game.position))
            moves += 1
        dialogue.append(("result", str(game.result)))
        dialogue.append(("history", " ".join(game.moves)))
        # All at once: an answer is not waited for before the next command.
        answers = pipe.ask(*(command for command, _ in dialogue))
        for (command, answer), told in zip(dialogue, answers, strict=True):
            assert answer == told, f"{command} in {game!r}"
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

"""Records of games that nobody played, for the tests."""

from __future__ import annotations

import random

import support  # noqa: F401  (finds the package)
from heelstone_match.journal.records import (
    FaultRecord,
    GameRecord,
    PairRecord,
    moves_of,
    opening_of,
)


def game(black, white, result, moves="", fault=None, **details):
    """A game; `fault` is a kind and, after a colon, its detail: of whoever lost."""
    winner = None if result == "0" else black if result[0] == "B" else white
    loser = white if winner == black else black
    kind, _, detail = (fault or "").partition(":")
    return GameRecord(
        black=black,
        white=white,
        result=result,
        winner=winner,
        reason=kind or "played out",
        moves=moves_of(moves),
        fault=FaultRecord(loser, kind, detail) if fault else None,
        **details,
    )


def pair(number, results="", players="AB", games=None, opening="", **details):
    """A pair; `results` are of its two games, which nobody else has."""
    if games is None:
        first, second = players
        seats = ((first, second), (second, first))
        games = tuple(
            game(*seat, result, f"{opening} b Pair{number} w Game{place}", **details)
            for place, (seat, result) in enumerate(zip(seats, results.split()), 1)
        )
    return PairRecord(number, opening_of(opening), games)


def connect4(number, rng: random.Random, players="AB"):
    """A pair of random games of Connect 4 that end nowhere, with all that engines tell."""
    first, second = players
    opening = _drops(rng, 4, {})
    games = []
    for seat in ((first, second), (second, first)):
        heights: dict[str, int] = {}
        for move in opening:
            heights[move[0]] = heights.get(move[0], 0) + 1
        moves = opening + _drops(rng, rng.randint(6, 30), heights)
        asked = len(moves) - len(opening)
        text = " ".join(f"{'bw'[ply % 2]} {move}" for ply, move in enumerate(moves))
        games.append(
            game(
                *seat,
                rng.choice(["B+1", "B+1", "W+1", "0"]),
                text,
                depth=tuple(rng.randint(4, 20) for _ in range(asked)),
                score=tuple(rng.choice([rng.randint(-99, 99), "win 7"]) for _ in range(asked)),
                nodes=tuple(rng.randint(100, 10**6) for _ in range(asked)),
                wall=tuple(round(rng.uniform(0.01, 0.1), 6) for _ in range(asked)),
                cpu=tuple(round(rng.uniform(0.01, 0.1), 6) for _ in range(asked)),
                delay=tuple(round(rng.uniform(0.00001, 0.001), 6) for _ in range(asked)),
            )
        )
    opened = " ".join(f"{'bw'[ply % 2]} {move}" for ply, move in enumerate(opening))
    return PairRecord(number, opening_of(opened), tuple(games))


def _drops(rng, count, heights):
    moves = []
    while len(moves) < count:
        column = rng.choice("ABCDEFG")
        if heights.get(column, 0) < 6:
            heights[column] = heights.get(column, 0) + 1
            moves.append(f"{column}{heights[column]}")
    return moves

"""Results as PGN without moves, which programs that rate players read: Ordo [Ballicora n.d.] and
BayesElo [Coulom n.d.]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ..journal.records import GameRecord, PairRecord

WIN, DRAW, LOSS = "1-0", "1/2-1/2", "0-1"


def games_pgn(records: Iterable[PairRecord], names: Mapping[str, str]) -> Iterator[str]:
    """The text of each game that was begun. Those programs take White for the side that begins, so
    White here is who begins."""
    for record in records:
        for place, game in enumerate(record.games, 1):
            if game.began:
                yield _game(f"{record.number}.{place}", game, names)


def _game(round_: str, game: GameRecord, names: Mapping[str, str]) -> str:
    first = game.player_of(game.moves[0].color if game.moves else "black")
    second = game.white if first == game.black else game.black
    result = (LOSS, DRAW, WIN)[game.half_points(first)]
    tags = {
        "Round": round_,
        "White": f"{first} {names.get(first, '')}".rstrip(),
        "Black": f"{second} {names.get(second, '')}".rstrip(),
        "Result": result,
    }
    told = "".join(f'[{name} "{_escape(value)}"]\n' for name, value in tags.items())
    return f"{told}\n{result}\n"


def _escape(text: str) -> str:
    return " ".join(text.replace("\\", "\\\\").replace('"', '\\"').splitlines())

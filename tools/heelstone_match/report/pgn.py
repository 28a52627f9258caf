"""Results as PGN without moves, which programs that rate players read: Ordo [Ballicora n.d.] and
BayesElo [Coulom n.d.]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ..journal.records import GameRecord, PairRecord

WIN, DRAW, LOSS = "1-0", "1/2-1/2", "0-1"


def games_pgn(records: Iterable[PairRecord], names: Mapping[str, str]) -> Iterator[str]:
    """The text of each game. Those programs take White for the side that begins, so White here is
    who begins: Black in these games."""
    for record in records:
        for place, game in enumerate(record.games, 1):
            yield _game(f"{record.number}.{place}", game, names)


def _game(round_: str, game: GameRecord, names: Mapping[str, str]) -> str:
    result = (LOSS, DRAW, WIN)[game.half_points(game.black)]
    tags = {
        "Round": round_,
        "White": f"{game.black} {names.get(game.black, '')}".rstrip(),
        "Black": f"{game.white} {names.get(game.white, '')}".rstrip(),
        "Result": result,
    }
    told = "".join(f'[{name} "{_escape(value)}"]\n' for name, value in tags.items())
    return f"{told}\n{result}\n"


def _escape(text: str) -> str:
    return " ".join(text.replace("\\", "\\\\").replace('"', '\\"').splitlines())

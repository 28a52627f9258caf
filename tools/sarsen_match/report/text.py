"""Counting and text. The functions here know results only: no process, no clock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field

from ..gtp.faults import FaultKind
from ..play.game import GameResult
from ..play.moves import COLORS


@dataclass
class Score:
    """Games of one player, or of one player with one colour."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many were counted."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win is a point, a draw half a one."""
        return self.wins + self.draws / 2

    def count(self, winner: str | None, player: str) -> None:
        """Counts a game."""
        if winner is None:
            self.draws += 1
        elif winner == player:
            self.wins += 1
        else:
            self.losses += 1


@dataclass
class PlayerSummary:
    """What became of one player."""

    total: Score = field(default_factory=Score)
    black: Score = field(default_factory=Score)
    white: Score = field(default_factory=Score)
    faults: Counter = field(default_factory=Counter)


@dataclass
class Summary:
    """What became of a match. `pair_scores[i]` pairs gave A i half points of the four."""

    players: dict[str, PlayerSummary]
    games: int
    pair_scores: list[int]
    repeated_games: int


def summarize(results: Iterable[GameResult], keys: Sequence[str]) -> Summary:
    """Counts the results, in any order; a pair counts once both of its games are there."""
    players = {key: PlayerSummary() for key in keys}
    half_points: dict[int, list[int]] = {}
    games = 0
    seen: Counter = Counter()
    for result in results:
        games += 1
        task = result.task
        for key, color in ((task.black, "black"), (task.white, "white")):
            players[key].total.count(result.winner, key)
            getattr(players[key], color).count(result.winner, key)
        if result.fault:
            players[result.fault.player].faults[result.fault.kind] += 1
        first = 1 if result.winner is None else 2 * (result.winner == keys[0])
        half_points.setdefault(task.pair, []).append(first)
        seen[(task.black, result.moves, result.reason)] += 1
    pair_scores = [0] * 5
    for pair in half_points.values():
        if len(pair) == 2:
            pair_scores[sum(pair)] += 1
    return Summary(players, games, pair_scores, games - len(seen))


def game_line(result: GameResult) -> str:
    """A finished game on one line."""
    task = result.task
    line = (
        f"game {task.number}  pair {task.pair}  black {task.black}  white {task.white}"
        f"  {result.result:6}  {len(result.moves)} plies  "
    )
    if result.winner is None:
        line += "draw"
    elif result.fault is None:
        line += f"{result.winner} wins"
    else:
        line += f"{result.fault.player} loses: {result.reason}: {result.fault.detail}"
    return line if result.fault or result.reason == "played out" else f"{line}, {result.reason}"


def summary_text(summary: Summary, names: dict[str, str]) -> str:
    """The score as a table, and the faults where there were any."""
    header = ["", "games", "wins", "draws", "losses", "points", "as black", "as white"]
    rows = [header]
    for key, player in summary.players.items():
        total = player.total
        counts = (total.games, total.wins, total.draws, total.losses, f"{total.points:g}")
        colors = (_win_draw_loss(player.black), _win_draw_loss(player.white))
        rows.append([f"{key} {names.get(key, '')}".rstrip(), *map(str, counts), *colors])
    lines = _table(rows)
    if any(summary.pair_scores):
        told = ", ".join(f"{i / 2:g}: {n}" for i, n in enumerate(summary.pair_scores))
        lines.append(f"pairs by points of {next(iter(summary.players))}: {told}")
    if summary.repeated_games:
        lines.append(f"games that repeat another one: {summary.repeated_games}")
    lines += _fault_table(summary)
    return "\n".join(lines)


def summary_json(summary: Summary, names: dict[str, str]) -> dict:
    """The summary as plain data."""
    players = {}
    for key, player in summary.players.items():
        scores = {part: asdict(getattr(player, part)) for part in ("total", *COLORS)}
        players[key] = {
            "name": names.get(key, ""),
            "points": player.total.points,
            **scores,
            "faults": {kind.value: count for kind, count in _ordered(player.faults)},
        }
    return {
        "games": summary.games,
        "players": players,
        "pair_scores": summary.pair_scores,
        "repeated_games": summary.repeated_games,
    }


def _win_draw_loss(score: Score) -> str:
    return f"{score.wins}-{score.draws}-{score.losses}"


def _fault_table(summary: Summary) -> list[str]:
    kinds = [kind for kind in FaultKind if any(p.faults[kind] for p in summary.players.values())]
    if not kinds:
        return []
    rows = [["games lost by", *summary.players]]
    for kind in kinds:
        rows.append([kind.value, *(str(p.faults[kind]) for p in summary.players.values())])
    return ["", *_table(rows)]


def _ordered(faults: Counter) -> list[tuple[FaultKind, int]]:
    return [(kind, faults[kind]) for kind in FaultKind if faults[kind]]


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines = []
    for first, *rest in rows:
        cells = [first.ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(rest, widths[1:])]
        lines.append("  ".join(cells).rstrip())
    return lines

"""The results of the pairs of a match, counted as they come: scores, faults, times, strength."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field

from ..gtp.faults import FaultKind
from ..journal.plan import TestPlan
from ..journal.records import GameRecord, PairRecord
from ..plain import JsonObject
from ..play.moves import COLORS
from ..stats.command import Figures, figures
from ..stats.evidence import Evidence
from ..stats.ratings import Rating, ratings


@dataclass
class Score:
    """Games of one player: all, those with one colour, or those against one opponent."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """The number of games counted."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """The points: one for a win, half for a draw."""
        return self.wins + self.draws / 2

    def count(self, half_points: int) -> None:
        """Counts a game: 2 for a win, 1 for a draw, 0 for a loss."""
        if half_points == 2:
            self.wins += 1
        elif half_points == 1:
            self.draws += 1
        else:
            self.losses += 1


@dataclass
class Measure:
    """Seconds that were measured again and again. Each stands in `counts` with three digits: so it
    takes no more memory for more of them."""

    count: int = 0
    total: float = 0.0
    largest: float | None = None
    counts: Counter[float] = field(default_factory=Counter)

    def add(self, seconds: float) -> None:
        """Takes the next one."""
        self.count += 1
        self.total += seconds
        self.largest = seconds if self.largest is None else max(self.largest, seconds)
        self.counts[float(f"{seconds:.2e}")] += 1

    @property
    def mean(self) -> float | None:
        """None where there is none."""
        return self.total / self.count if self.count else None

    def percentile(self, part: float) -> float | None:
        """The value that this part of them is below; None where there is none."""
        before = 0
        for seconds in sorted(self.counts):
            before += self.counts[seconds]
            if before > min(self.count - 1, int(part * self.count)):
                # Rounded up, it would exceed the largest.
                return min(seconds, self.largest or 0.0)
        return None


@dataclass
class Times:
    """The times of one player's moves, in seconds, and the controller's own part."""

    wall: Measure = field(default_factory=Measure)
    cpu: Measure = field(default_factory=Measure)
    delay: Measure = field(default_factory=Measure)

    def json(self) -> JsonObject | None:
        """As plain data; None if nothing was measured."""
        if not self.wall.count:
            return None
        return {
            "moves": self.wall.count,
            "wall_mean": self.wall.mean,
            "wall_max": self.wall.largest,
            "cpu_mean": self.cpu.mean,
            "cpu_max": self.cpu.largest,
            "delay_p99": self.delay.percentile(0.99),
            "delay_max": self.delay.largest,
        }


@dataclass
class PlayerSummary:
    """The results of one player. Faults are counted by the name of their kind."""

    total: Score = field(default_factory=Score)
    black: Score = field(default_factory=Score)
    white: Score = field(default_factory=Score)
    faults: Counter[str] = field(default_factory=Counter)
    times: Times = field(default_factory=Times)


class Summary:
    """The results of a match so far. `cross[a, b]` is the score of `a` against `b`."""

    def __init__(self, keys: Sequence[str], test: TestPlan | None = None, voids: int = 0):
        self.keys = tuple(keys)
        self.test = test
        self.voids = voids
        self.pairs = 0
        self.players = {key: PlayerSummary() for key in keys}
        self.cross: dict[tuple[str, str], Score] = {}
        self.evidence = Evidence()
        # Workers of a cluster by name: the pairs of each, and its speed when it was last told.
        self.workers: dict[str, tuple[int, float]] = {}

    @property
    def games(self) -> int:
        """The number of games played."""
        return 2 * self.pairs

    @property
    def faults(self) -> int:
        """How many there were in all."""
        return sum(sum(player.faults.values()) for player in self.players.values())

    def add(self, record: PairRecord) -> bool:
        """Counts the next pair; returns True if it is evidence."""
        self.pairs += 1
        if worker := record.worker:
            pairs, _ = self.workers.get(worker["name"], (0, 0.0))
            self.workers[worker["name"]] = (pairs + 1, worker["speed"])
        for game in record.games:
            if game.began:
                self._count(game)
            if game.fault:
                for key in game.could_not_begin or (game.fault.player,):
                    self.players[key].faults[game.fault.kind] += 1
            self._measure(game, len(record.opening))
        return self.evidence.add(record)

    def _count(self, game: GameRecord) -> None:
        black, white = game.black, game.white
        half_points = game.half_points(black)
        for key, color, other, got in (
            (black, "black", white, half_points),
            (white, "white", black, 2 - half_points),
        ):
            player = self.players[key]
            player.total.count(got)
            getattr(player, color).count(got)
            self.cross.setdefault((key, other), Score()).count(got)

    def _measure(self, game: GameRecord, opening: int) -> None:
        if not game.wall:
            return
        movers = [game.player_of(move.color) for move in game.moves[opening:]]
        for name in ("wall", "cpu", "delay"):
            for key, value in zip(movers, getattr(game, name)):
                if value is not None:
                    getattr(self.players[key].times, name).add(value)

    def figures(self) -> Figures | None:
        """The figures about the strength of two players; None for more players."""
        if len(self.keys) != 2:
            return None
        evidence = self.evidence
        return strength(evidence.counts(*self.keys), self.test, evidence.faulty(*self.keys))

    def ratings(self) -> dict[str, Rating]:
        """The ratings of many players, by the pairs that count."""
        meetings = {pair: self.evidence.counts(*pair) for pair in self.evidence.meetings}
        return ratings(self.keys, meetings)


def summarize(
    records: Iterable[PairRecord],
    keys: Sequence[str],
    test: TestPlan | None = None,
    voids: int = 0,
) -> Summary:
    """Counts the pairs in their order."""
    summary = Summary(keys, test, voids)
    for record in records:
        summary.add(record)
    return summary


def strength(counts: Sequence[int], test: TestPlan | None, faulty: Sequence[int]) -> Figures:
    """The statistical figures; those of a test only if there is one."""
    return figures(counts, **(vars(test) if test else {}), faulty=faulty)


def summary_json(summary: Summary, names: Mapping[str, str]) -> JsonObject:
    """The summary as plain data, without values that JSON lacks."""
    told: JsonObject = {
        "pairs": summary.pairs,
        "games": summary.games,
        "repeated_pairs": summary.evidence.repeats,
        "void_pairs": summary.voids,
        "players": {
            key: _player_json(player, names.get(key, "")) for key, player in summary.players.items()
        },
        "pairings": [
            {"players": [a, b], "pairs": summary.evidence.counts(a, b)}
            for a, b in summary.evidence.meetings
        ],
    }
    if summary.workers:
        told["workers"] = {
            name: {"pairs": pairs, "speed": speed}
            for name, (pairs, speed) in sorted(summary.workers.items())
        }
    if len(summary.keys) == 2:
        told["pair_scores"] = summary.evidence.counts(*summary.keys)
        told["figures"] = summary.figures()
    else:
        told["ratings"] = {key: asdict(rating) for key, rating in summary.ratings().items()}
    return told


def _player_json(player: PlayerSummary, name: str) -> JsonObject:
    return {
        "name": name,
        "points": player.total.points,
        **{part: asdict(getattr(player, part)) for part in ("total", *COLORS)},
        "faults": {kind: player.faults[kind] for kind in kinds(player.faults)},
        "times": player.times.json(),
    }


def kinds(faults: Iterable[str]) -> list[str]:
    """These kinds of faults in the order of their explanation; unknown ones come last."""
    known = [kind.value for kind in FaultKind]
    found = set(faults)
    return [kind for kind in known if kind in found] + sorted(found.difference(known))

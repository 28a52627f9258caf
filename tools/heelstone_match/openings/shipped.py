"""The lists of openings that come with this package: a file for each game."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..journal.records import moves_of
from ..play.player import Contest
from .source import OpeningPlan

# `othello.txt` and others.
FOLDER = Path(__file__).with_name("games")
# Without a list for the game.
OTHER_GAMES_PLIES = 4


@dataclass(frozen=True)
class ShippedList:
    """A file of openings: lines such as `b D1 w E2` after a head of comments, `# name: value`."""

    head: dict[str, str]
    openings: tuple[str, ...]
    sha256: str

    @property
    def plies(self) -> int:
        """The length of each opening."""
        return len(moves_of(self.openings[0]))

    def plan(self, seed: int) -> OpeningPlan:
        """The openings in the order of that seed."""
        order = list(self.openings)
        random.Random(seed).shuffle(order)
        source = f"{len(order):,} openings of {self.plies} plies"
        return OpeningPlan("list", 0, tuple(order), source, sha256=self.sha256)


def shipped_list(contest: Contest) -> ShippedList | None:
    """The list for that game and size; None if none comes with this package."""
    if not contest.game.isalnum():
        return None
    found = _read(FOLDER / f"{contest.game}.txt")
    return found if found and contest.size in (None, found.head["size"]) else None


def default_plies(contest: Contest) -> int:
    """The number of plies of openings where the user gives none."""
    found = shipped_list(contest)
    return found.plies if found else OTHER_GAMES_PLIES


def list_text(head: dict[str, str], openings: Iterable[str]) -> str:
    """The contents of such a file."""
    lines = [*(f"# {name}: {value}" for name, value in head.items()), *openings]
    return "".join(f"{line}\n" for line in lines)


@cache
def _read(path: Path) -> ShippedList | None:
    if not path.is_file():
        return None
    data = path.read_bytes()
    lines = data.decode("utf-8").splitlines()
    told = [line[2:].partition(": ") for line in lines if line.startswith("# ")]
    openings = tuple(line for line in lines if not line.startswith("#"))
    head = {name: value for name, _, value in told}
    return ShippedList(head, openings, hashlib.sha256(data).hexdigest())

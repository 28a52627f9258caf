"""Statements of the documents on strength and speed, held against the journals in `results/`."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from support import TOOLS
from heelstone_match.journal.file import Contents, read_journal
from heelstone_match.journal.packed import read_packed
from heelstone_match.journal.records import GameRecord
from heelstone_match.play.moves import Opening
from heelstone_match.report.summary import Summary, summarize

PROJECT = TOOLS.parent
RESULTS = PROJECT / "results"
STONEHENGE = PROJECT / "docs/stonehenge.md"

_LINK = re.compile(r"\]\(([^)\s]*results/[\w.-]+\.xz)\)")


@dataclass(frozen=True)
class Paragraph:
    """Some lines of a document between empty ones, as one line, and the section they are in."""

    document: Path
    text: str
    section: str

    @property
    def journals(self) -> list[Path]:
        """Those it links to."""
        return [(self.document.parent / link).resolve() for link in _LINK.findall(self.text)]

    def __str__(self) -> str:
        return f"{self.document.relative_to(PROJECT)}: {self.text[:70]}..."


def documents() -> list[Path]:
    """All that people read of the project, but for the log of its changes."""
    found = [PROJECT / name for name in ("README.md", "CONTRIBUTING.md", "protocol.md")]
    found += sorted((PROJECT / "docs").glob("*.md"))
    found += sorted((PROJECT / "src").rglob("*.md"))
    return [*found, TOOLS / "README.md", *sorted(TOOLS.glob("*/README.md"))]


def paragraphs(document: Path) -> Iterator[Paragraph]:
    """Code is left out of the paragraphs, and kept in their sections."""
    sections = re.split(r"(?m)^(?=#+ )", document.read_text("utf-8"))
    for section in sections:
        prose = re.sub(r"(?ms)^```.*?^```", "", section)
        for block in re.split(r"\n\s*\n", prose):
            if text := " ".join(block.split()):
                yield Paragraph(document, text, section)


# Any sentence on strength in numbers, or on speed.
STRENGTH = re.compile(
    r"\bof [\d,]+ points\b|% of the points|[+-]\d+ Elo\b"
    r"|\b(?:won|lost|scored|beats?|gave away|went astray)\b[^.;]*(?:\bof \d|\ball \d|\d games\b)"
)
SPEED = re.compile(
    r"times as fast|\d [MG] (?:nodes in|a second)|of \w+'s time|\d s of user CPU"
    r"|(?:seconds|minutes|hours) of CPU"
)
# A line that a shell takes, or a command in the middle of a sentence or a table.
COMMAND = re.compile(
    r"(?m)^(?:\$ |    )?(?:printf .*\| )?(?:heelstone|python3|shipment|tools/|benches/|for) "
    r"|`(?:printf |heelstone |shipment )[^`]*`"
)
# The options of a match that do not decide what is played.
_FREE = ("--journal", "--concurrency", "--referee")


def commands(section: str) -> list[list[str]]:
    """The command lines of a section that play games, as words, without the program and without
    what does not decide what is played."""
    lines = re.sub(r"\\\n\s*", " ", section).splitlines()
    start = re.compile(r"\s*(?:\$ )?(?:python3 )?(?:tools/match\.py|benches/draws\.py) ")
    found = [(line, start.match(line)) for line in lines]
    return [_deciding(shlex.split(line[begin.end() :])) for line, begin in found if begin]


def _deciding(words: list[str]) -> list[str]:
    """Options with their values, in an order of their own; the engines stay in theirs."""
    options: list[list[str]] = []
    for word in words:
        if word.startswith("--") or not options:
            options.append([word])
        else:
            options[-1].append(word)
    kept = [option for option in options if option[0] not in _FREE]
    return [" ".join(option) for option in sorted(kept, key=lambda option: option[0])]


def typed(path: Path) -> list[str]:
    """The command that began a journal, as `commands` tells it."""
    host = draws(path)[0]["host"] if is_of_draws(path) else match(path)[0].hosts[0]
    return _deciding(host["command"][1:])


@cache
def match(path: Path) -> tuple[Contents, Summary]:
    """A journal of a match, and what it comes to."""
    contents = read_journal(path)
    plan = contents.header.plan
    return contents, summarize(contents.pairs, plan.keys, plan.test, len(contents.voids))


@cache
def draws(path: Path) -> tuple[dict, list[dict]]:
    """The output of `benches/draws.py`: its head, and its games."""
    head, *games = map(json.loads, read_packed(path).decode().splitlines())
    return head, games


def is_of_draws(path: Path) -> bool:
    """True if that journal is of `benches/draws.py`."""
    return read_packed(path).startswith(b'{"draws"')


def _points(path: Path, points: str, games: str) -> tuple[str, str]:
    score = match(path)[1].players["A"].total
    return _like(points, score.points), _like(games, score.games)


def _results(path: Path, *stated: str) -> tuple[str, ...]:
    score = match(path)[1].players["A"].total
    return tuple(map(str, (score.wins, score.draws, score.losses)))


def _percent(path: Path, percent: str) -> tuple[str]:
    score = match(path)[1].players["A"].total
    return (_like(percent, 100 * score.points / score.games),)


def _elo(path: Path, *stated: str) -> tuple[str, ...]:
    figures = match(path)[1].figures()
    assert figures, path
    found = (figures["elo"], *figures["elo_ci"])
    return tuple(_like(text, value or 0.0) for text, value in zip(stated, found))


def _rating(path: Path, games: str, *stated: str) -> tuple[str, ...]:
    """Of weights that were learnt from so many games; `hand-written` is the player without any."""
    contents, summary = match(path)
    weights = [] if games == "hand-written" else [f"{games.replace(',', '')}.weights"]
    engines = zip(contents.header.plan.keys, contents.header.plan.engines)
    learnt = {
        key: [word.rpartition("-")[2] for word in engine.command[2:]] for key, engine in engines
    }
    (key,) = (key for key, found in learnt.items() if found == weights)
    rating = summary.ratings()[key]
    return games, _like(stated[0], rating.elo), _like(stated[1], rating.pm)


def _held(path: Path, won: str, games: str) -> tuple[str, str]:
    results = [game.winner == "A" for game in games_held(path)]
    count = "all" if all(results) else f"{sum(results):,} of"
    return count if won == "all" else f"{sum(results):,} of", _like(games, len(results))


def _faults(path: Path, games: str) -> tuple[str]:
    return (f"{match(path)[1].players['B'].faults.total():,}",)


def _cpu(path: Path, *stated: str) -> tuple[str, ...]:
    players = match(path)[1].players
    told = [players[key].times.json() or {} for key in "AB"]
    means = [1000 * times["cpu_mean"] for times in told]
    return tuple(_like(text, value) for text, value in zip(stated, means))


def _given_away(path: Path, lost: str, games: str) -> tuple[str, str]:
    _, played = draws(path)
    count = sum(bool(game["kept_by"]) for game in played)
    return (lost if lost == "none" and not count else f"{count:,}"), _like(games, len(played))


# The statements that a sentence beside a journal may make, each with its value by the journal.
FIGURES = {
    re.compile(r"([\d.,]+) of ([\d,]+) points"): _points,
    re.compile(r"won (\d+), drew (\d+) and lost (\d+) games"): _results,
    re.compile(r"\(([\d.]+) %, [+-]"): _percent,
    re.compile(r"([+-][\d.,]*\d) Elo, 95 %: ([+-][\d.,]*\d) to ([+-][\d.,]*\d)"): _elo,
    re.compile(r"won (all|[\d,]+ of) the ([\d,]+) games in which it held the won side"): _held,
    re.compile(r"lost (\d+) of these games because it did not answer"): _faults,
    re.compile(r"had ([\d.]+) ms of CPU time for a move, \w+ ([\d.]+) ms"): _cpu,
    re.compile(r"\| ([\d,]+|hand-written) \| [^|]*\| ([+-]\d+) ± (\d+) \|"): _rating,
    re.compile(r"gave away (none|[\d,]+) of ([\d,]+)"): _given_away,
}


def _like(stated: str, value: float) -> str:
    """The value with as many decimals, and a sign where the text has one."""
    decimals = len(stated.partition(".")[2])
    sign = "+" if stated[0] in "+-" else ""
    return f"{value:{sign},.{decimals}f}"


def games_held(path: Path) -> list[GameRecord]:
    """The games of Stonehenge in which A has the side that wins after the first move, as the
    table of `docs/stonehenge.md` says."""
    winners = first_moves()
    games = [game for record in match(path)[0].pairs for game in record.games]
    return [g for g in games if g.player_of(winners[g.moves[0].move.upper()].lower()) == "A"]


@cache
def first_moves() -> dict[str, str]:
    """`Black` or `White` for each first move, such as `D2`."""
    found: dict[str, str] = {}
    for line in STONEHENGE.read_text("utf-8").splitlines():
        cells, *winners = [cell.strip() for cell in line.strip("|").split("|")]
        if winners and set(winners) <= {"Black", "White"}:
            for cell in re.findall(r"\b[A-S]\b", cells):
                found |= {f"{cell}{value}": who for value, who in enumerate(winners, 1)}
    return found


def played_out(path: Path) -> Iterator[tuple[str, list[str], str]]:
    """Of each game that the rules ended: how it is begun, the commands that play it, its result."""
    if is_of_draws(path):
        for drawn in draws(path)[1]:
            moves = drawn["moves"].split()
            if not drawn["kept_by"]:
                yield "connect4", [f"play {'bw'[i % 2]} {m}" for i, m in enumerate(moves)], "0"
        return
    contents, _ = match(path)
    for record in contents.pairs:
        for game in record.games:
            if game.reason == "played out":
                whole = Opening(game.moves, record.opening.position)
                yield str(contents.header.plan.contest), whole.commands(), game.result

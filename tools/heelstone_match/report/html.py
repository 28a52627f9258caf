"""One page with all of a journal: it needs no network, no other file, and no rules. Its boards are
drawn in advance."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import islice
from pathlib import Path
from urllib.parse import quote

from ..journal.file import Contents
from ..journal.records import PairRecord
from ..stats.evidence import Evidence
from .boards import Boards
from .drawing import figure
from .embed import details, index
from .heading import host_texts, plan_line
from .series import charts
from .summary import Score, Summary, kinds
from .tables import figure_rows, worker_rows

PAGE = Path(__file__).with_name("page")
SCRIPTS = ("table.js", "board.js", "viewer.js")
# The rest is listed with the games.
MOST_FAULTS = 100
# A browser is slow to open pages of more.
PAIRS_A_PAGE = 5000

# The parts of the viewer that the script fills.
VIEWER = """
<section id="games"><h2>Games</h2>
<p><label>Show games with <input id="filter" type="search" size="30"></label>
<span class="soft">an opening, a player, a result, an end</span></p>
<div id="game-table" class="nowrap"></div>
<div id="viewer" tabindex="0" aria-label="a game, move by move">
<div><h3 id="game-title"></h3><p id="game-about" class="soft"></p>
<p id="game-fault" class="bad"></p><div id="board"></div>
<div class="controls">
<button type="button" data-step="Home">first</button>
<button type="button" data-step="ArrowLeft">previous</button>
<button type="button" data-step="ArrowRight">next</button>
<button type="button" data-step="End">last</button></div>
<p id="position" aria-live="polite"></p>
<p class="soft">Keys: ← → moves, ↑ ↓ games, Home and End.
Scores are those of who moves.</p></div>
<div class="scroll nowrap"><table><thead><tr><th class="number">ply</th><th>player</th>
<th>move</th><th class="number">ms</th><th class="number">depth</th>
<th class="number">score</th><th class="number">nodes</th></tr></thead>
<tbody id="moves"></tbody></table></div>
</div></section>
"""


def page_names(name: str, pairs: int) -> list[str]:
    """The files for so many pairs, `name` first: the others have the games that it has no room
    for."""
    stem, dot, ending = name.rpartition(".")
    count = max(1, -(-pairs // PAIRS_A_PAGE))
    others = range(2, count + 1)
    return [name, *(f"{stem}-{n}.{ending}" if dot else f"{name}-{n}" for n in others)]


def pages(
    contents: Contents,
    summary: Summary,
    remarks: Sequence[str],
    boards: Boards | None = None,
    name: str = "",
) -> Iterator[tuple[str, Iterator[str]]]:
    """The name of each page and its text in parts, to be taken in this order. `remarks` say how the
    match ended. The first page has all but the games that need a page of their own."""
    plan = contents.header.plan
    title = f"{plan.contest}: {' '.join(plan.keys)}"
    script = _script(SCRIPTS)
    names = page_names(name, len(contents.pairs))
    evidence = Evidence()

    def text(number: int) -> Iterator[str]:
        yield _head(title, script)
        if number == 0:
            yield _intro(contents, remarks) + _links(names, number)
            sides = boards.side_names if boards else {}
            yield from result(summary, contents.names, sides)
            yield from _faults(contents, summary, names)
            yield from _charts(contents)
        else:
            yield f"<h1>{escape(title)}</h1>" + _links(names, number)
        shown = contents.pairs[number * PAIRS_A_PAGE : (number + 1) * PAIRS_A_PAGE]
        if shown:
            yield '<section><h2>Openings</h2><div id="opening-table"></div></section>' + VIEWER
            yield '<script type="application/json" id="data">'
            drawn = boards if number == 0 else None
            yield from index(shown, plan, contents.names, drawn, evidence)
            yield '</script>\n<script type="text/plain" id="details">\n'
            yield from details(shown, drawn)
            yield f"</script>\n<script>{script}</script>\n"
        yield "</body></html>\n"

    return ((name, text(number)) for number, name in enumerate(names))


def _links(names: Sequence[str], here: int) -> str:
    """To the pages of a match that has more than one."""
    if len(names) == 1:
        return ""
    links = [
        str(number + 1) if number == here else f'<a href="{escape(quote(name))}">{number + 1}</a>'
        for number, name in enumerate(names)
    ]
    return f"<p>The games stand on {len(names)} pages: {' '.join(links)}</p>"


def _file(name: str) -> str:
    return (PAGE / name).read_text(encoding="utf-8")


def document(title: str, scripts: Sequence[str], body: str, policy: str) -> Iterator[str]:
    """A page with these scripts at its end; `policy` allows more than nothing."""
    script = _script(scripts)
    yield _head(title, script, policy)
    yield f"{body}<script>{script}</script>\n</body></html>\n"


def _script(names: Sequence[str]) -> str:
    return f'(() => {{\n"use strict";\n{"".join(map(_file, names))}}})();\n'


def _head(title: str, script: str, more: str = "") -> str:
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    # Nothing is loaded, and no other script runs, whatever an engine calls itself.
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    policy += f"; {more}" if more else ""
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title>\n<style>{_file('style.css')}</style></head>\n<body>\n"
    )


def _intro(contents: Contents, remarks: Sequence[str]) -> str:
    plan = contents.header.plan
    lines = [f"<h1>{escape(str(plan.contest))}</h1>", f"<p>{escape(plan_line(plan))}</p>"]
    lines += [f"<p>{escape(remark)}</p>" for remark in remarks]
    rows = [
        [key, contents.names.get(key, ""), " ".join(spec.command), str(spec.limits)]
        for key, spec in zip(plan.keys, plan.engines)
    ]
    lines.append(table(["", "engine", "command", "limits"], rows, numbers_from=4))
    about = [f"run {contents.header.run}", *host_texts(contents.hosts)]
    lines += (f'<p class="soft">{escape(text)}</p>' for text in about)
    return "\n".join(lines)


def result(summary: Summary, names: Mapping[str, str], sides: Mapping[str, str]) -> Iterator[str]:
    """The section with all figures; `names` are those of the engines, `sides` those of the
    colours."""
    yield "<section><h2>Result</h2>"
    titles = ["", "games", "wins", "draws", "losses", "points"]
    titles += [f"as {sides.get(color, color)}" for color in ("black", "white")]
    rated = summary.ratings() if len(summary.keys) > 2 else {}
    rows = []
    for key in sorted(summary.keys, key=lambda key: -rated[key].elo) if rated else summary.keys:
        total = summary.players[key].total
        colors = (summary.players[key].black, summary.players[key].white)
        row = [f"{key} {names.get(key, '')}".rstrip(), total.games, total.wins]
        row += [total.draws, total.losses, f"{total.points:g}", *map(_win_draw_loss, colors)]
        row += [f"{rated[key].elo:.1f} ± {rated[key].pm:.1f}"] if rated else []
        rows.append(row)
    yield table(titles + (["rating"] if rated else []), rows)
    if rated:
        yield "<h2>Who got what against whom</h2>" + _cross(summary)
    elif summary.evidence.total:
        yield from _figures(summary)
    yield from _remarks(summary)
    yield from _times(summary)
    if workers := worker_rows(summary):
        yield "<h2>Workers</h2>" + table(["worker", "pairs", "speed"], workers)
        yield '<p class="soft">The speed is in MB of BLAKE2b a second of one thread.</p>'
    yield "</section>"


def _figures(summary: Summary) -> Iterator[str]:
    counts = summary.evidence.counts(*summary.keys)
    titles = [f"{i / 2:g}" for i in range(5)]
    yield f"<h2>Pairs by points of {escape(summary.keys[0])}</h2>" + table(titles, [counts], 0)
    yield table([], figure_rows(summary), numbers_from=2)


def _cross(summary: Summary) -> str:
    rows = []
    for key in summary.keys:
        met = [summary.cross.get((key, other)) for other in summary.keys]
        rows.append([key, *("" if score is None else _win_draw_loss(score) for score in met)])
    return table(["", *summary.keys], rows)


def _remarks(summary: Summary) -> Iterator[str]:
    if repeats := summary.evidence.repeats:
        yield f"<p>Pairs with a game that was played before, no evidence: {repeats}</p>"
    if summary.voids:
        yield f"<p>Pairs that the host spoilt, played again: {summary.voids}</p>"


def _times(summary: Summary) -> Iterator[str]:
    titles = ["ms a move", "moves", "mean", "max", "CPU mean", "CPU max", "delay 99 %", "delay max"]
    rows = []
    for key in summary.keys:
        told = summary.players[key].times.json()
        if told:
            moves = told.pop("moves")
            times = ("" if t is None else f"{1000 * t:.2f}" for t in told.values())
            rows.append([key, moves, *times])
    if rows:
        yield "<h2>Times</h2>" + table(titles, rows)
        yield '<p class="soft">The delay is the controller\'s own.</p>'


def _faults(contents: Contents, summary: Summary, names: Sequence[str]) -> Iterator[str]:
    if not summary.faults and not contents.voids:
        return
    yield "<section><h2>Faults</h2>"
    if summary.faults:
        found = kinds(kind for player in summary.players.values() for kind in player.faults)
        counted = [
            [kind, *(summary.players[k].faults[kind] for k in summary.keys)] for kind in found
        ]
        yield table(["faults", *summary.keys], counted)
        found_rows = _fault_rows(contents.pairs, names)
        rows = list(islice(found_rows, MOST_FAULTS))
        yield "<h2>What happened</h2>" + table(["game", "player", "fault", "details"],
                                                rows, numbers_from=4)  # fmt: skip
        if more := sum(1 for _ in found_rows):
            yield f"<p>{more} more stand with their games.</p>"
    if contents.voids:
        rows = [[void["void"], void.get("why", "")] for void in contents.voids[:MOST_FAULTS]]
        yield "<h2>Void pairs</h2>" + table(["pair", "why"], rows, numbers_from=2)
    yield "</section>"


def _fault_rows(records: Sequence[PairRecord], names: Sequence[str]) -> Iterator[list[str]]:
    for at, record in enumerate(records):
        page = at // PAIRS_A_PAGE
        for place, game in enumerate(record.games, 1):
            if game.fault:
                target = f"{quote(names[page]) if page else ''}#game-{record.number}-{place}"
                link = _Link(target, f"{record.number}.{place}")
                yield [link, game.fault.player, game.fault.kind, game.fault.detail]


def _charts(contents: Contents) -> Iterator[str]:
    plan = contents.header.plan
    made = charts(contents.pairs, plan.keys, plan.test)
    if made:
        yield '<section><h2>Curves</h2><div class="charts">'
        yield from map(figure, made)
        yield "</div></section>"


class _Link(str):
    """A cell that links to a place on the page."""

    target: str

    def __new__(cls, target: str, text: str) -> _Link:
        made = super().__new__(cls, text)
        made.target = target
        return made


def table(titles: Sequence[str], rows: Sequence[Sequence[object]], numbers_from: int = 1) -> str:
    """A table; cells from `numbers_from` on are aligned right."""

    def cell(tag: str, column: int, value: object) -> str:
        text = escape(str(value))
        if isinstance(value, _Link):
            text = f'<a href="{escape(value.target)}">{text}</a>'
        number = ' class="number"' if column >= numbers_from else ""
        return f"<{tag}{number}>{text}</{tag}>"

    def line(tag: str, values: Sequence[object]) -> str:
        return f"<tr>{''.join(cell(tag, i, value) for i, value in enumerate(values))}</tr>"

    head = f"<thead>{line('th', titles)}</thead>" if titles else ""
    body = "".join(line("td", row) for row in rows)
    return f'<div class="scroll"><table>{head}<tbody>{body}</tbody></table></div>\n'


def _win_draw_loss(score: Score) -> str:
    return f"{score.wins}-{score.draws}-{score.losses}"

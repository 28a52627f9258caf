"""`report`: tables, pages, records and plots from a journal, in use or finished."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path

from ..gtp.process import LiveProcesses
from ..journal.file import Contents
from ..journal.lines import JournalError
from ..journal.plan import Plan
from ..play.limits import Limits
from ..play.referee import Referee, RefereeFault
from ..stats.command import fault_remark
from ..written import write_whole
from .boards import Boards, boards
from .heading import host_texts, plan_line
from .html import pages
from .pgn import games_pgn
from .plots import save
from .series import charts
from .sgf import RecordForm, collection, record_form
from .summary import Summary, summarize, summary_json
from .tables import summary_text

DONE = 0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `report`."""
    add = parser.add_argument
    add("journal", type=Path, metavar="FILE", help="the journal of a match, also .gz or .xz")
    add("--html", type=Path, metavar="FILE", help="one page with all figures and every game")
    add("--no-boards", action="store_true",
        help="do not start the referee of the journal to draw the boards of the page")  # fmt: skip
    add("--sgf", type=Path, metavar="FILE", help="every game as SGF, a record a line")
    add("--pgn", type=Path, metavar="FILE",
        help="results without moves, for programs that rate players")  # fmt: skip
    add("--plots", type=Path, metavar="DIR", help="the page's curves as PNG (needs matplotlib)")
    add("--json", action="store_true", help="the summary as JSON")


def run(typed: argparse.Namespace, read_journal: Callable[[Path], Contents]) -> int:
    """Writes what was asked for and prints the summary; the exit code. Raises JournalError."""
    contents = read_journal(typed.journal)
    plan = contents.header.plan
    summary = summarize(contents.pairs, plan.keys, plan.test, len(contents.voids))
    if typed.sgf:
        lines = collection(contents.pairs, _record_form(plan), contents.names)
        write(typed.sgf, (line + "\n" for line in lines))
    if typed.pgn:
        write(typed.pgn, (text + "\n" for text in games_pgn(contents.pairs, contents.names)))
    if typed.html:
        drawn = None if typed.no_boards else _boards(contents)
        remarks = ending(contents, summary)
        for name, parts in pages(contents, summary, remarks, drawn, typed.html.name):
            write(typed.html.with_name(name), parts)
    if typed.plots:
        for path in save(charts(contents.pairs, plan.keys, plan.test), typed.plots):
            print(f"wrote {path}", file=sys.stderr)
    if typed.json:
        _tell_json(contents, summary)
    else:
        _tell(contents, summary)
    return DONE


def _record_form(plan: Plan) -> RecordForm:
    """The form in which the referee writes records; without it, a record lacks some details."""
    processes = LiveProcesses()
    try:
        with closing(Referee(plan.referee, plan.contest, Limits(), processes)) as referee:
            referee.new_game()
            return record_form(plan.contest, referee.record())
    except RefereeFault as fault:
        print(f"note: SGF without the referee's form of records: {fault}.", file=sys.stderr)
        return record_form(plan.contest, None)
    finally:
        processes.kill_all()


def _boards(contents: Contents) -> Boards | None:
    """The boards drawn by the referee. Without them the page shows less."""
    drawn = boards(contents.header.plan, contents.pairs)
    if isinstance(drawn, str):
        print(f"note: {drawn}", file=sys.stderr)
        return None
    return drawn


def _tell_json(contents: Contents, summary: Summary) -> None:
    told = {
        "planned_pairs": contents.header.plan.total,
        "hosts": contents.hosts,
        **summary_json(summary, contents.names),
        "decision": contents.decision and contents.decision["decision"],
        "halt": contents.halt,
    }
    print(json.dumps(told, indent=2, allow_nan=False))


def _tell(contents: Contents, summary: Summary) -> None:
    print(*[plan_line(contents.header.plan), *host_texts(contents.hosts)], sep="\n", end="\n\n")
    print(summary_text(summary, contents.names))
    for sentence in ending(contents, summary):
        print(f"\n{sentence}")


def ending(contents: Contents, summary: Summary) -> list[str]:
    """The end of the match, unless every pair was played."""
    told = []
    plan = contents.header.plan
    if contents.decision:
        figures = summary.figures()
        remark = fault_remark(figures) if figures else ""
        sentence = f"The test accepts {contents.decision['decision']}"
        told.append(f"{sentence}; {remark}." if remark else f"{sentence}.")
    elif len(contents.pairs) < plan.total:
        told.append(f"{len(contents.pairs)} of {plan.total} pairs were played.")
        told += (f"{benched['why']}." for benched in contents.benched)
    if contents.halt:
        told.append(contents.halt)
    return told


def write(path: Path, texts: Iterable[str]) -> None:
    """Writes a file, or what the name leads to. Raises JournalError."""
    try:
        write_whole(path, texts)
    except OSError as error:
        raise JournalError(f"{path} cannot be written: {error.strerror}") from error
    print(f"wrote {path}", file=sys.stderr)

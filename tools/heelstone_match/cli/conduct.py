"""The common part of `run`, `resume` and `worker`: signals, output, and the end."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager

from ..conductor import Audience, Conductor, Show
from ..crew.events import BROKEN, CANNOT_START, Crew, Interrupted, RecordT, TaskT
from ..crew.pairs import PairWork, new_referee
from ..gtp.sink import CappedFile
from ..journal.file import Journal, missing
from ..journal.lines import JournalError
from ..journal.plan import Header, Plan, PlanError
from ..openings.source import OpeningPlan, Source
from ..pair_source import PlanPairs
from ..play.spectator import Spectator
from ..report.live import Lines, show_for
from ..report.summary import summary_json as match_json
from ..report.tables import summary_text as match_text
from ..system import SIGNALS, reader_is_gone
from ..tune.progress import Progress, TuningPairs
from ..tune.show import TuneLines, summary_json, summary_text
from . import cluster, values
from .values import UsageError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of everything that plays."""
    cluster.add_arguments(parser)
    parser.add_argument("--json", action="store_true",
        help="the summary as JSON on stdout, all else on stderr")  # fmt: skip


def add_live(parser: argparse.ArgumentParser) -> None:
    """The option of a page to look at."""
    parser.add_argument("--live", nargs="?", type=values.port, const=0, metavar="PORT",
        help="serve a page of the running match to browsers on this machine")  # fmt: skip


def conduct(
    header: Header,
    journal: Journal | None,
    typed: argparse.Namespace,
    span: tuple[int, int] | None = None,
) -> int:
    """Plays what the journal lacks of these pairs (all, unless told) and tells the summary. A
    journal in which nothing could begin is taken away again, with its files of stderr."""
    stderr: dict[str, CappedFile] = {}
    try:
        if typed.cluster is None:
            # On other machines it stays there, except for its end in the record of a fault.
            stderr = _stderr_files(header.plan, journal)
        return _conduct(header, journal, typed, span, stderr)
    finally:
        for file in stderr.values():
            file.close()
        if journal and journal.is_bare:
            journal.discard()
            for file in stderr.values():
                file.path.unlink(missing_ok=True)
        elif journal:
            journal.close()


def _conduct(
    header: Header,
    journal: Journal | None,
    typed: argparse.Namespace,
    span: tuple[int, int] | None,
    stderr: Mapping[str, CappedFile],
) -> int:
    plan = header.plan
    first, last = span or (1, plan.total)
    numbers = missing(journal.contents if journal else None, first, last)
    # The games of a cluster are seen when they are over.
    is_seen = getattr(typed, "live", None) is not None and typed.cluster is None
    spectators = [Spectator() for _ in range(typed.concurrency)] if is_seen else []
    work = PairWork(plan, stderr, spectators=spectators)
    identity = f"{header.run} {header.config}"
    path = journal.path if journal else None
    crew = cluster.new_crew(work, last - first + 1, identity, path, typed)
    openings = Source(
        OpeningPlan.of(plan.openings), plan.seed, lambda: new_referee(plan, crew.processes)
    )
    stream = sys.stderr if typed.json else sys.stdout
    show: TuneLines | Lines
    tasks: PlanPairs
    if plan.tune:
        progress = _progress(header, span)
        show, tasks = TuneLines(stream, plan, progress), TuningPairs(progress, numbers, openings)
    else:
        show = show_for(stream, plan, typed.concurrency)
        tasks = PlanPairs(plan, numbers, openings)
        if journal:
            show.summary.voids = len(journal.contents.voids)
    catch_signals(crew)
    try:
        with _watched(plan, spectators, typed, show) as shows:
            conductor = Conductor(plan, tasks, crew, journal, shows)
            code = conductor.run()
        if conductor.trouble:
            print(f"match.py: {conductor.trouble}", file=sys.stderr, flush=True)
        if isinstance(show, Lines):
            _tell_summary(conductor, typed, show)
        elif code != CANNOT_START:
            _tell_values(progress, typed, show)
        return code
    except OSError as error:
        if not reader_is_gone(error):
            raise
        # Nobody reads any more; Python would complain when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), show.stream.fileno())
        return BROKEN


@contextmanager
def _watched(
    plan: Plan, spectators: Sequence[Spectator], typed: argparse.Namespace, show: Show
) -> Iterator[Show]:
    """What shows the match: `show`, and a page if that is wanted. Raises UsageError."""
    port = getattr(typed, "live", None)
    if port is None:
        yield show
        return
    if plan.tune:
        raise UsageError("--live shows matches, and not a tuning")
    # Few matches are watched, and a server's modules take a fifth of the time to start.
    from ..report.server import LiveServer
    from ..report.watched import Watched

    watched = Watched(plan, spectators)
    try:
        server = LiveServer(watched, port)
    except OSError as error:
        raise UsageError(f"--live: port {port} cannot be used: {error.strerror}") from error
    show.say(f"live     {server.address}")
    with closing(server):
        yield Audience(show, watched)


def _stderr_files(plan: Plan, journal: Journal | None) -> dict[str, CappedFile]:
    """A file beside the journal for each player, which keeps the end of its stderr."""
    if journal is None:
        return {}
    name = journal.path.name
    try:
        return {
            key: CappedFile(journal.path.with_name(f"{name}.{key}.stderr")) for key in plan.keys
        }
    except OSError as error:
        raise JournalError(f"{error.filename} cannot be written: {error.strerror}") from error


def catch_signals(crew: Crew[TaskT, RecordT]) -> None:
    """Turns signals into events of the crew."""
    # A handler only leaves a note, so that no exception can come between a process and its entry
    # among those to kill.
    for number in SIGNALS:
        signal.signal(number, lambda number, _: crew.events.put(Interrupted(number)))


def _progress(header: Header, span: tuple[int, int] | None) -> Progress:
    if span:
        raise UsageError("a tuning cannot be shared out to workers: its pairs depend on results")
    try:
        return Progress(header.plan)
    except PlanError as error:
        raise JournalError(str(error)) from error


def _tell_values(progress: Progress, typed: argparse.Namespace, show: TuneLines) -> None:
    if typed.json:
        print(json.dumps(summary_json(progress)))
    else:
        show.say("\n" + summary_text(progress))


def _tell_summary(conductor: Conductor, typed: argparse.Namespace, show: Lines) -> None:
    if not conductor.names:
        show.close()
    elif typed.json:
        show.close()
        print(json.dumps(match_json(show.summary, conductor.names), indent=2))
    else:
        show.end(match_text(show.summary, conductor.names))

"""The options that define a match, and the plan made from them."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from ..journal.plan import ADAPTERS, FORMATS, KEYS, Plan, TestPlan
from ..plain import JsonObject
from ..play.adjudication import Adjudication, parse_draw, parse_resign
from ..stats.command import MODEL
from ..stats.sprt import Sprt
from ..system import find_program
from . import limits, opening_options, tournament, values
from .engines import engines_of
from .values import UsageError

# If a test has not decided by then, the engines are nearly equal.
PAIRS_OF_A_TEST = 20_000

_PROJECT = Path(__file__).resolve().parents[3]


def add_plan_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of a match."""
    add_game_arguments(parser)
    add = parser.add_argument
    add("--format", choices=FORMATS, default="match",
        help="who meets whom: two engines, all, or the first all others (%(default)s)")  # fmt: skip
    add("--sprt", metavar="elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized",
        help="stop as soon as a test decides between two differences in rating")  # fmt: skip


def add_game_arguments(parser: argparse.ArgumentParser, required: bool = True) -> None:
    """The options that define how pairs are played, whatever they are for."""
    add = parser.add_argument
    add("--game", required=required, help="a game that the referee knows, such as connect4")
    add(tournament.OPTION, metavar="FILE",
        help="options and engines from a TOML file; what is typed here counts more")  # fmt: skip
    add("--size", help="a size of that game, such as 8x7")
    add("--engine", required=required, action="append", metavar="CMD",
        help="the command line of an engine, once for each; or name=NAME,cmd=CMD and limits, adapt"
        " and tell of its own, with commas between them and quotes where needed")  # fmt: skip
    add("--pairs", type=values.count, metavar="N",
        help="pairs for each pairing, of two games each (1; a test: 20000)")  # fmt: skip
    add("--seed", type=values.integer, default=0, metavar="S", help="of the openings (%(default)s)")
    opening_options.add_arguments(parser)
    add("--max-faults", type=values.count, metavar="N", help="stop after N faults of one engine")
    add("--adapt", action="append", default=[], metavar="[ENGINE:]WORD,...",
        help=f"for engines with peculiarities, all or one: {', '.join(ADAPTERS)}")  # fmt: skip
    add("--tell", action="append", default=[], metavar="[ENGINE:]COMMAND",
        help="a command that all engines or one are sent when a game begins")  # fmt: skip
    add("--restart", action="store_true", help="start the engines anew for each game")
    add("--referee", metavar="CMD", help="the engine that knows the rules (heelstone)")
    limits.add_arguments(parser)
    add("--resign", metavar="SCORE:MOVES[:both]",
        help="lost at a score of -SCORE or less at MOVES own moves in a row")  # fmt: skip
    add("--draw", metavar="SCORE:MOVES:PLY",
        help="drawn at scores within SCORE of 0 at MOVES moves of each, from PLY on")  # fmt: skip


def plan_of(typed: argparse.Namespace) -> Plan:
    """The plan that the options define. Raises UsageError."""
    if typed.format == "match" and len(typed.engine) != 2:
        times = "once" if len(typed.engine) == 1 else f"{len(typed.engine)} times"
        raise UsageError(
            f"a match has two engines, --engine was given {times}"
            " (--format round-robin or gauntlet take more)"
        )
    if len(typed.engine) < 2:
        raise UsageError(f"a tournament has 2 to {len(KEYS)} engines")
    engines = engines_of(typed)
    plan = Plan(
        contest=values.contest(typed),
        engines=engines,
        referee=values.command("--referee", typed.referee) if typed.referee else own_engine(),
        pairs=typed.pairs or (PAIRS_OF_A_TEST if typed.sprt else 1),
        seed=typed.seed,
        openings={},
        format=typed.format,
        test=_test(typed),
        adjudication=_adjudication(typed),
        max_faults=typed.max_faults,
    )
    return opening_options.with_openings(plan, typed, typed.concurrency)


def _adjudication(typed: argparse.Namespace) -> JsonObject | None:
    try:
        rules = Adjudication(
            parse_resign(typed.resign) if typed.resign else None,
            parse_draw(typed.draw) if typed.draw else None,
        )
    except ValueError as error:
        raise UsageError(str(error)) from error
    return rules.to_json() if typed.resign or typed.draw else None


def _test(typed: argparse.Namespace) -> TestPlan | None:
    if typed.sprt is None:
        return None
    if len(typed.engine) != 2:
        raise UsageError("--sprt tests two engines")
    told: dict[str, float] = {"elo0": 0.0, "elo1": 5.0}
    model = MODEL
    for part in filter(None, typed.sprt.split(",")):
        name, _, value = part.partition("=")
        if name == "model" and value in ("normalized", "logistic"):
            model = value
            continue
        try:
            if name not in ("elo0", "elo1", "alpha", "beta"):
                raise ValueError
            told[name] = float(value)
        except ValueError as error:
            raise UsageError(f"--sprt: {part!r} is not understood") from error
    test = TestPlan(**told, model=model)
    try:
        Sprt(test.elo0, test.elo1, test.alpha, test.beta, test.model)
    except ValueError as error:
        raise UsageError(f"--sprt: {error}") from error
    return test


def own_engine() -> tuple[str, ...]:
    """The command of Heelstone itself. Raises UsageError."""
    built = _PROJECT / "target" / "release" / "heelstone"
    # A journal is to name no folder that its reader does not have.
    if built.is_relative_to(Path.cwd()):
        built = built.relative_to(Path.cwd())
    found = next(filter(os.path.isfile, map(find_program, (str(built), "heelstone"))), None)
    if found is None:
        raise UsageError(
            "no referee: heelstone is neither built (cargo build --release) nor on the PATH;"
            " name one with --referee"
        )
    return (found,)

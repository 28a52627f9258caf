"""Everything that determines the games, as the data at the start of a journal."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace

from ..plain import JsonObject, PlainObject
from ..play.limits import Limits
from ..play.player import Contest
from .program import Program, about_script, command_hash, program_of

SCHEMA = 1
FORMATS = ("match", "round-robin", "gauntlet")
ADAPTERS = ("no-ids", "no-pass", "no-explain", "no-batch")
KEYS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class PlanError(ValueError):
    """This is not a plan of a match."""


@dataclass(frozen=True)
class EngineSpec:
    """One side: its command line, its limits, and what it is spared. `settings` are commands sent
    at the beginning of each game; without a name it is known by a letter. `dir` is its working
    directory; with `restart` each game has a new process."""

    command: tuple[str, ...]
    limits: Limits = Limits()
    adapters: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    name: str | None = None
    dir: str | None = None
    restart: bool = False


@dataclass(frozen=True)
class TestPlan:
    """A sequential test of two hypotheses about the difference in rating."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "normalized"


@dataclass(frozen=True)
class Plan:
    """A match or tournament. `pairs` is the number for each pairing; `openings` are in the form of
    `OpeningPlan`; `adjudication` and `tune` are None or plain data of the modules that know
    them."""

    contest: Contest
    engines: tuple[EngineSpec, ...]
    referee: tuple[str, ...]
    pairs: int
    seed: int
    openings: PlainObject
    format: str = "match"
    test: TestPlan | None = None
    adjudication: PlainObject | None = None
    tune: PlainObject | None = None
    max_faults: int | None = None

    @property
    def keys(self) -> tuple[str, ...]:
        """What the players are called, in the order of the engines: by name or letter."""
        return tuple(engine.name or letter for engine, letter in zip(self.engines, KEYS))

    @property
    def pairings(self) -> list[tuple[str, str]]:
        """The pairings, in the order of a round."""
        keys = self.keys
        seeds = 1 if self.format == "gauntlet" else len(keys)
        return [(a, b) for i, a in enumerate(keys[:seeds]) for b in keys[i + 1 :]]

    @property
    def total(self) -> int:
        """The total number of pairs."""
        return self.pairs * len(self.pairings)

    @property
    def counts_alone(self) -> bool:
        """True if no clock decides anything, so that a second run gives the same games."""
        return all(engine.limits.searches_by_count for engine in self.engines)

    def meeting(self, number: int) -> tuple[str, str, int]:
        """The players of pair `number` (from 1), and the number of its opening (from 1): each
        pairing of a round gets the same one."""
        pairings = self.pairings
        round_, place = divmod(number - 1, len(pairings))
        return (*pairings[place], round_ + 1)


def plan_json(plan: Plan) -> JsonObject:
    """The plan as plain data."""
    told: JsonObject = json.loads(json.dumps(asdict(plan)))
    for engine, spec in zip(told["engines"], plan.engines):
        engine["limits"] = json.loads(json.dumps(spec.limits.to_json()))
        for name in ("name", "dir", "restart"):
            if not engine[name]:
                del engine[name]
    return told


def plan_of(told: PlainObject) -> Plan:
    """The plan of plain data. Raises PlanError."""
    try:
        engines = tuple(_engine_of(engine) for engine in told["engines"])
        test = told.get("test")
        plan = Plan(
            **{
                **told,
                "contest": Contest(**told["contest"]),
                "engines": engines,
                "referee": tuple(told["referee"]),
                "test": TestPlan(**test) if test else None,
            }
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise PlanError(f"this is not a plan of a match: {error!r}") from error
    if plan.format not in FORMATS or not 2 <= len(engines) <= len(KEYS) or plan.pairs < 1:
        raise PlanError(
            "this is not a plan of a match: its format, engines or pairs are impossible"
        )
    return plan


def _engine_of(told: PlainObject) -> EngineSpec:
    return EngineSpec(
        command=tuple(told["command"]),
        limits=Limits.from_json(told["limits"]),
        adapters=tuple(told["adapters"]),
        settings=tuple(told["settings"]),
        name=told.get("name"),
        dir=told.get("dir"),
        restart=told.get("restart", False),
    )


@dataclass(frozen=True)
class Header:
    """The first line of a journal: the plan, and what it was made with."""

    plan: Plan
    run: str
    config: str
    engines: Mapping[str, PlainObject] = field(default_factory=dict)
    # The text of the file that the plan was made from, if it was.
    tournament: str | None = None

    def json(self) -> JsonObject:
        """The line as plain data."""
        told = {
            "journal": SCHEMA,
            "run": self.run,
            "config": self.config,
            "plan": plan_json(self.plan),
            "engines": self.engines,
        }
        return told if self.tournament is None else {**told, "tournament": self.tournament}

    def program(self, key: str) -> Program:
        """The program of a player."""
        return program_of(self.engines[key]["command"], self.folder(key))

    def folder(self, key: str) -> str | None:
        """The folder that a player is started in; None for that of the match."""
        return self.plan.engines[self.plan.keys.index(key)].dir

    def with_pairs(self, pairs: int) -> Header:
        """The same match with so many pairs for each pairing."""
        return replace(self, plan=replace(self.plan, pairs=pairs))


def new_header(plan: Plan, tournament: str | None = None) -> Header:
    """The header of a new match; `tournament` is the text of the file that told the plan, if one
    did. A plan whose games no clock decides has its run's name from its configuration: every run of
    it is the same."""
    engines = {
        key: {
            "command": list(spec.command),
            "sha256": command_hash(spec.command, spec.dir),
            **about_script(spec.command, spec.dir),
        }
        for key, spec in zip(plan.keys, plan.engines)
    }
    hashed = json.dumps([plan_json(plan), engines], sort_keys=True, separators=(",", ":"))
    config = hashlib.sha256(hashed.encode()).hexdigest()
    run = config[:16] if plan.counts_alone else os.urandom(8).hex()
    return Header(plan, run, config, engines, tournament)


def header_of(told: PlainObject) -> Header:
    """The header of a journal's first line. Raises PlanError."""
    if told.get("journal") != SCHEMA:
        raise PlanError(f'a journal of this version begins with a line with `"journal": {SCHEMA}`')
    if "spread" in told:
        raise PlanError(
            "these are answers of `match.py spread`: the same command goes on with them"
        )
    try:
        plan = plan_of(told["plan"])
        return Header(plan, told["run"], told["config"], told["engines"], told.get("tournament"))
    except KeyError as error:
        raise PlanError(f"the header lacks {error}") from error


def changed_engines(header: Header) -> list[str]:
    """The players whose files differ from those at the start of the match."""
    return [
        key
        for key, told in header.engines.items()
        if command_hash(told["command"], header.folder(key)) != told["sha256"]
    ]

"""A description of a match before it starts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..journal.plan import EngineSpec, Plan
from ..plain import PlainObject
from ..system import join_command


def heading(plan: Plan, names: Mapping[str, str], referee: str, concurrency: int = 1) -> str:
    """Some lines: the plan, the players, and the referee."""
    lines = [plan_line(plan, concurrency)]
    width = max(8, *map(len, plan.keys))
    limits = {str(spec.limits) for spec in plan.engines}
    for key, spec in zip(plan.keys, plan.engines):
        lines.append(f"{key:{width}} {_engine(spec, names.get(key, ''), len(limits) > 1)}")
    return "\n".join([*lines, f"{'referee':{width}} {referee}"])


def plan_line(plan: Plan, concurrency: int = 1) -> str:
    """The plan as one line."""
    parts = [_amount(plan), openings_text(plan.openings), f"seed {plan.seed}"]
    if len({str(spec.limits) for spec in plan.engines}) == 1:
        parts.append(str(plan.engines[0].limits))
    if plan.test:
        parts.append(test_text(plan))
    if concurrency > 1:
        parts.append(f"{concurrency} games at a time")
    return f"{plan.contest}: {', '.join(part for part in parts if part)}"


def host_texts(hosts: Iterable[PlainObject]) -> list[str]:
    """Each machine that it ran on, and each command typed there, in words."""
    machines = [
        f"{host['processor']}, {host['processors']} processors, {host['system']}" for host in hosts
    ]
    commands = [join_command(host["command"]) for host in hosts]
    return [
        *(f"played on {machine}" for machine in dict.fromkeys(machines)),
        *(f"by {command}" for command in dict.fromkeys(commands)),
    ]


def test_text(plan: Plan) -> str:
    """The test in words."""
    test = plan.test
    if test is None:
        return ""
    unit = "normalized Elo" if test.model == "normalized" else "Elo"
    return f"until a test decides between {test.elo0:g} and {test.elo1:g} {unit}"


def openings_text(openings: PlainObject) -> str:
    """The origin of the openings."""
    return str(openings.get("source", ""))


def _amount(plan: Plan) -> str:
    pairs = f"{plan.pairs} {'pair' if plan.pairs == 1 else 'pairs'}"
    if len(plan.engines) == 2:
        return pairs
    return (
        f"{plan.format} of {len(plan.engines)}, {pairs} for each of {len(plan.pairings)} pairings"
    )


def _engine(spec: EngineSpec, name: str, with_limits: bool) -> str:
    limits = f", {spec.limits}" if with_limits else ""
    return f"{name}  ({join_command(spec.command)}){limits}"

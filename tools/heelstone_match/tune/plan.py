"""The plan of a tuning: the part of a match's plan that only a tuning has."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass

from ..journal.plan import Plan, PlanError
from ..plain import JsonObject, PlainObject
from .spsa import A_RATIO, ALPHA, GAMMA, Parameter, Spsa, Values, values_text

# Placeholders for a parameter in a command.
NAME, VALUE = "{name}", "{value}"


@dataclass(frozen=True)
class TunePlan:
    """The parameters, the command that sets one, and the gains. If no clock decides the games, each
    pair knows the results up to `lag` pairs before it, however many are played at a time."""

    parameters: tuple[Parameter, ...]
    set_command: str
    lag: int
    alpha: float = ALPHA
    gamma: float = GAMMA
    a_ratio: float = A_RATIO

    def __post_init__(self) -> None:
        for parameter in self.parameters:
            _check(parameter)
        gains = (self.alpha, self.gamma, self.a_ratio)
        if not all(math.isfinite(gain) and gain >= 0 for gain in gains):
            raise PlanError("alpha, gamma and A-ratio are numbers from 0 on")
        if not self.parameters or self.lag < 1:
            raise PlanError("a tuning needs a parameter, and a lag from 1 on")
        if NAME not in self.set_command or VALUE not in self.set_command:
            raise PlanError(f"the command that sets a parameter needs {NAME} and {VALUE}")

    def commands(self, values: Values) -> tuple[str, ...]:
        """The commands that set the parameters to these values."""
        texts = values_text(self.parameters, values)
        return tuple(
            self.set_command.replace(NAME, parameter.name).replace(VALUE, text)
            for parameter, text in zip(self.parameters, texts)
        )

    def spsa(self, plan: Plan) -> Spsa:
        """The schedule for the pairs of that plan."""
        gains = (self.alpha, self.gamma, self.a_ratio)
        return Spsa(self.parameters, plan.total, plan.seed, *gains)


def _check(parameter: Parameter) -> None:
    name, low, high, start = parameter.name, parameter.low, parameter.high, parameter.start
    if not name.isprintable() or len(name.split()) != 1:
        raise PlanError(f"{name!r} is not the name of a parameter: it is one word")
    numbers = (low, high, start, parameter.c_end, parameter.r_end)
    if not all(isinstance(n, int | float) and math.isfinite(n) for n in numbers):
        raise PlanError(f"parameter {name}: not all of its numbers are finite")
    if not low < high or not low <= start <= high:
        raise PlanError(f"parameter {name}: {start:g} is not between {low:g} and {high:g}")
    if parameter.whole and (low != int(low) or high != int(high)):
        raise PlanError(f"parameter {name}: a whole number has whole bounds")
    if parameter.c_end <= 0 or parameter.r_end <= 0:
        raise PlanError(f"parameter {name}: C_END and R_END are above 0")


def tune_json(tune: TunePlan) -> JsonObject:
    """The plan as plain data."""
    told: JsonObject = json.loads(json.dumps(asdict(tune)))
    return told


def tune_of(told: PlainObject) -> TunePlan:
    """The plan of plain data. Raises PlanError."""
    try:
        parameters = tuple(Parameter(**parameter) for parameter in told["parameters"])
        return TunePlan(**{**told, "parameters": parameters})
    except (KeyError, TypeError, AttributeError) as error:
        raise PlanError(f"this is not a plan of a tuning: {error!r}") from error

"""Counts of pairs or games in, figures out: as plain data, and as text for people."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NotRequired, TypedDict

from .counts import Counts, Pentanomial, Trinomial, counts_of
from .elo import elo_of, estimate
from .likelihood import llr_logistic, llr_normalized
from .sprt import Sprt

ELO0, ELO1 = 0.0, 5.0
RISK = 0.05
MODEL = "normalized"
# With fewer pairs than that the figures are rough, and a superiority has no likelihood.
FEWEST_PAIRS = 30


class Figures(TypedDict):
    """All figures about the strength of two players; None: without a bound, or not known."""

    # The counts: of pairs, or of single games.
    pairs: NotRequired[list[int]]
    single_games: NotRequired[list[int]]
    games: int
    score: float | None
    elo: float | None
    elo_ci: list[float | None]
    nelo: float | None
    nelo_pm: float | None
    los: float | None
    elo0: float
    elo1: float
    model: str
    llr_normalized: float
    llr_logistic: float
    bounds: list[float]
    decision: str | None
    pairs_to_go: int | None
    fault_pairs: int
    decision_without_faults: str | None


def figures(
    counts: Sequence[int],
    elo0: float = ELO0,
    elo1: float = ELO1,
    alpha: float = RISK,
    beta: float = RISK,
    model: str = MODEL,
    faulty: Sequence[int] | None = None,
) -> Figures:
    """All that five counts of pairs say, or three of single games; a figure without a bound, or
    with too few of them to be known, is None. `faulty` are those of the counts with a game that was
    lost by a fault. Raises ValueError."""
    pairs = counts_of(counts)
    test = Sprt(elo0, elo1, alpha, beta, model)
    found = estimate(pairs)
    faulty = faulty or [0] * pairs.classes
    made: Figures = {
        "games": pairs.games,
        "score": found.score,
        "elo": found.elo,
        "elo_ci": list(found.elo_ci),
        "nelo": found.nelo,
        "nelo_pm": found.nelo_pm,
        "los": None if _are_few(pairs) else found.los,
        "elo0": elo0,
        "elo1": elo1,
        "model": model,
        "llr_normalized": llr_normalized(pairs, elo0, elo1),
        "llr_logistic": llr_logistic(pairs, elo0, elo1),
        "bounds": list(test.bounds),
        "decision": test.decide(counts),
        "pairs_to_go": test.pairs_to_go(counts),
        "fault_pairs": sum(faulty),
        "decision_without_faults": test.decide([a - b for a, b in zip(counts, faulty)]),
    }
    if pairs.classes == Pentanomial.classes:
        return {"pairs": list(pairs.numbers), **made}
    return {"single_games": list(pairs.numbers), **made}


def llr_of(told: Figures) -> float:
    """The log likelihood ratio of the test."""
    return told["llr_normalized"] if told["model"] == MODEL else told["llr_logistic"]


def fault_remark(told: Figures) -> str:
    """What the figures owe to faults, in words; empty where they owe nothing."""
    if not told["fault_pairs"]:
        return ""
    remark = f"{told['fault_pairs']} of {sum(_results(told))} pairs had a game lost by a fault"
    if told["decision"] and told["decision"] != told["decision_without_faults"]:
        remark += f", and without them {told['decision']} would not be accepted"
    return remark


def parse_counts(text: str, form: type[Counts] = Pentanomial) -> list[int]:
    """The five counts of `10,40,100,50,15`, or of `Trinomial` three. Raises ValueError with a
    sentence."""
    words = [word.strip() for word in text.split(",")]
    # int() takes 1_0 and +1 as well, and refuses some thousand digits.
    if len(words) != form.classes or not all(map(_is_count, words)):
        example = "three counts, such as 10,40,15"
        if form.classes == Pentanomial.classes:
            example = "five counts, such as 10,40,100,50,15"
        raise ValueError(f"{text[:60]!r} is not {example}")
    return list(form(map(int, words)).numbers)


def text(told: Figures) -> str:
    """The figures as a short table."""
    counts = counts_of(_results(told))
    few = _are_few(counts)
    listed = f"{counts.total}: {', '.join(map(str, counts.numbers))} by"
    rows = [
        ("pairs", f"{listed} half points")
        if "pairs" in told
        else ("games", f"{listed} losses, draws, wins"),
        ("score", _percent(told["score"], few)),
        ("Elo", f"{_signed(told['elo'], told['score'], few)}  (95 %: {_interval(told, few)})"),
        ("nElo", f"{_signed(told['nelo'], told['score'], few)} +- {_margin(told, few)}"),
        ("LOS", _too_few(counts) if few else _percent(told["los"])),
        ("LLR", _test(told)),
    ]
    if remark := fault_remark(told):
        rows.append(("", remark))
    if remark := _remark(told):
        rows.append(("", remark))
    return "\n".join(f"{name:6} {what}" for name, what in rows)


def _test(told: Figures) -> str:
    lower, upper = told["bounds"]
    hypotheses = f"{told['elo0']:g} or {told['elo1']:g}"
    line = f"{llr_of(told):z.3f} of {lower:.3f} to {upper:.3f} ({told['model']}, {hypotheses})"
    if told["decision"]:
        return f"{line}: {told['decision']} is accepted"
    to_go = told["pairs_to_go"]
    if to_go is None:
        return line
    what = "pairs" if "pairs" in told else "games"
    return f"{line}: about {to_go} {what} to go, {sum(_results(told)) + to_go} in all"


def _results(told: Figures) -> list[int]:
    return told["pairs"] if "pairs" in told else told["single_games"]


def _are_few(counts: Counts) -> bool:
    return counts.games < FEWEST_PAIRS * Pentanomial.games_each


def _too_few(counts: Counts) -> str:
    if counts.classes == Trinomial.classes:
        return f"unknown with fewer than {FEWEST_PAIRS * Pentanomial.games_each} games"
    return f"unknown with fewer than {FEWEST_PAIRS} pairs"


def _remark(told: Figures) -> str:
    counts = _results(told)
    what = "pairs" if "pairs" in told else "games"
    if not sum(counts):
        return f"no {what} yet"
    if not _alike(counts):
        return ""
    which = "level" if counts[len(counts) // 2] else "alike"
    return f"all {what} are {which}: the interval rests on their number alone"


def _interval(told: Figures, few: bool) -> str:
    counts = _results(told)
    if not sum(counts):
        return "unknown"
    low, high = _interval_of_alike(counts) if _alike(counts) else tuple(told["elo_ci"])
    return f"{_signed(low, 0, few)} to {_signed(high, 1, few)}"


def _interval_of_alike(counts: Sequence[int]) -> tuple[float | None, float | None]:
    """The interval of 95 % where the normal one says nothing: at least that share of all pairs ends
    as these did, or so many of them would not with a chance of 95 %."""
    pairs = counts_of(counts)
    share = math.pow(RISK, 1 / pairs.total)
    least = share * (pairs.mean or 0.0)
    return elo_of(least), elo_of(least + (1 - share))


def _alike(counts: Sequence[int]) -> bool:
    return sum(1 for count in counts if count) == 1


def _is_count(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 20


def _signed(value: float | None, score: float | None, few: bool) -> str:
    if value is None:
        return "unknown" if score in (None, 0.5) else "-inf" if score < 0.5 else "+inf"
    return f"{value:+z.0f}" if few else f"{value:+z.2f}"


def _margin(told: Figures, few: bool) -> str:
    value = told["nelo_pm"]
    return "unknown" if value is None else f"{value:.0f}" if few else f"{value:.2f}"


def _percent(value: float | None, few: bool = False) -> str:
    if value is None:
        return "unknown"
    return f"{100 * value:.0f} %" if few else f"{100 * value:.2f} %"

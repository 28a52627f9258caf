"""Counts of pairs in, figures out: as plain data, and as text for people."""

from __future__ import annotations

from collections.abc import Sequence

from .counts import Pentanomial
from .elo import estimate
from .likelihood import llr_logistic, llr_normalized
from .sprt import Sprt

ELO0, ELO1 = 0.0, 5.0
RISK = 0.05
MODEL = "normalized"


def figures(
    counts: Sequence[int],
    elo0: float = ELO0,
    elo1: float = ELO1,
    alpha: float = RISK,
    beta: float = RISK,
    model: str = MODEL,
) -> dict:
    """All that the counts say; a figure without a bound is None. Raises ValueError."""
    pairs = Pentanomial(counts)
    test = Sprt(elo0, elo1, alpha, beta, model)
    found = estimate(pairs)
    return {
        "pairs": list(pairs.numbers),
        "games": pairs.games,
        "score": found.score,
        "elo": found.elo,
        "elo_ci": list(found.elo_ci),
        "nelo": found.nelo,
        "nelo_pm": found.nelo_pm,
        "los": found.los,
        "elo0": elo0,
        "elo1": elo1,
        "model": model,
        "llr_normalized": llr_normalized(pairs, elo0, elo1),
        "llr_logistic": llr_logistic(pairs, elo0, elo1),
        "bounds": list(test.bounds),
        "decision": test.decide(counts),
        "pairs_to_go": test.pairs_to_go(counts),
    }


def parse_counts(text: str) -> list[int]:
    """The five counts of `10,40,100,50,15`. Raises ValueError with a sentence."""
    try:
        counts = [int(word) for word in text.split(",")]
    except ValueError as error:
        raise ValueError(f"{text!r} is not five counts, such as 10,40,100,50,15") from error
    return list(Pentanomial(counts).numbers)


def text(told: dict) -> str:
    """The figures as a short table."""
    low, high = told["elo_ci"]
    pairs = sum(told["pairs"])
    rows = [
        ("pairs", f"{pairs}: {', '.join(map(str, told['pairs']))} by half points"),
        ("score", _percent(told["score"])),
        ("Elo", f"{_signed(told['elo'], told['score'])}  (95 %: {_end(low)} to {_end(high)})"),
        ("nElo", f"{_signed(told['nelo'], told['score'])} +- {_end(told['nelo_pm'])}"),
        ("LOS", _percent(told["los"])),
        ("LLR", _test(told)),
    ]
    if remark := _remark(told):
        rows.append(("", remark))
    return "\n".join(f"{name:6} {what}" for name, what in rows)


def _test(told: dict) -> str:
    lower, upper = told["bounds"]
    llr = told[f"llr_{told['model']}"]
    line = f"{llr:.3f} of {lower:.3f} to {upper:.3f} ({told['model']}, {told['elo0']:g} or"
    line += f" {told['elo1']:g})"
    if told["decision"]:
        return f"{line}: {told['decision']} is accepted"
    if told["pairs_to_go"] is None:
        return line
    return f"{line}: about {told['pairs_to_go']:.0f} pairs to go"


def _remark(told: dict) -> str:
    counts = told["pairs"]
    if not sum(counts):
        return "no pairs yet"
    if sum(1 for count in counts if count) > 1:
        return ""
    if counts[2]:
        return "all pairs are level: how near the two are, more pairs would tell"
    return "all pairs ended alike: an interval needs some that did not"


def _signed(value: float | None, score: float | None) -> str:
    if value is None:
        return "unknown" if score in (None, 0.5) else "-inf" if score < 0.5 else "+inf"
    return f"{value:+.2f}"


def _end(value: float | None) -> str:
    return "?" if value is None else f"{value:.2f}"


def _percent(value: float | None) -> str:
    return "unknown" if value is None else f"{100 * value:.2f} %"

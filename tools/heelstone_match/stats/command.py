"""Turns counts of pairs into figures: as plain data, and as text for people."""

from __future__ import annotations

from collections.abc import Sequence

from .counts import Pentanomial
from .elo import elo_of, estimate
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
    """All figures from the counts; an unbounded one is None. Raises ValueError."""
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
    words = [word.strip() for word in text.split(",")]
    # int() also accepts 1_0 and +1, and refuses thousands of digits.
    if len(words) != Pentanomial.classes or not all(map(_is_count, words)):
        raise ValueError(f"{text[:60]!r} is not five counts, such as 10,40,100,50,15")
    return list(Pentanomial(map(int, words)).numbers)


def text(told: dict) -> str:
    """The figures as a short table."""
    pairs = sum(told["pairs"])
    rows = [
        ("pairs", f"{pairs}: {', '.join(map(str, told['pairs']))} by half points"),
        ("score", _percent(told["score"])),
        ("Elo", f"{_signed(told['elo'], told['score'])}  (95 %: {_interval(told)})"),
        ("nElo", f"{_signed(told['nelo'], told['score'])} +- {_margin(told['nelo_pm'])}"),
        ("LOS", _percent(told["los"])),
        ("LLR", _test(told)),
    ]
    if remark := _remark(told):
        rows.append(("", remark))
    return "\n".join(f"{name:6} {what}" for name, what in rows)


def _test(told: dict) -> str:
    lower, upper = told["bounds"]
    llr = told[f"llr_{told['model']}"]
    line = f"{llr:z.3f} of {lower:.3f} to {upper:.3f} ({told['model']}, {told['elo0']:g} or"
    line += f" {told['elo1']:g})"
    if told["decision"]:
        return f"{line}: {told['decision']} is accepted"
    to_go = told["pairs_to_go"]
    if to_go is None:
        return line
    return f"{line}: about {to_go} pairs to go, {sum(told['pairs']) + to_go} in all"


def _remark(told: dict) -> str:
    counts = told["pairs"]
    if not sum(counts):
        return "no pairs yet"
    if not _alike(counts):
        return ""
    which = "level" if counts[2] else "alike"
    return f"all pairs are {which}: the interval rests on their number alone"


def _interval(told: dict) -> str:
    counts = told["pairs"]
    if not sum(counts):
        return "unknown"
    low, high = _interval_of_alike(counts) if _alike(counts) else told["elo_ci"]
    return f"{_signed(low, 0)} to {_signed(high, 1)}"


def _interval_of_alike(counts: Sequence[int]) -> tuple[float | None, float | None]:
    """The 95 % interval if the normal one says nothing: at least this share of all pairs ends as
    these did, or else, with a chance of 95 %, some of them would have ended otherwise."""
    pairs = Pentanomial(counts)
    share = RISK ** (1 / pairs.total)
    least = share * pairs.mean
    return elo_of(least), elo_of(least + (1 - share))


def _alike(counts: Sequence[int]) -> bool:
    return sum(1 for count in counts if count) == 1


def _is_count(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 20


def _signed(value: float | None, score: float | None) -> str:
    if value is None:
        return "unknown" if score in (None, 0.5) else "-inf" if score < 0.5 else "+inf"
    return f"{value:+z.2f}"


def _margin(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.2f}"


def _percent(value: float | None) -> str:
    return "unknown" if value is None else f"{100 * value:.2f} %"

"""A question about positions, and the answers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from ..journal.program import command_hash
from ..plain import JsonObject, PlainObject
from ..play.player import Contest


class QuestionError(Exception):
    """A file of positions that cannot be used; the sentence names it."""


@dataclass(frozen=True)
class Position:
    """A position to ask about. `number` is that of its line, from 1."""

    number: int
    text: str


@dataclass(frozen=True)
class Question:
    """The engine to ask, and the question: `setup` and a position, then `ask`; or `ask` alone, if
    the position stands in it, in place of `{}`. Times in seconds: for the answer, for other
    commands, for the start of a process."""

    contest: Contest
    command: tuple[str, ...]
    ask: str
    setup: str
    patience: float
    reply_timeout: float
    start_timeout: float
    use_ids: bool = True


@dataclass(frozen=True)
class Answer:
    """The result for a position: a reply, or the text of a refusal (`error`), or a fault of the
    engine by its kind and detail."""

    position: Position
    seconds: float
    reply: str | None = None
    error: str | None = None
    fault: tuple[str, str] | None = None


def read_positions(path: Path) -> list[Position]:
    """The lines of a file except empty ones and comments, which begin with `#`. Raises
    QuestionError."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise QuestionError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise QuestionError(f"{path} is not text in UTF-8") from error
    stripped = [(number, line.strip()) for number, line in enumerate(lines, 1)]
    positions = [Position(number, text) for number, text in stripped if text and text[0] != "#"]
    for position in positions:
        if not position.text.isprintable():
            raise QuestionError(f"{path}, line {position.number}: it has control characters")
    if not positions:
        raise QuestionError(f"{path} has no position")
    return positions


def question_json(question: Question) -> JsonObject:
    """The question as plain data."""
    told: JsonObject = json.loads(json.dumps(asdict(question)))
    return told


def question_of(told: PlainObject) -> Question:
    """The question again."""
    contest = Contest(**told["contest"])
    return Question(**{**told, "contest": contest, "command": tuple(told["command"])})


def answer_json(answer: Answer) -> JsonObject:
    """A line of the journal, without empty values."""
    told: JsonObject = {"position": answer.position.number, "text": answer.position.text}
    if answer.reply is not None:
        told["reply"] = answer.reply
    if answer.error is not None:
        told["error"] = answer.error
    if answer.fault is not None:
        told["fault"] = dict(zip(("kind", "detail"), answer.fault))
    return {**told, "seconds": round(answer.seconds, 6)}


def answer_of(told: PlainObject) -> Answer:
    """The answer again. Raises KeyError or TypeError if it is not one."""
    fault = told.get("fault")
    return Answer(
        position=Position(told["position"], told["text"]),
        seconds=told["seconds"],
        reply=told.get("reply"),
        error=told.get("error"),
        fault=(fault["kind"], fault["detail"]) if fault else None,
    )


def header_json(question: Question, positions: Sequence[Position]) -> JsonObject:
    """The first line of the journal. Its `config` is a hash of everything that determines the
    answers."""
    texts = json.dumps([(position.number, position.text) for position in positions])
    engine = {"command": list(question.command), "sha256": command_hash(question.command)}
    told = {
        "spread": question_json(question),
        "positions": {"count": len(positions), "sha256": _hash(texts)},
        "engines": {"A": engine},
    }
    config = _hash(json.dumps(told, sort_keys=True))
    return {"journal": 1, "run": config[:16], "config": config, **told}


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()

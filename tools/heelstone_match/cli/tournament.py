"""A tournament as a file in TOML: its keys are the options of the command line without dashes, and
each `[[engine]]` has the fields of `--engine`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from .values import UsageError

OPTION = "--tournament"


def with_file(words: Sequence[str]) -> tuple[list[str], str | None]:
    """The words of a sub-command with those that its tournament file means before them, so that
    what is typed counts; and the text of that file. Raises UsageError."""
    for place, word in enumerate(words):
        name, equals, path = word.partition("=")
        if name != OPTION:
            continue
        if not equals:
            if place + 1 == len(words):
                raise UsageError(f"{OPTION} needs a file")
            path = words[place + 1]
        typed = [*words[:place], *words[place + (1 if equals else 2) :]]
        text = _read(Path(path))
        return [*_options(path, text), *typed], text
    return list(words), None


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not text"
        raise UsageError(f"{path} cannot be read: {why}") from error


def _options(path: str, text: str) -> Iterator[str]:
    import tomllib

    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path}: {error}") from error
    for name, value in told.items():
        for one in value if isinstance(value, list) else [value]:
            if name == "engine" and isinstance(one, dict):
                yield f"--engine={_fields(path, one)}"
            elif one is True:
                yield f"--{name}"
            elif one is not False:
                yield f"--{name}={_plain(path, name, one)}"


def _fields(path: str, engine: Mapping[str, Any]) -> str:
    if "cmd" not in engine:
        raise UsageError(f"{path}: an engine needs a cmd")
    parts = []
    for name, value in engine.items():
        for one in value if isinstance(value, list) else [value]:
            word = ("off", "on")[one] if isinstance(one, bool) else _plain(path, name, one)
            quote = "'" if '"' in word else '"'
            if quote in word:
                raise UsageError(f"{path}: {name} has both kinds of quotes")
            parts.append(f"{name}={quote}{word}{quote}")
    return ",".join(parts)


def _plain(path: str, name: str, value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise UsageError(f"{path}: {name} is a text or a number")
    return str(value)

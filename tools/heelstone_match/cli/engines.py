"""What `--engine` says: a command line, or fields such as `name=new,cmd="heelstone",nodes=1000`."""

from __future__ import annotations

import argparse
import os
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ..journal.plan import ADAPTERS, KEYS, EngineSpec
from . import limits, values
from .values import UsageError

# The fields of an engine beside its limits; those of the second line may come more than once.
_ONCE = ("name", "cmd", "dir", "restart")
_MANY = ("adapt", "tell")
_FIELDS = (*_ONCE, *_MANY, *limits.READERS)
_FIRST = re.compile(rf"\s*({'|'.join(_FIELDS)})\s*=")
# Without what ends a field or a key, and fit for the name of a file.
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,31}")


@dataclass
class TypedEngine:
    """What was typed of one engine."""

    cmd: str
    name: str | None = None
    dir: str | None = None
    restart: str | None = None
    limits: list[tuple[str, str]] = field(default_factory=list)
    adapt: list[str] = field(default_factory=list)
    tell: list[str] = field(default_factory=list)


def engines_of(typed: argparse.Namespace) -> tuple[EngineSpec, ...]:
    """All engines with what is told of each. Raises UsageError."""
    told = [_typed_engine(text) for text in typed.engine]
    keys = _keys([engine.name for engine in told])
    common = limits.common_limits(typed)
    specs = {}
    for key, engine in zip(keys, told):
        spec = EngineSpec(
            values.command("--engine", engine.cmd),
            common,
            name=engine.name,
            dir=_folder(key, engine.dir),
            restart=_restart(key, engine.restart, typed.restart),
        )
        for name, word in engine.limits:
            spec = replace(spec, limits=limits.limited(spec.limits, "--engine", name, word))
        spec = _adapted(spec, f"--engine {key}", engine.adapt)
        specs[key] = _telling(spec, f"--engine {key}", engine.tell)
    for option, apply in (("limits", _limited), ("adapt", _adapted), ("tell", _telling)):
        for text in getattr(typed, option):
            meant, told_text = _addressed(f"--{option}", text, keys)
            if option == "limits" and meant is None:
                raise UsageError(f"--limits {text}: it begins with an engine, such as {keys[-1]}:")
            for one in keys if meant is None else (meant,):
                specs[one] = apply(specs[one], f"--{option} {text}", [told_text])
    return tuple(specs.values())


def _typed_engine(text: str) -> TypedEngine:
    if not _FIRST.match(text):
        return TypedEngine(text)
    split = shlex.shlex(text, posix=True, punctuation_chars="")
    # A backslash is part of a path.
    split.whitespace, split.whitespace_split, split.commenters, split.escape = ",", True, "", ""
    engine = TypedEngine("")
    try:
        parts = list(split)
    except ValueError as error:
        raise UsageError(f"--engine {text}: {error}") from error
    for part in parts:
        name, equals, word = part.strip().partition("=")
        if not equals or name not in _FIELDS:
            raise UsageError(f"--engine {text}: {part!r} is not one of {', '.join(_FIELDS)}")
        if name in limits.READERS:
            engine.limits.append((name, word))
        elif name in _MANY:
            getattr(engine, name).append(word)
        else:
            setattr(engine, name, word)
    if not engine.cmd:
        raise UsageError(f"--engine {text}: it needs cmd=COMMAND")
    return engine


def _folder(key: str, told: str | None) -> str | None:
    """The absolute path of the working directory. Raises UsageError."""
    if told is None:
        return None
    if not os.path.isdir(told):
        raise UsageError(f"--engine {key}: there is no folder {told}")
    return os.path.abspath(told)


def _restart(key: str, told: str | None, for_all: bool) -> bool:
    """True if each game has a new process. Raises UsageError."""
    if told not in (None, "on", "off"):
        raise UsageError(f"--engine {key}: restart is on or off")
    return for_all if told is None else told == "on"


def _keys(names: Sequence[str | None]) -> list[str]:
    """The names, and for who has none its letter. Raises UsageError."""
    if len(names) > len(KEYS):
        raise UsageError(f"a tournament has 2 to {len(KEYS)} engines")
    keys = [name or letter for name, letter in zip(names, KEYS)]
    for key in keys:
        if not _NAME.fullmatch(key):
            raise UsageError(f"the name {key!r} has more than letters, digits and _.+-")
        if keys.count(key) > 1:
            raise UsageError(f"two engines are called {key}")
    return keys


def _addressed(option: str, text: str, keys: Sequence[str]) -> tuple[str | None, str]:
    """The engine that an option begins with, by name or letter, and what it is told; None where
    all are meant."""
    head, colon, rest = text.partition(":")
    if not colon:
        return None, text
    if head in keys:
        return head, rest
    if head in KEYS[: len(keys)]:
        return keys[KEYS.index(head)], rest
    if len(head) == 1 and head in KEYS:
        raise UsageError(f"{option} {text}: there is no engine {head!r}")
    return None, text


def _limited(spec: EngineSpec, option: str, texts: Sequence[str]) -> EngineSpec:
    for part in (part for text in texts for part in text.split(",")):
        name, equals, word = part.partition("=")
        if not equals or name not in limits.READERS:
            raise UsageError(f"{option}: {part!r} is not one of {', '.join(limits.READERS)}")
        spec = replace(spec, limits=limits.limited(spec.limits, option, name, word))
    return spec


def _adapted(spec: EngineSpec, option: str, texts: Sequence[str]) -> EngineSpec:
    words = set(spec.adapters)
    for word in (word for text in texts for word in text.split(",")):
        if word not in ADAPTERS:
            raise UsageError(f"{option}: {word!r} is not one of {', '.join(ADAPTERS)}")
        words.add(word)
    return replace(spec, adapters=tuple(sorted(words)))


def _telling(spec: EngineSpec, option: str, texts: Sequence[str]) -> EngineSpec:
    for command in texts:
        if not command.isprintable() or not command.strip():
            raise UsageError(f"{option}: a command is one line")
    return replace(spec, settings=(*spec.settings, *texts))

"""Journals that were compressed when finished: they are read as they are, and never written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import BinaryIO

from .lines import JournalError, regular

# The module that opens a file with that ending, loaded on demand since not every Python was built
# with both, and the command that decompresses it.
_FORMS = {".gz": ("gzip", "gunzip"), ".xz": ("lzma", "unxz")}


def is_packed(path: Path) -> bool:
    """True if the name says that the file is compressed."""
    return path.suffix in _FORMS


def plain_name(path: Path) -> Path:
    """The name without the ending of compressed files."""
    return path.with_suffix("") if is_packed(path) else path


def refuse_packed(path: Path) -> None:
    """Raises JournalError for a name that nothing can be appended to."""
    if is_packed(path):
        command = _FORMS[path.suffix][1]
        raise JournalError(
            f"{path} is compressed, or would be by its name: a match goes on in a plain file"
            f" (`{command} {path}` makes one)"
        )


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """The file to read from, without its compression. Opening it, and reading in this context,
    raise JournalError."""
    opener, damaged = _opener(path) if is_packed(path) else (_open_plain, OSError)
    try:
        with opener(regular(path)) as file:
            yield file
    except (OSError, EOFError, damaged) as error:
        why = getattr(error, "strerror", None) or error
        raise JournalError(f"{path} cannot be read: {why}") from error


def read_packed(path: Path) -> bytes:
    """The contents of the file, decompressed. Raises JournalError."""
    with opened(path) as file:
        return file.read()


def _open_plain(path: Path) -> BinaryIO:
    return open(path, "rb")


def _opener(path: Path) -> tuple[Callable[[Path], BinaryIO], type[Exception]]:
    """What opens such a file, and what that raises where it is damaged."""
    name, _ = _FORMS[path.suffix]
    try:
        form = import_module(name)
    except ImportError as error:
        raise JournalError(f"{path} cannot be read: this Python has no {name}") from error
    return form.open, form.LZMAError if name == "lzma" else import_module("zlib").error

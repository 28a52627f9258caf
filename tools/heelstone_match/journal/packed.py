"""Journals that were compressed when they were finished: read as they are, and never written."""

from __future__ import annotations

import gzip
import lzma
import zlib
from pathlib import Path

from .lines import JournalError

# What opens a file with that ending, and what brings the plain file back.
_FORMS = {".gz": (gzip.open, "gunzip"), ".xz": (lzma.open, "unxz")}


def is_packed(path: Path) -> bool:
    """Whether the name says that the file is compressed."""
    return path.suffix in _FORMS


def plain_name(path: Path) -> Path:
    """The name without the ending that says that it is compressed."""
    return path.with_suffix("") if is_packed(path) else path


def refuse_packed(path: Path) -> None:
    """Raises JournalError for a name that nothing can be appended to."""
    if is_packed(path):
        command = _FORMS[path.suffix][1]
        raise JournalError(
            f"{path} is compressed, or would be by its name: a match goes on in a plain file"
            f" (`{command} {path}` makes one)"
        )


def read_packed(path: Path) -> bytes:
    """What the file holds, without its compression. Raises JournalError."""
    opened, _ = _FORMS[path.suffix]
    try:
        with opened(path, "rb") as file:
            return file.read()
    except (OSError, EOFError, lzma.LZMAError, zlib.error) as error:
        why = getattr(error, "strerror", None) or error
        raise JournalError(f"{path} cannot be read: {why}") from error


def read_packed_lines(path: Path) -> tuple[list[bytes], int]:
    """As `lines.read_lines`. Raises JournalError."""
    data = read_packed(path)
    end = data.rfind(b"\n") + 1
    return data[:end].split(b"\n")[:-1], len(data) - end

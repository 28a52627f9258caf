"""Writing a file so that its name has the whole text or what it had before."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path


def write_whole(path: Path, texts: Iterable[str]) -> None:
    """Replaces a file: the old one stays until the new one is complete. A symbolic link stays, and
    what it leads to is written; a device or a pipe is written to as it is. Raises OSError."""
    if _is_output(path):
        # Opened again it would be written from its beginning.
        sys.stdout.flush()
        _write(os.dup(1), texts)
    elif path.exists() and not path.is_file():
        _write(path, texts)
    else:
        there = Path(os.path.realpath(path))
        draft = draft_of(there)
        try:
            _write(draft, texts)
            os.replace(draft, there)
        finally:
            draft.unlink(missing_ok=True)


def _write(file: Path | int, texts: Iterable[str]) -> None:
    with open(file, "w", encoding="utf-8", errors="backslashreplace") as opened:
        opened.writelines(texts)


def draft_of(path: Path) -> Path:
    """Where the file is written before it gets its name."""
    return path.with_name(f"{path.name}.{os.getpid()}.new")


def _is_output(path: Path) -> bool:
    """True for the file that standard output goes to, which is not to be replaced meanwhile."""
    try:
        return os.path.samestat(os.stat(path), os.fstat(1))
    except OSError:
        return False

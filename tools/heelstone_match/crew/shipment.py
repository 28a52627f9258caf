"""The files that another machine needs: those of command lines, and this package."""

from __future__ import annotations

import hashlib
import io
import os
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..system import find_program
from .work import Command

# What a worker starts: `python PACKAGE`.
_MAIN = "from heelstone_match.crew.runner_process import main\n\nmain()\n"


class ShipmentError(Exception):
    """A file of a command line cannot be read."""


@dataclass(frozen=True)
class File:
    """A file with its path here; `data` is None if it must exist there too."""

    path: str
    sha256: str
    data: bytes | None


@dataclass(frozen=True)
class Shipment:
    """Command lines whose files are numbers of `files`, and the package as a zip file."""

    commands: tuple[tuple[str | int, ...], ...]
    files: tuple[File, ...]
    package: bytes

    @property
    def sha256(self) -> str:
        """A hash of all of it."""
        hashes = [self.commands, [(file.path, file.sha256) for file in self.files]]
        return hashlib.sha256(repr(hashes).encode() + self.package).hexdigest()


def load(commands: Sequence[Command], with_data: bool) -> Shipment:
    """The program of each command line, and every argument that is a file. Raises ShipmentError."""
    files: dict[str, File] = {}
    places: list[str] = []

    def packed(word: str) -> str | int:
        if not os.path.isfile(word):
            return word
        path = os.path.abspath(word)
        if path not in files:
            files[path] = _read(path, with_data)
            places.append(path)
        return places.index(path)

    lines = []
    for program, *arguments in commands:
        lines.append((packed(find_program(program)), *map(packed, arguments)))
    return Shipment(tuple(lines), tuple(files.values()), package())


def package() -> bytes:
    """This package as a zip file that Python can run; the same bytes for the same files."""
    root = Path(__file__).parents[1]
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("__main__.py"), _MAIN)
        for path in sorted(root.rglob("*.py")):
            name = f"{root.name}/{path.relative_to(root)}"
            archive.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return content.getvalue()


def _read(path: str, with_data: bool) -> File:
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise ShipmentError(f"{path} cannot be read: {error.strerror}") from error
    return File(path, hashlib.sha256(data).hexdigest(), data if with_data else None)

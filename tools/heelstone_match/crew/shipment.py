"""The files that another machine needs: those of command lines, and this package."""

from __future__ import annotations

import hashlib
import io
import os
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from ..journal.program import file_in, program_of
from .work import Command

# What a worker starts: `python PACKAGE`.
_MAIN = "from heelstone_match.crew.runner_process import main\n\nmain()\n"
# The most that a folder may hold to be sent.
MOST_BYTES = 64 << 20
MOST_FILES = 10_000
LEFT_OUT = ("__pycache__",)


class ShipmentError(Exception):
    """A file of a command line cannot be sent."""


@dataclass(frozen=True)
class File:
    """A file with its path here; `data` is None if it must exist there too."""

    path: str
    sha256: str
    data: bytes | None


@dataclass(frozen=True)
class FolderFile:
    """A file of a folder, by its path in it."""

    name: str
    sha256: str
    is_program: bool
    data: bytes | None


@dataclass(frozen=True)
class Folder:
    """A folder with its path here, and its files except hidden folders."""

    path: str
    sha256: str
    files: tuple[FolderFile, ...]


@dataclass(frozen=True)
class Interpreter:
    """What another machine has of its own, by the word that names it here."""

    word: str


Item = File | Folder | Interpreter
# A word of a command line in parts: text, or the number of an item whose place stands there.
Word = tuple[str | int, ...]


@dataclass(frozen=True)
class Packed:
    """A command line, the item that is its working directory, and the one that is its script's
    interpreter."""

    words: tuple[Word, ...]
    folder: int | None = None
    interpreter: int | None = None


@dataclass(frozen=True)
class Shipment:
    """Command lines with the items that they need, and the package as a zip file."""

    commands: tuple[Packed, ...]
    items: tuple[Item, ...]
    package: bytes

    @property
    def sha256(self) -> str:
        """A hash of all of it."""
        hashes = [getattr(item, "sha256", item) for item in self.items]
        return hashlib.sha256(repr([self.commands, hashes]).encode() + self.package).hexdigest()


def load(
    commands: Sequence[Command], with_data: bool, folders: Sequence[str | None] = ()
) -> Shipment:
    """For each command line its program, or for a script its folder, every argument that is a file
    and, where one is given, its working directory. Raises ShipmentError."""
    packing = _Packing(with_data)
    told = folders or [None] * len(commands)
    packed = tuple(packing.pack(command, folder) for command, folder in zip(commands, told))
    return Shipment(packed, tuple(packing.items), package())


@dataclass
class _Packing:
    """The items so far, each once."""

    with_data: bool
    items: list[Item] = field(default_factory=list)
    _numbers: dict[str, int] = field(default_factory=dict)

    def pack(self, command: Command, folder: str | None) -> Packed:
        program = program_of(command, folder)
        number = None if folder is None else self._folder(os.path.abspath(folder))
        home = _script_folder(program.script)
        if home and not (folder and f"{home}{os.sep}".startswith(os.path.abspath(folder) + os.sep)):
            self._folder(home)
        interpreter = None
        if word := program.interpreter:
            interpreter = self._add(f"a program: {word}", partial(Interpreter, word))
        first: Word = (program.file,)
        if program.names_interpreter and interpreter is not None:
            first = (interpreter,)
        elif os.path.isfile(program.file):
            first = self._file(program.file)
        words = [first]
        for word in command[1:]:
            found = file_in(word, folder)
            words.append((found[0], *self._file(found[1])) if found else (word,))
        return Packed(tuple(words), number, interpreter)

    def _file(self, path: str) -> Word:
        """The place of a file: in a folder that is sent too, or alone."""
        path = os.path.abspath(path)
        for number, item in enumerate(self.items):
            if isinstance(item, Folder) and path.startswith(item.path + os.sep):
                name = path[len(item.path) + 1 :]
                if any(file.name == name for file in item.files):
                    return number, f"/{name}"
        return (self._add(path, lambda: _read_file(path, self.with_data)),)

    def _folder(self, path: str) -> int:
        return self._add(f"{path}/", lambda: _read_folder(path, self.with_data))

    def _add(self, key: str, make: Callable[[], Item]) -> int:
        if key not in self._numbers:
            self.items.append(make())
            self._numbers[key] = len(self.items) - 1
        return self._numbers[key]


def _script_folder(script: str | None) -> str | None:
    """The folder that a script needs: none if it stands among the programs of the system."""
    if script is None:
        return None
    folder = os.path.dirname(os.path.abspath(script))
    shared = {os.path.realpath(path) for path in os.get_exec_path()}
    return None if os.path.realpath(folder) in shared else folder


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


def _read_folder(path: str, with_data: bool) -> Folder:
    names = list(_names(path))
    size = sum(os.path.getsize(os.path.join(path, name)) for name in names)
    if size > MOST_BYTES or len(names) > MOST_FILES:
        raise ShipmentError(
            f"the folder {path} has {len(names)} files with {size >> 20} MiB, more than"
            f" {MOST_FILES} or {MOST_BYTES >> 20} MiB: put the engine into a folder of its own, or"
            " give each worker the files and use --engine-on-worker"
        )
    files = tuple(_read_in(path, name, with_data) for name in names)
    told = repr([(file.name, file.sha256, file.is_program) for file in files])
    return Folder(path, hashlib.sha256(told.encode()).hexdigest(), files)


def _names(root: str) -> Iterator[str]:
    """The files of a folder in a fixed order, without those of hidden folders; counting ends where
    there are too many."""
    count = 0
    for folder, below, files in os.walk(root):
        below[:] = sorted(name for name in below if name[0] != "." and name not in LEFT_OUT)
        for name in sorted(files):
            path = os.path.join(folder, name)
            if os.path.isfile(path) and count <= MOST_FILES:
                count += 1
                yield os.path.relpath(path, root)


def _read_in(folder: str, name: str, with_data: bool) -> FolderFile:
    path = os.path.join(folder, name)
    file = _read_file(path, with_data)
    return FolderFile(name, file.sha256, os.access(path, os.X_OK), file.data)


def _read_file(path: str, with_data: bool) -> File:
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise ShipmentError(f"{path} cannot be read: {error.strerror}") from error
    return File(path, hashlib.sha256(data).hexdigest(), data if with_data else None)

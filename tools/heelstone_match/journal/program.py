"""The files of a command line: a program or a script with its interpreter, and files among the
arguments."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from ..plain import JsonObject
from ..system import find_program

READ_SIZE = 1 << 20
# The time that an interpreter has to tell its version, and the characters kept of that.
PATIENCE = 10.0
SHOWN = 80

_INTERPRETERS = re.compile(
    r"(python|pypy|perl|ruby|node|nodejs|lua|luajit|java|rscript|guile|php|tclsh|julia|mono|dotnet"
    r"|sh|bash|dash|zsh|ksh)[\d.]*(\.exe)?",
    re.IGNORECASE,
)


class Program(NamedTuple):
    """What a command line starts. `interpreter` is the word by which it is called; for a script
    that is a program itself, the word on its first line. An interpreter may also have no script
    (`sh -c ...`)."""

    file: str
    script: str | None = None
    interpreter: str | None = None

    @property
    def names_interpreter(self) -> bool:
        """True if the interpreter is the first word of the command line."""
        return self.interpreter is not None and self.script != self.file


def program_of(command: Sequence[str], folder: str | None = None) -> Program:
    """The program of a command line that is started in that folder."""
    word = command[0]
    file = find_program(at(folder, word) if os.sep in word else word)
    if _INTERPRETERS.fullmatch(os.path.basename(file)):
        arguments = (at(folder, word) for word in command[1:] if not word.startswith("-"))
        script = next(filter(os.path.isfile, arguments), None)
        return Program(file, script, command[0])
    if interpreter := _first_line(file):
        return Program(file, file, interpreter)
    return Program(file)


def at(folder: str | None, word: str) -> str:
    """The path of a file that a process in that folder calls so."""
    return word if folder is None else os.path.join(folder, word)


def file_in(word: str, folder: str | None) -> tuple[str, str] | None:
    """The file that an argument names, after what stands before it: `--book=FILE` too. None if it
    names none."""
    option, equals, value = word.partition("=")
    parts = [("", word)]
    if option.startswith("-") and value:
        parts.append((option + equals, value))
    for before, name in parts:
        if os.path.isfile(path := at(folder, name)):
            return before, path
    return None


def command_hash(command: Sequence[str], folder: str | None = None) -> str:
    """SHA-256 of the program that a command line starts and of the files among its arguments (a
    script, a network, a book); the interpreter of a script is left out."""
    digest = hashlib.sha256()
    program = program_of(command, folder)
    is_script_alone = program.script is not None and program.names_interpreter
    files = [] if is_script_alone else [program.file]
    files += [found[1] for word in command[1:] if (found := file_in(word, folder))]
    for path in files:
        if os.path.isfile(path):
            digest.update(bytes.fromhex(file_hash(os.path.realpath(path))))
    return digest.hexdigest()


def about_script(command: Sequence[str], folder: str | None = None) -> JsonObject:
    """The script of a command line, as seen from where the match is begun, and its interpreter, as
    plain data; empty if there is none."""
    program = program_of(command, folder)
    if program.script is None or program.interpreter is None:
        return {}
    found = find_program(program.interpreter)
    told = {"command": program.interpreter, "version": version_of(found)}
    return {
        "script": {"file": program.script, "sha256": file_hash(program.script)},
        "interpreter": {name: value for name, value in told.items() if value},
    }


@lru_cache
def version_of(interpreter: str) -> str:
    """The first line of its `--version`; empty if it does not tell."""
    try:
        told = subprocess.run(
            [interpreter, "--version"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return ""
    lines = [line.strip() for line in told.stdout.decode("utf-8", "replace").splitlines()]
    return next(filter(None, lines), "")[:SHOWN] if told.returncode == 0 else ""


def file_hash(path: str) -> str:
    """SHA-256 of a file; that of nothing if it cannot be read."""
    digest = hashlib.sha256()
    try:
        with Path(path).open("rb") as file:
            while chunk := file.read(READ_SIZE):
                digest.update(chunk)
    except OSError:
        pass
    return digest.hexdigest()


def _first_line(path: str) -> str | None:
    """The interpreter that a file names on its first line, after `#!`."""
    try:
        with open(path, "rb") as file:
            line = file.readline(256)
    except OSError:
        return None
    if not line.startswith(b"#!"):
        return None
    words = line[2:].decode("utf-8", "replace").split()
    if words and os.path.basename(words[0]) == "env":
        words = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
    return words[0] if words else None

"""The journal of a question: a header, then a line for each position done."""

from __future__ import annotations

import json
from pathlib import Path

from ..journal.lines import JournalError, LineFile, holds_a_line, read_lines
from ..plain import PlainObject
from .question import Answer, answer_of


class SpreadJournal:
    """A new or continued journal; see `LineFile`."""

    def __init__(self, path: Path, header: PlainObject):
        """Raises JournalError, also if the file is about something else."""
        self.path = path
        self.answers: list[Answer] = []
        if not holds_a_line(path):
            self._file = LineFile.create(path, header, "name another file")
            return
        # Locked first: nobody may write between reading and cutting.
        self._file = LineFile(path)
        try:
            self._read(header)
        except JournalError:
            self._file.close()
            raise

    def append(self, told: PlainObject) -> None:
        """Writes a line. Raises JournalError."""
        self._file.append(told)

    def close(self) -> None:
        """Flushes everything to the disk and closes the file."""
        self._file.close()

    def _read(self, header: PlainObject) -> None:
        lines, torn = read_lines(self.path)
        seen = set()
        for number, line in enumerate(lines, 1):
            try:
                told = json.loads(line)
                if number == 1:
                    self._check(told, header)
                elif told["position"] not in seen:
                    seen.add(told["position"])
                    self.answers.append(answer_of(told))
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise JournalError(f"{self.path}, line {number}: {error!r}") from error
        if torn:
            self._file.cut(torn)

    def _check(self, told: PlainObject, header: PlainObject) -> None:
        if told.get("config") != header["config"]:
            raise JournalError(
                f"{self.path} is of another question, other positions, or another engine"
            )

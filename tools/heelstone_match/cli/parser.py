"""The parser of command lines: mistakes give one sentence, and options must be written in full."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn

from .values import UsageError


class Parser(argparse.ArgumentParser):
    """Raises UsageError where argparse would exit."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        raise UsageError(message)

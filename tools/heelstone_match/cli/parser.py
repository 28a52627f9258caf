"""The parser of command lines: its mistakes are one sentence, and options are written in full."""

from __future__ import annotations

import argparse
from typing import NoReturn

from .values import UsageError


class Parser(argparse.ArgumentParser):
    """Raises UsageError where argparse would end the process."""

    def __init__(self, **settings):
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        raise UsageError(message)

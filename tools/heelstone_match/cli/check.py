"""`check`: whether an engine keeps the protocol."""

from ..check.command import add_arguments, run

__all__ = ["add_arguments", "run"]

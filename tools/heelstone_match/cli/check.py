"""`check`: checks how well an engine keeps to the protocol."""

from ..check.command import add_arguments, run

__all__ = ["add_arguments", "run"]

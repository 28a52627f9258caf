"""The command line. Exit codes: 0 done, 1 broken off or failed, 2 could not start, 128 + N ended by
signal N."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

from ..journal.lines import JournalError
from ..system import end_descendants
from .parser import Parser
from .tournament import with_file
from .values import UsageError

USAGE = 2

# Each sub-command is a module here with `add_arguments(parser)` and `run(typed) -> exit code`;
# only the requested one is loaded.
COMMANDS = {
    "run": "play a match or a tournament",
    "resume": "continue a match from its journal",
    "report": "tables, pages and records from a journal",
    "stats": "ratings and tests from counts of pairs",
    "check": "check how well an engine keeps to the protocol",
    "openings": "make a list of openings",
    "tune": "find better values for an engine's parameters",
    "worker": "play some pairs of a plan, for a batch system",
    "spread": "ask an engine about each position of a file, on many threads or machines",
    "merge": "put the parts of workers together",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code; without arguments those of the process."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    try:
        words, tournament = list(arguments[1:]), None
        if arguments[:1] in (["run"], ["tune"]):
            words, tournament = with_file(words)
        typed = _parser(arguments).parse_args([*arguments[:1], *words])
        typed.tournament = tournament
        typed.words = arguments
        action: Callable[[argparse.Namespace], int] = typed.action
        return action(typed)
    except (UsageError, JournalError) as error:
        print(f"match.py: {error}", file=sys.stderr)
        return USAGE


def program() -> int:
    """The exit code of this process, of whose descendants none is left."""
    try:
        return main()
    finally:
        end_descendants()


def _parser(arguments: Sequence[str]) -> Parser:
    installed = "heelstone-match"
    name = installed if Path(sys.argv[0]).stem == installed else "match.py"
    parser = Parser(prog=name, description="Plays matches between engines that speak GTP.")
    commands = parser.add_subparsers(dest="command", required=True, parser_class=Parser)
    for word, about in COMMANDS.items():
        command = commands.add_parser(word, help=about, description=about.capitalize() + ".")
        if word in arguments[:1]:
            module = import_module(f".{word}", __name__)
            module.add_arguments(command)
            command.set_defaults(action=module.run)
    return parser

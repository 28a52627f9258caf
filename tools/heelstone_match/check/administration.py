"""Steps: the commands by which an engine describes itself."""

from __future__ import annotations

from collections import Counter

from .bench import Bench
from .verdict import Failed, Step, shown

# Section 6.1 of the standard.
REQUIRED = (
    "protocol_version name version known_command list_commands quit boardsize clear_board komi play"
    " genmove"
).split()
# The number of short commands and their replies that a pipe can hold.
BATCH = 64


def _protocol_version(bench: Bench) -> None:
    told = bench.accept("protocol_version")
    bench.require(told == "2", "= 2", shown(told))


def _name(bench: Bench) -> None:
    told = bench.accept("name")
    bench.require("\n" not in told, "one line", shown(told))
    bench.advise(bool(told), "a name", "nothing")


def _version(bench: Bench) -> None:
    # Engines without a version number answer nothing.
    told = bench.accept("version")
    bench.require("\n" not in told, "one line, or nothing", shown(told))


def _known(bench: Bench) -> None:
    for command in REQUIRED:
        told = bench.accept(f"known_command {command}")
        bench.require(told == "true", f"= true to `known_command {command}`", shown(told))


def _not_known(bench: Bench) -> None:
    told = bench.accept("known_command no_such_command")
    bench.require(told == "false", "= false", shown(told))


def _known_nothing(bench: Bench) -> None:
    came = bench.ask("known_command")
    bench.require(not came.ok or came.text == "false", "= false, or a failure", came)


def _list(bench: Bench) -> None:
    rows = bench.accept("list_commands").split("\n")
    odd = [row for row in rows if len(row.split()) != 1]
    bench.require(not odd, "one command in a row", shown(odd[0] if odd else ""))
    twice = [row for row, count in Counter(rows).items() if count > 1]
    bench.advise(not twice, "no command twice", " ".join(twice))


def _list_has_required(bench: Bench) -> None:
    rows = bench.accept("list_commands").split("\n")
    missing = [command for command in REQUIRED if command not in rows]
    bench.require(not missing, "the required commands in it", f"without {' '.join(missing)}")


def _list_agrees(bench: Bench) -> None:
    rows = bench.accept("list_commands").split()
    for start in range(0, len(rows), BATCH):
        batch = rows[start : start + BATCH]
        sent = "".join(f"known_command {row}\n" for row in batch)
        for row, came in zip(batch, bench.exchange(sent.encode(), len(batch))):
            if not came.ok or came.text != "true":
                raise Failed(f"= true to `known_command {row}`, which is listed", str(came))


def _unknown(bench: Bench) -> None:
    bench.refuse("no_such_command", "unknown command")
    bench.refuse("no_such_command with arguments", "unknown command")


def _upper_case(bench: Bench) -> None:
    came = bench.ask("NAME")
    bench.advise(not came.ok, "`NAME` is unknown", came)


STEPS = (
    Step("protocol-version", "`protocol_version` is 2", _protocol_version),
    Step("name", "`name` is a line", _name),
    Step("version", "`version` is a line, or nothing", _version),
    Step("known-command", "`known_command` is true for what the standard requires", _known),
    Step("not-known-command", "`known_command` is false for anything else", _not_known),
    Step("known-nothing", "`known_command` without a name is not true", _known_nothing),
    Step("list", "`list_commands` has a command in each row", _list),
    Step("list-required", "it has all that the standard requires", _list_has_required),
    Step("list-agrees", "`known_command` is true for each of them", _list_agrees, patience=2),
    Step("unknown-command", "an unknown command is an `unknown command`", _unknown),
    Step("upper-case", "commands are in lower case", _upper_case),
)

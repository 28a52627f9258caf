"""An engine made of a file of Python speaks the protocol and plays matches."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import heelstone

from .conftest import ROOT, Pipe

MY = Path(__file__).with_name("my.py")


def answers(commands: str, file: Path = MY) -> list[str]:
    """The replies of the engine of a file."""
    command = [sys.executable, "-m", "heelstone.gtp", str(file)]
    ended = subprocess.run(command, input=commands, capture_output=True, text=True, timeout=300)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.split("\n\n")[:-1]


def test_it_answers_as_the_program_does() -> None:
    replies = answers(
        "1 name\n# a remark\n\nplay f5\n7 play a1\nfoo\ndepth 2\nanalyze json\n2 quit\n"
    )
    assert replies[:4] == ["=1 Heelstone", "= ", "?7 illegal move", "? unknown command"]
    lines = replies[5].splitlines()
    assert lines[0].startswith('= {"depth":1') and lines[-1] == '{"end":"depth"}'
    assert replies[6] == "=2 "


def test_it_searches_by_the_evaluation_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "odd.py"
    file.write_text("GAME = 'connect4'\ndef evaluate(position):\n    return 77\n", "utf-8")
    replies = answers("eval\nstate json\ngenmove\n", file)
    assert replies[0] == "= 77" and '"game":"connect4"' in replies[1]
    file.write_text("def evaluate(position):\n    return 1 / 0\n", "utf-8")
    replies = answers("genmove\nhistory\n", file)
    assert replies == ["? ZeroDivisionError: division by zero", "= "]


def test_an_interrupt_ends_its_search() -> None:
    replies = answers("timelimit none\ngenmove\n# interrupt\nhistory\nquit\n")
    assert replies[1][2:] in heelstone.Game("othello").legal_moves
    assert replies[2] == replies[1]


def test_it_plays_a_match(pipe: Pipe, tmp_path: Path) -> None:
    match = ROOT / "tools" / "match.py"
    command = [
        sys.executable,
        str(match),
        "run",
        "--game",
        "othello",
        "--pairs",
        "1",
        "--seed",
        "1",
    ]
    command += ["--depth", "2", "--referee", pipe.program, "--journal", str(tmp_path / "m.jsonl")]
    command += ["--engine", f"py:{MY}", "--engine", f"{pipe.program} --evaluation discs"]
    ended = subprocess.run(
        command, capture_output=True, text=True, timeout=600, env={**os.environ, "COLUMNS": "200"}
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "fault" not in ended.stdout and "game 2" in ended.stdout, ended.stdout


def test_a_file_that_is_not_there_is_named_in_a_sentence() -> None:
    command = [sys.executable, "-m", "heelstone.gtp", "nowhere.py"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert (ended.returncode, ended.stderr) == (1, "nowhere.py: No such file or directory\n")

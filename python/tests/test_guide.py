"""All code of the guide runs, and does what the guide says."""

from __future__ import annotations

import doctest
import re
from typing import Any

import pytest

from .conftest import ROOT


def blocks(kind: str) -> list[str]:
    """The blocks of code of a kind."""
    text = (ROOT / "docs" / "python.md").read_text("utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


def test_the_files_of_the_guide_are_those_that_play_in_the_tests() -> None:
    files = blocks("py")
    for name, code in zip(["my.py", "hexapawn.py"], files, strict=False):
        file = (ROOT / "python" / "tests" / name).read_text("utf-8")
        assert file.endswith("\n" + code), name


def test_the_bot_of_the_guide_plays() -> None:
    pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    names: dict[str, Any] = {}
    exec(blocks("py")[2].replace("time=0.1", "nodes=100"), names)
    assert names["returns"][0] == 1


def test_the_guide_says_what_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "python" / "tests"))
    code = blocks("python")
    assert len(code) > 10
    examples = doctest.DocTestParser().get_doctest("\n".join(code), {}, "python.md", None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    failures: list[str] = []
    runner.run(examples, out=failures.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(failures)

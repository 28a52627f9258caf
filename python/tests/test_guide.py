"""All code of the guide runs, and does what the guide says."""

from __future__ import annotations

import doctest
import re

from .conftest import ROOT


def test_the_guide_says_what_happens() -> None:
    text = (ROOT / "docs" / "python.md").read_text("utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)
    assert len(blocks) > 10
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "python.md", None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    failures: list[str] = []
    runner.run(examples, out=failures.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(failures)

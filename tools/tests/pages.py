"""Journals that were never written, and their pages, for the tests."""

from __future__ import annotations

import support  # noqa: F401  (finds the package)
from heelstone_match.journal.file import Contents
from heelstone_match.journal.plan import EngineSpec, Plan, new_header
from heelstone_match.play.player import Contest
from heelstone_match.report.html import pages
from heelstone_match.report.summary import summarize

# A name that an engine might give itself.
EVIL = "</script><script>document.title='evil'</script><img src=http://127.0.0.1/x>"


def contents(
    records, game="connect4", size=None, keys="AB", test=None, names=None, voids=(), referee="r"
):
    """A journal that was never written."""
    engines = tuple(EngineSpec((f"engine-{key}",)) for key in keys)
    openings = {"kind": "random", "plies": 4, "source": "4 random plies"}
    form = "match" if len(keys) == 2 else "round-robin"
    plan = Plan(Contest(game, size), engines, (referee,), 9, 1, openings, form, test)
    names = names or {key: f"Engine {key}" for key in keys}
    return Contents(new_header(plan), names, list(records), list(voids))


def html(told, remarks=(), boards=None):
    """The page of a journal."""
    plan = told.header.plan
    summary = summarize(told.pairs, plan.keys, plan.test)
    return "".join("".join(parts) for _, parts in pages(told, summary, remarks, boards))

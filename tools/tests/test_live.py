"""What a running match shows, as lines and on a terminal."""

import io
import sys
import unittest
from importlib.util import find_spec
from unittest import mock

import support  # noqa: F401  (finds the package)
from heelstone_match.journal.plan import EngineSpec, Plan, TestPlan
from heelstone_match.play.player import Contest
from heelstone_match.report import live
from heelstone_match.report.live import Lines, show_for
from records import game, pair

HAS_RICH = find_spec("rich") is not None

NAMES = {"A": "One", "B": "[red]Two[/red]"}


class Terminal(io.StringIO):
    def isatty(self):
        return True


def plan(test=None):
    engines = (EngineSpec(("one", "--x y")), EngineSpec(("two",)))
    openings = {"kind": "random", "plies": 4, "source": "4 random plies"}
    return Plan(Contest("connect4"), engines, ("r",), 50, 1, openings, test=test)


def shown(show):
    """What a match of three pairs shows."""
    show.ready(NAMES, "Referee 1", ["A is told whole seconds"])
    crash = game("B", "A", "W+F", "b A1", fault="crash:[bold]signal 11[/bold]")
    records = [pair(1, "B+1 W+1"), pair(2, games=(pair(2, "0 0").games[0], crash))]
    for record, counts in ((records[0], True), (records[1], True), (records[0], False)):
        show.pair(record, counts)
    show.void(7, "the host stood still")
    show.end("the end")
    return show.stream.getvalue()


class ByLines(unittest.TestCase):
    def test_every_game_and_every_trouble_has_its_line(self):
        text = shown(Lines(io.StringIO(), plan(), concurrency=2))
        for line in (
            "connect4: 50 pairs, 4 random plies, seed 1, the engines' own limits,"
            " 2 games at a time",
            "A        One  (one '--x y')",
            "note     A is told whole seconds",
            "game 2  pair 1  black B  white A  W+1     2 plies  A wins",
            "game 2  pair 1  black B  white A  W+1     2 plies  A wins  (a repeat)",
            "game 4  pair 2  black B  white A  W+F     1 plies"
            "  B loses: crash: [bold]signal 11[/bold]",
            "pair 7 is void and played again: the host stood still",
        ):
            self.assertIn(line + "\n", text)
        self.assertTrue(text.endswith("\n\nthe end\n"))

    def test_a_long_match_tells_how_it_stands(self):
        with mock.patch.object(live, "PROGRESS_EVERY", 0):
            text = shown(Lines(io.StringIO(), plan(TestPlan(0, 10))))
        self.assertRegex(
            text,
            r"so far   2 of 50 pairs, Elo [^.]*, LLR .* of -2\.94 to 2\.94.*,"
            r" [\d.]+ pairs a minute, faults 1\n",
        )

    def test_what_was_played_before_is_counted_but_not_shown_again(self):
        show = Lines(io.StringIO(), plan())
        show.known(pair(1, "B+1 W+1"))
        show.known(pair(2, "0 0"))
        show.ready(NAMES, "Referee", [])
        show.pair(pair(3, "B+1 W+1"), True)
        text = show.stream.getvalue()
        self.assertIn("resumed  2 pairs were played before", text)
        self.assertNotIn("pair 1 ", text)
        self.assertEqual((show.before, show.summary.pairs), (2, 3))

    def test_lines_are_what_is_no_terminal_gets(self):
        self.assertIs(type(show_for(io.StringIO(), plan())), Lines)
        self.assertIs(type(show_for(Terminal(), plan(), plain=True)), Lines)
        with mock.patch.dict("sys.modules", {"rich.console": None}):
            sys.modules.pop("heelstone_match.report.terminal", None)
            self.assertIs(type(show_for(Terminal(), plan())), Lines)


@unittest.skipUnless(HAS_RICH, "rich is not there")
class OnATerminal(unittest.TestCase):
    def test_the_table_moves_and_leaves_the_summary(self):
        with mock.patch.dict("os.environ", {"TERM": "xterm", "COLUMNS": "100"}):
            show = show_for(Terminal(), plan(TestPlan(0, 10)))
            self.assertEqual(type(show).__name__, "Live")
            text = shown(show)
        for part in ("3 of 50 pairs", "pairs a minute", "2.94"):
            self.assertIn(part, text)
        # What engines say is no markup.
        self.assertIn("[red]Two[/red]", text)
        self.assertIn("[bold]signal 11[/bold]", text)
        self.assertTrue(text.rstrip().endswith("the end"))
        # The cursor is shown again.
        self.assertGreater(text.rfind("\x1b[?25h"), text.rfind("\x1b[?25l"))


if __name__ == "__main__":
    unittest.main()

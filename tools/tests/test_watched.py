"""The page of a running match: what it shows while games are played, and to whom."""

import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
import tempfile
import time
import unittest
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

from support import heelstone, match_arguments, run, zoo
from browser import Browser, chromium
from heelstone_match.journal.plan import EngineSpec, Plan, TestPlan
from heelstone_match.play.moves import Move
from heelstone_match.play.player import Contest
from heelstone_match.play.spectator import Spectator
from heelstone_match.report.series import MOST_POINTS, Curves, charts
from heelstone_match.report.server import LiveServer
from heelstone_match.report.watched import Watched
from pages import EVIL
from records import pair


def plan(referee="no-such-referee"):
    engines = (EngineSpec(("one",)), EngineSpec(("two",)))
    openings = {"kind": "random", "plies": 2, "source": "2 random plies"}
    return Plan(Contest("tictactoe"), engines, (referee,), 50, 1, openings, test=TestPlan(0, 10))


def state(address):
    with urllib.request.urlopen(f"{address}state", timeout=30) as reply:
        return json.loads(reply.read())


class WhileItRuns(unittest.TestCase):
    def test_the_page_shows_the_score_and_the_game_that_is_played(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        # It plays some games, and then waits for ever over a move.
        thinker = zoo("--mode", "hang", "--at", "12")
        words = match_arguments(thinker, zoo("--name", "Other"), "--time", "100", "--pairs", "9")
        words += ["--live", "--journal", str(folder / "match.jsonl")]
        tool = self.enterContext(subprocess.Popen(words, stdout=subprocess.PIPE, text=True))
        self.addCleanup(tool.kill)
        address = re.fullmatch(
            r"live     (http://127\.0\.0\.1:\d+/\S+/)\n", tool.stdout.readline()
        )[1]
        told, before = state(address), None
        while told != before or not told["games"]:
            time.sleep(1)
            told, before = state(address), told
        self.assertRegex(told["progress"], "^[1-9] of 9 pairs$")
        self.assertIn("<td>B Other 1</td>", told["result"])
        (game,) = told["games"]
        self.assertIn("A Zoo 1", game["players"])
        self.assertGreaterEqual(len(game["moves"]), 1)
        self.assertTrue(told["last"][0].startswith("game "))
        if heelstone():
            stones = [text for text in game["frame"][1][1::2] if text[0] in "bw"]
            self.assertEqual(len(stones), len(game["moves"]))
        tool.send_signal(signal.SIGINT)
        # A page that still looks sees the end.
        while not state(address)["ended"]:
            time.sleep(0.05)
        self.assertEqual(tool.wait(), 130)
        with self.assertRaises(OSError):
            state(address)

    def test_a_port_that_is_taken_is_said_before_anything_starts(self):
        server = LiveServer(Watched(plan()))
        self.addCleanup(server.close)
        port = urlsplit(server.address).port
        done = run(match_arguments(zoo(), zoo(), "--live", port))
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn(f"port {port} cannot be used", done.stderr)


class ToWhom(unittest.TestCase):
    def setUp(self):
        self.server = LiveServer(Watched(plan()))
        self.addCleanup(self.server.close)
        self.place = urlsplit(self.server.address)

    def status(self, path, host=None, method="GET"):
        client = http.client.HTTPConnection("127.0.0.1", self.place.port, timeout=30)
        with contextlib.closing(client):
            client.putrequest(method, path, skip_host=True)
            for name in [self.place.netloc] if host is None else host:
                client.putheader("Host", name)
            client.endheaders()
            return client.getresponse().status

    def test_only_who_knows_the_address_sees_it(self):
        page = self.place.path
        self.assertEqual(self.status(page), 200)
        self.assertEqual(self.status(f"{page}state"), 200)
        self.assertEqual(self.status(page, host=[f"LOCALHOST:{self.place.port}"]), 200)
        for path in ("/", "/state", "//", page[:-2], f"{page}x", f"/x{page}", "/%2e/", "/%ff"):
            with self.subTest(path=path):
                self.assertEqual(self.status(path), 404)

    def test_a_foreign_name_for_this_machine_is_refused(self):
        page = self.place.path
        for host in (["evil.example"], ["evil.example:80"], [], ["localhost:1", "localhost:1"],
                     ["localhost.evil.example:1"]):  # fmt: skip
            with self.subTest(host=host):
                self.assertEqual(self.status(page, host=host), 403)
        self.assertEqual(self.status(page, method="POST"), 501)


class News(unittest.TestCase):
    def test_names_and_voids_are_shown_as_soon_as_they_are_known(self):
        watched = Watched(plan())
        self.addCleanup(watched.close)
        self.assertNotIn("Alpha", json.loads(watched.state())["result"])
        watched.ready({"A": "Alpha", "B": "Beta"}, "Referee", [])
        self.assertIn("A Alpha", json.loads(watched.state())["result"])
        watched.void(1, "it stood still")
        told = json.loads(watched.state())
        self.assertIn("played again: 1", told["result"])
        self.assertEqual(told["said"], ["pair 1 is void and played again: it stood still"])

    def test_without_spectators_the_last_pair_is_shown(self):
        watched = Watched(plan())
        self.addCleanup(watched.close)
        self.assertEqual(json.loads(watched.state())["games"], [])
        watched.pair(pair(3, "B+1 0"), True)
        told = json.loads(watched.state())["games"]
        self.assertEqual([game["number"] for game in told], [5, 6])
        self.assertEqual([move["text"] for move in told[0]["moves"]], ["Pair3", "Game1"])


class CurvesThatGrow(unittest.TestCase):
    def test_they_have_few_points_and_end_as_those_of_the_report(self):
        count = 5 * MOST_POINTS
        records = [pair(n, ("B+1 W+1", "0 0", "B+1 B+1")[n % 3]) for n in range(1, count + 1)]
        growing = Curves("AB", TestPlan(0, 10))
        for record in records:
            growing.add(record)
        for mine, whole in zip(growing.charts(), charts(records, "AB", TestPlan(0, 10))):
            (curve,), (other,) = mine.curves, whole.curves
            self.assertLessEqual(len(curve.x), 2 * MOST_POINTS)
            self.assertGreaterEqual(len(curve.x), MOST_POINTS)
            there = dict(zip(other.x, other.y))
            common = [(x, y) for x, y in zip(curve.x, curve.y) if x in there]
            self.assertGreater(len(common), 20)
            self.assertTrue(all(there[x] == y for x, y in common))


class InABrowser(unittest.TestCase):
    def test_boards_tables_and_curves_are_drawn_and_nothing_is_asked_of_others(self):
        program = chromium()
        if program is None:
            if os.environ.get("HEELSTONE_NO_SKIP"):
                raise AssertionError("chromium is needed: apt-get install chromium")
            self.skipTest("there is no chromium")
        spectator, moves = Spectator(), [Move("black", "B2"), Move("white", "A1")]
        spectator.begin(5, "A", "B", moves)
        watched = Watched(plan(heelstone() or "none"), [spectator])
        server = LiveServer(watched)
        self.addCleanup(server.close)
        watched.ready({"A": EVIL, "B": "Two"}, "Referee", [])
        for number, results in enumerate(("B+1 W+1", "0 0", "B+1 B+1"), 1):
            watched.pair(pair(number, results), True)
        browser = self.enterContext(Browser(program))
        browser.open(server.address)
        self.wait(browser, "document.querySelectorAll('.stone').length === 2")
        self.assertIn("Two", browser.text("#result"))
        self.assertIn("3 of 50 pairs", browser.text("#progress"))
        self.assertEqual(browser.run("document.querySelectorAll('#charts svg').length"), 2)
        self.assertIn("A1", browser.text("#games"))
        # What is played meanwhile appears.
        moves.append(Move("black", "C3"))
        watched.pair(pair(4, "B+1 W+1"), True)
        self.wait(browser, "document.querySelectorAll('.stone').length === 3")
        self.assertIn("4 of 50 pairs", browser.text("#progress"))
        self.assertEqual(browser.run("document.title"), "tictactoe: A B")
        self.assertEqual(browser.complaints, [])
        foreign = [url for url in browser.requests if not url.startswith(server.address)]
        self.assertEqual(foreign, [])

    def wait(self, browser, condition):
        for _ in range(300):
            if browser.run(condition):
                return
            time.sleep(0.1)
        self.fail(f"{condition}: {browser.text('body')}")


if __name__ == "__main__":
    unittest.main()

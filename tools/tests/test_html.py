"""The page: figures, curves, every game; in a real browser where there is one."""

import json
import os
import random
import re
import shutil
import subprocess
import tempfile
import unittest
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from unittest import mock

from support import TOOLS, run
from heelstone_match.journal.file import JournalError
from heelstone_match.journal.plan import TestPlan
from heelstone_match.journal.records import pair_json
from heelstone_match.report import html as page
from heelstone_match.report.boards import boards
from heelstone_match.report.command import write
from heelstone_match.report.drawing import vertical_range
from heelstone_match.report.plots import save
from heelstone_match.report.series import Chart, Curve, charts
from heelstone_match.report.summary import summarize
from pages import EVIL, contents, html
from records import connect4, game, pair


class Parsed(HTMLParser):
    """A page as a browser reads it: elements, and the text of scripts apart."""

    def __init__(self, text):
        super().__init__()
        self.open, self.names, self.links, self.texts = [], [], [], {"script": "", "": ""}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.names.append(tag)
        self.links += [value for name, value in attributes if name in ("src", "href")]
        self.open.append(tag)

    def handle_endtag(self, tag):
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data):
        inside = "script" if "script" in self.open else ""
        self.texts[inside] += data


class Page(unittest.TestCase):
    def test_it_has_the_result_the_faults_and_the_curves(self):
        rng = random.Random(7)
        records = [connect4(n, rng) for n in range(1, 41)]
        broken = game("A", "B", "B+F", "b D1", fault="crash:it died by signal 11")
        records[4] = replace(records[4], games=(broken, records[4].games[1]))
        told = contents(records, test=TestPlan(0, 5), voids=[{"void": 3, "why": "it stood still"}])
        text = html(told, ["40 of 99 pairs were played."])
        shown = Parsed(text).texts[""]
        for part in ("40 of 99", "Engine B", "LLR", "it died by signal 11", "it stood still"):
            self.assertIn(part, shown)
        for title in ("Elo of A over B", "ratio", "mean time", "mean depth"):
            self.assertIn(f"<figcaption>{title}", re.sub("log likelihood ", "", text))
        self.assertEqual(text.count("<svg "), 4)
        self.assertIn('<a href="#game-5-1">5.1</a>', text)

    def test_nothing_comes_from_elsewhere_and_engines_say_nothing_to_the_browser(self):
        bad = game("A", "B", "B+F", "b D1 w <b>", fault=f"garbage:{EVIL}", score=(EVIL,))
        records = [pair(1, games=(bad, replace(bad, reason=EVIL)), opening=f"b {EVIL[:9]}")]
        text = html(contents(records, names={"A": EVIL, "B": '"onload="x'}), [EVIL])
        parsed = Parsed(text)
        self.assertNotIn("img", parsed.names)
        self.assertEqual(parsed.names.count("script"), 3)
        self.assertIn(EVIL, parsed.texts[""])
        self.assertEqual([link for link in parsed.links if not link.startswith("#")], [])
        # A name of a format, and what the engine wrote.
        rest = re.sub(r"http://(www.w3.org/2000/svg|127.0.0.1/x)", "", text)
        self.assertNotRegex(rest, r"https?:|//[a-z]+\.|@import|url\((?!#)")

    def test_every_game_is_there_with_what_was_known_of_its_moves(self):
        rng = random.Random(2)
        records = [connect4(n, rng) for n in range(1, 6)]
        records.append(pair(6, games=(game("A", "B", "0", "b D1 b E1"),) * 2))
        text = html(contents(records))
        index = json.loads(re.search('id="data">(.*?)</script>', text)[1])
        lines = re.search('id="details">\n(.*?)\n</script>', text, re.DOTALL)[1].split("\n")
        games = [(record, one) for record in records for one in record.games]
        self.assertEqual((len(index["games"]), len(lines)), (12, 12))
        for row, line, (record, one) in zip(index["games"], lines, games):
            self.assertEqual(row[0], record.number)
            self.assertEqual(index["keys"][row[2]], one.black)
            self.assertEqual((row[4], row[6]), (one.result, len(one.moves)))
            words, colors, opening, *told = json.loads(line)
            self.assertEqual(words.split(), [move.move for move in one.moves])
            self.assertEqual(opening, len(record.opening))
            if one.depth:
                self.assertEqual(tuple(told[0]), one.depth)
                self.assertEqual(tuple(told[1]), one.score)
                self.assertEqual(told[3], [round(1000 * t, 1) for t in one.wall])
        # The sides took no turns in the last ones.
        self.assertEqual(json.loads(lines[-1])[1], "bb")

    def test_without_a_referee_the_page_has_no_boards_and_is_a_page(self):
        told = contents([pair(1, "B+1 W+1")])
        said = boards(told.header.plan, told.pairs)
        self.assertIn("There are no boards: the referee failed", said)
        text = html(told)
        self.assertIn('"boards":null', text)
        self.assertIn('id="viewer"', text)

    def test_a_tournament_has_a_cross_table_and_ratings(self):
        rng = random.Random(3)
        records = [connect4(n, rng, who) for n, who in enumerate(["AB", "AC", "BC"] * 5, 1)]
        text = html(contents(records, keys="ABC"))
        self.assertIn("Who got what against whom", text)
        self.assertRegex(text, r"\d ± \d")
        self.assertEqual(text.count('class="band"'), 3)

    def test_a_long_match_has_its_games_on_several_pages(self):
        last = game("A", "B", "B+F", "b Z9", fault="crash:boom")
        records = [pair(n, "B+1 W+1") for n in range(1, 5)]
        records.append(pair(5, games=(last, records[0].games[1])))
        told = contents(records)
        with mock.patch.object(page, "PAIRS_A_PAGE", 2):
            made = page.pages(told, summarize(records, "AB"), [], None, "my match.html")
            texts = {name: "".join(parts) for name, parts in made}
        self.assertEqual(list(texts), ["my match.html", "my match-2.html", "my match-3.html"])
        first, second, third = texts.values()
        self.assertIn('<a href="my%20match-2.html">2</a>', first)
        self.assertIn('href="my%20match-3.html#game-5-1"', first)
        self.assertIn("<h2>Result</h2>", first)
        self.assertNotIn("<h2>Result</h2>", second)
        for text, numbers in ((first, [1, 1, 2, 2]), (second, [3, 3, 4, 4]), (third, [5, 5])):
            listed = json.loads(text.split('id="data">')[1].split("</script>")[0])["games"]
            self.assertEqual([row[0] for row in listed], numbers)
        # The first page tells that a game was played before.
        self.assertEqual([row[-1] for row in listed], [0, 0])

    def test_a_match_that_only_began_has_a_page(self):
        self.assertIn("Result", html(contents([])))
        self.assertIn("Result", html(contents([], keys="ABC")))
        self.assertIn("+inf", html(contents([pair(1, "B+1 W+1")])))


class Curves(unittest.TestCase):
    def test_the_last_points_are_the_figures_of_the_match(self):
        rng = random.Random(4)
        records = [connect4(n, rng) for n in range(1, 601)]
        test = TestPlan(0, 10, model="logistic")
        drawn = {chart.name: chart for chart in charts(records, "AB", test)}
        figures = summarize(records, "AB", test).figures()
        rating, llr = drawn["rating"].curves[0], drawn["llr"].curves[0]
        self.assertEqual((rating.x[-1], rating.y[-1]), (600, figures["elo"]))
        self.assertEqual([rating.low[-1], rating.high[-1]], figures["elo_ci"])
        self.assertEqual(llr.y[-1], figures["llr_logistic"])
        self.assertEqual([value for _, value in drawn["llr"].levels], figures["bounds"])
        self.assertLessEqual(len(rating.x), 250)

    def test_times_and_depths_are_means_by_ply_and_player(self):
        first = game("A", "B", "0", "b A1 w B1 b C1", depth=(4, 6), wall=(0.1, 0.3))
        second = game("B", "A", "0", "b A1 w B1 b D1", depth=(8, None), wall=(0.5, 0.7))
        records = [pair(1, games=(first, second), opening="b A1")]
        drawn = {chart.name: chart for chart in charts(records, "AB", None)}
        depth = {curve.name: (curve.x, curve.y) for curve in drawn["depth"].curves}
        self.assertEqual(depth, {"A": ([2, 3], [8, 6]), "B": ([2], [4])})
        time = {curve.name: curve.y for curve in drawn["time"].curves}
        self.assertEqual(time, {"A": [500, 300], "B": [100, 700]})

    def test_the_whole_curve_is_in_the_picture_unless_its_interval_has_to_settle(self):
        times = Chart("time", "", "ply", [Curve("A", list(range(20)), [9.0] + [1.0] * 19)])
        self.assertGreater(vertical_range(times)[1], 9)
        rating = Curve("A", list(range(20)), [5.0] * 20, [-900.0] + [0.0] * 19, [900.0] * 20)
        low, _ = vertical_range(Chart("rating", "", "pairs", [rating]))
        self.assertGreater(low, -100)

    def test_pictures_are_written_or_the_package_is_named(self):
        folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        rng = random.Random(4)
        made = charts([connect4(n, rng) for n in range(1, 9)], "AB", None)
        with mock.patch.dict("sys.modules", {"matplotlib.figure": None}):
            with self.assertRaisesRegex(JournalError, "pip install 'matplotlib"):
                save(made, folder)
        try:
            paths = save(made, folder / "new")
        except JournalError:
            return
        self.assertEqual({path.name for path in paths}, {"rating.png", "time.png", "depth.png"})
        self.assertTrue(all(path.read_bytes().startswith(b"\x89PNG") for path in paths))


class Command(unittest.TestCase):
    def test_report_writes_what_is_asked_for(self):
        folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        told = contents([connect4(n, random.Random(n)) for n in range(1, 4)])
        lines = [told.header.json(), {"names": told.names}, *map(pair_json, told.pairs)]
        journal = folder / "match.jsonl"
        journal.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
        files = {name: folder / f"match.{name}" for name in ("html", "sgf", "pgn")}
        typed = [str(word) for name, file in files.items() for word in (f"--{name}", file)]
        done = run([str(TOOLS / "match.py"), "report", str(journal), *typed, "--json"])
        self.assertEqual(done.returncode, 0, done.stderr)
        summary = json.loads(done.stdout)
        self.assertEqual((summary["pairs"], summary["planned_pairs"]), (3, 9))
        self.assertTrue(files["html"].read_text("utf-8").startswith("<!DOCTYPE html>"))
        self.assertEqual(len(files["sgf"].read_text("utf-8").splitlines()), 6)
        self.assertEqual(files["pgn"].read_text("utf-8").count("[Result "), 6)
        text = run([str(TOOLS / "match.py"), "report", str(journal)])
        self.assertIn("3 of 9 pairs were played.", text.stdout)
        bad = run([str(TOOLS / "match.py"), "report", str(journal), "--sgf", str(folder / "no/x")])
        self.assertEqual(bad.returncode, 2)
        self.assertRegex(bad.stderr, r"(?m)^match.py: .*cannot be written: No such file")

    def test_a_report_may_go_to_the_output(self):
        folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        journal = folder / "match.jsonl"
        told = contents([connect4(1, random.Random(1))])
        lines = [told.header.json(), {"names": told.names}, *map(pair_json, told.pairs)]
        journal.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
        output = folder / "output"
        command = [str(TOOLS / "match.py"), "report", str(journal), "--pgn", "/dev/stdout"]
        with open(output, "w") as file:
            subprocess.run(command, stdout=file, stderr=subprocess.DEVNULL, check=True, timeout=60)
        text = output.read_text("utf-8")
        self.assertEqual(text.count("[Result "), 2)
        self.assertIn("1 of 9 pairs were played.", text)

    def test_a_report_goes_where_a_link_leads_and_a_device_stays(self):
        folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        link, there = folder / "link.html", folder / "there.html"
        link.symlink_to(there.name)
        for text in ("first", "second"):
            write(link, [text])
            self.assertTrue(link.is_symlink())
            self.assertEqual(there.read_text("utf-8"), text)
        self.assertEqual(sorted(os.listdir(folder)), [link.name, there.name])

        pipe = folder / "pipe"
        os.mkfifo(pipe)
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        write(pipe, ["through ", "it"])
        self.assertEqual(os.read(reader, 99), b"through it")
        self.assertTrue(pipe.is_fifo())

    @unittest.skipUnless(os.path.exists("/dev/full"), "there is no /dev/full")
    def test_a_full_device_is_told_and_stays_a_device(self):
        link = Path(tempfile.mkdtemp()) / "full"
        self.addCleanup(shutil.rmtree, link.parent)
        link.symlink_to("/dev/full")
        with self.assertRaisesRegex(JournalError, "full cannot be written: No space left"):
            write(link, ["lost"])
        self.assertTrue(link.is_symlink() and Path("/dev/full").is_char_device())


if __name__ == "__main__":
    unittest.main()

"""Matches of the real engine with itself, in every game that it knows."""

import json
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from support import MATCH, example, game_lines, heelstone, run
from heelstone_match.gtp.process import LiveProcesses
from heelstone_match.journal.file import read_journal
from heelstone_match.openings.file import read_openings
from heelstone_match.play.limits import Limits
from heelstone_match.play.player import Contest
from heelstone_match.play.referee import Referee

ENGINE = heelstone()
BREAKTHROUGH = example("breakthrough")


def dialogue(*commands):
    """The replies to these commands."""
    text = "\n".join([*commands, "quit", ""])
    done = subprocess.run([ENGINE], input=text, capture_output=True, text=True, check=True)
    return [reply.strip() for reply in done.stdout.split("\n\n")]


@unittest.skipIf(ENGINE is None, "heelstone is not built")
class Heelstone(unittest.TestCase):
    def games_known(self):
        return [told["name"] for told in json.loads(dialogue("games json")[0][2:])["games"]]

    def match(self, game, *options):
        engine = shlex.quote(ENGINE)
        fixed = ["--game", game, "--engine", engine, "--engine", engine, "--referee", engine]
        return run([sys.executable, "-S", str(MATCH), "run", *fixed, *map(str, options)])

    def test_every_game_is_played_out_and_its_record_read_back(self):
        games = self.games_known()
        self.assertIn("connect4", games)
        for game in games:
            with self.subTest(game=game), tempfile.TemporaryDirectory() as folder:
                records = Path(folder, "games.sgf")
                journal = Path(folder, "match.jsonl")
                done = self.match(game, "--nodes", 20, "--journal", journal)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                made = run(
                    [
                        sys.executable,
                        "-S",
                        str(MATCH),
                        "report",
                        str(journal),
                        "--sgf",
                        str(records),
                    ]
                )
                self.assertEqual(made.returncode, 0, made.stderr)
                lines = game_lines(done.stdout)
                self.assertEqual(len(lines), 2)
                for line, record in zip(lines, records.read_text("utf-8").splitlines()):
                    self.assertRegex(line, "wins$|draw$")
                    one = Path(folder, "one.sgf")
                    one.write_text(record, "utf-8")
                    replies = dialogue(f"newgame {game}", f"loadsgf {one}", "result")
                    result = line.split("  ")[4].strip()
                    self.assertEqual(replies[:3], ["=", "=", f"= {result}"])

    def test_the_journal_names_the_build(self):
        with tempfile.TemporaryDirectory() as folder:
            journal = Path(folder, "match.jsonl")
            done = self.match("tictactoe", "--nodes", 50, "--journal", journal)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            build = dialogue("build")[0].removeprefix("= ")
            self.assertEqual(set(read_journal(journal).names.values()), {f"Heelstone {build}"})

    def test_a_node_limit_makes_the_same_match_again(self):
        matches = [self.match("connect4", "--nodes", 500, "--pairs", 2) for _ in range(2)]
        told = [game_lines(match.stdout) for match in matches]
        self.assertEqual(len(told[0]), 4)
        self.assertEqual(told[0], told[1])

    def test_a_column_alone_is_told_as_the_cell(self):
        processes = LiveProcesses()
        self.addCleanup(processes.kill_all)
        judge = Referee((ENGINE,), Contest("connect4"), Limits(), processes)
        self.addCleanup(judge.close)
        judge.new_game()
        self.assertEqual(judge.play("black", "d")[0], "D1")
        self.assertEqual(judge.play("white", "d2")[0], "D2")

    def test_a_time_limit_is_kept(self):
        done = self.match("tictactoe", "--time", 0.05, "--margin", 5)
        self.assertEqual(len(game_lines(done.stdout)), 2)
        self.assertNotIn("loses", done.stdout)


@unittest.skipIf(BREAKTHROUGH is None, "the example breakthrough is not built")
class NoVertices(unittest.TestCase):
    """A match in a game whose moves are no vertices."""

    def test_it_is_played_out_recorded_and_drawn(self):
        engine = shlex.quote(BREAKTHROUGH)
        with tempfile.TemporaryDirectory() as folder:
            journal, page, records = (Path(folder, name) for name in ("m.jsonl", "m.html", "m.sgf"))
            fixed = ["--game", "breakthrough", "--engine", engine, "--engine", engine]
            options = ["--referee", engine, "--nodes", "50", "--journal", str(journal)]
            played = run([sys.executable, "-S", str(MATCH), "run", *fixed, *options])
            self.assertEqual((played.returncode, played.stderr), (0, ""))
            self.assertNotIn("loses", played.stdout)
            made = run(
                [sys.executable, "-S", str(MATCH), "report", str(journal), "--html", str(page)]
            )
            self.assertEqual(made.returncode, 0, made.stderr)
            made = run(
                [sys.executable, "-S", str(MATCH), "report", str(journal), "--sgf", str(records)]
            )
            self.assertEqual(made.returncode, 0, made.stderr)
            self._check_page(page.read_text("utf-8"))
            for record in records.read_text("utf-8").splitlines():
                one = Path(folder, "one.sgf")
                one.write_text(record, "utf-8")
                lines = f"loadsgf {one}\nresult\n"
                done = subprocess.run([BREAKTHROUGH], input=lines, capture_output=True, text=True)
                self.assertRegex(done.stdout, r"\A=\n\n= [BW]\+1\n\n\Z")

    def _check_page(self, text):
        told = json.loads(text.partition('id="data">')[2].partition("</script>")[0])
        self.assertEqual(told["boards"]["sides"], {"black": "Black", "white": "White"})
        start = list(told["boards"]["start"].values())
        self.assertEqual((start.count("bX"), start.count("wO")), (16, 16))
        details = text.partition('id="details">')[2].partition("</script>")[0].split("\n")
        for line in filter(None, details):
            words, _, _, _, _, _, _, frames = json.loads(line)
            words = words.split()
            self.assertRegex(words[0], r"\A[a-h][1-8][a-h][1-8]\Z")
            # The start, and what stands after each move: two squares change with it.
            self.assertEqual(len(frames), len(words) + 1)
            self.assertTrue(all(len(last) == 2 for last, _ in frames[1:]))
            self.assertTrue(all(len(change) == 4 for _, change in frames[1:]))

    def test_openings_are_read_from_a_file(self):
        processes = LiveProcesses()
        self.addCleanup(processes.kill_all)
        judge = Referee((BREAKTHROUGH,), Contest("breakthrough"), Limits(), processes)
        self.addCleanup(judge.close)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "openings.txt")
            path.write_text("a2a3\nb b2b3 w a7b6\nc2c3 h7h6 c3c4\n", "utf-8")
            found = read_openings(path, judge).openings
        told = [" ".join(move.move for move in opening.moves) for opening in found]
        self.assertEqual(told, ["a2a3", "b2b3 a7b6", "c2c3 h7h6 c3c4"])


if __name__ == "__main__":
    unittest.main()

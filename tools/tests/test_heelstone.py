"""Matches of the real engine with itself, in every game that it knows."""

import shlex
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import MATCH, game_lines, heelstone, run
from heelstone_match.gtp.process import Brood
from heelstone_match.journal.file import read_journal
from heelstone_match.play.limits import Limits
from heelstone_match.play.player import TITLES, Contest
from heelstone_match.play.referee import Referee

ENGINE = heelstone()


def dialogue(*commands):
    """The replies to these commands."""
    text = "\n".join([*commands, "quit", ""])
    done = subprocess.run([ENGINE], input=text, capture_output=True, text=True, check=True)
    return [reply.strip() for reply in done.stdout.split("\n\n")]


@unittest.skipIf(ENGINE is None, "heelstone is not built")
class Heelstone(unittest.TestCase):
    def games_known(self):
        listed = dialogue("list_games")[0].removeprefix("= ").splitlines()
        return [game for game, (title, _) in TITLES.items() if title in listed]

    def match(self, game, *options):
        engine = shlex.quote(ENGINE)
        fixed = ["--game", game, "--engine", engine, "--engine", engine, "--referee", engine]
        return run([str(MATCH), "run", *fixed, *map(str, options)])

    def test_every_game_is_played_out_and_its_record_read_back(self):
        games = self.games_known()
        self.assertIn("connect4", games)
        for game in games:
            with self.subTest(game=game), tempfile.TemporaryDirectory() as folder:
                records = Path(folder, "games.sgf")
                journal = Path(folder, "match.jsonl")
                done = self.match(game, "--nodes", 200, "--journal", journal)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                made = run([str(MATCH), "report", str(journal), "--sgf", str(records)])
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
        brood = Brood()
        self.addCleanup(brood.kill_all)
        judge = Referee((ENGINE,), Contest("connect4"), Limits(), brood)
        self.addCleanup(judge.close)
        judge.new_game()
        self.assertEqual(judge.play("black", "d")[0], "D1")
        self.assertEqual(judge.play("white", "d2")[0], "D2")

    def test_a_time_limit_is_kept(self):
        done = self.match("tictactoe", "--time", 0.05, "--margin", 5)
        self.assertEqual(len(game_lines(done.stdout)), 2)
        self.assertNotIn("loses", done.stdout)


if __name__ == "__main__":
    unittest.main()

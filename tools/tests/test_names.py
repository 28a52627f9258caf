"""Names of engines, tournaments in files, and matches that become longer."""

import contextlib
import io
import json
import shlex
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

from support import MATCH, match_arguments, referee, run, zoo
from heelstone_match.cli import main
from heelstone_match.journal.file import read_journal
from heelstone_match.report.heading import heading


class InAFolder(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.path = self.folder / "match.jsonl"

    def tool(self, *words):
        return run([sys.executable, "-S", str(MATCH), *map(str, words)])

    def pairs(self):
        return [pair.number for pair in read_journal(self.path).pairs]


class Names(InAFolder):
    def play(self, *words):
        rest = ("--referee", shlex.join(referee()), "--journal", self.path)
        return self.tool("run", "--game", "tictactoe", *words, *rest)

    def test_a_name_stands_everywhere_in_place_of_the_letter(self):
        engines = [f"name={name},cmd='{shlex.join(zoo())}'" for name in ("new", "old-1.0")]
        words = [word for engine in engines for word in ("--engine", engine)]
        done = self.play(*words, "--depth", 1, "--opening-plies", 2, "--limits", "old-1.0:depth=2")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("black new  white old-1.0", done.stdout)
        self.assertRegex(done.stdout, r"\nnew Zoo.* 2 ")
        self.assertNotRegex(done.stdout, r"\n[AB] ")
        plan = read_journal(self.path).header.plan
        self.assertEqual(plan.keys, ("new", "old-1.0"))
        self.assertEqual([engine.limits.depth for engine in plan.engines], [1, 2])
        self.assertTrue(self.path.with_name("match.jsonl.new.stderr").exists())
        self.assertEqual(self.tool("stats", self.path).returncode, 0)
        report = self.tool("report", self.path, "--pgn", self.folder / "m.pgn")
        self.assertIn("new Zoo", report.stdout)
        self.assertIn('[White "new Zoo', (self.folder / "m.pgn").read_text(encoding="utf-8"))

    def test_a_field_of_an_engine_is_its_own(self):
        second = f'cmd="{shlex.join(zoo())}",nodes=7,adapt=no-ids,tell=\'komi 1\',tell="komi 2"'
        done = self.play("--engine", shlex.join(zoo()), "--engine", second, "--limits", "B:time=5")
        self.assertEqual(done.returncode, 0, done.stderr)
        first, second = read_journal(self.path).header.plan.engines
        self.assertEqual((first.adapters, first.settings, first.limits.nodes), ((), (), None))
        self.assertEqual((second.limits.nodes, second.limits.time), (7, 5))
        self.assertEqual((second.adapters, second.settings), (("no-ids",), ("komi 1", "komi 2")))

    def test_what_cannot_be_meant_is_a_sentence(self):
        cases = [
            (("name=x,cmd=a", "name=x,cmd=b"), "two engines are called x"),
            (("name=a b,cmd=a", "b"), "'a b' has more than letters"),
            (("name=x", "b"), "needs cmd=COMMAND"),
            (("cmd=a,colour=red", "b"), "'colour=red' is not one of name, cmd"),
            (("cmd=a,nodes=few", "b"), "is not a whole number"),
            (("cmd='a", "b"), "No closing quotation"),
        ]
        for engines, wanted in cases:
            with self.subTest(wanted=wanted), contextlib.redirect_stderr(io.StringIO()) as said:
                words = [word for engine in engines for word in ("--engine", engine)]
                code = main(["run", "--game", "tictactoe", "--referee", "x", *words])
                self.assertEqual(code, 2)
                self.assertIn(wanted, said.getvalue())


class TournamentFiles(InAFolder):
    def test_a_file_says_what_options_say(self):
        file = self.folder / "t.toml"
        engine = json.dumps(shlex.join(zoo()))
        file.write_text(
            'game = "tictactoe"\nformat = "round-robin"\npairs = 9\ndepth = 1\n'
            f"referee = {json.dumps(shlex.join(referee()))}\n"
            f'[[engine]]\nname = "one"\ncmd = {engine}\n'
            f'[[engine]]\ncmd = {engine}\ndepth = 2\ntell = ["komi 1", "komi 2"]\n'
            f'[[engine]]\nname = "three"\ncmd = {engine}\n',
            encoding="utf-8",
        )
        done = self.tool("run", "--tournament", file, "--journal", self.path, "--pairs", 1)
        self.assertEqual(done.returncode, 0, done.stderr)
        header = read_journal(self.path).header
        self.assertEqual(header.plan.keys, ("one", "B", "three"))
        # A typed name counts more.
        self.assertEqual((header.plan.format, header.plan.total), ("round-robin", 3))
        self.assertEqual(header.plan.engines[1].limits.depth, 2)
        self.assertEqual(header.plan.engines[1].settings, ("komi 1", "komi 2"))
        self.assertEqual(header.tournament, file.read_text(encoding="utf-8"))
        self.assertIn("referee", heading(header.plan, {}, "r"))

    def test_a_mistake_in_it_is_a_sentence(self):
        file = self.folder / "t.toml"
        cases = [
            ("game = ", "Invalid value"),
            ("colour = 1", "--colour=1"),
            ("[[engine]]\nname = 'x'", "an engine needs a cmd"),
            ("game = {a = 1}", "game is a text or a number"),
        ]
        for text, wanted in cases:
            file.write_text(text, encoding="utf-8")
            with self.subTest(text=text), contextlib.redirect_stderr(io.StringIO()) as said:
                self.assertEqual(
                    main(["run", "--game", "x", "--engine", "y", f"--tournament={file}"]), 2
                )
                self.assertIn(wanted, said.getvalue())
        done = self.tool("run", "--tournament", self.folder / "absent")
        self.assertIn("cannot be read", done.stderr)


class Pairs(InAFolder):
    def test_a_match_can_become_longer(self):
        options = ("--pairs", 2, "--opening-plies", 2, "--journal", self.path)
        self.assertEqual(run(match_arguments(zoo(), zoo(), *options)).returncode, 0)
        done = self.tool("resume", self.path, "--pairs", 4)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("tictactoe: 4 pairs", done.stdout)
        self.assertEqual(sorted(self.pairs()), [1, 2, 3, 4])
        self.assertEqual(read_journal(self.path).header.plan.pairs, 4)
        self.assertNotIn("were played", self.tool("report", self.path).stdout)
        done = self.tool("resume", self.path, "--pairs", 3)
        self.assertEqual(done.returncode, 2)
        self.assertIn("can only become longer", done.stderr)

    def test_the_last_part_of_a_plan_may_be_short(self):
        plan, out = self.folder / "plan", self.path
        made = run(match_arguments(zoo(), zoo(), "--pairs", 3, "--depth", 1, "--plan", plan))
        self.assertEqual(made.returncode, 0, made.stderr)
        done = self.tool("worker", "--plan", plan, "--pairs", "2-5", "--out", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.pairs(), [2, 3])
        done = self.tool("worker", "--plan", plan, "--pairs", "4-5", "--out", self.folder / "o")
        self.assertEqual(done.returncode, 2)
        self.assertIn("there is no pair 4", done.stderr)


class NothingBegan(InAFolder):
    def test_a_match_that_could_not_begin_leaves_no_journal(self):
        for limit in ("--depth", "--time"):
            options = (limit, 1, "--journal", self.path)
            done = run(match_arguments(zoo(), zoo("--mode", "stillborn"), *options))
            self.assertEqual(done.returncode, 2)
            left = [path.name for path in self.folder.iterdir() if ".stderr" not in path.name]
            self.assertEqual(left, [])
        done = run(match_arguments(zoo(), zoo(), *options))
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()

"""The tool as its user runs it: lines, files, exit codes, and nothing left behind."""

import contextlib
import io
import json
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from support import dies, game_lines, match_arguments, run, zoo
from heelstone_match.cli import main
from heelstone_match.journal.file import read_journal


class Tool(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def log(self, name):
        """The input of an engine of the zoo, its own process numbers apart."""
        lines = (self.folder / name).read_text(encoding="utf-8").splitlines()
        pids = [int(line.split()[1]) for line in lines if line.startswith("pid ")]
        return [
            line.partition(" ")[2] for line in lines if line.startswith(tuple("0123456789"))
        ], pids


class AMatch(Tool):
    def test_both_engines_play_each_opening_with_both_colours(self):
        done = run(match_arguments(zoo("--name", "One"), zoo("--name", "Two"), "--pairs", 2))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = game_lines(done.stdout)
        self.assertEqual(len(lines), 4)
        for number, line in enumerate(lines, start=1):
            black, white = ("A", "B") if number % 2 else ("B", "A")
            start = f"game {number}  pair {(number + 1) // 2}  black {black}  white {white}  "
            self.assertTrue(line.startswith(start), line)
        self.assertRegex(done.stdout, r"A One 1 +4 ")
        self.assertRegex(done.stdout, r"B Two 1 +4 ")

    def test_the_seed_decides_whatever_the_concurrency(self):
        def games(name, *options):
            file = self.folder / name
            settings = ("--pairs", 4, "--depth", 1, "--journal", file, *options)
            done = run(match_arguments(zoo(), zoo(), *settings))
            self.assertEqual(done.returncode, 0, done.stderr)
            return game_lines(done.stdout), file.read_bytes()

        first = games("a", "--seed", 3)
        self.assertEqual(first, games("b", "--seed", 3, "--concurrency", 3))
        self.assertNotEqual(first, games("c", "--seed", 4))

    def test_a_journal_is_begun_once_and_tells_what_was_played(self):
        file = self.folder / "match.jsonl"
        bad = zoo("--name", "Bad", "--mode", "garbage")
        arguments = match_arguments(zoo("--name", "Good"), bad, "--journal", file)
        done = run(arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        contents = read_journal(file)
        self.assertEqual(dict(contents.names), {"A": "Good 1", "B": "Bad 1"})
        for game in contents.pairs[0].games:
            self.assertEqual((game.winner, game.fault.player), ("A", "B"))
            self.assertIn("\\x00", game.fault.detail)
        before = file.read_bytes()
        again = run(arguments)
        self.assertEqual((again.returncode, again.stdout), (2, ""))
        self.assertIn("match.py resume", again.stderr)
        self.assertEqual(file.read_bytes(), before)

    def test_a_tournament_lets_all_meet_from_the_same_openings(self):
        file = self.folder / "all.jsonl"
        extra = ("--engine", shlex.join(zoo("--name", "Three")), "--pairs", 2, "--journal", file)
        for form, meetings in (("round-robin", ["AB", "AC", "BC"]), ("gauntlet", ["AB", "AC"])):
            with self.subTest(form=form):
                arguments = match_arguments(zoo(), zoo(), *extra, "--format", form)
                done = run([*arguments, "--concurrency", "3"])
                self.assertEqual(done.returncode, 0, done.stderr)
                pairs = sorted(read_journal(file).pairs, key=lambda pair: pair.number)
                self.assertEqual(["".join(pair.players) for pair in pairs], meetings * 2)
                rounds = [pair.opening for pair in pairs]
                size = len(meetings)
                self.assertEqual(rounds, [rounds[0]] * size + [rounds[size]] * size)
                self.assertNotEqual(rounds[0], rounds[size])
                file.unlink()

    def test_a_test_stops_the_match_when_it_decides(self):
        file = self.folder / "test.jsonl"
        weak = zoo("--mode", "refuse")
        test = ("--sprt", "elo0=0,elo1=300", "--pairs", 60, "--journal", file)
        done = run(match_arguments(zoo(), weak, *test))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("accepts H1", done.stdout)
        played = read_journal(file)
        self.assertEqual(played.decision["decision"], "H1")
        self.assertLess(len(played.pairs), 60)
        before = file.read_bytes()
        resumed = run([*match_arguments((), ())[:3], "resume", str(file)])
        self.assertEqual((resumed.returncode, file.read_bytes()), (0, before), resumed.stderr)

    def test_a_match_does_not_go_on_with_other_engines_or_from_another_folder(self):
        engine = self.folder / "engine"
        engine.write_text(f"#!/bin/sh\nexec {shlex.join(zoo())}\n")
        engine.chmod(0o755)
        one = match_arguments(["./engine"], zoo(), "--pairs", 1, "--journal", "one.jsonl")
        self.assertEqual(run(one, cwd=self.folder).returncode, 0)
        go_on = [*one[:3], "resume"]
        elsewhere = run([*go_on, str(self.folder / "one.jsonl")])
        self.assertEqual(elsewhere.returncode, 2)
        self.assertIn("engine A: there is no ./engine here", elsewhere.stderr)
        engine.write_text(engine.read_text() + "# Another one.\n")
        changed = run([*go_on, "one.jsonl"], cwd=self.folder)
        self.assertEqual(changed.returncode, 2)
        self.assertIn("the files of engine A are not those that", changed.stderr)
        kept = run([*go_on, "one.jsonl", "--changed-engines"], cwd=self.folder)
        self.assertEqual(kept.returncode, 0, kept.stderr)

    def test_too_many_faults_stop_the_match(self):
        bad = zoo("--mode", "crash")
        done = run(match_arguments(zoo(), bad, "--pairs", 9, "--max-faults", 3))
        self.assertEqual(done.returncode, 1)
        self.assertIn("B failed in 4 games", done.stderr)

    def test_the_summary_can_be_json(self):
        done = run(match_arguments(zoo(), zoo("--mode", "crash"), "--json"))
        told = json.loads(done.stdout)
        self.assertEqual(told["games"], 2)
        self.assertEqual(told["players"]["A"]["total"], {"wins": 2, "draws": 0, "losses": 0})
        self.assertEqual(told["players"]["B"]["faults"], {"crash": 2})
        self.assertEqual(told["pair_scores"], [0, 0, 0, 0, 1])
        self.assertEqual(len(game_lines(done.stderr)), 2)

    def test_a_match_goes_on_after_a_fault(self):
        once = ("--mode", "crash", "--once", self.folder / "done")
        done = run(match_arguments(zoo(), zoo(*once), "--pairs", 3))
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = game_lines(done.stdout)
        self.assertEqual(len(lines), 6)
        self.assertEqual(["crash" in line for line in lines], [True] + [False] * 5)
        self.assertRegex(done.stdout, r"crash +0 +1\n")


class WhatEnginesAreTold(Tool):
    def told(self, options, *settings):
        engine = zoo("--log", self.folder / "log", *options)
        done = run(match_arguments(engine, zoo(), *settings))
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.log("log")[0], done.stdout

    def test_the_limits_in_its_own_words(self):
        told, _ = self.told((), "--time", 0.5, "--nodes", 100)
        self.assertIn("newgame tictactoe", told)
        self.assertIn("timelimit 0.5", told)
        self.assertIn("nodes 100", told)
        self.assertNotIn("timelimit none", told)

    def test_each_its_own_limits(self):
        told, _ = self.told(
            (), "--depth", 3, "--limits", "A:depth=2,nodes=9", "--limits", "B:tc=9+1"
        )
        self.assertIn("depth 2", told)
        self.assertIn("nodes 9", told)
        self.assertIn("timelimit none", told)
        self.assertFalse([line for line in told if line.startswith("time_settings")])
        told, _ = self.told(("--log", self.folder / "log2"), "--tc", "60/5x30")
        self.assertIn("time_settings 60 30 1", told)

    def test_what_it_says_on_stderr_is_kept_beside_the_journal(self):
        journal = self.folder / "match.jsonl"
        done = run(match_arguments(zoo(), zoo("--mode", "abort"), "--journal", journal))
        self.assertEqual(done.returncode, 0, done.stderr)
        kept = Path(f"{journal}.B.stderr").read_text("utf-8")
        self.assertEqual(kept, "assertion failed: the king is here\n" * 2)

    def test_a_search_by_depth_has_no_clock(self):
        told, _ = self.told((), "--depth", 3)
        self.assertIn("depth 3", told)
        self.assertIn("timelimit none", told)

    def test_no_limit_leaves_the_engine_its_own(self):
        told, _ = self.told(())
        self.assertFalse([line for line in told if line.split()[0] in ("timelimit", "depth")])

    def test_an_engine_of_others_is_told_in_standard_words(self):
        told, notes = self.told(("--foreign",), "--time", 2, "--depth", 3)
        start = told.index("set_game Tic-tac-toe")
        wanted = ["boardsize 3", "clear_board", "time_settings 0 2 1"]
        self.assertEqual(told[start + 1 : start + 4], wanted)
        self.assertNotIn("newgame tictactoe", told)
        self.assertIn("A has no command `depth`", notes)

    def test_fractions_of_a_second_cannot_be_told_to_all(self):
        _, notes = self.told(("--foreign",), "--time", 1.5)
        self.assertIn("A is told 1 s a move for 1.5 s", notes)


class TheEnd(Tool):
    def assert_nothing_left(self, *logs):
        for name in logs:
            pids = self.log(name)[1]
            self.assertTrue(pids)
            for pid in pids:
                self.assertTrue(dies(pid), f"{name}: {pid} lives on")

    def test_what_cannot_be_meant_is_a_sentence(self):
        two = [*match_arguments(zoo(), zoo())[3:]]
        cases = [
            ([], "required"),
            (["run"], "--game"),
            (["play"], "invalid choice"),
            (["run", "--game", "tictactoe", "--engine", "a"], "given once"),
            (["run", "--game", "tic tac", "--engine", "a", "--engine", "b"], "one word"),
            (["run", "--game", "x", "--engine", "a'", "--engine", "b"], "is not a command line"),
            (["run", "--game", "x", "--engine", "", "--engine", "b"], "needs a command"),
            (["run", "--pairs", "0"], "must be at least 1"),
            (["run", "--pairs", "many"], "whole number"),
            (["run", "--time", "nan"], "number of seconds"),
            (["run", "--time", "0"], "too few"),
            (["run", "--opening-plies", "-1"], "must be at least 0"),
            ([*two, "--limits", "depth=1"], "begins with an engine"),
            ([*two, "--limits", "C:depth=1"], "no engine 'C'"),
            ([*two, "--limits", "B:deep=1"], "'deep=1' is not one of"),
            ([*two, "--limits", "B:depth=0"], "must be at least 1"),
            ([*two, "--tc", "60:5"], "is not a time control"),
            ([*two, "--resign", "high"], "is not a rule of resignation"),
            ([*two, "--draw", "1:2"], "is not a rule of draws"),
            ([*two, "--adapt", "B:slow"], "'slow' is not one of"),
            ([*two, "--sprt", "elo0=5,elo1=0"], "less than"),
            ([*two, "--openings", "/nonexistent"], "/nonexistent"),
            (["resume", "/nonexistent"], "/nonexistent"),
            (
                ["worker", "--plan", "x", "--pairs", "9-3", "--out", "y"],
                "is not a range of numbers",
            ),
            (["run", "--mistake"], "--game"),
        ]
        for arguments, wanted in cases:
            with self.subTest(arguments=arguments):
                complaints = io.StringIO()
                with contextlib.redirect_stderr(complaints):
                    self.assertEqual(main(arguments), 2)
                self.assertIn(wanted, complaints.getvalue())
                self.assertEqual(complaints.getvalue().count("\n"), 1)
        done = run([*match_arguments(zoo(), zoo()), "--pairs", "none"])
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr.count("\n"), 1)

    def test_an_engine_that_cannot_start_is_a_sentence(self):
        cases = [
            ((str(self.folder / "absent"),), "No such file"),
            (zoo("--mode", "stillborn"), "no licence found"),
            (("cat",), "malformed reply"),
        ]
        for command, wanted in cases:
            with self.subTest(wanted=wanted):
                done = run(match_arguments(zoo(), command))
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn("engine B cannot take part: failed to start", done.stderr)
                self.assertIn(wanted, done.stderr)

    def test_a_game_that_nobody_knows_is_a_sentence(self):
        done = run(match_arguments(zoo(), zoo(), "--game", "pachisi"))
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("the referee refused `newgame pachisi`: unknown game", done.stderr)

    def test_a_referee_that_fails_breaks_the_match(self):
        bad = zoo("--mode", "crash-in-play", "--log", self.folder / "log")
        done = run([*match_arguments(zoo(), zoo()), "--referee", " ".join(bad)])
        self.assertEqual(done.returncode, 1)
        self.assertIn("the referee failed: crash", done.stderr)
        self.assert_nothing_left("log")

    def test_where_both_fail_nobody_wins_and_the_match_goes_on(self):
        bad = zoo("--mode", "crash-in-play")
        done = run(match_arguments(bad, bad, "--pairs", 2))
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = game_lines(done.stdout)
        self.assertEqual(len(lines), 4)
        self.assertRegex(lines[0], "both failed: .*; B too: crash")
        done = run(match_arguments(bad, bad, "--pairs", 9, "--max-faults", 2))
        self.assertEqual((done.returncode, len(game_lines(done.stdout))), (1, 2))

    def test_an_interruption_ends_it_quietly_with_the_score(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(signal=number):
                name = f"log{number}"
                bad = zoo("--mode", "hang", "--at", "8", "--log", self.folder / name)
                command = match_arguments(zoo(), bad, "--pairs", 9)
                with subprocess.Popen(
                    command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
                ) as tool:
                    head = [tool.stdout.readline() for _ in range(6)]
                    # By now it hangs, and would not see that its input ends.
                    while sum("genmove" in line for line in self.log(name)[0]) < 8:
                        time.sleep(0.02)
                    tool.send_signal(number)
                    rest, complaints = tool.communicate(timeout=20)
                self.assertTrue(game_lines("".join(head)))
                self.assertEqual(complaints, "")
                self.assertIn("points", rest)
                self.assertEqual(tool.returncode, 128 + number)
                self.assert_nothing_left(name)

    def test_a_reader_that_goes_away_ends_it_quietly(self):
        engine = zoo("--log", self.folder / "log")
        command = match_arguments(engine, zoo(), "--pairs", 500)
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as tool:
            tool.stdout.readline()
            tool.stdout.close()
            self.assertEqual(tool.stderr.read(), "")
        self.assertEqual(tool.returncode, 1)
        self.assert_nothing_left("log")

    def test_engines_are_asked_to_quit(self):
        engine = zoo("--log", self.folder / "log")
        done = run(match_arguments(engine, zoo(), "--concurrency", 2, "--pairs", 2))
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = (self.folder / "log").read_text(encoding="utf-8").splitlines()
        self.assertIn("quit", lines)
        self.assert_nothing_left("log")


if __name__ == "__main__":
    unittest.main()

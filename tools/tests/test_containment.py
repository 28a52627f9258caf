"""Engines are kept within bounds: whatever they start is found and ended, their memory is capped,
each game has processors of its own, and a new process if that is wanted."""

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from support import ZOO_FILES, dies, game_lines, lives, match_arguments, run, zoo
from heelstone_match import system
from heelstone_match.cli import main
from heelstone_match.crew import local
from heelstone_match.gtp.faults import FaultKind
from heelstone_match.gtp.process import LiveProcesses
from heelstone_match.play.game import GameTask, play_game
from heelstone_match.play.limits import Limits
from heelstone_match.play.moves import START
from heelstone_match.play.player import Player
from heelstone_match.system.launch import Launch
from seats import CONTEST, UnderAReferee

LINUX = sys.platform == "linux" and not os.environ.get("HEELSTONE_MATCH_SYSTEM")


@unittest.skipUnless(LINUX, "only Linux finds them")
class Strays(UnderAReferee):
    """Processes that an engine started, and that left its process group and its session."""

    def player(self, mode, **settings):
        player = Player("B", zoo("--mode", mode), CONTEST, Limits(), self.processes, **settings)
        self.addCleanup(player.drop)
        return player

    def stray(self, player):
        """Lets it start one with its move."""
        player.new_game()
        player.genmove("black")
        found = None
        while found is None:
            found = re.search(r"stray (\d+)", player._engine.last_words())
        self.assertTrue(lives(int(found[1])))
        return int(found[1])

    def test_one_without_environment_is_ended_with_its_parent(self):
        player = self.player("stranger")
        pid = self.stray(player)
        player.drop()
        self.assertTrue(dies(pid))

    def test_one_whose_engine_died_is_ended(self):
        good = Player("A", zoo(), CONTEST, Limits(), self.processes)
        self.addCleanup(good.close)
        players = {"A": good, "B": self.player("orphan")}
        result = play_game(GameTask(1, 1, "B", "A", START), players, self.referee)
        self.assertIs(result.fault.kind, FaultKind.CRASH)
        self.assertTrue(dies(int(re.search(r"stray (\d+)", result.fault.detail)[1])))
        # Of the other engine nothing was ended.
        self.assertEqual(good.genmove("white").move, "A1")

    def test_nothing_of_another_engine_is_ended(self):
        first, second = self.player("adopted"), self.player("adopted")
        one, other = self.stray(first), self.stray(second)
        second.drop()
        self.assertTrue(dies(other))
        self.assertTrue(lives(one))


def stopped(pid):
    """True if that process is stopped by a signal."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except FileNotFoundError:
        return False
    return stat.rpartition(")")[2].split()[0] == "T"


@unittest.skipUnless(LINUX, "only Linux finds them")
class AtTheEnd(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_of_a_match_that_is_killed_no_engine_is_left(self):
        log = self.folder / "log"
        frozen = zoo("--mode", "freeze", "--log", log)
        words = match_arguments(frozen, zoo(), "--depth", 1)
        with subprocess.Popen(words, stdout=subprocess.DEVNULL) as match:
            self.addCleanup(match.kill)
            engine = None
            while engine is None:
                time.sleep(0.02)
                lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
                pids = [int(line.split()[1]) for line in lines if line.startswith("pid ")]
                engine = next((pid for pid in pids if stopped(pid)), None)
            match.kill()
        self.assertTrue(dies(engine))

    def test_of_a_match_nothing_is_left(self):
        folder = self.folder
        journal = ("--journal", folder / "match.jsonl")
        # Neither its place nor its environment tells whose it is.
        done = run(match_arguments(zoo("--mode", "fugitive"), zoo(), "--depth", 1, *journal))
        self.assertEqual(done.returncode, 0, done.stderr)
        told = (folder / "match.jsonl.A.stderr").read_text(encoding="utf-8")
        self.assertTrue(dies(int(re.search(r"stray (\d+)", told)[1])))


@unittest.skipUnless(LINUX, "only Linux does that")
class Memory(UnderAReferee):
    def test_who_asks_for_more_than_its_cap_does_not_get_it(self):
        for memory, wanted in ((300, FaultKind.CRASH), (None, None)):
            limits = Limits(memory=memory)
            launch = Launch(memory=memory)
            players = {
                "A": Player("A", zoo(), CONTEST, Limits(), self.processes),
                "B": Player("B", zoo("--mode", "hoard"), CONTEST, limits, self.processes,
                            launch=launch),
            }  # fmt: skip
            result = play_game(GameTask(1, 1, "B", "A", START), players, self.referee)
            for player in players.values():
                player.drop()
            with self.subTest(memory=memory):
                self.assertEqual(result.fault and result.fault.kind, wanted)
                if memory:
                    self.assertIn("MemoryError", result.fault.detail)

    def test_what_does_not_exist_is_told_as_without_a_cap(self):
        processes = LiveProcesses()
        for memory in (300, None):
            with self.assertRaises(FileNotFoundError):
                processes.spawn(("/no/such/engine",), launch=Launch(memory=memory))


class InAMatch(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.log = self.folder / "log"

    def starts(self):
        """A line for each process of A."""
        lines = self.log.read_text(encoding="utf-8").splitlines()
        return [line for line in lines if line.startswith("pid ")]

    @unittest.skipUnless(LINUX, "only Linux does that")
    def test_each_engine_has_its_bounds_and_each_game_its_process(self):
        engine = f'cmd="{" ".join(zoo("--mode", "hoard", "--log", self.log))}"'
        words = match_arguments(zoo(), zoo(), "--pairs", 2, "--time", 20, "--pin", "0")
        words[words.index("--engine") + 1] = f"name=greedy,{engine},memory=300,restart=on"
        done = run(words)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = game_lines(done.stdout)
        self.assertEqual(len(lines), 4)
        self.assertTrue(all("greedy loses: crash" in line for line in lines), lines)
        self.assertIn("300 MiB", done.stdout)
        # One more is asked for its name, before the first game.
        self.assertEqual(len(self.starts()), 5)
        self.assertTrue(all(line.endswith(" on 0") for line in self.starts()), self.starts())

    def test_an_engine_in_its_folder_finds_what_is_there(self):
        (self.folder / "engines").mkdir()
        for file in ZOO_FILES:
            shutil.copy(file, self.folder / "engines")
        python = sys.executable
        words = match_arguments(zoo(), zoo(), "--depth", 1)
        words[words.index("--engine") + 1] = (
            f'cmd="{python} -S zoo.py --log log",dir={self.folder / "engines"}'
        )
        done = run(words)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((self.folder / "engines" / "log").is_file())

    def test_a_match_that_could_not_begin_leaves_no_file(self):
        journal = ("--journal", self.folder / "match.jsonl")
        done = run(match_arguments(zoo("--mode", "stillborn"), zoo(), *journal))
        self.assertEqual(done.returncode, 2)
        self.assertIn("no licence found", done.stderr)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_more_games_than_processors_are_warned_of(self):
        with mock.patch.object(local, "processors", lambda: frozenset({0, 1})):
            self.assertEqual(list(local.crowd(2)), [])
            (note,) = local.crowd(3)
        self.assertIn("3 games at a time share 2 processors", note.sentence)

    def test_processors_that_make_no_sense_are_refused(self):
        there = max(system.processors())
        cases = [
            (("--pin", "x"), "are not processors"),
            (("--pin", str(there + 1)), f"there is no processor {there + 1}"),
            (("--pin", str(there), "--concurrency", "2"), "need as many processors, not 1"),
            (("--pin", "--cluster"), "not for --cluster"),
        ]
        for options, wanted in cases:
            words = ["run", "--game", "tictactoe", "--referee", "x", "--engine", "a"]
            words += ["--engine", "b", *options]
            with self.subTest(options=options), contextlib.redirect_stderr(io.StringIO()) as said:
                self.assertEqual(main(words), 2)
                self.assertIn(system.NO_PINNING or wanted, said.getvalue())


if __name__ == "__main__":
    unittest.main()

"""The adapter for engines that speak NBoard's protocol, with one of them played by a script."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from support import TOOLS

# It thinks of D6 and then of C4, and analyses until it is told something else; `go` is for G7.
ENGINE = """
import sys
for line in iter(sys.stdin.readline, ""):
    print(line.rstrip(), file=open("told.txt", "a"))
    word, _, rest = line.strip().partition(" ")
    if word == "ping":
        print("pong", rest, flush=True)
    elif word == "hint":
        print("status Analyzing")
        if not mute:
            print("search D6 1.5 0 8")
            print("search c4-E3 2.5 0 9", flush=True)
        if solved:
            print("status", flush=True)
    elif word == "go":
        print(f"=== {forced}//0.01", flush=True)
    elif word == "quit":
        break
"""


class NBoard(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def talk(self, *lines, mute=False, solved=False, forced="G7", options=()):
        settings = f"{mute=}\n{solved=}\n{forced=}\n"
        (self.folder / "engine.py").write_text(settings + ENGINE, "utf-8")
        adapter = [
            TOOLS / "nboard.py",
            *options,
            "--folder",
            self.folder,
            sys.executable,
            "engine.py",
        ]
        done = subprocess.run(
            list(map(str, adapter)),
            input="\n".join(lines) + "\n",
            capture_output=True,
            text=True,
            timeout=60,
        )
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.split("\n\n")[:-1]

    def told(self):
        return (self.folder / "told.txt").read_text("utf-8").splitlines()

    def test_the_last_thought_in_time_is_played(self):
        replies = self.talk("timelimit 0.1", "play b f5", "1 genmove w", "genmove b", "quit")
        self.assertEqual(replies, ["= ", "= ", "=1 C4", "= C4", "= "])
        games = [line for line in self.told() if line.startswith("set game")]
        self.assertTrue(games[0].endswith("*]B[F5];)"), games)
        self.assertTrue(games[1].endswith("*]B[F5]W[C4];)"), games)

    def test_an_analysis_that_ends_by_itself_is_not_waited_for(self):
        replies = self.talk("timelimit 30", "genmove b", solved=True)
        self.assertEqual(replies, ["= ", "= C4"])

    def test_without_a_thought_or_a_time_the_engine_decides(self):
        self.assertEqual(self.talk("timelimit 0.05", "genmove b", mute=True), ["= ", "= G7"])
        # A depth without an end would keep it from the move for ever.
        told = [line for line in self.told() if line == "go" or line.startswith("set depth")]
        self.assertEqual(told[-3:], ["set depth 1", "go", "set depth 60"])
        self.assertEqual(self.talk("depth 4", "genmove b"), ["= ", "= G7"])
        self.assertIn("set depth 4", self.told())

    def test_passes_and_what_is_taken_back(self):
        replies = self.talk("play b f5", "play w pass", "undo", "depth 2", "genmove w", forced="PA")
        self.assertEqual(replies, ["= ", "= ", "= ", "= ", "= pass"])
        self.assertTrue(any(line.endswith("*]B[F5];)") for line in self.told()))

    def test_a_game_may_begin_from_a_position(self):
        squares = "-" * 27 + "OX" + "-" * 6 + "XXX" + "-" * 26
        lines = ("play b f5", f"setup {squares} O", "play w f6", "depth 2", "genmove b")
        self.assertEqual(
            self.talk(*lines, "setup XO X"), [*["= "] * 4, "= G7", "? invalid position"]
        )
        game = next(line for line in self.told() if line.startswith("set game"))
        self.assertTrue(game.endswith(f"BO[8 {squares.replace('X', '*')} O]W[F6];)"), game)

    def test_what_it_cannot_do_is_said(self):
        replies = self.talk("undo", "boardsize 10", "set_game Go", "sing", "timelimit soon", "play")
        self.assertEqual([reply[0] for reply in replies], ["?"] * 6)
        self.assertEqual(replies[3], "? unknown command")

    def test_it_has_the_name_that_it_is_given(self):
        self.assertEqual(self.talk("name", "version"), ["= NBoard", "= 2"])
        self.assertEqual(
            self.talk("name", "version", options=("--name", "NTest b2dd603")),
            ["= NTest b2dd603", "= "],
        )

    def test_a_program_is_found_from_here_or_from_its_folder(self):
        (self.folder / "inner").mkdir()
        here = self.folder / "inner" / "start"
        here.write_text(f"#!/bin/sh\nexec '{sys.executable}' engine.py\n", "utf-8")
        here.chmod(0o755)
        (self.folder / "inner" / "engine.py").write_text("mute=1\nforced='G7'\n" + ENGINE, "utf-8")
        for program in ("inner/start", "./start"):
            done = subprocess.run(
                [TOOLS / "nboard.py", "--folder", "inner", program],
                input="depth 2\ngenmove b\n",
                capture_output=True,
                text=True,
                timeout=60,
                cwd=self.folder,
            )
            self.assertEqual((done.stdout, done.stderr), ("= \n\n= G7\n\n", ""))

    def test_an_engine_that_is_not_there_is_named(self):
        adapter = [sys.executable, str(TOOLS / "nboard.py"), "./no-such-engine"]
        done = subprocess.run(adapter, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stderr.startswith("nboard.py: ./no-such-engine: "), done.stderr)


if __name__ == "__main__":
    unittest.main()

"""The adapter for engines that speak the Hub protocol, with one of them played by a script."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from support import TOOLS, heelstone

# It plays what it is told to, one move after the other.
ENGINE = """
import sys
moves = iter(sys.argv[1:])
for line in iter(sys.stdin.readline, ""):
    print(line.rstrip(), file=open("told.txt", "a"))
    word = line.split()[0]
    if word == "hub" and sys.argv[1:] == ["former"]:
        print("name script")
        print("wait", flush=True)
    elif word == "time":
        print("info 1 0.1")
        print("move 19-23 32-28", flush=True)
    elif word == "hub":
        print('id name=script version=3 author="A B"')
        print("param name=hash value=1 type=int")
        print("wait", flush=True)
    elif word == "init":
        print("ready", flush=True)
    elif word == "go":
        print("info depth=1 score=0.1 pv=1-2")
        print(f"done move={next(moves, '')} ponder=1-2", flush=True)
    elif word == "quit":
        break
"""

PROGRAM = heelstone()


@unittest.skipUnless(PROGRAM, "there is no heelstone to tell the rules")
class Hub(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def talk(self, *lines, moves=(), options=()):
        (self.folder / "engine.py").write_text(ENGINE, "utf-8")
        adapter = [TOOLS / "hub.py", "--rules", PROGRAM, *options, "--folder", self.folder]
        done = subprocess.run(
            list(map(str, [*adapter, sys.executable, "engine.py", *moves])),
            input="\n".join(lines) + "\n",
            capture_output=True,
            text=True,
            timeout=60,
        )
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.split("\n\n")[:-1]

    def told(self):
        return (self.folder / "told.txt").read_text("utf-8").splitlines()

    def test_captures_are_told_with_what_they_capture(self):
        replies = self.talk(
            "set_game Draughts", "clear_board", "timelimit 0.5", "play w 32-28", "genmove b",
            "play w 28x19", "genmove b", "quit", moves=("19-23", "14x23x19"),
        )  # fmt: skip
        self.assertEqual(replies, ["= ", "= ", "= ", "= ", "= 19-23", "= ", "= 14x23", "= "])
        told = self.told()
        start = "W" + 20 * "b" + 10 * "e" + 20 * "w"
        self.assertIn(f'pos pos={start} moves="32-28"', told)
        self.assertIn(f'pos pos={start} moves="32-28 19-23 28x19x23"', told)
        self.assertEqual(told.count("level move-time=0.5"), 2)

    def test_an_engine_of_the_first_version_takes_moves_one_by_one(self):
        replies = self.talk(
            "version", "nodes 5", "genmove w", "play w 32-28", "timelimit 0.25", "genmove b",
            moves=("former",),
        )  # fmt: skip
        self.assertEqual(replies[0], "= ")
        self.assertEqual(replies[2:], ["? Hub 1 has no limit of nodes", "= ", "= ", "= 19-23"])
        start = "W" + 20 * "b" + 10 * "e" + 20 * "w"
        told = self.told()
        self.assertEqual(told[:4], ["hub", "set book false", "init", "new"])
        self.assertEqual(told[4:8], [f"pos w{start[1:]}", "move 32-28", "time 250", "go"])

    def test_a_game_may_begin_from_a_position(self):
        replies = self.talk(
            "play w 32-28", "setup B:W28,K38:B3,4", "genmove b", "play w 28-23",
            "undo", "undo", "setup W:W28:B28", moves=("3-8",),
        )  # fmt: skip
        self.assertEqual(replies[:5], ["= ", "= ", "= 3-8", "= ", "= "])
        self.assertEqual([reply[0] for reply in replies[5:]], ["=", "?"])
        start = "B" + "eebb" + 23 * "e" + "w" + 9 * "e" + "W" + 12 * "e"
        self.assertIn(f'pos pos={start} moves=""', self.told())

    def test_other_limits_and_what_is_taken_back(self):
        replies = self.talk("depth 7", "play w 32-28", "undo", "genmove w", moves=("31-27",))
        self.assertEqual(replies, ["= ", "= ", "= ", "= 31-27"])
        self.assertIn("level depth=7", self.told())

    def test_what_it_cannot_do_is_said(self):
        lines = ["undo", "boardsize 8", "set_game Checkers", "sing", "timelimit soon", "play w 1-2"]
        replies = self.talk(*lines, "genmove w")
        self.assertEqual([reply[0] for reply in replies], ["?"] * 7)
        self.assertEqual(replies[5:], ["? illegal move", "? the engine told no move"])

    def test_it_has_the_name_that_it_is_given(self):
        self.assertEqual(self.talk("name", "version"), ["= Hub", "= 3"])
        self.assertEqual(
            self.talk("name", "version", options=("--name", "dame 0.2")), ["= dame 0.2", "= "]
        )


if __name__ == "__main__":
    unittest.main()

"""The adapter for programs that speak DamExchange, with Heelstone and with a script."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from support import TOOLS, heelstone

sys.path.insert(0, str(TOOLS))
import dxp  # noqa: E402

PROGRAM = heelstone()
# It says what it is told to, one message after the other, whenever it hears a request or a move.
SCRIPT = """
import socket, sys
port, *replies = sys.argv[1:]
link = socket.create_server(("127.0.0.1", int(port))).accept()[0]
read = b""
while replies and (more := link.recv(4096)):
    *messages, read = (read + more).split(b"\\0")
    for message in messages:
        print(message.decode(), file=open("told.txt", "a"), flush=True)
        if message[:1] in b"RM":
            for reply in replies.pop(0).split("+"):
                link.sendall(reply.encode() + b"\\0")
"""
ACCEPTED = f"A{'script':32}0"


class Messages(unittest.TestCase):
    def test_moves_are_written_as_they_are_read(self):
        for step, message in (("32-28", "M0012322800"), ("4x36x9x23x31", "M0012043603092331")):
            self.assertEqual(dxp.move_message(step, 12.3), message)
            self.assertEqual(dxp.step_of(message), step)


@unittest.skipUnless(PROGRAM, "there is no heelstone to tell the rules")
class Adapter(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def talk(self, program, *lines):
        adapter = [TOOLS / "dxp.py", "--rules", PROGRAM, "--folder", self.folder, *program]
        done = subprocess.run(
            list(map(str, adapter)),
            input="\n".join(lines) + "\nquit\n",
            capture_output=True,
            text=True,
            timeout=60,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return [reply.strip() for reply in done.stdout.split("\n\n")][:-2]

    def script(self, replies, *lines):
        (self.folder / "script.py").write_text(SCRIPT, "utf-8")
        answers = self.talk([sys.executable, "script.py", "PORT", *replies], *lines)
        return answers, (self.folder / "told.txt").read_text("utf-8").splitlines()

    def test_heelstone_plays_a_game_goes_back_and_begins_from_a_position(self):
        program = [PROGRAM, "--protocol", "dxp", "--listen", "PORT", "--nodes", "200"]
        answers = self.talk(
            program, "clear_board", "play w 32-28", "genmove b", "undo", "genmove w", "genmove b",
            "setup W:WK46:BK10", "genmove w", "setup W:W1:B20", "genmove b",
        )  # fmt: skip
        self.assertEqual(answers[:2], ["=", "="])
        self.assertRegex(answers[2], r"= \d+-\d+")
        self.assertEqual(
            [answers[i] for i in (3, 4, 6)], ["=", "? it is the other side's turn", "="]
        )
        self.assertRegex(answers[5], r"= \d+-\d+")
        self.assertEqual(answers[7], "= 46x5")
        self.assertEqual([answers[i][0] for i in (8, 9)], ["?", "?"])

    def test_one_game_is_played_as_long_as_the_moves_go_on(self):
        answers, told = self.script(
            [f"{ACCEPTED}+M0001192300", "CHello+M000114230119"],
            "play w 32-28", "genmove b", "play w 28x19", "genmove b",
        )  # fmt: skip
        self.assertEqual(answers, ["=", "= 19-23", "=", "= 14x23"])
        start = "B" + "Z" + 20 * "z" + 7 * "e" + "w" + 2 * "e" + "w" + "e" + 18 * "w"
        self.assertEqual(told, [f"R01{'Heelstone':32}Z001075{start}", "M000028190123"])

    def test_who_gives_up_resigns_and_other_ends_are_faults(self):
        for reply, answer in (
            (f"{ACCEPTED}+E11", "= resign"),
            (f"{ACCEPTED}+E20", "? the program ends the game: E20"),
            (ACCEPTED[:-1] + "2", f"? the program refuses the game: {ACCEPTED[:-1]}2"),
            (f"{ACCEPTED}+M0000313400", "? illegal move"),
        ):
            with self.subTest(reply):
                answers, told = self.script([reply], "genmove w")
                self.assertEqual(answers, [answer])
                self.assertEqual(told[0], f"R01{'Heelstone':32}W001075A")
                (self.folder / "told.txt").unlink()


if __name__ == "__main__":
    unittest.main()

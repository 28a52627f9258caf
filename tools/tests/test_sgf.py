"""Records of games that our engine reads back, and results for programs that rate players."""

import json
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import heelstone
from heelstone_match.play.player import Contest
from heelstone_match.report.pgn import games_pgn
from heelstone_match.report.sgf import RecordForm, collection, record_form
from records import game, pair

ENGINE = heelstone()
NAMES = {"A": "One [a]", "B": "Two\\"}


def dialogue(*commands):
    """The replies to these commands, without their marks."""
    text = "\n".join([*commands, "quit", ""])
    done = subprocess.run([ENGINE], input=text, capture_output=True, text=True, check=True)
    return [reply.strip() for reply in done.stdout.split("\n\n")]


CONNECT4 = RecordForm("connect4", "7:6")
OTHELLO = RecordForm("2", "8")


def records(form, *games, opening=""):
    """The lines of one pair."""
    return list(collection([pair(3, games=games, opening=opening)], form, NAMES))


class Text(unittest.TestCase):
    def test_a_record_tells_who_played_what_and_how_long_they_thought(self):
        first = game(
            "A", "B", "B+1", "b D1 w E1 b D2 w pass",
            depth=(7, None), score=("win 7", None), nodes=(12, None), wall=(0.25, 1.5),
        )  # fmt: skip
        second = game("B", "A", "W+F", "b D1 w E1", fault='crash:it sent "]\\x00"')
        one, two = records(CONNECT4, first, second, opening="b D1 w E1")
        self.assertEqual(
            one,
            "(;FF[4]CA[UTF-8]GM[connect4]SZ[7:6]PB[A: One [a\\]]PW[B: Two\\\\]RE[B+1]GN[game 5]"
            "RO[3]ON[b D1 w E1]C[Game 5, pair 3. The first 2 plies are the opening."
            " B+1, played out.];B[D1];W[E1];B[D2]C[depth 7, score win 7, nodes 12, 0.250 s]"
            ";W[]C[1.500 s])",
        )
        self.assertIn("PB[B: Two\\\\]PW[A: One [a\\]]RE[W+F]GN[game 6]", two)
        self.assertIn('B failed: it sent "\\]\\\\x00"]', two)

    def test_game_and_size_are_those_of_the_referee_s_records(self):
        start = "(;FF[4]CA[UTF-8]AP[Heelstone:0.2.0]GM[2]SZ[8])"
        self.assertEqual(record_form(Contest("othello"), start), OTHELLO)

    def test_without_a_referee_the_size_is_the_one_that_was_typed(self):
        for contest, form in (
            (Contest("connect4", "8x7"), RecordForm("connect4", "8:7")),
            (Contest("hex", "11x11"), RecordForm("hex", "11")),
            (Contest("hex", "11"), RecordForm("hex", "11")),
            (Contest("othello"), RecordForm("othello", "")),
        ):
            with self.subTest(contest=contest):
                self.assertEqual(record_form(contest, None), form)
        one = game("A", "B", "0", "b D1")
        self.assertIn("GM[chess]PB", records(RecordForm("chess", ""), one, one)[0])

    def test_moves_of_othello_are_points(self):
        one = game("A", "B", "0", "b D3 w pass b H8 w A1")
        self.assertIn(";B[dc];W[];B[hh];W[aa])", records(OTHELLO, one, one)[0])

    def test_nothing_that_an_engine_says_ends_the_line_or_the_record(self):
        names = {"A": "line\nbreak];B[A1", "B": ""}
        one = game("A", "B", "0", "b D1", score=("]\n\\",))
        line = next(collection([pair(1, games=(one, one))], CONNECT4, names))
        self.assertNotIn("\n", line)
        self.assertIn("PB[A: line break\\];B[A1]", line)
        self.assertIn("C[score \\] \\\\]", line)


@unittest.skipIf(ENGINE is None, "heelstone is not built")
class Engine(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def test_the_engine_reads_every_game_back(self):
        told = json.loads(dialogue("games json")[0][2:])["games"]
        begins = {game["name"]: game["begins"] for game in told}
        self.assertEqual(begins["connect4"], "black")
        for name, side in begins.items():
            with self.subTest(game=name):
                self.read_back(Contest(name), self.played(name), "bw" if side == "black" else "wb")

    def test_another_size_and_an_unfinished_game_are_read_back(self):
        self.read_back(Contest("connect4", "8x7"), ("H1 H2 A1", "unfinished"))

    def played(self, name):
        """The moves of a game of the engine with itself, and its result."""
        moves = ["genmove"] * 70
        replies = dialogue(f"newgame {name}", "nodes 60", "seed 5", *moves, "history", "result")
        return replies[-4].removeprefix("= "), replies[-3].removeprefix("= ")

    def read_back(self, contest, played, sides="bw"):
        moves, result = played
        colored = " ".join(f"{sides[i % 2]} {move}" for i, move in enumerate(moves.split()))
        told = result if result != "unfinished" else "B+T"
        one = game("A", "B", told, colored, wall=(0.5,) * len(moves.split()))
        file = self.folder / "one.sgf"
        start = dialogue(f"newgame {contest}", "printsgf")[1][2:]
        file.write_text(records(record_form(contest, start), one, one)[0] + "\n", encoding="utf-8")
        replies = dialogue("newgame tictactoe", f"loadsgf {file}", "history", "result")
        self.assertEqual(replies[1:4], ["=", f"= {moves}", f"= {result}"])


class Pgn(unittest.TestCase):
    def test_who_begins_is_white(self):
        games = (game("A", "B", "B+1"), game("B", "A", "0"))
        first, second = games_pgn([pair(2, games=games)], {"A": 'a "x"', "B": "b"})
        self.assertEqual(
            first,
            '[Round "2.1"]\n[White "A a \\"x\\""]\n[Black "B b"]\n[Result "1-0"]\n\n1-0\n',
        )
        self.assertIn('[White "B b"]', second)
        self.assertTrue(second.endswith("\n\n1/2-1/2\n"))


if __name__ == "__main__":
    unittest.main()

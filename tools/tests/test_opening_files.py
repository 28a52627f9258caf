"""Openings from files: move lists and SGF, checked by the referee, with the place of a mistake."""

import tempfile
import unittest
from pathlib import Path

from support import heelstone, zoo
from heelstone_match.gtp.process import LiveProcesses
from heelstone_match.journal.records import opening_text
from heelstone_match.openings.collection import split_collection
from heelstone_match.openings.errors import OpeningError
from heelstone_match.openings.file import read_openings
from heelstone_match.play.limits import Limits
from heelstone_match.play.moves import COLORS, Move, Opening
from heelstone_match.play.player import Contest
from heelstone_match.play.referee import Referee

# Black has no move after these plies of Othello.
BLACK_PASSES = "E6 F6 D3 E7 E8 D8 G6 F8".split()


class Files(unittest.TestCase):
    def setUp(self):
        self.processes = LiveProcesses()
        self.addCleanup(self.processes.kill_all)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name, "openings.txt")

    def referee(self, game="tictactoe", command=None):
        judge = Referee(command or zoo(), Contest(game), Limits(), self.processes)
        self.addCleanup(judge.close)
        return judge

    def read(self, text, referee=None, plies=None):
        self.file.write_text(text, "utf-8")
        found = read_openings(self.file, referee or self.referee(), plies)
        return [opening_text(opening) for opening in found.openings], found.doubles

    def complaint(self, text, referee=None, plies=None):
        with self.assertRaises(OpeningError) as caught:
            self.read(text, referee, plies)
        return str(caught.exception).replace(str(self.file), "FILE")


class Lines(Files):
    def test_moves_stand_with_their_colours_or_without(self):
        text = "# of a book\n\nb A1 w B2  # the centre\r\nblack a1 White c3\nb2 A1"
        self.assertEqual(self.read(text), (["b A1 w B2", "b A1 w C3", "b B2 w A1"], 0))

    def test_moves_may_stand_without_spaces(self):
        self.assertEqual(self.read("a1b2C3\n"), (["b A1 w B2 b C3"], 0))

    def test_two_ways_to_a_position_are_one_opening(self):
        found = self.read("A1 B2 C3\nC3 B2 A1\nB2 A1 C3\n")
        self.assertEqual(found, (["b A1 w B2 b C3", "b B2 w A1 b C3"], 1))

    def test_the_first_plies_alone_may_be_wanted(self):
        # The whole line is a finished game.
        self.assertEqual(self.read("A1 A2 B1 B2 C1", plies=3), (["b A1 w A2 b B1"], 0))
        self.assertEqual(self.read("A1 A2", plies=3), (["b A1 w A2"], 0))

    def test_a_mistake_is_told_with_its_line_and_ply(self):
        for text, sentence in (
            ("A1\n\nA1 A1", "FILE, line 3: white cannot play 'A1' as ply 2"),
            ("b A1 b B2", "FILE, line 1: it is white who plays ply 2"),
            ("A1 hello", "FILE, line 1: white cannot play 'hello' as ply 2"),
            ("A1 A2 B1 B2 C1", "FILE, line 1: it ends the game (B+1), nothing is left to play"),
            ("A1 A2 B1 B2 C1 C2", "FILE, line 1: the game is over after 5 plies: B+1"),
            ("# none\n", "FILE has no openings"),
        ):
            with self.subTest(text):
                self.assertEqual(self.complaint(text), sentence)

    def test_a_file_that_cannot_be_read_is_named(self):
        referee = self.referee()
        with self.assertRaisesRegex(OpeningError, "nowhere.txt cannot be read: No such file"):
            read_openings(self.file.with_name("nowhere.txt"), referee)
        self.file.write_bytes(b"A1 \xff\xfe")
        with self.assertRaisesRegex(OpeningError, "is not text"):
            read_openings(self.file, referee)

    def test_a_referee_with_few_commands_is_enough(self):
        for lacking in ("history", "position"):
            judge = self.referee(command=zoo("--lacks", lacking))
            self.assertEqual(self.read("a1 b2\nA1 C3", judge), (["b A1 w B2", "b A1 w C3"], 0))

    def test_games_need_a_referee_that_reads_them(self):
        self.assertIn("reads no records (it has no `loadsgf`)", self.complaint("(;GM[1];B[aa])"))


class Collections(unittest.TestCase):
    def test_games_are_told_apart_by_their_parentheses(self):
        first, second = "(;C[a ) \\] (]\n;B[A1])", "(;B[B2](;W[A1])(;W[C3]))"
        text = f"\n{first}\n noise ) {second}\n(;C[unfinished )"
        games = [(2, first), (4, second), (5, "(;C[unfinished )")]
        self.assertEqual(list(split_collection(text)), games)


@unittest.skipIf(heelstone() is None, "heelstone is not built")
class UnderHeelstone(Files):
    def referee(self, game="connect4", command=None):
        return super().referee(game, command or (heelstone(),))

    def test_moves_are_told_in_the_standard_spelling(self):
        self.assertEqual(self.read("D e D\nd1 4\n"), (["b D1 w E1 b D2", "b D1 w D2"], 0))

    def test_forced_passes_may_be_left_out(self):
        judge = self.referee("othello")
        moves = [Move(COLORS[i % 2], move) for i, move in enumerate(BLACK_PASSES)]
        judge.set_up(Opening(tuple(moves)))
        self.assertEqual(judge.legal_moves(), ["pass"])
        judge.play("black", "pass")
        moves = [*BLACK_PASSES, judge.legal_moves()[0]]
        bare = " ".join(moves)
        told = " ".join([*moves[:-1], "pass", moves[-1]])
        colored = " ".join(f"{c} {m}" for c, m in zip("bwbwbwbww", moves))
        openings, doubles = self.read("\n".join([bare, told, colored]), judge)
        self.assertEqual((len(openings), doubles), (1, 2))
        self.assertTrue(openings[0].endswith(f"w {moves[-2]} b pass w {moves[-1]}"), openings)

    def test_the_games_of_a_collection_are_openings(self):
        text = "(;GM[connect4];B[D1];W[D2])\n(;GM[connect4]C[(];B[E1])\n(;GM[connect4];B[D1];W[D2])"
        self.assertEqual(self.read(text), (["b D1 w D2", "b E1"], 1))
        won = "(;GM[connect4];B[A1];W[B1];B[A2];W[B2];B[A3];W[B3];B[A4])"
        self.assertEqual(self.read(won, plies=2), (["b A1 w B1"], 0))
        self.assertIn("game 1 (line 1): it ends the game", self.complaint(won))

    def test_a_record_of_something_else_is_refused(self):
        for text in ("(;GM[tictactoe];B[B1])", "(;GM[connect4]SZ[8:7];B[D1])"):
            with self.subTest(text):
                complaint = self.complaint(f"(;GM[connect4];B[D1])\n\n{text}")
                self.assertEqual(complaint, "FILE, game 2 (line 3): it is of another game or size")
        self.assertIn("cannot read it: cannot load file", self.complaint("(;GM[connect4];B[Q1])"))


if __name__ == "__main__":
    unittest.main()

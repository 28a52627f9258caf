"""Openings that begin from a position: in files, in a match with its journal, in its reports."""

import tempfile
import unittest
from pathlib import Path

from support import heelstone, match_arguments, run, zoo
from heelstone_match.gtp.process import LiveProcesses
from heelstone_match.journal.file import read_journal
from heelstone_match.journal.records import RecordError, opening_of, opening_text
from heelstone_match.openings.collection import split_pdn, split_records
from heelstone_match.openings.errors import OpeningError
from heelstone_match.openings.file import read_openings
from heelstone_match.play.limits import Limits
from heelstone_match.play.moves import Move, Opening
from heelstone_match.play.player import Contest
from heelstone_match.play.referee import Referee
from heelstone_match.report.boards import boards
from heelstone_match.stats.evidence import Evidence
from records import game, pair

ENGINE = heelstone()
# Ballots of 11 men, as a collection of them is written.
BALLOTS = """[FEN "B:W19,23,22,21,27,26,25,32,31,30,29:B4,3,2,1,7,6,5,12,11,10,9"] *
[FEN "B:W19,23,22,21,27,26,25,32,31,30,29:B4,3,2,1,8,6,5,12,11,10,9"] *
"""
FIRST = "B:W19,21,22,23,25,26,27,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12"
SECOND = FIRST.replace(",7,9", ",8,9")
BEGUN = "O../.X./X.. w"


class Texts(unittest.TestCase):
    def test_a_position_stands_in_brackets_before_the_moves(self):
        moves = (Move("white", "A1"), Move("black", "C3"))
        for opening, text in (
            (Opening(moves), "w A1 b C3"),
            (Opening(moves, BEGUN), f"[{BEGUN}] w A1 b C3"),
            (Opening((), BEGUN), f"[{BEGUN}]"),
        ):
            self.assertEqual(opening_text(opening), text)
            self.assertEqual(opening_of(text), opening)
        for wrong in ("[X b D1", "[] b D1", "[X] D1"):
            with self.subTest(wrong), self.assertRaises(RecordError):
                opening_of(wrong)

    def test_the_games_of_a_pdn_file_end_with_their_results_or_before_the_next_tags(self):
        first = '[Event "a [b] \\" 2-0"]\n[FEN "W:W31:B20."]\n1. 31-27 {; [x] 0-2} 20-25 *'
        second = '[Event "c"] ; 2-0\n1. 32-28 (1. 31-27)\n'
        third = '[Event "d"]\n1-0'
        text = f"{first}\n\n{second}{third}\n{{ 0-1 }} 1. 31-26 1-1 "
        games = [(1, first), (5, second), (7, third), (9, "1. 31-26 1-1")]
        self.assertEqual(list(split_pdn(text)), games)
        self.assertEqual(list(split_records(f"\n{BALLOTS}"))[1][0], 3)
        self.assertIsNone(split_records(f"[{FIRST}] b 11-15\n"))

    def test_the_same_moves_from_other_positions_are_other_games(self):
        evidence = Evidence()
        games = [game("A", "B", "B+1", "b A2"), game("B", "A", "B+1", "b A2")]
        counted = [
            evidence.add(pair(number, games=games, opening=opening))
            for number, opening in enumerate(("[one]", "[two]", "", "[one]"), 1)
        ]
        self.assertEqual(counted, [True, True, True, False])


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name, "openings")

    def read(self, text, game, command=None, plies=None):
        self.file.write_text(text, "utf-8")
        processes = LiveProcesses()
        self.addCleanup(processes.kill_all)
        judge = Referee(command or (ENGINE,), Contest(game), Limits(), processes)
        self.addCleanup(judge.close)
        return list(map(opening_text, read_openings(self.file, judge, plies).openings))

    def complaint(self, *arguments, **settings):
        with self.assertRaises(OpeningError) as caught:
            self.read(*arguments, **settings)
        return str(caught.exception).replace(str(self.file), "FILE")

    def test_a_referee_of_others_takes_them_too(self):
        text = f"[{BEGUN}] C3\n.../.X./... w\n.../.../... b"
        found = [f"[{BEGUN}] w C3", "[.../.X./... w]", ""]
        self.assertEqual(self.read(text, "tictactoe", zoo()), found)
        self.assertEqual(
            self.complaint(text, "tictactoe", zoo("--lacks", "setup")),
            "FILE, line 1: it begins from a position, and Zoo 1, the referee, has no `setup`",
        )

    @unittest.skipIf(ENGINE is None, "heelstone is not built")
    def test_positions_and_games_of_draughts(self):
        self.assertEqual(self.read(BALLOTS, "checkers"), [f"[{FIRST}]", f"[{SECOND}]"])
        lines = f"{FIRST}  # a comment\n[{FIRST}] b 11-15 w 22-18\n[{FIRST}] 11-15"
        whole = [f"[{FIRST}]", f"[{FIRST}] b 11-15 w 22-18", f"[{FIRST}] b 11-15"]
        self.assertEqual(self.read(lines, "checkers"), whole)
        self.assertEqual(self.read(lines, "checkers", plies=1), [whole[0], whole[2]])
        usual = f'[GameType "21"]\n1. 11-15 22-18 *\n\n[FEN "{FIRST}"]\n1. 11-15 2-0'
        self.assertEqual(self.read(usual, "checkers"), ["b 11-15 w 22-18", whole[2]])

    @unittest.skipIf(ENGINE is None, "heelstone is not built")
    def test_records_may_begin_from_a_position(self):
        begun = "......./......./......./......./......./...X... w"
        text = f"(;GM[connect4]POSITION[{begun}];W[D2])"
        self.assertEqual(self.read(text, "connect4"), [f"[{begun}] w D2"])

    @unittest.skipIf(ENGINE is None, "heelstone is not built")
    def test_what_cannot_be_an_opening_is_a_sentence(self):
        for text, named, sentence in (
            ("\nW:W1:B20", "checkers", "FILE, line 2: the referee does not take the position"),
            (f"[{FIRST} 11-15", "checkers", "FILE, line 1: the position has no `]` at its end"),
            (f"[{FIRST}] 9-18", "checkers", "FILE, line 1: black cannot play '9-18' as ply 1"),
            ("W:W5:B1", "checkers", "FILE, line 1: it ends the game"),
            (BALLOTS, "draughts", "FILE, game 1 (line 1): it is of another game or size"),
            (BALLOTS, "connect4", "FILE, game 1 (line 1): it is of another game or size"),
        ):
            with self.subTest(text):
                self.assertIn(sentence, self.complaint(text, named))


class InAMatch(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.journal = self.folder / "match.jsonl"
        (self.folder / "openings").write_text(f"[{BEGUN}] C3\n.../.X./... w\n", "utf-8")

    def match(self, *options, second=()):
        openings = ("--openings", self.folder / "openings", "--journal", self.journal)
        return run(match_arguments(zoo(), zoo(*second), *openings, *options))

    def goes(self, command, *options):
        done = run([*match_arguments((), ())[:3], command, str(self.journal), *map(str, options)])
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_engines_and_referee_begin_there_and_so_does_the_report(self):
        done = self.match("--pairs", 2)
        self.assertEqual(done.returncode, 0, done.stderr)
        contents = read_journal(self.journal)
        openings = {opening_text(record.opening) for record in contents.pairs}
        self.assertEqual(openings, {f"[{BEGUN}] w C3", "[.../.X./... w]"})
        for record in contents.pairs:
            for each in record.games:
                # By the rules from that position, which its moves are counted from.
                self.assertEqual((each.reason, each.fault), ("played out", None))
                self.assertEqual(each.moves[: len(record.opening)], record.opening.moves)
                self.assertEqual(each.moves[0].color, "white")
        drawn = boards(contents.header.plan, contents.pairs)
        for record, moves in zip(contents.pairs, drawn.games[::2]):
            spots, there = moves[0]
            frame = drawn.start | dict(zip(there[::2], there[1::2]))
            stones = sum(text[0] in "bw" for text in frame.values())
            self.assertEqual((spots, stones), ([], 3 if record.opening.moves else 1))
        games = self.folder / "games.sgf"
        self.goes("report", "--sgf", games, "--html", self.folder / "match.html")
        self.assertEqual(games.read_text("utf-8").count(f"POSITION[{BEGUN}]"), 2)
        self.assertIn(f"[{BEGUN}] w C3", (self.folder / "match.html").read_text("utf-8"))

    def test_a_match_goes_on_from_its_positions(self):
        self.match("--pairs", 2)
        whole = self.journal.read_bytes()
        lines = whole.splitlines(keepends=True)
        cut = max(i for i, line in enumerate(lines) if line.startswith(b'{"pair"'))
        self.journal.write_bytes(b"".join(lines[:cut]))
        self.goes("resume")
        self.assertEqual(len(read_journal(self.journal).pairs), 2)

    def test_an_engine_without_setup_cannot_take_part(self):
        done = self.match(second=("--lacks", "setup"))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("engine B cannot take part", done.stderr)
        self.assertIn(
            "it has no `setup`, and there are openings that begin from a position", done.stderr
        )


if __name__ == "__main__":
    unittest.main()

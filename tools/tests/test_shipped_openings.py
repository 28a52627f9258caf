"""The lists of openings that come with the tool: made by its own command, distinct, balanced, and
what a match plays unless it is told otherwise."""

import hashlib
import shlex
import sys
import tempfile
import unittest
from pathlib import Path

from support import MATCH, heelstone, match_arguments, run, zoo
from heelstone_match.gtp.process import LiveProcesses
from heelstone_match.journal.file import read_journal
from heelstone_match.journal.records import opening_of
from heelstone_match.openings.exact import Solver
from heelstone_match.openings.scored import Scorer, by_score
from heelstone_match.openings.shipped import FOLDER, ShippedList, shipped_list
from heelstone_match.play.limits import Limits
from heelstone_match.play.moves import Move, Opening
from heelstone_match.play.player import Contest
from heelstone_match.play.referee import Referee

ENGINE = heelstone()
GAMES = sorted(path.stem for path in FOLDER.glob("*.txt"))


def listed(game) -> ShippedList:
    """The list of that game."""
    found = shipped_list(Contest(game))
    assert found, game
    return found


class Lists(unittest.TestCase):
    def setUp(self):
        self.processes = LiveProcesses()
        self.addCleanup(self.processes.kill_all)

    def test_they_are_for_the_usual_size_alone(self):
        self.assertEqual(
            GAMES, ["checkers", "connect4", "draughts", "othello", "stonehenge", "tictactoe"]
        )
        self.assertEqual(shipped_list(Contest("othello", "8x8")), listed("othello"))
        for contest in (Contest("connect4", "8x7"), Contest("chess"), Contest("../shipped")):
            self.assertIsNone(shipped_list(contest), contest)

    def test_the_seed_decides_the_order_and_nothing_else(self):
        found = listed("othello")
        self.assertEqual(found.plan(1), found.plan(1))
        self.assertNotEqual(found.plan(1).openings, found.plan(2).openings)
        self.assertEqual(sorted(found.plan(1).openings), sorted(found.openings))

    @unittest.skipIf(ENGINE is None, "heelstone is not built")
    def test_their_positions_are_unfinished_and_differ(self):
        for game in GAMES:
            with self.subTest(game=game):
                referee = Referee((ENGINE,), Contest(game), Limits(), self.processes)
                self.addCleanup(referee.close)
                self.assertEqual(referee.size(), listed(game).head["size"])
                keys = set()
                for text in listed(game).openings:
                    self.assertFalse(referee.set_up(opening_of(text)).over, text)
                    keys.add(referee.ask_all(["position_key"])[0].text)
                self.assertEqual(len(keys), len(listed(game).openings))

    @unittest.skipIf(ENGINE is None, "heelstone is not built")
    def test_those_of_connect_4_are_draws(self):
        solver = Solver(
            (ENGINE,), Contest("connect4"), Limits(), self.processes, 60, verdict_is_enough=True
        )
        self.addCleanup(solver.close)
        for text in listed("connect4").openings:
            self.assertEqual(solver.value(opening_of(text)).verdict, "draw", text)

    @unittest.skipIf(ENGINE is None, "heelstone is not built")
    def test_the_command_in_a_list_makes_it_again(self):
        command = shlex.split(listed("tictactoe").head["made by"])
        with tempfile.TemporaryDirectory() as folder:
            words = [
                sys.executable,
                "-S",
                str(MATCH),
                *command[1:],
                "--referee",
                shlex.quote(ENGINE),
            ]
            done = run(words, cwd=folder)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            made = Path(folder, "tictactoe.txt").read_text("utf-8").splitlines()
        shipped = (FOLDER / "tictactoe.txt").read_text("utf-8").splitlines()
        # The referee is another here.
        made, shipped = (
            [line for line in lines if "made by" not in line] for lines in (made, shipped)
        )
        self.assertEqual(made, shipped)

    def test_a_list_of_random_openings_has_as_many_as_were_asked_for(self):
        with tempfile.TemporaryDirectory() as folder:

            def made(name, *options):
                words = (sys.executable, "-S", str(MATCH), "openings", name, "--game", "tictactoe")
                referee = ("--referee", shlex.join(zoo()), "--opening-plies", "2")
                done = run([*words, *referee, *options], cwd=folder)
                file = Path(folder, name)
                lines = file.read_text("utf-8").splitlines() if file.exists() else []
                return done, [line for line in lines if not line.startswith("#")]

            done, some = made("some.txt", "--count", "5")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual((len(some), len(set(some))), (5, 5))
            self.assertIn("5 after 2 random plies", done.stdout)
            # A larger number does not change the first ones, and there are no more than there are.
            _, more = made("more.txt", "--count", "1000")
            self.assertEqual(more[:5], some)
            self.assertLess(len(more), 73)
            done, none = made("none.txt")
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("give --count", done.stderr)
            self.assertEqual(none, [])

    @unittest.skipIf(ENGINE is None, "heelstone is not built")
    def test_a_search_tells_balanced_openings_from_others(self):
        def start():
            return Scorer((ENGINE,), Contest("tictactoe"), Limits(), self.processes, 5000)

        # Only a corner holds the draw against the centre.
        openings = [
            Opening((Move("black", "B2"), Move("white", cell))) for cell in ("A1", "A2", "C3")
        ]
        found = list(by_score(5, start).judge(openings, 1))
        self.assertEqual(found, list(zip(openings, (True, False, True))))


class InAMatch(unittest.TestCase):
    def openings(self, *options):
        """The openings in the journal of a match, and those of its first pair."""
        with tempfile.TemporaryDirectory() as folder:
            journal = Path(folder, "match.jsonl")
            done = run(match_arguments(zoo(), zoo(), *options, "--journal", journal))
            self.assertEqual(done.returncode, 0, done.stderr)
            contents = read_journal(journal)
            return contents.header.plan.openings, contents.pairs[0].opening

    def test_a_match_plays_the_list_unless_it_is_told_otherwise(self):
        told, first = self.openings("--seed", 3)
        found = listed("tictactoe")
        self.assertEqual(told["openings"], list(found.plan(3).openings))
        self.assertEqual(first, opening_of(told["openings"][0]))
        data = (FOLDER / "tictactoe.txt").read_bytes()
        self.assertEqual(told["sha256"], hashlib.sha256(data).hexdigest())
        told, first = self.openings("--opening-plies", 1)
        self.assertEqual((told["kind"], len(first)), ("random", 1))

    def test_the_checksum_of_a_file_of_the_user_is_written_down(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "mine.txt")
            file.write_text("A1 B2\n", "utf-8")
            told, _ = self.openings("--openings", file)
            self.assertEqual(told["sha256"], hashlib.sha256(file.read_bytes()).hexdigest())


if __name__ == "__main__":
    unittest.main()

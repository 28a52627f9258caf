"""A referee of another game: the example plays a match, and what it may leave out is not missed."""

import sys
import tempfile
import unittest
from pathlib import Path

from support import MATCH, TOOLS, game_lines, heelstone, run
from heelstone_match.gtp.process import LiveProcesses
from heelstone_match.journal.file import read_journal
from heelstone_match.journal.plan import EngineSpec, Plan
from heelstone_match.play.limits import Limits
from heelstone_match.play.moves import Move, Opening
from heelstone_match.play.player import Contest, StandardNames
from heelstone_match.play.referee import NEEDED, Referee
from heelstone_match.report.boards import Artist, boards

NIM = TOOLS / "examples" / "nim.py"
ENGINE = heelstone()


def nim(*options):
    return " ".join((sys.executable, "-S", str(NIM), *options))


class OfNim(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.journal = self.folder / "match.jsonl"

    def match(self, first, second, *options, game="nim"):
        words = ["run", "--game", game, "--engine", first, "--engine", second]
        words += ["--referee", nim(), "--journal", str(self.journal), *options]
        return run([sys.executable, "-S", str(MATCH), *words])

    def test_a_match_of_a_game_that_heelstone_does_not_know(self):
        done = self.match(nim(), nim("--blunders"), "--pairs", "6", "--opening-plies", "1")
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        lines = game_lines(done.stdout)
        self.assertEqual(len(lines), 12)
        contents = read_journal(self.journal)
        # One of the openings leaves a sum of 0: only who moves then can lose against perfect play.
        points = sum(record.half_points for record in contents.pairs)
        self.assertGreaterEqual(points, 22)
        self.assertEqual({game.reason for r in contents.pairs for game in r.games}, {"played out"})
        # The report draws it, without knowing it.
        drawn = boards(contents.header.plan, contents.pairs)
        self.assertEqual(drawn.side_names, {"black": "First", "white": "Second"})
        self.assertTrue(all(drawn.games))

    def test_an_illegal_move_is_found_by_it(self):
        cheat = self.folder / "cheat.py"
        text = NIM.read_text("utf-8").replace("    move = game.choose()\n", '    return "C9"\n', 1)
        cheat.write_text(text, "utf-8")
        done = self.match(f"{sys.executable} {cheat}", nim(), "--pairs", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        for line in game_lines(done.stdout):
            self.assertIn("A loses: illegal move: ", line)

    def test_the_commands_of_the_documents_are_those_that_it_must_have(self):
        text = (TOOLS / "README.md").read_text("utf-8").partition("## Other games")[2]
        needed, _, optional = text.partition("\n## ")[0].partition("it may also have")
        for command in (*NEEDED, "name", "version", "known_command", "newgame"):
            with self.subTest(command=command):
                self.assertIn(f"`{command}", needed)
                self.refuse_without(command, command in NEEDED)
        for command in ("undo", "state json", "history", "position"):
            self.assertIn(f"`{command}", optional)

    def refuse_without(self, command, is_asked):
        """A referee that lacks it is refused by its name, if the match tool asks for it."""
        if not is_asked:
            return
        lacking = self.folder / f"no_{command}.py"
        lacking.write_text(
            NIM.read_text("utf-8").replace(f'"{command}":', '"something_else":'), "utf-8"
        )
        words = ["run", "--game", "nim", "--engine", nim(), "--engine", nim()]
        words += ["--referee", f"{sys.executable} {lacking}"]
        done = run([sys.executable, "-S", str(MATCH), *words])
        self.assertEqual(done.returncode, 2)
        self.assertIn(f"has no command `{command}`", done.stderr)

    def test_positions_are_drawn_one_at_a_time(self):
        engines = (EngineSpec(("one",)), EngineSpec(("two",)))
        referee = (sys.executable, "-S", str(NIM))
        artist = Artist(Plan(Contest("nim"), engines, referee, 1, 0, {}))
        self.addCleanup(artist.close)
        for moves, stones in (((), 12), ((Move("black", "B2"), Move("white", "C1")), 9)):
            _, flat = artist.draw(Opening(moves))
            self.assertEqual(flat[1::2].count("-o"), stones)
        # It draws nothing any more, and breaks nothing.
        self.assertIsNone(artist.draw(Opening((Move("black", "C9"),))))

    def test_who_wins_at_once_needs_undo(self):
        processes = LiveProcesses()
        self.addCleanup(processes.kill_all)
        judge = Referee((sys.executable, "-S", str(NIM)), Contest("nim"), Limits(), processes)
        self.addCleanup(judge.close)
        judge.set_up(Opening((Move("black", "A3"), Move("white", "B4"))))
        self.assertTrue(judge.wins_at_once("black"))

    @unittest.skipIf(ENGINE is None, "heelstone is not built")
    def test_the_words_for_the_game_are_told_during_it_and_change_nothing(self):
        processes = LiveProcesses()
        self.addCleanup(processes.kill_all)
        judge = Referee((ENGINE,), Contest("tictactoe"), Limits(), processes)
        self.addCleanup(judge.close)
        judge.set_up(Opening((Move("black", "B2"),)))
        before = judge.position()
        self.assertEqual(judge.names(), StandardNames("Tic-tac-toe", "3"))
        self.assertEqual(judge.position(), before)


if __name__ == "__main__":
    unittest.main()

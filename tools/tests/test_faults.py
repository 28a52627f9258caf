"""Every way in which an engine can fail: it loses that game, the reason has its name, the match can
go on, and no process stays behind."""

import re
import shutil
import tempfile
import unittest
from pathlib import Path

from support import dies, referee, zoo
from heelstone_match.gtp.faults import Fault, FaultKind
from heelstone_match.gtp.process import LiveProcesses
from heelstone_match.play.game import GameTask, play_game
from heelstone_match.play.limits import Limits
from heelstone_match.play.moves import START, Move, Opening
from heelstone_match.play.player import Contest, Player
from heelstone_match.play.referee import Referee

CONTEST = Contest("tictactoe")
PATIENT = Limits()
# A short limit for what must time out.
QUICK = Limits(time=0.1, margin=0.1, grace=0.3)
OPENING = Opening((Move("black", "B2"), Move("white", "C3")))


class Games(unittest.TestCase):
    """One good player, one referee, and for each test a player that fails."""

    @classmethod
    def setUpClass(cls):
        cls.processes = LiveProcesses()
        cls.addClassCleanup(cls.processes.kill_all)
        cls.referee = Referee(referee(), CONTEST, PATIENT, cls.processes)
        cls.addClassCleanup(cls.referee.close)
        cls.good = cls.player("A")
        cls.addClassCleanup(cls.good.close)

    @classmethod
    def player(cls, key, *options, limits=PATIENT, adapters=()):
        return Player(key, zoo(*options), CONTEST, limits, cls.processes, adapters)

    def play(self, *options, limits=PATIENT, opening=START, adapters=()):
        """A game in which B, with these options, has black."""
        bad = self.player("B", *options, limits=limits, adapters=adapters)
        self.addCleanup(bad.drop)
        task = GameTask(1, 1, black="B", white="A", opening=opening)
        return play_game(task, {"A": self.good, "B": bad}, self.referee)

    def assert_lost_by(self, kind, result):
        self.assertIsNotNone(result.fault, result)
        self.assertEqual((result.fault.player, result.fault.kind), ("B", kind), result.fault)
        self.assertEqual((result.winner, result.loser, result.reason), ("A", "B", kind.value))


class OneFaultAGame(Games):
    def test_the_fault_is_named(self):
        cases = [
            ("outside", FaultKind.ILLEGAL_MOVE, "Z9"),
            ("garbage", FaultKind.MALFORMED_REPLY, r'"\x00\xff hello"'),
            ("words", FaultKind.MALFORMED_REPLY, '"I play the centre"'),
            ("nothing", FaultKind.MALFORMED_REPLY, "one word"),
            ("comment", FaultKind.MALFORMED_REPLY, '"B2#"'),
            ("unknown", FaultKind.MALFORMED_REPLY, '"hello"'),
            ("NUL", FaultKind.MALFORMED_REPLY, r'"B\x002"'),
            ("two-replies", FaultKind.MALFORMED_REPLY, "nobody asked for"),
            ("echo", FaultKind.WRONG_ID, " A1"),
            ("wrong-id", FaultKind.WRONG_ID, '"=99999 B2"'),
            ("no-id", FaultKind.WRONG_ID, "--adapt no-ids"),
            ("refuse", FaultKind.REFUSED, '"? I would rather not"'),
            ("deaf", FaultKind.REFUSED, '"? illegal move"'),
            ("crash", FaultKind.CRASH, "SIGSEGV"),
            ("abort", FaultKind.CRASH, "exit code 3"),
            ("abort", FaultKind.CRASH, "the king is here"),
            ("crash-in-play", FaultKind.CRASH, "exit code 7"),
            ("early-exit", FaultKind.EARLY_EXIT, "exit code 0"),
            ("close", FaultKind.EARLY_EXIT, "closed its output"),
            ("exit", FaultKind.EARLY_EXIT, "exit code 0"),
            ("flood", FaultKind.FLOOD, "xxx"),
            ("empty-lines", FaultKind.FLOOD, "of empty lines"),
            ("100MB", FaultKind.FLOOD, "xxx"),
            ("illegal", FaultKind.ILLEGAL_MOVE, "Z9"),
        ]
        for mode, kind, shown in cases:
            with self.subTest(mode=mode):
                result = self.play("--mode", mode)
                self.assert_lost_by(kind, result)
                self.assertIn(shown, result.fault.detail)
                self.assertEqual(result.result, "W+F")

    def test_a_reply_too_many_is_found_without_ids(self):
        result = self.play("--mode", "two-replies", adapters=("no-ids",))
        self.assert_lost_by(FaultKind.MALFORMED_REPLY, result)
        self.assertIn("nobody asked for", result.fault.detail)

    def test_time_is_lost_by_silence_and_by_lateness(self):
        late = Limits(time=0.1, margin=0.1, grace=30)
        cases = [
            ("hang", QUICK, FaultKind.STALL, "no reply"),
            ("endless", QUICK, FaultKind.STALL, "no reply"),
            ("late", late, FaultKind.TIME_FORFEIT, "allowed were 0.1 + 0.1 s"),
        ]
        for mode, limits, kind, shown in cases:
            with self.subTest(mode=mode):
                result = self.play("--mode", mode, limits=limits)
                self.assert_lost_by(kind, result)
                self.assertIn(shown, result.fault.detail)
                self.assertEqual(result.result, "W+T")

    def test_a_game_can_be_lost_in_its_middle(self):
        result = self.play("--mode", "crash", "--at", "2")
        self.assert_lost_by(FaultKind.CRASH, result)
        self.assertEqual(len(result.moves), 2)

    def test_an_occupied_point_is_an_illegal_move(self):
        # It answers B2 in capitals where the opening has put a stone.
        result = self.play("--mode", "lower", opening=OPENING)
        self.assert_lost_by(FaultKind.ILLEGAL_MOVE, result)

    def test_the_children_of_a_dead_engine_die_with_it(self):
        result = self.play("--mode", "child")
        self.assert_lost_by(FaultKind.CRASH, result)
        child = int(re.search(r"child (\d+)", result.fault.detail)[1])
        self.assertTrue(dies(child))


class NoFault(Games):
    def assert_played_out(self, result):
        self.assertIsNone(result.fault)
        self.assertEqual(result.reason, "played out")

    def test_what_a_match_must_bear(self):
        self.assert_played_out(self.play("--mode", "ok"))
        self.assert_played_out(self.play("--mode", "stderr"))
        self.assert_played_out(self.play("--mode", "lower"))
        self.assert_played_out(self.play("--mode", "no-id", adapters=("no-ids",)))

    def test_resignation_is_no_fault(self):
        result = self.play("--mode", "resign")
        self.assertIsNone(result.fault)
        self.assertEqual((result.result, result.reason), ("W+R", "resignation"))

    def test_moves_are_told_in_standard_spelling(self):
        self.assertEqual(self.play("--mode", "lower").moves[0], Move("black", "B2"))

    def test_the_opening_is_played_first(self):
        self.assertEqual(self.play(opening=OPENING).moves[:2], OPENING.moves)


class Afterwards(Games):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def test_the_next_game_has_a_new_process(self):
        options = ("--mode", "crash", "--once", self.folder / "done")
        bad = self.player("B", *options)
        self.addCleanup(bad.drop)
        task = GameTask(1, 1, black="B", white="A", opening=START)
        results = [play_game(task, {"A": self.good, "B": bad}, self.referee) for _ in range(2)]
        self.assert_lost_by(FaultKind.CRASH, results[0])
        self.assertEqual(results[1].reason, "played out")

    def test_an_engine_that_no_longer_starts_gives_nobody_a_point(self):
        bad = Player("B", (str(self.folder / "absent"),), CONTEST, PATIENT, self.processes)
        task = GameTask(1, 1, black="B", white="A", opening=START)
        result = play_game(task, {"A": self.good, "B": bad}, self.referee)
        self.assertEqual((result.fault.player, result.fault.kind.value), ("B", result.reason))
        self.assertEqual((result.result, result.winner), ("Void", None))
        self.assertEqual(result.reason, "failed to start")

    def test_an_engine_that_ends_before_the_first_move_has_not_started(self):
        bad = self.player("B", "--mode", "crash-in-play")
        task = GameTask(1, 1, black="B", white="A", opening=OPENING)
        result = play_game(task, {"A": self.good, "B": bad}, self.referee)
        self.assertEqual((result.reason, result.winner), ("failed to start", None))
        self.assertIn("crash: it ended with exit code 7", result.fault.detail)

    def test_of_two_engines_that_cannot_begin_none_wins(self):
        players = {key: self.player(key, "--mode", "crash-in-play") for key in "AB"}
        task = GameTask(1, 1, black="A", white="B", opening=OPENING)
        result = play_game(task, players, self.referee)
        self.assertEqual((result.result, result.reason), ("Void", "both failed"))
        self.assertRegex(result.fault.detail, "exit code 7.*B too: crash")

    def test_a_silent_start_is_given_up(self):
        limits = Limits(start_timeout=3)
        with self.assertRaises(Fault) as caught:
            self.player("B", "--mode", "mute", limits=limits).new_game()
        self.assertIs(caught.exception.kind, FaultKind.FAILED_TO_START)


if __name__ == "__main__":
    unittest.main()

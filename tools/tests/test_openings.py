"""Openings: the same for the same seed, legal, undecided, and distinct while there are any."""

import unittest
from unittest import mock

from support import referee
from heelstone_match.gtp.process import LiveProcesses
from heelstone_match.openings import generated as openings
from heelstone_match.openings.generated import NoOpening, Openings
from heelstone_match.play.limits import Limits
from heelstone_match.play.moves import Opening
from heelstone_match.play.player import Contest
from heelstone_match.play.referee import Referee


class RandomOpenings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        processes = LiveProcesses()
        cls.addClassCleanup(processes.kill_all)
        cls.referee = Referee(referee(), Contest("tictactoe"), Limits(), processes)
        cls.addClassCleanup(cls.referee.close)

    def take(self, count, plies, seed=1):
        source = Openings(self.referee, plies, seed)
        taken = [source.next() for _ in range(count)]
        return taken, source.distinct

    def test_they_depend_on_the_seed_alone(self):
        self.assertEqual(self.take(10, 3, seed=5), self.take(10, 3, seed=5))
        self.assertNotEqual(self.take(10, 3, seed=5), self.take(10, 3, seed=6))

    def test_none_is_twice_while_there_are_others(self):
        # Nine cells, then eight: each position arises in one way.
        taken, distinct = self.take(72, 2)
        self.assertEqual((len(set(taken)), distinct), (72, 72))
        taken, distinct = self.take(80, 2)
        self.assertEqual((len(set(taken)), distinct), (72, 72))

    def test_two_ways_to_a_position_are_one_opening(self):
        # 9 * 8 / 2 pairs of Black's stones, 7 cells for White's.
        _, distinct = self.take(260, 3)
        self.assertEqual(distinct, 252)

    def test_they_leave_an_undecided_game(self):
        # Black, to move with two stones on a line whose third cell is free, would win at once.
        for opening in self.take(200, 4)[0]:
            self.assertEqual([move.color for move in opening.moves], ["black", "white"] * 2)
            state = self.referee.new_game()
            for move in opening.moves:
                _, state = self.referee.play(move.color, move.move)
            self.assertFalse(state.over)
            for last in self.referee.legal_moves():
                self.referee.new_game()
                for move in opening.moves:
                    self.referee.play(move.color, move.move)
                _, state = self.referee.play("black", last)
                self.assertFalse(state.over, f"{opening} {last}")

    def test_no_plies_leave_the_start(self):
        self.assertEqual(self.take(3, 0), ([Opening()] * 3, 1))

    def test_it_is_said_when_there_is_none(self):
        # The last ply ends the game; it would take long to try all ways to it.
        few = mock.patch.object(openings, "MAX_TRIES", 30)
        with few, self.assertRaisesRegex(NoOpening, "9 plies"):
            self.take(1, 9)


if __name__ == "__main__":
    unittest.main()

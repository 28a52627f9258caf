"""Which pairs are evidence."""

import unittest

import support  # noqa: F401  (finds the package)
from heelstone_match.stats.evidence import Evidence
from records import game, pair


class Counting(unittest.TestCase):
    def test_pairs_are_counted_by_what_the_first_player_got(self):
        evidence = Evidence()
        for number, results in enumerate(["B+1 W+1", "B+1 B+1", "0 0", "W+1 0", "0 W+1"], 1):
            self.assertTrue(evidence.add(pair(number, results)))
        # A has black in the first game of a pair.
        self.assertEqual(evidence.counts("A", "B"), [0, 1, 2, 1, 1])
        self.assertEqual(evidence.counts("B", "A"), [1, 1, 2, 1, 0])
        self.assertEqual((evidence.total, evidence.repeats), (5, 0))

    def test_those_who_sat_down_the_other_way_round_met_all_the_same(self):
        evidence = Evidence()
        evidence.add(pair(1, "B+1 W+1"))
        evidence.add(pair(2, "B+1 0", players="BA"))
        self.assertEqual(evidence.counts("A", "B"), [0, 1, 0, 0, 1])
        self.assertEqual(evidence.meetings, [("A", "B")])

    def test_each_two_players_have_their_own_counts(self):
        evidence = Evidence()
        evidence.add(pair(1, "B+1 W+1"))
        evidence.add(pair(2, "W+1 B+1", players="AC"))
        self.assertEqual(evidence.counts("A", "C"), [1, 0, 0, 0, 0])
        self.assertEqual(evidence.counts("B", "C"), [0, 0, 0, 0, 0])
        self.assertEqual(evidence.meetings, [("A", "B"), ("A", "C")])


class Faults(unittest.TestCase):
    def test_a_game_that_did_not_begin_is_no_evidence(self):
        evidence = Evidence()
        failed = game("A", "B", "B+F", fault="failed to start:gone")
        self.assertFalse(evidence.add(pair(1, games=(failed, game("B", "A", "W+1", "b A1")))))
        self.assertEqual((evidence.total, evidence.repeats), (0, 0))

    def test_pairs_with_a_game_that_a_fault_decided_are_told_apart(self):
        evidence = Evidence()
        lost = game("A", "B", "B+F", "b A1", fault="crash:gone")
        self.assertTrue(evidence.add(pair(1, games=(lost, game("B", "A", "W+1", "b B1")))))
        self.assertTrue(evidence.add(pair(2, "B+1 W+1")))
        self.assertEqual(evidence.counts("A", "B"), [0, 0, 0, 0, 2])
        self.assertEqual(evidence.faulty("A", "B"), [0, 0, 0, 0, 1])
        self.assertEqual(evidence.faulty("B", "A"), [1, 0, 0, 0, 0])


class Repeats(unittest.TestCase):
    def setUp(self):
        self.evidence = Evidence()
        self.evidence.add(pair(1, "B+1 W+1"))

    def test_a_pair_with_one_game_that_was_played_before_is_no_evidence(self):
        again = game("A", "B", "B+1", moves="b A1 w B1")
        first = pair(1, games=(again, game("B", "A", "W+1", moves="b C1")))
        evidence = Evidence()
        self.assertTrue(evidence.add(first))
        second = pair(2, games=(again, game("B", "A", "B+1", moves="b D1")))
        self.assertFalse(evidence.add(second))
        self.assertEqual((evidence.counts("A", "B"), evidence.repeats), ([0, 0, 0, 0, 1], 1))
        # Its other game is known from now on.
        third = pair(3, games=(game("A", "B", "0", moves="b E1"), second.games[1]))
        self.assertFalse(evidence.add(third))

    def test_other_moves_players_or_results_make_another_game(self):
        games = self.evidence
        same = pair(1, "B+1 W+1").games[0]
        other = [
            game("A", "B", "B+1", moves="b A1 w B2"),
            game("A", "B", "B+T", moves="b Pair1 w Game1"),
            game("A", "C", "B+1", moves="b Pair1 w Game1"),
            game("B", "A", "B+1", moves="b Pair1 w Game1"),
        ]
        for number, one in enumerate(other, 2):
            with self.subTest(one=one):
                filler = game(one.white, one.black, "0", moves=f"b Z{number}")
                self.assertTrue(games.add(pair(number, games=(one, filler))))
        self.assertFalse(games.add(pair(9, games=(same, game("B", "A", "0", moves="b Z9")))))

    def test_two_equal_games_inside_one_pair_are_no_repeat(self):
        both = (game("A", "A", "0", moves="b A1"),) * 2
        self.assertTrue(self.evidence.add(pair(2, games=both)))


if __name__ == "__main__":
    unittest.main()

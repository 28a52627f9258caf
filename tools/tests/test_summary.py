"""The sums of pairs: scores, faults, times, ratings; in tables and as plain data."""

import json
import random
import unittest

import support  # noqa: F401  (finds the package)
from heelstone_match.report.lines import game_line
from heelstone_match.report.summary import Measure, summarize, summary_json
from heelstone_match.report.tables import summary_text
from heelstone_match.stats.ratings import ratings
from records import connect4, game, pair

NAMES = {"A": "Alpha 1", "B": "Beta 2", "C": "Gamma"}


class Measuring(unittest.TestCase):
    def test_no_part_of_the_values_is_above_the_largest(self):
        measure = Measure()
        for _ in range(3):
            # With three digits it is 0.0124.
            measure.add(0.012351)
        self.assertEqual(measure.percentile(0.99), measure.largest)
        self.assertIsNone(Measure().percentile(0.99))


class Counting(unittest.TestCase):
    def setUp(self):
        self.records = [pair(1, "B+1 W+1"), pair(2, "W+1 0"), pair(3, "B+2 B+2")]
        self.summary = summarize(self.records, "AB")

    def test_wins_draws_and_losses_by_player_and_colour(self):
        a, b = self.summary.players["A"], self.summary.players["B"]
        self.assertEqual((a.total.wins, a.total.draws, a.total.losses), (3, 1, 2))
        self.assertEqual((b.total.wins, b.total.draws, b.total.losses), (2, 1, 3))
        self.assertEqual((a.black.wins, a.black.draws, a.black.losses), (2, 0, 1))
        self.assertEqual((a.white.wins, a.white.draws, a.white.losses), (1, 1, 1))
        self.assertEqual((a.total.points, b.total.points), (3.5, 2.5))

    def test_pairs_are_counted_by_points_of_the_first_player(self):
        text = summary_text(self.summary, NAMES)
        self.assertIn("pairs by points of A: 0: 0, 0.5: 1, 1: 1, 1.5: 0, 2: 1", text)
        self.assertRegex(text, r"A Alpha 1 +6 +3 +1 +2 +3\.5 +2-0-1 +1-1-1")

    def test_repeats_and_voids_are_told(self):
        text = summary_text(summarize([*self.records, self.records[0]], "AB", voids=2), NAMES)
        self.assertIn("not counted as evidence: 1", text)
        self.assertIn("played again: 2", text)
        told = summary_json(summarize([*self.records, self.records[0]], "AB", voids=2), NAMES)
        self.assertEqual((told["pairs"], told["games"]), (4, 8))
        self.assertEqual((told["repeated_pairs"], told["void_pairs"]), (1, 2))
        self.assertEqual(told["pairings"], [{"players": ["A", "B"], "pairs": [0, 1, 1, 0, 1]}])

    def test_faults_stand_with_who_failed(self):
        stall = game("A", "B", "B+T", "b A1", fault="stall:no answer")
        crash = game("B", "A", "W+F", "b A2", fault="crash:signal 11")
        summary = summarize([pair(1, games=(stall, crash)), pair(2, "0 0")], "AB")
        text = summary_text(summary, NAMES)
        self.assertRegex(text, r"faults +A +B\ncrash +0 +1\nstall +0 +1")
        told = summary_json(summary, NAMES)
        self.assertEqual(told["players"]["B"]["faults"], {"crash": 1, "stall": 1})
        self.assertEqual(told["players"]["A"]["faults"], {})

    def test_a_match_without_games_has_a_summary(self):
        for keys in ("AB", "ABC"):
            with self.subTest(keys=keys):
                summary = summarize([], keys)
                self.assertIn("points", summary_text(summary, {}))
                told = json.loads(json.dumps(summary_json(summary, {}), allow_nan=False))
                self.assertEqual(told["games"], 0)


class Times(unittest.TestCase):
    def test_times_belong_to_who_moved_after_the_opening(self):
        moves = "b A1 w A2 b A3 w A4 b A5"
        times = {"wall": (1.0, 2.0, 4.0), "cpu": (0.5, None, 1.5), "delay": (0.1, 0.2, 0.3)}
        first = game("A", "B", "B+1", moves, **times)
        second = game("B", "A", "B+1", moves.replace("A5", "B5"))
        summary = summarize([pair(1, games=(first, second), opening="b A1 w A2")], "AB")
        told = summary_json(summary, NAMES)["players"]
        # Black, A, made the third and the fifth move.
        self.assertEqual(told["A"]["times"]["moves"], 2)
        self.assertEqual(told["A"]["times"]["wall_mean"], 2.5)
        self.assertEqual(told["A"]["times"]["wall_max"], 4.0)
        self.assertEqual(told["A"]["times"]["cpu_mean"], 1.0)
        self.assertEqual(told["A"]["times"]["delay_max"], 0.3)
        self.assertEqual(told["B"]["times"]["wall_max"], 2.0)
        self.assertIsNone(told["B"]["times"]["cpu_mean"])
        self.assertRegex(summary_text(summary, NAMES), r"A +2 +2500\.00 +4000\.00 +1000\.00")

    def test_the_delay_is_told_by_its_99th_percentile(self):
        delays = tuple(i / 1000 for i in range(200))
        moves = " ".join("b A1" for _ in delays)
        one = game("A", "B", "B+1", moves, wall=delays, delay=delays)
        summary = summarize([pair(1, games=(one, game("B", "A", "0", "b C1")))], "AB")
        self.assertEqual(summary.players["A"].times.json()["delay_p99"], 0.198)

    def test_nothing_is_told_where_nothing_was_measured(self):
        summary = summarize([pair(1, "0 0")], "AB")
        self.assertIsNone(summary_json(summary, NAMES)["players"]["A"]["times"])
        self.assertNotIn("ms a move", summary_text(summary, NAMES))


class Tournaments(unittest.TestCase):
    def setUp(self):
        rng = random.Random(5)
        meetings = ["AB", "AC", "BC"] * 20
        records = [connect4(n, rng, players) for n, players in enumerate(meetings, 1)]
        self.summary = summarize(records, "ABC")

    def test_the_cross_table_tells_who_got_what_against_whom(self):
        cross = self.summary.cross["A", "B"]
        back = self.summary.cross["B", "A"]
        self.assertEqual(cross.games, 40)
        self.assertEqual((cross.wins, cross.draws, cross.losses),
                         (back.losses, back.draws, back.wins))  # fmt: skip
        cell = f"{cross.wins}-{cross.draws}-{cross.losses}"
        self.assertRegex(summary_text(self.summary, NAMES), rf"\nA +- +{cell} ")

    def test_players_stand_in_the_order_of_their_ratings(self):
        told = summary_json(self.summary, NAMES)["ratings"]
        self.assertAlmostEqual(sum(rating["elo"] for rating in told.values()), 0)
        best = max(told, key=lambda key: told[key]["elo"])
        lines = summary_text(self.summary, NAMES).splitlines()
        self.assertTrue(lines[1].startswith(f"{best} {NAMES[best]}"))
        self.assertIn(f"{told[best]['elo']:.1f}", lines[1])


class Ratings(unittest.TestCase):
    def test_two_players_differ_by_what_their_score_means(self):
        rated = ratings("AB", {("A", "B"): [10, 40, 100, 50, 15]})
        difference = rated["A"].elo - rated["B"].elo
        # 16.17 Elo by their score alone; the virtual draws weigh 2 games of 432.
        self.assertAlmostEqual(difference, 16.1526434, 6)
        self.assertAlmostEqual(rated["A"].elo, -rated["B"].elo)
        self.assertAlmostEqual(2 * rated["A"].pm, 21.8, 0)

    def test_who_won_everything_has_a_rating(self):
        meetings = {("A", "B"): [0] * 4 + [500], ("B", "C"): [0] * 4 + [500]}
        rated = ratings("ABC", meetings)
        self.assertGreater(rated["A"].elo, rated["B"].elo + 400)
        self.assertGreater(rated["B"].elo, rated["C"].elo + 400)
        self.assertTrue(all(0 < rating.pm < 2000 for rating in rated.values()))

    def test_players_who_never_met_have_ratings(self):
        rated = ratings("ABCD", {("A", "B"): [0, 0, 0, 0, 3], ("C", "D"): [0, 0, 0, 0, 3]})
        self.assertAlmostEqual(rated["A"].elo, rated["C"].elo)
        self.assertLess(rated["B"].elo, rated["A"].elo)
        self.assertEqual({rating.elo for rating in ratings("AB", {}).values()}, {0.0})

    def test_openings_that_decide_make_the_interval_narrow_not_wide(self):
        by_opening = ratings("AB", {("A", "B"): [10, 0, 470, 0, 30]})["A"]
        by_chance = ratings("AB", {("A", "B"): [115, 0, 260, 0, 135]})["A"]
        self.assertAlmostEqual(by_opening.elo, by_chance.elo)
        self.assertLess(by_opening.pm, by_chance.pm / 2)
        # The interval of the difference is twice that of one of two players.
        self.assertAlmostEqual(2 * by_opening.pm, 8.38, delta=0.2)

    def test_the_intervals_hold_in_95_of_100_tournaments(self):
        rng = random.Random(3)
        true = {"A": 60, "B": 0, "C": -20, "D": -40}
        held = 0
        for _ in range(100):
            meetings = {(a, b): _play(true[a] - true[b], rng) for a in true for b in true if a < b}
            for key, rating in ratings("ABCD", meetings).items():
                held += abs(rating.elo - true[key]) <= rating.pm
        self.assertTrue(370 <= held <= 390, held)


def _play(lead, rng):
    """60 pairs whose openings favour one side by 0.2 points."""
    counts = [0] * 5
    mean = 1 / (1 + 10 ** (-lead / 400))
    for _ in range(60):
        counts[sum(2 * (rng.random() < mean + favour) for favour in (0.2, -0.2))] += 1
    return counts


class GameLines(unittest.TestCase):
    def test_the_line_of_a_game_says_who_won_and_why(self):
        won = game_line(4, 7, game("A", "B", "B+10", "b A1 w B1"))
        self.assertEqual(won, "game 7  pair 4  black A  white B  B+10    2 plies  A wins")
        self.assertIn("draw", game_line(1, 1, game("A", "B", "0")))
        lost = game_line(1, 2, game("B", "A", "W+T", fault="stall:no answer"))
        self.assertTrue(lost.endswith("B loses: stall: no answer"), lost)


if __name__ == "__main__":
    unittest.main()

"""Ratings and tests against figures that other programs agree on, and against chance."""

import json
import math
import random
import unittest

from support import match_arguments, run
from sarsen_match.stats.command import figures, parse_counts, text
from sarsen_match.stats.counts import Pentanomial, Trinomial
from sarsen_match.stats.elo import NELO, estimate
from sarsen_match.stats.likelihood import llr_logistic, llr_normalized
from sarsen_match.stats.sprt import Sprt

# Counts, hypotheses, Elo with interval, nElo with half interval, LOS, both ratios. On these the
# formulas of fishtest and of OpenBench agree to all digits.
PAIRS = [
    ([39, 8843, 26675, 9240, 44], (0.5, 2.5), (1.576763, 0.546463, 2.607091),
     (3.479956, 2.273892), 0.998648, 2.941675208, 0.555517069),
    ([10, 40, 100, 50, 15], (0, 10), (16.171463, -5.562388, 38.032693),
     (24.430369, 32.838867), 0.927595, 0.688358560, 0.902655119),
    ([15, 50, 100, 40, 10], (0, 10), (-16.171463, -38.032693, 5.562388),
     (-24.430369, 32.838867), 0.072405, -1.042872846, -1.690330713),
    ([3, 20, 60, 35, 7], (0, 10), (32.054716, 6.013993, 58.460291),
     (53.047601, 43.06777), 0.992114, 0.964945086, 1.469074746),
    ([60, 0, 180, 0, 85], (0, 10), (26.778716, 1.66336, 52.17703),
     (28.482154, 26.709497), 0.981693, 1.255287205, 1.314377537),
    ([0, 0, 30, 0, 12], (0, 10), (102.109002, 52.188446, 156.531515),
     (155.377917, 74.298962), 0.999979, 0.885405927, 1.191329913),
    ([100, 0, 800, 0, 100], (0, 5), (0, -9.632714, 9.632714),
     (0, 15.226756), 0.5, -0.207148678, -0.516893361),
]  # fmt: skip
GAMES = [
    ([120, 60, 150], (0, 10), (31.672498, -2.150367, 66.106814),
     (35.096294, 37.485682), 0.966750, 0.817921773, 0.888595186),
    ([120, 0, 150], (0, 10), (38.764005, -2.581465, 81.238156),
     (38.844479, 41.441981), 0.966904, 0.751560806, 0.751650309),
]  # fmt: skip
ODD = [[0] * 5, [0, 0, 500, 0, 0], [0, 0, 0, 0, 5], [7, 0, 0, 0, 0], [0, 1, 0, 0, 0],
       [10**9] * 5, [0, 0, 10**12, 0, 1], [1, 0, 0, 0, 1], [0, 0, 0, 1, 0]]  # fmt: skip


class Vectors(unittest.TestCase):
    def check(self, counts, row):
        _, (elo0, elo1), elo, nelo, los, normalized, logistic = row
        found = estimate(counts)
        for value, wanted in zip((found.elo, *found.elo_ci), elo):
            self.assertAlmostEqual(value, wanted, 6)
        self.assertAlmostEqual(found.nelo, nelo[0], 6)
        self.assertAlmostEqual(found.nelo_pm, nelo[1], 6)
        self.assertAlmostEqual(found.los, los, 6)
        self.assertAlmostEqual(llr_normalized(counts, elo0, elo1), normalized, 8)
        self.assertAlmostEqual(llr_logistic(counts, elo0, elo1), logistic, 8)

    def test_pairs(self):
        for row in PAIRS:
            with self.subTest(counts=row[0]):
                self.check(Pentanomial(row[0]), row)

    def test_single_games(self):
        for row in GAMES:
            with self.subTest(counts=row[0]):
                self.check(Trinomial(row[0]), row)

    def test_a_match_won_throughout(self):
        told = figures([0, 0, 0, 0, 5], 0, 10)
        self.assertAlmostEqual(told["llr_normalized"], 0.199344588, 8)
        self.assertAlmostEqual(told["llr_logistic"], 0.141896657, 8)
        self.assertEqual((told["elo"], told["elo_ci"], told["nelo"]), (None, [None, None], None))
        self.assertEqual(told["los"], 1)

    def test_no_counts_give_a_nan_or_fail(self):
        for counts in ODD:
            for elo0, elo1 in ((0, 5), (-1000, 1000), (-3, -1), (0, 0.001)):
                with self.subTest(counts=counts, hypotheses=(elo0, elo1)):
                    told = figures(counts, elo0, elo1)
                    json.dumps(told, allow_nan=False)
                    self.assertNotIn("nan", text(told))

    def test_exchanging_the_players_turns_the_signs(self):
        for counts in [row[0] for row in PAIRS] + ODD[1:4]:
            there, back = figures(counts, -5, 5), figures(counts[::-1], -5, 5)
            self.assertAlmostEqual(there["llr_normalized"], -back["llr_normalized"], 6)
            self.assertAlmostEqual(there["llr_logistic"], -back["llr_logistic"], 6)
            self.assertAlmostEqual(there["los"], 1 - back["los"])


class Tests(unittest.TestCase):
    def test_the_bounds_decide(self):
        test = Sprt(0, 10)
        self.assertAlmostEqual(test.bounds[1], 2.9444389791664403)
        self.assertIsNone(test.decide([10, 40, 100, 50, 15]))
        self.assertEqual(test.decide([0, 0, 300, 0, 120]), "H1")
        self.assertEqual(test.decide([0, 120, 300, 0, 0]), "H0")
        self.assertEqual(test.pairs_to_go([0, 0, 300, 0, 120]), 0)

    def test_what_cannot_be_tested_is_refused(self):
        for wrong in ((5, 5), (5, 0), (math.nan, 1), (0, math.inf), (0, 5, 0), (0, 5, 0.05, 0.6)):
            with self.subTest(wrong=wrong), self.assertRaises(ValueError):
                Sprt(*wrong)

    def test_the_expected_rest_is_about_right(self):
        rng = random.Random(3)
        test = Sprt(0, 30)
        start = [4, 0, 20, 0, 8]
        rests = []
        for _ in range(60):
            counts = list(start)
            while test.decide(counts) is None:
                # As they came: results are drawn from the counts so far at the start.
                counts[rng.choices((0, 2, 4), (4, 20, 8))[0]] += 1
            rests.append(sum(counts) - sum(start))
        mean = sum(rests) / len(rests)
        self.assertLess(abs(math.log(test.pairs_to_go(start) / mean)), math.log(1.6))

    def test_the_error_rates_hold(self):
        # Pairs without draws, looked at after every tenth; 600 runs at each strength.
        runs, step = 600, 10
        test = Sprt(0, 30)
        accepted = {}
        for nelo in (0, 15, 30):
            rng = random.Random(nelo)
            weights = _pairs_of_strength(nelo)
            accepted[nelo] = sum(_run(test, rng, weights, step) == "H1" for _ in range(runs)) / runs
        # Three standard deviations of 600 runs at 5 % are 2.7 %.
        self.assertLess(accepted[0], 0.05 + 0.027)
        self.assertGreater(accepted[30], 0.95 - 0.027)
        self.assertTrue(0.4 < accepted[15] < 0.6, accepted)


def _pairs_of_strength(nelo):
    """Probabilities of 0, 1 and 2 points with that normalised Elo: half of the pairs are level."""
    level = 0.5
    # (lead) / sqrt(2 variance) * NELO, lead = (w - l) / 2 with w + l = 1 - level.
    low, high = 0.0, 0.5
    for _ in range(60):
        lead = (low + high) / 2
        win = (1 - level) / 2 + lead
        loss = (1 - level) / 2 - lead
        variance = win + level / 4 - (win + level / 2) ** 2
        if lead / math.sqrt(2 * variance) * NELO < nelo or loss < 0:
            low = lead
        else:
            high = lead
    return loss, level, win


def _run(test, rng, weights, step):
    counts = [0] * 5
    while True:
        for result in rng.choices((0, 2, 4), weights, k=step):
            counts[result] += 1
        if decision := test.decide(counts):
            return decision


class Command(unittest.TestCase):
    def stats(self, *arguments):
        return run([*match_arguments((), ())[:3], "stats", *map(str, arguments)])

    def test_one_json_object(self):
        done = self.stats("--pairs", "10,40,100,50,15", "--elo0", 0, "--elo1", 10, "--json")
        told = json.loads(done.stdout)
        self.assertEqual((done.returncode, told["pairs"]), (0, [10, 40, 100, 50, 15]))
        self.assertAlmostEqual(told["elo_ci"][1], 38.032693, 6)
        self.assertAlmostEqual(told["llr_logistic"], 0.902655119, 8)
        self.assertIsNone(told["decision"])

    def test_what_is_wrong_is_a_sentence(self):
        for words in (("--pairs", "1,2"), ("--pairs", "a,b,c,d,e"), (), ("--pairs=-1,0,0,0,0",),
                      ("--pairs", "1,2,3,4,5", "--elo0", 7), ("/nonexistent",)):  # fmt: skip
            with self.subTest(words=words):
                done = self.stats(*words)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_counts_are_read(self):
        self.assertEqual(parse_counts("0, 1,2,3,4"), [0, 1, 2, 3, 4])


if __name__ == "__main__":
    unittest.main()

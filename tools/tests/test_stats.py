"""Ratings and tests against figures that other programs agree on, and against chance."""

import json
import math
import random
import unittest

from support import match_arguments, run
from heelstone_match.stats.command import figures, parse_counts, text
from heelstone_match.stats.counts import Pentanomial, Trinomial
from heelstone_match.stats.elo import NELO, estimate
from heelstone_match.stats.likelihood import llr_logistic, llr_normalized
from heelstone_match.stats.sprt import Sprt

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
       [10**9] * 5, [0, 0, 10**12, 0, 1], [1, 0, 0, 0, 1], [0, 0, 0, 1, 0],
       [10**15, 0, 0, 0, 0], [0, 10**15, 0, 0, 1], [0, 0, 10**15, 0, 0]]  # fmt: skip


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

    def test_the_ratios_are_those_of_the_plain_method(self):
        rng = random.Random(8)
        for _ in range(60):
            size = 10 ** rng.randint(0, 5)
            counts = [rng.choice((0, 1, 1)) * rng.randint(0, size) for _ in range(5)]
            counts[rng.randrange(5)] += 1
            elo0 = rng.uniform(-20, 10)
            elo1 = elo0 + rng.uniform(1, 20)
            with self.subTest(counts=counts, hypotheses=(elo0, elo1)):
                pairs = Pentanomial(counts)
                for found, model in ((llr_normalized, _normalized), (llr_logistic, _logistic)):
                    wanted = _plain_llr(counts, model, elo0, elo1)
                    near = 1e-7 * max(1, abs(wanted))
                    self.assertAlmostEqual(found(pairs, elo0, elo1), wanted, delta=near)

    def test_a_match_won_throughout(self):
        told = figures([0, 0, 0, 0, 5], 0, 10)
        self.assertAlmostEqual(told["llr_normalized"], 0.199344588, 8)
        self.assertAlmostEqual(told["llr_logistic"], 0.141896657, 8)
        self.assertEqual((told["elo"], told["elo_ci"], told["nelo"]), (None, [None, None], None))
        self.assertEqual(figures([0, 0, 0, 0, 30], 0, 10)["los"], 1)

    def test_few_pairs_have_no_likelihood_of_superiority_and_no_decimals(self):
        told = figures([0, 0, 0, 1, 2])
        self.assertIsNone(told["los"])
        shown = text(told)
        self.assertIn("LOS    unknown with fewer than 30 pairs", shown)
        score, elo, nelo = shown.splitlines()[1:4]
        self.assertEqual((score, elo[:11]), ("score  92 %", "Elo    +417"))
        self.assertNotRegex(elo + nelo, r"\d\.\d")
        self.assertIn("LOS    100.00 %", text(figures([0, 0, 0, 10, 20])))

    def test_what_rests_on_faults_is_said_beside_the_decision(self):
        counts, faulty = [0, 0, 300, 0, 120], [0, 0, 0, 0, 110]
        told = figures(counts, 0, 10, faulty=faulty)
        self.assertEqual((told["decision"], told["decision_without_faults"]), ("H1", None))
        self.assertIn(
            "110 of 420 pairs had a game lost by a fault, and without them H1 would not", text(told)
        )
        self.assertNotIn("would not", text(figures(counts, 0, 10, faulty=[0, 0, 0, 0, 1])))
        self.assertNotIn("fault", text(figures(counts, 0, 10)))

    def test_no_counts_give_a_nan_or_fail(self):
        for counts in ODD:
            for elo0, elo1 in ((0, 5), (-1000, 1000), (-3, -1), (0, 0.001)):
                with self.subTest(counts=counts, hypotheses=(elo0, elo1)):
                    told = figures(counts, elo0, elo1)
                    json.dumps(told, allow_nan=False)
                    self.assertNotIn("nan", text(told))

    def test_level_pairs_are_not_taken_for_certainty(self):
        told = figures([0, 0, 500, 0, 0])
        wanted = (0.5, 0, [None, None], 0, None, 0.5)
        keys = ("score", "elo", "elo_ci", "nelo", "nelo_pm", "los")
        self.assertEqual(tuple(told[key] for key in keys), wanted)
        # 0.05 ^ (1 / 500) = 0.994026: up to 0.6 % of such pairs could have another end.
        self.assertIn("95 %: -2.08 to +2.08", text(told))
        self.assertIn("all pairs are level", text(told))

    def test_what_is_not_bounded_is_null_at_that_end_alone(self):
        low, high = figures([0, 0, 0, 1, 5])["elo_ci"]
        self.assertAlmostEqual(low, 352.43137, 5)
        self.assertIsNone(high)
        low, high = figures([5, 1, 0, 0, 0])["elo_ci"]
        self.assertIsNone(low)
        self.assertAlmostEqual(high, -352.43137, 5)

    def test_no_pairs_say_nothing(self):
        told = figures([0] * 5)
        self.assertEqual((told["score"], told["elo"], told["nelo"], told["los"]), (None,) * 4)
        self.assertEqual((told["llr_normalized"], told["llr_logistic"]), (0, 0))
        self.assertEqual((told["decision"], told["pairs_to_go"]), (None, None))

    def test_exchanging_the_players_turns_the_signs(self):
        for counts in [row[0] for row in PAIRS] + ODD[1:4]:
            there, back = figures(counts, -5, 5), figures(counts[::-1], -5, 5)
            self.assertAlmostEqual(there["llr_normalized"], -back["llr_normalized"], 6)
            self.assertAlmostEqual(there["llr_logistic"], -back["llr_logistic"], 6)
            if there["los"] is not None:
                self.assertAlmostEqual(there["los"], 1 - back["los"])
            self.assertEqual(there["pairs_to_go"], back["pairs_to_go"])


class Tests(unittest.TestCase):
    def test_the_bounds_decide(self):
        test = Sprt(0, 10)
        self.assertAlmostEqual(test.bounds[1], 2.9444389791664403)
        self.assertIsNone(test.decide([10, 40, 100, 50, 15]))
        self.assertEqual(test.decide([0, 0, 300, 0, 120]), "H1")
        self.assertEqual(test.decide([0, 120, 300, 0, 0]), "H0")
        self.assertEqual(test.pairs_to_go([0, 0, 300, 0, 120]), 0)

    def test_the_model_decides(self):
        # The same pairs are far beyond Elo 5 and yet not beyond normalised Elo 5.
        counts = [10, 0, 470, 0, 30]
        self.assertIsNone(Sprt(0, 10).decide(counts))
        self.assertEqual(Sprt(0, 10, model="logistic").decide(counts), "H1")

    def test_each_error_rate_has_its_bound(self):
        lower, upper = Sprt(0, 5, alpha=0.01, beta=0.2).bounds
        self.assertAlmostEqual(lower, math.log(0.2 / 0.99))
        self.assertAlmostEqual(upper, math.log(0.8 / 0.01))

    def test_what_cannot_be_tested_is_refused(self):
        for wrong in ((5, 5), (5, 0), (math.nan, 1), (0, math.inf), (0, 5, 0), (0, 5, 0.05, 0.6)):
            with self.subTest(wrong=wrong), self.assertRaises(ValueError):
                Sprt(*wrong)

    def test_far_hypotheses_are_told_apart(self):
        for counts in ([30, 30, 30, 1, 12], [1, 0, 0, 0, 1], [0, 0, 30, 1, 12]):
            ratios = [llr_normalized(Pentanomial(counts), 0, far) for far in (250, 500, 750, 1000)]
            with self.subTest(counts=counts, ratios=ratios):
                self.assertEqual(ratios, sorted(set(ratios), reverse=True))

    def test_the_rest_of_a_test_that_points_nowhere_is_known(self):
        # Each pair moves the ratio by +-0.0407, and 2.944 away is the bound: (2.944 / 0.0407)^2.
        to_go = Sprt(-5, 5).pairs_to_go([1000, 0, 0, 0, 1000])
        self.assertAlmostEqual(to_go, 5234, delta=50)
        # Here the drift is 0 to the last bit.
        self.assertEqual(Sprt(-100, 100).pairs_to_go([7, 0, 2, 0, 7]), 14)
        self.assertEqual(Sprt(-100, 100, model="logistic").pairs_to_go([0, 0, 1, 0, 0]), 96)

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
        # Three standard deviations of 600 runs at 5 % are 2.7 %.
        accepted = _accepted({0: 0.25, 2: 0.5, 4: 0.25}, (0, 15, 30), runs=600)
        self.assertLess(accepted[0], 0.05 + 0.027)
        self.assertGreater(accepted[30], 0.95 - 0.027)
        self.assertTrue(0.4 < accepted[15] < 0.6, accepted)

    def test_the_error_rates_hold_with_draws(self):
        accepted = _accepted({0: 0.03, 1: 0.2, 2: 0.54, 3: 0.2, 4: 0.03}, (0, 30), runs=200)
        self.assertLess(accepted[0], 0.05 + 0.046)
        self.assertGreater(accepted[30], 0.95 - 0.046)


def _accepted(level, strengths, runs, step=10):
    """How often H1 of 0 or 30 is accepted at each strength, looked at after every `step` pairs that
    come as `level` says, with the better results that much more likely."""
    test = Sprt(0, 30)
    shares = {}
    for nelo in strengths:
        rng = random.Random(nelo)
        weights = _of_strength(level, nelo)
        ends = [_run(test, rng, weights, step) for _ in range(runs)]
        shares[nelo] = ends.count("H1") / runs
    return shares


def _of_strength(level, nelo):
    """The distribution of half points that has this normalised Elo."""
    low, high = 0.0, 2.0
    for _ in range(60):
        tilt = (low + high) / 2
        raw = {i: p * math.exp(tilt * (i - 2)) for i, p in level.items()}
        weights = {i: p / sum(raw.values()) for i, p in raw.items()}
        mean = sum(p * i / 4 for i, p in weights.items())
        variance = sum(p * (i / 4 - mean) ** 2 for i, p in weights.items())
        if (mean - 0.5) / math.sqrt(2 * variance) * NELO < nelo:
            low = tilt
        else:
            high = tilt
    return weights


def _run(test, rng, weights, step):
    counts = [0] * 5
    results, shares = list(weights), list(weights.values())
    while True:
        for result in rng.choices(results, shares, k=step):
            counts[result] += 1
        if decision := test.decide(counts):
            return decision


def _plain_llr(counts, fit, elo0, elo1):
    """The ratio by halving alone, as the formulas stand."""
    total = sum(n or 0.001 for n in counts)
    shares = [(n or 0.001) / total for n in counts]
    less, more = fit(shares, elo0), fit(shares, elo1)
    return total * sum(p * math.log(b / a) for p, a, b in zip(shares, less, more))


def _logistic(shares, elo):
    return _with_mean_0(shares, [i / 4 - 1 / (1 + 10 ** (-elo / 400)) for i in range(5)])


def _normalized(shares, nelo):
    target = math.sqrt(2) * nelo / (800 / math.log(10))
    fitted = [0.2] * 5
    for _ in range(40):
        mean = sum(q * i / 4 for i, q in enumerate(fitted))
        sd = math.sqrt(sum(q * (i / 4 - mean) ** 2 for i, q in enumerate(fitted)))
        tangent = [
            i / 4 - 0.5 - target * sd * (1 + ((mean - i / 4) / sd) ** 2) / 2 for i in range(5)
        ]
        fitted = _with_mean_0(shares, tangent)
    return fitted


def _with_mean_0(shares, values):
    low, high = -1 / max(values), -1 / min(values)
    for _ in range(80):
        theta = (low + high) / 2
        if sum(p * v / (1 + theta * v) for p, v in zip(shares, values)) > 0:
            low = theta
        else:
            high = theta
    return [p / (1 + theta * v) for p, v in zip(shares, values)]


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
        wrong_ones = ["", "1,2,3,4,5,6", "1_0,2,3,4,5", "+1,2,3,4,5", "1,2,3,4,-5", "1,2,3,4,1e3"]
        for wrong in [*wrong_ones, "1,2,3,4," + "9" * 6000, f"0,0,0,0,{10**15 + 1}"]:
            with self.subTest(wrong=wrong[:20]), self.assertRaises(ValueError) as caught:
                parse_counts(wrong)
            self.assertLess(len(str(caught.exception)), 150)

    def test_single_games_are_counted_too(self):
        done = self.stats("--games", "120,60,150", "--elo1", 10, "--json")
        told = json.loads(done.stdout, parse_constant=self.fail)
        self.assertAlmostEqual(told["elo"], 31.672498, 5)
        self.assertAlmostEqual(told["nelo"], 35.096294, 5)
        self.assertAlmostEqual(told["los"], 0.966750, 5)
        self.assertAlmostEqual(told["llr_normalized"], 0.817921773, 7)
        self.assertEqual((told["games"], told["single_games"]), (330, [120, 60, 150]))
        shown = self.stats("--games", "1,0,2").stdout
        self.assertIn("games  3: 1, 0, 2 by losses, draws, wins", shown)
        self.assertIn("fewer than 60 games", shown)
        self.assertEqual(self.stats("--games", "1,2").returncode, 2)

    def test_the_level_match_of_a_thousand_games(self):
        done = self.stats("--pairs", "0,0,500,0,0", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        told = json.loads(done.stdout, parse_constant=self.fail)
        self.assertEqual((told["elo"], told["nelo_pm"], told["los"]), (0, None, 0.5))


if __name__ == "__main__":
    unittest.main()

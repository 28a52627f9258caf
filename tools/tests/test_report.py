"""Counting, records and order, without any process."""

import unittest

import support  # noqa: F401  (finds the package)
from sarsen_match.gtp.faults import FaultKind
from sarsen_match.play.game import FaultReport, GameResult, GameTask
from sarsen_match.play.moves import Move
from sarsen_match.report.text import game_line, summarize, summary_json, summary_text
from sarsen_match.schedule import InOrder
from sarsen_match.report.sgf import with_properties


def game(number, winner, fault=None, moves="A1"):
    """A game of pair (number + 1) // 2; A has black in the odd ones."""
    black, white = ("A", "B") if number % 2 else ("B", "A")
    played = tuple(Move("black", move) for move in moves.split())
    task = GameTask(number, (number + 1) // 2, black, white, ())
    loser = {"A": "B", "B": "A"}.get(winner)
    report = FaultReport(loser, fault, "details") if fault else None
    result = "0" if winner is None else f"{'B' if winner == black else 'W'}+1"
    return GameResult(task, result, winner, "played out", played, report)


class Counting(unittest.TestCase):
    def test_wins_draws_and_losses_by_player_and_colour(self):
        results = [game(1, "A"), game(2, "A"), game(3, "B"), game(4, None), game(5, "A")]
        summary = summarize(results, "AB")
        a, b = summary.players["A"], summary.players["B"]
        self.assertEqual((a.total.wins, a.total.draws, a.total.losses), (3, 1, 1))
        self.assertEqual((b.total.wins, b.total.draws, b.total.losses), (1, 1, 3))
        self.assertEqual((a.black.wins, a.black.draws, a.black.losses), (2, 0, 1))
        self.assertEqual((a.white.wins, a.white.draws, a.white.losses), (1, 1, 0))
        self.assertEqual((a.total.points, b.total.points), (3.5, 1.5))

    def test_only_whole_pairs_count_as_pairs(self):
        results = [game(1, "A"), game(2, "A"), game(3, "B"), game(4, None), game(5, "A")]
        self.assertEqual(summarize(results, "AB").pair_scores, [0, 1, 0, 0, 1])
        self.assertEqual(summarize(results[::-1], "AB").pair_scores, [0, 1, 0, 0, 1])

    def test_games_that_repeat_another_are_counted(self):
        results = [game(1, "A"), game(3, "A"), game(5, "A", moves="A1 A2"), game(2, "A")]
        self.assertEqual(summarize(results, "AB").repeated_games, 1)

    def test_faults_stand_with_who_failed(self):
        results = [game(1, "A", FaultKind.STALL), game(2, "A", FaultKind.CRASH), game(3, "B")]
        summary = summarize(results, "AB")
        self.assertEqual(summary.players["B"].faults[FaultKind.STALL], 1)
        self.assertFalse(summary.players["A"].faults)
        text = summary_text(summary, {})
        self.assertRegex(text, r"crash +0 +1\n")
        self.assertRegex(text, r"stall +0 +1")
        told = summary_json(summary, {"A": "a"})
        self.assertEqual(told["players"]["B"]["faults"], {"crash": 1, "stall": 1})
        self.assertEqual(told["players"]["A"]["points"], 2)

    def test_a_match_without_games_has_a_summary(self):
        summary = summarize([], "AB")
        self.assertIn("points", summary_text(summary, {}))
        self.assertEqual(summary_json(summary, {})["games"], 0)

    def test_the_line_of_a_game_says_who_won_and_why(self):
        self.assertIn("A wins", game_line(game(1, "A")))
        self.assertIn("draw", game_line(game(1, None)))
        self.assertIn("B loses", game_line(game(1, "A", FaultKind.STALL)))


class Order(unittest.TestCase):
    def test_results_come_in_the_order_of_their_numbers(self):
        in_order = InOrder()
        given = [[r.task.number for r in in_order.add(game(n, "A"))] for n in (2, 3, 1, 5)]
        self.assertEqual(given, [[], [], [1, 2, 3], []])
        self.assertEqual([r.task.number for r in in_order.rest()], [5])


class Records(unittest.TestCase):
    def test_properties_replace_those_of_the_same_name_in_the_root_alone(self):
        record = "(;FF[4]RE[B+1]C[a\\]b];B[A1]RE[no];W[A2])"
        added = with_properties(record, {"RE": "W+T", "PB": "x]y\\"})
        self.assertEqual(added, "(;FF[4]C[a\\]b]RE[W+T]PB[x\\]y\\\\];B[A1]RE[no];W[A2])")

    def test_a_record_without_moves_or_with_spaces_is_read(self):
        self.assertEqual(with_properties("(;)", {"RE": "0"}), "(;RE[0])")
        record = " ( ; FF [4] AB[A1] [A2]\n;B[B1])"
        self.assertEqual(with_properties(record, {"RE": "0"}), "(;FF[4]AB[A1] [A2]RE[0];B[B1])")

    def test_what_is_no_record_stays(self):
        self.assertEqual(with_properties("hello", {"RE": "0"}), "hello")


if __name__ == "__main__":
    unittest.main()

"""Games that end by what the engines say of them."""

import json
import unittest

from support import zoo
from heelstone_match.play.adjudication import (
    DRAW,
    RESIGNATION,
    Adjudication,
    DrawRule,
    Judge,
    ResignRule,
    parse_draw,
    parse_resign,
)
from heelstone_match.play.game import GameTask, play_game
from heelstone_match.play.limits import Limits
from heelstone_match.play.moves import START
from heelstone_match.play.notes import SearchNote, parse_note
from heelstone_match.play.player import Player
from seats import CONTEST, UnderAReferee


class WhatIsTyped(unittest.TestCase):
    def test_rules_are_read_and_told_as_they_were_typed(self):
        self.assertEqual(parse_resign("600:3"), ResignRule(600, 3))
        self.assertEqual(parse_resign("600:3:both"), ResignRule(600, 3, True))
        self.assertEqual(parse_draw("10:8:40"), DrawRule(10, 8, 40))
        for text in ("600:3", "600:3:both"):
            self.assertEqual(str(parse_resign(text)), text)
        self.assertEqual(str(parse_draw("10:8:40")), "10:8:40")

    def test_what_is_no_rule_is_a_sentence(self):
        for text in ("", "600", "600:0", "-600:3", "600:3:", "600:3:all", "6e2:3", "600:3.5"):
            with self.subTest(text=text), self.assertRaisesRegex(ValueError, "resignation"):
                parse_resign(text)
        for text in ("", "10:8", "10:0:40", "10:8:", "10:8:40:1", "-1:8:40"):
            with self.subTest(text=text), self.assertRaisesRegex(ValueError, "draws"):
                parse_draw(text)

    def test_rules_survive_json(self):
        for rules in (
            Adjudication(),
            Adjudication(resign=ResignRule(600, 3, True)),
            Adjudication(ResignRule(600, 3), DrawRule(10, 8, 40)),
        ):
            told = json.loads(json.dumps(rules.to_json()))
            self.assertEqual(Adjudication.from_json(told), rules)
        for wrong in ([], {"resign": {"score": 1}}, {"draw": 5}):
            with self.subTest(wrong=wrong), self.assertRaises(ValueError):
                Adjudication.from_json(wrong)


class Notes(unittest.TestCase):
    def test_what_heelstone_says_is_read(self):
        tail = " nodes 56789 time 0.5 pv D1 C2"
        cases = {"34": 34, "-12": -12, "win 7": "win 7", "loss 8": "loss 8", "win +6": "win +6"}
        cases |= {"loss -6": "loss -6", "win": "win"}
        for text, score in cases.items():
            with self.subTest(text=text):
                note = parse_note(f"depth 12 score {text}{tail}")
                self.assertEqual(note, SearchNote(12, score, 56789))

    def test_others_may_say_it_in_other_words(self):
        self.assertEqual(parse_note("after 9 nodes 80, score +5 depth 3"), SearchNote(3, 5, None))
        self.assertEqual(parse_note("nodes 80 pv depth 3 score 7"), SearchNote(None, None, 80))
        self.assertEqual(parse_note("score 0.25 depth x"), None)
        self.assertEqual(parse_note("depth 9 score draw nodes 80 pv A1"), SearchNote(9, 0, 80))
        self.assertEqual(parse_note(""), None)
        self.assertEqual(parse_note("I liked the centre"), None)


class Judgement(unittest.TestCase):
    def verdicts(self, rules, *scores):
        """The verdict after each ply, black first."""
        judge = Judge(rules)
        notes = [None if score is None else SearchNote(score=score) for score in scores]
        colors = ("black", "white")
        return [judge.hear(colors[i % 2], i + 1, note) for i, note in enumerate(notes)]

    def test_a_player_resigns_after_so_many_bad_scores_in_a_row(self):
        rules = Adjudication(ResignRule(100, 2))
        told = self.verdicts(rules, -100, 0, -99, 0, -100, 0, -500, 0)
        self.assertEqual(told, [None] * 6 + [RESIGNATION, None])

    def test_a_move_without_a_score_breaks_the_row(self):
        told = self.verdicts(Adjudication(ResignRule(100, 2)), -100, 0, None, 0, -100, 0)
        self.assertEqual(told, [None] * 6)

    def test_a_proof_is_beyond_any_score(self):
        rules = Adjudication(ResignRule(999_999_999, 2))
        told = self.verdicts(rules, "loss 8", "win 7", "loss -6", "win 5")
        self.assertEqual(told, [None, None, RESIGNATION, None])
        rules = Adjudication(draw=DrawRule(999_999_999, 1, 0))
        self.assertEqual(self.verdicts(rules, "win 7", "loss 6", "win 5"), [None] * 3)

    def test_the_opponent_can_be_asked_to_agree(self):
        rules = Adjudication(ResignRule(100, 2, both=True))
        told = self.verdicts(rules, -100, 99, -100, 100, -100, 100, -100)
        self.assertEqual(told, [None] * 6 + [RESIGNATION])

    def test_both_must_find_a_game_level_for_a_draw(self):
        rules = Adjudication(draw=DrawRule(10, 2, 0))
        self.assertEqual(self.verdicts(rules, 0, 10, -10, 9), [None, None, None, DRAW])
        self.assertEqual(self.verdicts(rules, 0, 11, 0, 9, 0, 9)[:5], [None] * 5)

    def test_draws_wait_for_their_ply(self):
        rules = Adjudication(draw=DrawRule(10, 2, 3))
        self.assertEqual(self.verdicts(rules, *[0] * 6), [None] * 5 + [DRAW])


class Games(UnderAReferee):
    """Tic-tac-toe, where black, who wins after 7 plies, is A."""

    def play(self, rules, a, b, *mode):
        commands = {"A": zoo("--scores", a, *mode), "B": zoo("--scores", b)}
        players = {
            key: Player(key, command, CONTEST, Limits(), self.processes)
            for key, command in commands.items()
        }
        for player in players.values():
            self.addCleanup(player.drop)
        return play_game(GameTask(1, 1, "A", "B", START), players, self.referee, rules)

    def test_a_resignation_ends_the_game_for_the_other_side(self):
        result = self.play(Adjudication(ResignRule(50, 2)), "-60,-70", "0")
        self.assertEqual((result.result, result.winner), ("W+R", "B"))
        self.assertEqual(result.reason, "adjudicated: resignation")
        self.assertEqual(len(result.moves), 3)
        self.assertEqual([note.score for note in result.searches], [-60, 0, -70])

    def test_a_draw_belongs_to_nobody(self):
        result = self.play(Adjudication(draw=DrawRule(5, 2, 2)), "0", "1,-5")
        self.assertEqual((result.result, result.winner), ("0", None))
        self.assertEqual(result.reason, "adjudicated: draw")
        self.assertEqual(len(result.moves), 5)

    def test_a_proved_loss_is_a_word(self):
        result = self.play(Adjudication(ResignRule(50, 1)), "win_5", "loss_4")
        self.assertEqual((result.result, len(result.moves)), ("B+R", 2))
        self.assertEqual([note.score for note in result.searches], ["win 5", "loss 4"])

    def test_the_board_comes_first(self):
        # Black's own view of its winning move changes nothing.
        result = self.play(Adjudication(ResignRule(50, 1)), "0,0,0,-60", "0")
        self.assertEqual((result.result, result.reason), ("B+1", "played out"))

    def test_without_rules_scores_end_nothing(self):
        result = self.play(None, "-999", "-999")
        self.assertEqual(result.reason, "played out")

    def test_engines_that_tell_nothing_play_on(self):
        rules = Adjudication(ResignRule(0, 1), DrawRule(100, 1, 0))
        self.assertEqual(self.play(rules, "", "").reason, "played out")


if __name__ == "__main__":
    unittest.main()

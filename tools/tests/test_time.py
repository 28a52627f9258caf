"""Time controls, clocks, and what engines are told of them."""

import json
import re
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from support import heelstone, zoo
from heelstone_match.gtp.faults import FaultKind
from heelstone_match.gtp.process import Process
from heelstone_match.play.clock import Clock
from heelstone_match.play.game import GameTask, play_game
from heelstone_match.play.limits import Limits, TimeControl, parse_time_control
from heelstone_match.play.moves import START, Move, Opening
from heelstone_match.play.player import Player
from seats import CONTEST, UnderAReferee

CLOCK = ("--also", "time_left")


def clock(text, **limits):
    return Clock(Limits(clock=parse_time_control(text), **limits))


class WhatIsTyped(unittest.TestCase):
    def test_every_form_is_read_and_told_as_it_was_typed(self):
        cases = {
            "0.5": TimeControl(period=0.5, stones=1),
            "60+0.5": TimeControl(main=60, increment=0.5),
            "1.5+0": TimeControl(main=1.5),
            "60/5x30": TimeControl(main=60, period=30, stones=1, periods=5),
            "0/1x0.2": TimeControl(period=0.2, stones=1, periods=1),
            "300/25:60": TimeControl(main=300, period=60, stones=25),
        }
        for text, control in cases.items():
            with self.subTest(text=text):
                self.assertEqual(parse_time_control(text), control)
                self.assertEqual(str(control), text)

    def test_what_is_no_time_control_is_a_sentence(self):
        wrong = ["", "x", "60+", "-1", "1e3", "60/5", "60/5x", "60/x5", "60/2.5:9", "nan", "60 + 1"]
        for text in (*wrong, "0", "0+1", "60/0x30", "60/5x0", "60/0:30", "60/25:0", "9999999+1"):
            with self.subTest(text=text), self.assertRaisesRegex(ValueError, re.escape(repr(text))):
                parse_time_control(text)

    def test_limits_survive_json(self):
        for limits in (
            Limits(),
            Limits(time=0.5, depth=3, nodes=9, margin=0),
            Limits(clock=parse_time_control("60/5x30"), depth=4),
        ):
            self.assertEqual(Limits.from_json(json.loads(json.dumps(limits.to_json()))), limits)
        for wrong in ([], {"tme": 1}, {"time": "1"}, {"clock": {"main": "1"}}, {"clock": 5}):
            with self.subTest(wrong=wrong), self.assertRaises(ValueError):
                Limits.from_json(wrong)

    def test_a_control_for_each_move_is_no_clock(self):
        limits = Limits(depth=3).under(parse_time_control("0.5"))
        self.assertEqual(limits, Limits(depth=3, time=0.5))
        self.assertEqual(limits.under(parse_time_control("9+1")).time, None)

    def test_only_depth_and_nodes_alone_leave_the_clock_out(self):
        fischer = parse_time_control("60+1")
        self.assertTrue(Limits(depth=3).searches_by_count)
        self.assertFalse(Limits().searches_by_count)
        self.assertFalse(Limits(depth=3, time=1).searches_by_count)
        self.assertFalse(Limits(nodes=3, clock=fischer).searches_by_count)


class Clocks(unittest.TestCase):
    def follow(self, clock, *moves):
        """Each move: what was there before it, what it took, whether the flag fell."""
        for number, (budget, seconds, fell) in enumerate(moves):
            self.assertAlmostEqual(clock.budget(), budget, msg=f"move {number}")
            self.assertIs(clock.spend(seconds), fell, f"move {number}")

    def test_a_time_for_each_move_is_always_the_same(self):
        self.follow(Clock(Limits(time=0.5)), (0.5, 0.4, False), (0.5, 0.6, True), (0.5, 0, False))

    def test_without_a_limit_no_flag_falls(self):
        clock = Clock(Limits(depth=9))
        self.assertIsNone(clock.budget())
        self.assertFalse(clock.spend(1000))

    def test_fischer_adds_after_each_move(self):
        self.follow(clock("10+1"), (10, 4, False), (7, 7, False), (1, 0, False), (2, 2.1, True))

    def test_absolute_time_is_never_given_back(self):
        self.follow(clock("10+0"), (10, 4, False), (6, 6, False), (0, 0.1, True))

    def test_byo_yomi_loses_only_whole_periods(self):
        self.follow(
            clock("10/3x5"),
            (25, 9, False),
            (16, 5, False),  # 4 beyond the main time: no period is over
            (15, 5, False),
            (15, 5.5, False),  # one is over
            (10, 4.9, False),
            (10, 10, False),  # another
            (5, 5, False),
            (5, 5.1, True),
        )

    def test_byo_yomi_can_be_entered_with_a_long_move(self):
        self.follow(clock("10/3x5"), (25, 21, False), (5, 5, False), (5, 6, True))

    def test_canadian_periods_hold_for_their_stones(self):
        self.follow(
            clock("10/2:6"),
            (16, 10, False),
            (6, 5, False),
            (1, 1, False),
            (6, 1, False),
            (5, 5.1, True),
        )

    def test_the_move_that_leaves_main_time_is_one_of_the_period(self):
        self.follow(clock("10/2:6"), (16, 12, False), (4, 4, False), (6, 0, False))

    def test_the_tightest_limit_holds(self):
        self.follow(clock("10+0", time=2), (2, 2, False), (2, 2.1, True), (2, 0, False))
        self.follow(clock("3+0", time=2), (2, 2, False), (1, 1.1, True))

    def test_a_margin_is_granted_and_does_not_add_up(self):
        fischer = clock("1+0.5")
        self.assertFalse(fischer.spend(1.2, margin=0.25))
        self.assertAlmostEqual(fischer.budget(), 0.5)
        self.assertTrue(fischer.spend(0.76, margin=0.25))


class WhatGtpSays(unittest.TestCase):
    def test_settings_are_the_closest_line_of_the_standard(self):
        cases = {
            "60+0": "time_settings 60 0 0",
            "60+2": "time_settings 60 2 1",
            "60/5x30": "time_settings 60 30 1",
            "300/25:60": "time_settings 300 60 25",
            # Whole seconds: never more than there is, unless that would be no clock at all.
            "60.9+0.5": "time_settings 60 1 1",
            "0.5+0": "time_settings 1 0 0",
        }
        for text, line in cases.items():
            self.assertEqual(clock(text).gtp_settings(), line)
        self.assertEqual(clock("0.5+0.25").gtp_settings(decimals=True), "time_settings 0.5 0.25 1")
        self.assertEqual(Clock(Limits(time=2.5)).gtp_settings(), "time_settings 0 2 1")
        self.assertIsNone(Clock(Limits(depth=3)).gtp_settings())
        told = clock("60/5x30").gtp_settings(kgs=True)
        self.assertEqual(told, "kgs-time_settings byoyomi 60 30 5")

    def told(self, clock, *moves, kgs=False):
        lines = []
        for seconds in moves:
            lines.append(clock.gtp_time_left("black", kgs, decimals=True))
            clock.spend(seconds)
        return [line.removeprefix("time_left black ") for line in lines]

    def test_absolute_time_is_main_time(self):
        self.assertEqual(self.told(clock("10+0"), 2.5, 7.5, 0), ["10 0", "7.5 0", "0 0"])
        self.assertEqual(clock("9.99+0").gtp_time_left("white"), "time_left white 9 0")

    def test_an_increment_makes_a_time_last_for_fewer_moves(self):
        # A share of 10 + 29 increments for 30 moves goes so often into what is there.
        told = self.told(clock("10+1"), 1, 9.5, 1.5, 0.1)
        self.assertEqual(told, ["10 8", "10 8", "1.5 2", "1 1"])

    def test_byo_yomi_keeps_its_periods_in_reserve(self):
        told = self.told(clock("10/3x5"), 4, 3, 4, 12, 1)
        self.assertEqual(told, ["10 0", "6 0", "8 1", "5 1", "5 1"])
        told = self.told(clock("10/3x5"), 8, 3, 6, 1, kgs=True)
        self.assertEqual(told, ["10 0", "2 0", "5 3", "5 2"])

    def test_canadian_time_counts_its_stones(self):
        told = self.told(clock("10/3:6"), 9, 2, 1, 1, 1)
        self.assertEqual(told, ["10 0", "7 3", "5 2", "4 1", "6 3"])

    def test_a_time_for_each_move_needs_no_line(self):
        self.assertIsNone(Clock(Limits(time=1)).gtp_time_left("black"))


class Games(UnderAReferee):
    """One game of tic-tac-toe in which B, with these options and limits, has black."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))

    def play(self, *options, limits, opening=START, **settings):
        players = {
            "A": Player("A", zoo(), CONTEST, Limits(), self.processes),
            "B": Player("B", zoo(*options), CONTEST, limits, self.processes, **settings),
        }
        for player in players.values():
            self.addCleanup(player.drop)
        self.players = players
        return play_game(GameTask(1, 1, "B", "A", opening), players, self.referee)

    def log(self, *options, **settings):
        """The commands about limits that B got in one game."""
        log = self.folder / "log"
        log.unlink(missing_ok=True)
        result = self.play("--log", log, *options, **settings)
        self.assertEqual((result.result, result.fault), ("B+1", None))
        lines = [line.partition(" ")[2] for line in log.read_text(encoding="utf-8").splitlines()]
        words = ("time", "depth", "nodes", "kgs-time", "newgame", "genmove")
        return [line for line in lines if line.startswith(words)]


class WhatEnginesAreTold(Games):
    def test_a_time_for_each_move_is_told_once(self):
        told = self.log(limits=Limits(time=9.5, depth=3))
        self.assertEqual(told, ["timelimit 9.5", "depth 3", "newgame tictactoe", *GENMOVES])

    def test_counts_switch_the_own_clock_off(self):
        told = self.log(limits=Limits(nodes=100))
        self.assertEqual(told[:2], ["nodes 100", "timelimit none"])

    def test_a_clock_is_told_before_the_game_and_each_own_move(self):
        told = self.log(*CLOCK, limits=Limits(clock=parse_time_control("60.5+0"), margin=9))
        start = ["timelimit none", "newgame tictactoe", "time_settings 60.5 0 0"]
        self.assertEqual(told[:4], [*start, "time_left black 60.5 0"])
        left = [line for line in told if line.startswith("time_left")]
        self.assertEqual(len(left), 4)
        self.assertTrue(all(line.startswith("time_left black 60") for line in left), left)
        for before, line in zip(told, told[1:]):
            if line.startswith("genmove"):
                self.assertTrue(before.startswith("time_left"), told)

    def test_a_server_s_command_for_byo_yomi_is_used_where_it_is_known(self):
        limits = Limits(clock=parse_time_control("60/5x30"))
        self.assertIn(
            "kgs-time_settings byoyomi 60 30 5",
            self.log("--also", "kgs-time_settings", limits=limits),
        )
        self.assertIn("time_settings 60 30 1", self.log(limits=limits))

    def test_an_engine_of_others_is_told_whole_seconds(self):
        told = self.log("--foreign", limits=Limits(time=9.5))
        self.assertEqual(told, ["time_settings 0 9 1", *GENMOVES])
        self.assertIn("is told 9 s a move for 9.5 s", self.players["B"].notes[0])

    def test_what_cannot_be_told_is_said(self):
        limits = Limits(time=9, depth=3, clock=parse_time_control("60+1"))
        cases = [
            ("time_left", ["no command `depth`", "no command `time_left`", "no time limit"]),
            ("time_settings", ["no command `depth`", "told no clock", "no time limit"]),
        ]
        for lacking, sentences in cases:
            self.log("--foreign", *CLOCK, "--lacks", lacking, limits=limits)
            notes = self.players["B"].notes
            self.assertEqual(len(notes), len(sentences), notes)
            for note, sentence in zip(notes, sentences):
                self.assertIn(sentence, note)

    def test_each_game_begins_with_a_full_clock(self):
        limits = Limits(clock=parse_time_control("60.5+0"))
        self.log(*CLOCK, limits=limits)
        again = play_game(GameTask(2, 1, "A", "B", START), self.players, self.referee)
        self.assertIsNone(again.fault)
        lines = (self.folder / "log").read_text(encoding="utf-8").splitlines()
        self.assertEqual(sum("time_settings 60.5 0 0" in line for line in lines), 2)
        white = [line for line in lines if "time_left white" in line]
        self.assertIn("white 60.5 0", white[0])


GENMOVES = ["genmove black"] * 4


class Flags(Games):
    def test_the_flag_of_the_game_falls(self):
        # Half a second of sleep is within each move's time, but not within the game's.
        limits = Limits(clock=parse_time_control("0.3+0"), margin=0, grace=9)
        result = self.play("--mode", "late", "--at", 2, limits=limits)
        self.assertEqual((result.result, result.winner), ("W+T", "A"))
        self.assertEqual(result.fault.kind, FaultKind.TIME_FORFEIT)
        self.assertIn("`genmove black` took 0.5", result.fault.detail)
        self.assertEqual(len(result.moves), 2)

    def test_time_before_the_search_is_nobody_s(self):
        # It takes its time over each move that it is told, and plays at once.
        limits = Limits(time=0.2, margin=0.1)
        self.assertIsNone(self.play("--mode", "slow-play", limits=limits).fault)

    def test_players_have_clocks_of_their_own(self):
        # A has all the time that it wants.
        result = self.play(limits=Limits(clock=parse_time_control("60/5x30")))
        self.assertIsNone(result.fault)

    @unittest.skipUnless(heelstone(), "heelstone is not built")
    def test_heelstone_heeds_every_clock(self):
        for text in ("1+0", "0.5+0.1", "0.5/3x0.2", "0.5/5:1", "0/1x0.2"):
            limits = Limits(clock=parse_time_control(text), margin=3)
            commands = {"A": (heelstone(),), "B": zoo()}
            players = {
                key: Player(key, command, CONTEST, limits, self.processes)
                for key, command in commands.items()
            }
            result = play_game(GameTask(1, 1, "A", "B", START), players, self.referee)
            self.assertIsNone(result.fault, text)
            self.assertEqual([search and search.depth for search in result.searches][1], None)
            for player in players.values():
                player.drop()


class WhatMovesTook(Games):
    def test_each_move_has_its_times(self):
        opening = Opening((Move("black", "B2"), Move("white", "C3")))
        result = self.play("--mode", "busy", limits=Limits(), opening=opening)
        self.assertEqual(len(result.times), len(result.moves) - 2)
        self.assertEqual(len(result.searches), len(result.times))
        first, *others = result.times
        self.assertGreater(first.wall, 0.3)
        if first.cpu is not None:
            self.assertGreater(first.cpu, 0.3)
            self.assertLess(max(time.cpu for time in others), 0.3)
        self.assertTrue(all(time.delay is None or time.delay >= 0 for time in result.times))

    def test_a_controller_that_is_late_does_not_hide_what_the_engine_did(self):
        send = Process.send

        def sent_late(process, data, deadline):
            done = send(process, data, deadline)
            time.sleep(1.0)
            return done

        # Moves that it was not told yet go out together with the search.
        for news in ((), (("black", "B2"), ("white", "C3"))):
            player = Player("B", zoo("--mode", "busy"), CONTEST, Limits(), self.processes)
            self.addCleanup(player.drop)
            player.new_game()
            for color, move in news:
                player.play(color, move)
            with mock.patch.object(Process, "send", sent_late):
                took = player.genmove("black").time
            self.assertGreater(took.wall, 0.9)
            self.assertTrue(took.cpu is None or took.cpu > 0.3, took)

    def test_sleep_is_no_processor_time(self):
        first = self.play("--mode", "late", limits=Limits()).times[0]
        self.assertGreater(first.wall, 0.4)
        self.assertLess(first.cpu or 0, 0.3)

    def test_the_time_of_an_engine_behind_a_script_is_its_own(self):
        words = " ".join(zoo("--mode", "busy"))
        script = ("sh", "-c", f"{words}; true")
        player = Player("B", script, CONTEST, Limits(), self.processes)
        self.addCleanup(player.drop)
        player.new_game()
        cpu = player.genmove("black").time.cpu
        self.assertTrue(cpu is None or cpu > 0.3, cpu)

    def test_what_it_tells_of_its_searches_stands_by_its_moves(self):
        result = self.play("--scores", "1,2,3", limits=Limits())
        self.assertEqual([note and note.score for note in result.searches[::2]], [1, 2, 3, 3])
        self.assertEqual([note and note.nodes for note in result.searches[::2]], [1, 2, 3, 4])
        self.assertEqual(result.searches[1::2], (None,) * 3)
        self.assertEqual(result.searches[0].depth, 3)

    def test_an_engine_need_not_be_asked_what_it_thought(self):
        for settings in ({"explain": False}, {"adapters": ("no-explain",)}):
            result = self.play("--scores", "1", limits=Limits(), **settings)
            self.assertEqual(result.searches, (None,) * 7)

    def test_commands_can_be_sent_one_by_one(self):
        limits = Limits(clock=parse_time_control("60+1"))
        options = ("--scores", "1", *CLOCK)
        result = self.play(*options, limits=limits, adapters=("no-batch",))
        self.assertIsNone(result.fault)
        self.assertEqual([note and note.score for note in result.searches[::2]], [1] * 4)


if __name__ == "__main__":
    unittest.main()

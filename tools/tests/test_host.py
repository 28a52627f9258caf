"""Late replies: where the machine is to blame the game is void, else it is lost."""

import tempfile
import unittest
from pathlib import Path

from support import referee, zoo
from heelstone_match.crew.events import Void
from heelstone_match.crew.pairs import PairRunner, PairWork
from heelstone_match.gtp.faults import FaultKind, HostFault
from heelstone_match.gtp.host import LINUX, Use
from heelstone_match.gtp.watch import Allowance, Watch
from heelstone_match.journal.plan import EngineSpec, Plan
from heelstone_match.play.game import GameTask, play_game
from heelstone_match.play.limits import Limits, parse_time_control
from heelstone_match.play.moves import START
from heelstone_match.play.pair import PairTask
from heelstone_match.play.player import Player
from seats import CONTEST, UnderAReferee

# Where the machine tells nothing of stops there is nothing to excuse.
TELLS = LINUX.own_wait() is not None
ENGINE = 7


class Tale:
    """A machine of which everything is told: threads as (run, waited, state, processor)."""

    def __init__(self):
        self.now = {ENGINE: Use(0.0, 0.0, "S", 0)}
        self.own = 0.0
        self.stolen = {0: 0.0, 1: 0.0}

    def set(self, task=ENGINE, **changes):
        self.now[task] = self.now.get(task, Use(0.0, 0.0, "S", 0))._replace(**changes)

    def own_wait(self):
        return self.own

    def ran(self, pids):
        return sum(use.ran for use in self.now.values())

    def family(self, pid):
        return (pid,)

    def threads(self, pids):
        return dict(self.now)

    def steal(self):
        return dict(self.stolen)


class Blame(unittest.TestCase):
    """A reply after 2 seconds, where 1 and a margin of 0.25 were allowed. The machine is looked at
    after 0.02, 1 and 2 seconds."""

    def setUp(self):
        self.host = Tale()
        self.watch = Watch(ENGINE, self.host)
        self.watch.mark(0.0)
        self.watch.begin(0.0, 1.0)
        self.watch.look(0.02)

    def excuse(self, margin=0.25):
        return self.watch.excuse(2.0, Allowance(1.0, margin))

    def test_who_sleeps_is_to_blame(self):
        self.host.set(ran=0.1, state="S")
        self.watch.look(1.0)
        self.assertIsNone(self.excuse())

    def test_who_computes_is_to_blame(self):
        self.host.set(ran=1.9, waited=0.1, state="R")
        self.watch.look(1.0)
        self.assertIsNone(self.excuse())

    def test_who_had_its_time_on_the_processor_is_to_blame_on_a_busy_machine_too(self):
        self.host.set(ran=1.1, waited=0.9, state="R")
        self.assertIsNone(self.excuse())

    def test_who_waited_for_a_processor_is_not(self):
        self.host.set(ran=0.9, waited=1.0, state="R")
        excuse = self.excuse()
        self.assertIn("waited 1.000 s for a processor", excuse)
        self.assertIn("run for 0.9", excuse)

    def test_a_wait_that_explains_only_a_part_is_no_excuse(self):
        self.host.set(ran=0.3, waited=0.7, state="R")
        self.assertIsNone(self.excuse())
        self.assertIsNotNone(self.excuse(margin=0.4))

    def test_waits_of_threads_side_by_side_do_not_add_up(self):
        for task in (8, 9, 10):
            self.host.set(task, ran=0.5, waited=0.5)
        self.assertIsNone(self.excuse())

    def test_threads_side_by_side_may_run_longer_than_the_limit_together(self):
        for task in (8, 9, 10):
            self.host.set(task, ran=0.8, waited=1.1)
        self.assertIsNotNone(self.excuse())

    def test_a_stop_in_the_middle_is_seen(self):
        for moment in range(1, 10):
            self.host.set(state="T")
            self.watch.look(0.02 + moment / 10)
        self.host.set(state="S")
        self.watch.look(0.97)
        self.assertIn("stopped or blocked for 0.9", self.excuse())

    def test_a_short_stop_excuses_no_more_than_itself(self):
        self.host.set(state="T")
        self.watch.look(0.2)
        self.host.set(state="S")
        self.watch.look(0.4)
        self.assertIsNone(self.excuse())

    def test_a_read_that_hangs_is_a_stop_unless_another_thread_runs(self):
        self.host.set(state="D")
        self.watch.look(1.0)
        self.assertIsNotNone(self.excuse())
        self.host.set(8, state="R")
        self.watch.begin(0.0, 1.0)
        self.watch.look(0.02)
        self.watch.look(1.0)
        self.assertIsNone(self.excuse())

    def test_time_stolen_from_its_processor_is_excused_and_no_other(self):
        self.host.set(ran=0.5, processor=1)
        self.host.stolen[0] = 1.5
        self.assertIsNone(self.excuse())
        self.host.stolen[1] = 1.0
        self.assertIn("virtual machine for 1.000 s", self.excuse())

    def test_where_nobody_ran_the_controller_overslept_as_well(self):
        self.assertEqual(self.watch.oversleep(1.2), 1.2)
        self.watch.look(1.5)
        self.assertIn("virtual machine for 1.200 s", self.excuse())

    def test_a_controller_that_had_to_wait_itself_does_not_excuse_who_slept(self):
        self.watch.oversleep(1.2)
        self.host.own = 1.2
        self.watch.look(1.5)
        self.assertIsNone(self.excuse())

    def test_a_reply_may_have_come_while_the_controller_could_not_look(self):
        self.watch.look(0.8)
        self.watch.oversleep(0.9)
        self.host.own = 0.9
        self.assertIn("late by 0.900 s", self.excuse())

    def test_who_waits_for_the_same_processors_is_excused_once(self):
        self.watch.look(1.6)
        self.host.set(waited=0.4)
        self.host.own = 0.4
        self.assertIsNone(self.excuse())
        self.host.set(waited=1.0)
        self.watch.look(1.7)
        self.assertIsNotNone(self.excuse())

    def test_nothing_is_kept_for_the_next_wait(self):
        self.watch.oversleep(1.2)
        self.watch.look(1.5)
        self.watch.begin(0.0, 1.0)
        self.assertIsNone(self.excuse())

    def test_a_wake_up_that_is_as_late_as_always_is_none(self):
        self.assertEqual(self.watch.oversleep(0.001), 0.0)

    def test_where_the_machine_tells_nothing_nothing_is_excused(self):
        host = Tale()
        host.own_wait = host.ran = lambda *_: None
        host.threads = host.steal = lambda *_: {}
        watch = Watch(ENGINE, host)
        watch.mark(0.0)
        watch.begin(0.0, 1.0)
        watch.look(0.02)
        watch.look(1.0)
        self.assertIsNone(watch.excuse(2.0, Allowance(1.0, 0.25)))
        self.assertEqual(watch.elapsed(2.0), (2.0, None, None))


class Games(UnderAReferee):
    """Games of B, with black, whose processes are really stopped."""

    def play(self, *options, limits, command=None):
        self.b = Player("B", command or zoo(*options), CONTEST, limits, self.processes)
        players = {"A": Player("A", zoo(), CONTEST, Limits(), self.processes), "B": self.b}
        for player in players.values():
            self.addCleanup(player.drop)
        return play_game(GameTask(1, 1, "B", "A", START), players, self.referee)

    @unittest.skipUnless(TELLS, "needs Linux")
    def test_who_was_stopped_from_outside_does_not_lose(self):
        cases = [
            ("stop", Limits(time=0.2, margin=0.1, grace=9)),
            ("stop", Limits(clock=parse_time_control("0.2+0"), margin=0.1, grace=9)),
            ("freeze", Limits(time=0.2, margin=0.1, grace=0.5)),
            ("freeze-in-play", Limits(reply_timeout=1.0)),
            ("freeze", Limits(patience=2.0)),
        ]
        for mode, limits in cases:
            with self.subTest(mode=mode, limits=str(limits)):
                # How long depends on what else the machine does.
                with self.assertRaisesRegex(HostFault, r"B: .* stopped or blocked for \d+\.\d"):
                    self.play("--mode", mode, limits=limits)
                self.assertIsNone(self.b._engine, "its process is of no use any more")

    @unittest.skipUnless(TELLS, "needs Linux")
    def test_an_engine_behind_a_script_is_seen_too(self):
        words = " ".join(zoo("--mode", "stop"))
        with self.assertRaises(HostFault):
            limits = Limits(time=0.2, margin=0.1, grace=9)
            self.play(limits=limits, command=("sh", "-c", f"{words}; true"))

    def test_who_was_late_by_itself_loses(self):
        limits = Limits(time=0.1, margin=0.1, grace=9)
        for mode in ("late", "busy"):
            with self.subTest(mode=mode):
                result = self.play("--mode", mode, limits=limits)
                self.assertEqual(result.fault.kind, FaultKind.TIME_FORFEIT)

    @unittest.skipUnless(TELLS, "needs Linux")
    def test_a_spoilt_pair_is_void_and_can_be_played_again(self):
        limits = Limits(time=0.2, margin=0.1, grace=9)
        with tempfile.TemporaryDirectory() as folder:
            once = ("--mode", "stop", "--at", 6, "--once", Path(folder, "done"))
            engines = (EngineSpec(zoo(*once), limits), EngineSpec(zoo(), limits))
            plan = Plan(CONTEST, engines, referee(), 1, 0, {})
            table = PairRunner(PairWork(plan), self.processes)
            self.addCleanup(table.close)
            task = PairTask(1, "A", "B", START)
            void = table.do(task)
            self.assertIsInstance(void, Void)
            self.assertIn("A: `genmove white` took 0.", void.why)
            self.assertEqual([game.result for game in void.games], ["B+1"])
            again = table.do(task).record
            self.assertEqual([game.reason for game in again.games], ["played out"] * 2)


if __name__ == "__main__":
    unittest.main()

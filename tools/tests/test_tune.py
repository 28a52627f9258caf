"""Tuning: it finds what is better, by the same way each time, whatever interrupts it."""

import json
import math
import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from support import MATCH, heelstone, referee, run, zoo
from heelstone_match.journal.file import read_journal
from heelstone_match.journal.plan import EngineSpec, Plan, PlanError
from heelstone_match.journal.records import GameRecord, PairRecord
from heelstone_match.play.limits import Limits
from heelstone_match.play.moves import START
from heelstone_match.play.player import Contest
from heelstone_match.tune.plan import TunePlan, tune_json
from heelstone_match.tune.progress import Progress, TuningPairs, replayed
from heelstone_match.tune.spsa import Parameter, Spsa

# How often a tuning is killed.
KILLS = int(os.environ.get("HEELSTONE_KILLS", "6"))

BY_DEPTH = Limits(depth=1)
X = Parameter("x", 10, 0, 100, c_end=4, r_end=0.05)
Y = Parameter("y", 0.5, -1, 1, c_end=0.1, r_end=0.05, whole=False)


def a_plan(pairs=1500, lag=8, limits=BY_DEPTH, parameters=(X, Y)):
    engine = EngineSpec(("true",), limits)
    tune = TunePlan(parameters, "set {name} {value}", lag)
    return Plan(
        contest=Contest("tictactoe"),
        engines=(engine, engine),
        referee=("true",),
        pairs=pairs,
        seed=7,
        openings={},
        tune=tune_json(tune),
    )


class NoOpenings:
    def nth(self, number):
        return ()


def a_record(task, results):
    """A pair of which A got these half points of each game."""
    games = []
    for (black, white), half_points in zip((("A", "B"), ("B", "A")), results):
        winner = {2: "A", 1: None, 0: "B"}[half_points]
        result = "0" if winner is None else "B+1" if winner == black else "W+1"
        games.append(GameRecord(black, white, result, winner, "played out", ()))
    return PairRecord(task.number, START, tuple(games), task.settings)


def told(commands):
    return {line.split()[1]: float(line.split()[2]) for line in commands}


def strength(values):
    """In logits; best at x = 60 and y = -0.5."""
    return -(((values["x"] - 60) / 25) ** 2) - (((values["y"] + 0.5) / 0.5) ** 2)


def judged(task, rng):
    """A pair between players of known strength."""
    sides = [strength(told(task.settings[key])) for key in "AB"]
    wins = 1 / (1 + math.exp(sides[1] - sides[0]))
    return a_record(task, [2 * (rng.random() < wins) for _ in "12"])


def simulated(plan, rng, flight=4):
    """Plays a plan with that many pairs in the air, which come back in any order; the records."""
    progress = Progress(plan)
    source = TuningPairs(progress, range(1, plan.pairs + 1), NoOpenings())
    flying, back, records = [], {}, []
    while len(records) < plan.pairs:
        while len(flying) < flight and (task := source.next()):
            flying.append(task)
        task = flying.pop(rng.randrange(len(flying)))
        back[task.number] = judged(task, random.Random(task.number))
        while (number := len(records) + 1) in back:
            records.append(back.pop(number))
            source.learn(records[-1])
    return progress, records


class TheArithmetic(unittest.TestCase):
    def test_the_gains_end_where_they_are_told_to(self):
        spsa = Spsa((X, Y), pairs=500, seed=1)
        self.assertEqual((spsa.spread(500), spsa.rate(500)), (1, 1))
        # By the formulas of fishtest: c = c_end N^gamma, a = r_end c_end^2 (A + N)^alpha,
        # c_k = c / k^gamma, R_k = a / (A + k)^alpha / c_k^2.
        c = X.c_end * 500**0.101 / 20**0.101
        rate = X.r_end * X.c_end**2 * (50 + 500) ** 0.602 / (50 + 20) ** 0.602 / c**2
        self.assertAlmostEqual(spsa.spread(20) * X.c_end, c)
        self.assertAlmostEqual(spsa.rate(20) * X.r_end, rate)
        theta = (50.0, 0.0)
        moved = [after - before for before, after in zip(theta, spsa.moved(20, theta, 2))]
        self.assertAlmostEqual(abs(moved[0]), rate * c * 2)
        self.assertAlmostEqual(abs(moved[1]), rate * c * 2 * Y.c_end / X.c_end)
        self.assertEqual(spsa.moved(20, theta, 0), theta)

    def test_the_winning_side_is_moved_to(self):
        spsa = Spsa((X, Y), pairs=500, seed=1)
        theta = (50.0, 0.0)
        for number in range(1, 40):
            plus, minus = spsa.sides(number, theta)
            for result, better in ((1, plus), (-2, minus)):
                moved = spsa.moved(number, theta, result)
                for before, after, side in zip(theta, moved, better):
                    self.assertGreater((after - before) * (side - before), 0)

    def test_whole_numbers_are_right_on_average(self):
        middle, count = 50.3, 4000
        spsa = Spsa((Parameter("x", 50, 0, 100, c_end=0.2, r_end=0.1),), pairs=count, seed=3)
        sides = [spsa.sides(number, (middle,)) for number in range(1, count + 1)]
        values = [value for side in sides for (value,) in side]
        self.assertTrue(all(value == int(value) for value in values))
        self.assertAlmostEqual(sum(values) / len(values), middle, delta=0.03)
        # Half a unit apart they would be equal always if they were rounded to the nearest.
        self.assertGreater(sum(plus != minus for plus, minus in sides), count / 5)

    def test_nothing_leaves_its_range(self):
        spsa = Spsa((X, Y), pairs=100, seed=1)
        theta = (99.5, -1.0)
        for number in range(1, 101):
            theta = spsa.moved(number, theta, 2)
            for values in (theta, *spsa.sides(number, theta)):
                self.assertTrue(0 <= values[0] <= 100 and -1 <= values[1] <= 1, values)

    def test_the_best_values_are_found(self):
        progress, _ = simulated(a_plan(), random.Random(1))
        x, y = progress.theta
        self.assertAlmostEqual(x, 60, delta=8)
        self.assertAlmostEqual(y, -0.5, delta=0.16)
        self.assertEqual(progress.learned, 1500)

    def test_what_cannot_be_tuned_is_refused(self):
        cases = [
            ({"start": 101}, "not between"),
            ({"low": 100}, "not between"),
            ({"start": math.nan}, "finite"),
            ({"c_end": 0}, "C_END"),
            ({"low": 0.5}, "whole bounds"),
            ({"name": "two words"}, "one word"),
        ]
        for change, wanted in cases:
            with self.subTest(change=change), self.assertRaisesRegex(PlanError, wanted):
                a_plan(parameters=(Parameter(**{**X.__dict__, **change}),))
        for command in ("set {name}", "set {value}"):
            with self.assertRaisesRegex(PlanError, "needs"):
                TunePlan((X,), command, 1)
        with self.assertRaisesRegex(PlanError, "not a plan of a tuning"):
            Progress(Plan(**{**a_plan().__dict__, "tune": {"parameters": [{"name": "x"}]}}))


class TheWay(unittest.TestCase):
    def test_it_is_the_same_whatever_comes_back_first(self):
        """Where no clock decides, the number of pairs at a time changes nothing."""
        plan = a_plan(pairs=120)
        _, one = simulated(plan, random.Random(1), flight=1)
        for flight in (3, 8, 20):
            self.assertEqual(simulated(plan, random.Random(flight), flight)[1], one)

    def test_no_more_pairs_are_played_at_a_time_than_the_lag(self):
        source = TuningPairs(Progress(a_plan(lag=3)), range(1, 10), NoOpenings())
        tasks = [source.next() for _ in range(3)]
        self.assertIsNone(source.next())
        self.assertFalse(source.done)
        source.learn(judged(tasks[0], random.Random(1)))
        self.assertEqual(source.next().number, 4)
        self.assertIsNone(source.next())

    def test_on_the_clock_a_pair_knows_all_results(self):
        progress = Progress(a_plan(lag=3, limits=Limits(time=1)))
        source = TuningPairs(progress, range(1, 100), NoOpenings())
        tasks = [source.next() for _ in range(20)]
        self.assertEqual(tasks[19].settings, commands(progress, 20, progress.spsa.start))
        source.learn(a_record(tasks[4], (2, 2)))
        self.assertNotEqual(progress.theta, progress.spsa.start)
        self.assertEqual(source.next().settings, commands(progress, 21, progress.theta))

    def test_a_journal_says_all_that_is_to_know(self):
        for limits in (Limits(depth=1), Limits(time=1)):
            plan = a_plan(pairs=60, limits=limits)
            whole, records = simulated(plan, random.Random(1))
            for cut in (0, 1, 7, 8, 9, 30, 60):
                again = replayed(plan, records[:cut])
                source = TuningPairs(again, range(cut + 1, 61), NoOpenings())
                for record in records[cut:]:
                    task = source.next()
                    if limits.depth:
                        self.assertEqual(task.settings, record.settings)
                    source.learn(record)
                self.assertEqual(again.theta, whole.theta)


def commands(progress, number, theta):
    return dict(zip("AB", map(progress.tune.commands, progress.spsa.sides(number, theta))))


def tune(*options, engine=None, limit=("--depth", 1)):
    command = [sys.executable, "-S", str(MATCH), "tune", "--game", "tictactoe"]
    command += ["--engine", shlex.join(engine or zoo("--best", 70))]
    return [*command, "--referee", shlex.join(referee()), *map(str, limit), *map(str, options)]


class Tool(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.path = self.folder / "tune.jsonl"

    def status(self):
        done = run([sys.executable, "-S", str(MATCH), "tune", "--status", str(self.path), "--json"])
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(done.stdout)

    def resume(self, *options):
        return [sys.executable, "-S", str(MATCH), "resume", str(self.path), *options]


class ATuning(Tool):
    def test_it_finds_the_better_value(self):
        options = ("--pairs", 300, "--param", "skill=,,,20", "--r-end", 0.05, "--concurrency", 2)
        done = run(tune(*options, "--journal", self.path))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("300 of 300 pairs  skill ", done.stdout)
        told = self.status()
        (skill,) = told["parameters"]
        self.assertEqual([skill[name] for name in ("start", "min", "max")], [5, 0, 100])
        self.assertTrue(50 <= skill["now"] <= 90, skill)
        self.assertEqual(told["commands"], [f"param skill {skill['set']}"])
        self.assertTrue(done.stdout.endswith(f"\n\nparam skill {skill['set']}\n"), done.stdout)
        self.assertEqual(int(skill["set"]), round(skill["now"]))

    def test_both_sides_are_told_their_values_in_every_game(self):
        log = self.folder / "log"
        engine = zoo("--best", 70, "--log", log, "--mode", "crash", "--at", 6)
        done = run(tune("--pairs", 3, "--all", "--journal", self.path, engine=engine))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("loses: crash", done.stdout)
        wanted = []
        for record in read_journal(self.path).pairs:
            self.assertEqual(len(record.settings["A"]), 2)
            self.assertNotEqual(record.settings["A"], record.settings["B"])
            wanted += [tuple(record.settings[key]) for key in "ABBA"]
        lines = [line.partition(" ")[2] for line in log.read_text(encoding="utf-8").splitlines()]
        # Each game's begin, and what follows it; the first ones try whether all can play.
        begins = [i for i, line in enumerate(lines) if line == "newgame tictactoe"]
        played = [tuple(lines[i + 1 : i + 3]) for i in begins if "param" in lines[i + 1]]
        self.assertEqual(sorted(played[1:]), sorted(wanted))

    def test_json_is_on_stdout_alone(self):
        done = run(tune("--pairs", 2, "--all", "--json"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(
            [p["name"] for p in json.loads(done.stdout)["parameters"]], ["skill", "idle"]
        )
        self.assertIn("2 of 2 pairs", done.stderr)

    def test_all_fields_of_a_parameter_can_be_given(self):
        given = ("--param", "*=,20", "--param", "skill=40,30,60,2.5,0.01")
        done = run(tune("--iterations", 1, *given, "--journal", self.path))
        self.assertEqual(done.returncode, 0, done.stderr)
        skill, idle = read_journal(self.path).header.plan.tune["parameters"]
        wanted = {"start": 40, "low": 30, "high": 60, "c_end": 2.5, "r_end": 0.01, "whole": True}
        self.assertEqual(skill, {"name": "skill", **wanted})
        self.assertEqual(
            (idle["start"], idle["low"], idle["high"], idle["c_end"]), (50, 20, 100, 4)
        )

    def test_an_engine_that_lists_nothing_can_be_tuned(self):
        """All is given, and the command is another one; here it only has to succeed."""
        given = ("--param", "x=0.5,0,1", "--set-command", "known_command {name}-{value}")
        log = self.folder / "log"
        done = run(tune("--pairs", 2, *given, engine=zoo("--log", log)))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("known_command x-0.5", log.read_text(encoding="utf-8"))

    def test_what_cannot_be_meant_is_a_sentence(self):
        cases = [
            ((), "needs --param or --all"),
            (("--all", "--engine", "x"), "one --engine"),
            (("--param", "courage"), "lists no parameter courage; there are: skill, idle"),
            (("--param", "skill=1,2,3,4,5,6"), "MIN,MAX,C_END,R_END at most"),
            (("--param", "skill=many"), "is not a number"),
            (("--param", "skill=5,0,101"), "takes 0 to 100 only"),
            (("--all", "--set-command", "param {name}"), "needs {name} and {value}"),
            (("--all", "--set-command", "sing {name} {value}"), "refuses `sing skill 5`"),
            (("--all", "--list-command", "name"), "not `NAME VALUE MIN MAX`"),
            (("--all", "--list-command", "sing"), "unknown command"),
            (("--all", "--r-end", "0"), "above 0"),
            (("--param", "s*=3,9"), "3 is not between 9 and 100"),
        ]
        for options, wanted in cases:
            with self.subTest(options=options):
                done = run(tune("--pairs", 2, *options, "--journal", self.path))
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(wanted, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1)
                self.assertFalse(self.path.exists())

    def test_engines_can_be_told_what_they_play_with(self):
        """Also in a match, where nothing is tuned; and before the values of a tuning."""
        log = self.folder / "log"
        engine = shlex.join(zoo("--best", 70, "--log", log))
        words = ["run", "--game", "tictactoe", "--depth", "1", "--referee", shlex.join(referee())]
        words += ["--engine", engine, "--engine", engine, "--tell", "param idle 1"]
        words += ["--tell", "A:param skill 70", "--tell", "B:param skill 7"]
        self.assertEqual(run([sys.executable, "-S", str(MATCH), *words]).returncode, 0)
        told = log.read_text(encoding="utf-8")
        # Each engine begins three games: the first one tries whether it can play.
        self.assertEqual(
            [told.count(f"param {what}\n") for what in ("skill 70", "skill 7", "idle 1")], [3, 3, 6]
        )
        for wrong in ("C:name", "A:", "", "a\nb"):
            done = run([sys.executable, "-S", str(MATCH), *words, "--tell", wrong])
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("--tell", done.stderr)
        done = run([sys.executable, "-S", str(MATCH), *words, "--tell", "B:sing"])
        self.assertEqual(done.returncode, 2)
        self.assertIn("engine B refuses `sing`", done.stderr)

        log.unlink()
        options = ("--pairs", 1, "--param", "skill", "--tell", "param skill 1")
        self.assertEqual(run(tune(*options, engine=zoo("--log", log, "--best", 70))).returncode, 0)
        lines = [line.partition(" ")[2] for line in log.read_text(encoding="utf-8").splitlines()]
        after = [line for before, line in zip(lines, lines[1:]) if before == "param skill 1"]
        self.assertEqual(sum(line.startswith("param skill ") for line in after), 4)

    def test_a_setting_that_is_refused_later_ends_it(self):
        done = run(tune("--pairs", 50, "--param", "skill=95,0,200,20", "--list-command", "none"))
        self.assertEqual(done.returncode, 1)
        self.assertRegex(
            done.stderr, r"engine [AB] refuses `param skill 1\d\d`: \? \"no such value"
        )

    def test_only_a_tuning_has_a_status(self):
        words = [sys.executable, "-S", str(MATCH), "run", "--game", "tictactoe", "--depth", "1"]
        words += ["--referee", shlex.join(referee()), "--journal", str(self.path)]
        words += ["--engine", shlex.join(zoo())] * 2
        self.assertEqual(run(words).returncode, 0)
        done = run([sys.executable, "-S", str(MATCH), "tune", "--status", str(self.path)])
        self.assertEqual(done.returncode, 2)
        self.assertIn("not of a tuning", done.stderr)

    def test_workers_cannot_share_it(self):
        self.assertEqual(run(tune("--pairs", 1, "--all", "--journal", self.path)).returncode, 0)
        words = ["worker", "--plan", self.path, "--pairs", "1-1", "--out", self.folder / "part"]
        done = run([sys.executable, "-S", str(MATCH), *map(str, words)])
        self.assertEqual(done.returncode, 2)
        self.assertIn("cannot be shared out", done.stderr)

    @unittest.skipUnless(heelstone(), "needs the engine")
    def test_our_own_engine_can_be_tuned(self):
        listed = run([heelstone()], input="newgame connect4\nparam\nquit\n").stdout
        names = [line.split()[-4] for line in listed.splitlines() if len(line.split()) >= 4]
        if "?" in listed:
            self.skipTest("this build has no parameters")
        command = tune("--pairs", 3, "--all", "--journal", self.path, engine=(heelstone(),))
        done = run([*command, "--game", "connect4", "--depth", "2"])
        self.assertEqual(done.returncode, 0, done.stderr)
        told = self.status()
        self.assertEqual([p["name"] for p in told["parameters"]], names)
        self.assertEqual(told["pairs"], 3)


class Killed(Tool):
    """The tool is killed at random moments, and resumed, until the tuning is over."""

    PAIRS = 15 * KILLS

    def killed(self, limit):
        rng = random.Random(3)
        options = ("--pairs", self.PAIRS, "--all", "--concurrency", 2)
        begin = tune(*options, "--journal", self.path, limit=limit)
        for _ in range(KILLS):
            command = self.resume("--concurrency", "2") if self.path.exists() else begin
            with subprocess.Popen(
                command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            ) as tool:
                time.sleep(rng.uniform(0.1, 0.7))
                tool.send_signal(signal.SIGKILL)
        done = run(self.resume() if self.path.exists() else begin)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = [json.loads(line) for line in self.path.read_bytes().splitlines()]
        numbers = [line["pair"] for line in lines if "pair" in line]
        self.assertEqual(sorted(numbers), list(range(1, self.PAIRS + 1)))
        return options, done.stdout

    def test_by_depth_the_journal_is_that_of_one_run(self):
        options, _ = self.killed(("--depth", 1))
        other = self.folder / "other.jsonl"
        self.assertEqual(run(tune(*options, "--journal", other)).returncode, 0)
        self.assertEqual(self.path.read_bytes(), other.read_bytes())

    def test_on_the_clock_the_values_follow_from_the_journal(self):
        _, output = self.killed(("--time", 5))
        contents = read_journal(self.path)
        progress = replayed(contents.header.plan, contents.pairs)
        told = self.status()
        self.assertEqual([p["now"] for p in told["parameters"]], list(progress.theta))
        self.assertIn("\n".join(told["commands"]), output)


if __name__ == "__main__":
    unittest.main()

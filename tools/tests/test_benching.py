"""Engines that a match cannot go on with: nothing is concluded from games that did not begin."""

import json
import shlex
import shutil
import sys
import tempfile
import unittest
from pathlib import Path
from queue import SimpleQueue

from support import MATCH, game_lines, match_arguments, referee, run, zoo
from heelstone_match.conductor import MAX_FAILED_STARTS, MAX_VOIDS, Conductor
from heelstone_match.crew.events import BROKEN, Done, Ready, Void
from heelstone_match.journal.plan import EngineSpec, Plan
from heelstone_match.pair_source import PlanPairs
from heelstone_match.play.player import Contest
from records import pair

# Lives until its first move, and never starts again.
DIES = """
import os, sys
mark, command = sys.argv[1], sys.argv[2:]
if os.path.exists(mark):
    sys.exit(3)
open(mark, "w").close()
os.execv(command[0], command)
"""


class FailedStarts(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        script = self.folder / "dies.py"
        script.write_text(DIES, encoding="utf-8")
        mark = str(self.folder / "mark")
        self.dies = (sys.executable, str(script), mark, *zoo("--mode", "crash"))

    def journal(self):
        lines = (self.folder / "match.jsonl").read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines]

    def test_a_test_is_not_decided_by_an_engine_that_does_not_start(self):
        options = ("--pairs", 100, "--sprt", "elo0=0,elo1=100", "--opening-plies", 2)
        journal = ("--journal", self.folder / "match.jsonl")
        done = run(match_arguments(zoo(), self.dies, *options, *journal))
        self.assertEqual(done.returncode, 1)
        self.assertIn(
            f"B could not begin {MAX_FAILED_STARTS} games in a row: the match stops", done.stderr
        )
        self.assertNotIn("accepts", done.stdout)
        lines = game_lines(done.stdout)
        self.assertLessEqual(len(lines), MAX_FAILED_STARTS + 2)
        self.assertIn("nobody wins, B failed to start", lines[-1])
        # One game was lost by the crash; those that did not begin are no games of the table.
        self.assertRegex(done.stdout, r"\nA \S+ .* 1 +1 +0 +0 +1 ")
        self.assertIn("halt", self.journal()[-1])

    def test_a_tournament_goes_on_without_it(self):
        engines = [zoo("--name", "One"), zoo("--name", "Two"), self.dies]
        words = ["run", "--game", "tictactoe", "--format", "round-robin", "--pairs", "5"]
        for engine in engines:
            words += ["--engine", shlex.join(engine)]
        words += ["--referee", shlex.join(referee()), "--opening-plies", "1"]
        words += ["--journal", str(self.folder / "match.jsonl")]
        done = run([sys.executable, "-S", str(MATCH), *words])
        self.assertEqual(done.returncode, 1)
        self.assertIn("C could not begin", done.stderr)
        told = self.journal()
        met = [{line["games"][0]["black"], line["games"][0]["white"]} for line in told
               if "pair" in line]  # fmt: skip
        self.assertEqual(met.count({"A", "B"}), 5)
        self.assertLess(len(met), 15)
        self.assertEqual([line["benched"] for line in told if "benched" in line], [["C"]])
        report = run([sys.executable, "-S", str(MATCH), "report", str(self.folder / "match.jsonl")])
        self.assertIn("C could not begin", report.stdout)


class Openings:
    def nth(self, number):
        return ()


class SpoiltCrew:
    """Plays what it is given at once; what these two play the host spoils."""

    window = 2

    def __init__(self, spoilt):
        self.events = SimpleQueue()
        self._spoilt = spoilt

    def start(self):
        self.events.put(Ready({}, "Referee", ()))

    def submit(self, task):
        if {task.first, task.second} == self._spoilt:
            self.events.put(Void(task, "it was stopped"))
        else:
            played = pair(task.number, "B+1 W+1", players=(task.first, task.second))
            self.events.put(Done(task, played))

    def finish(self):
        pass

    def stop(self):
        pass


class Said:
    def __init__(self):
        self.sentences = []
        self.players = []

    def ready(self, names, referee, notes):
        pass

    def pair(self, record, counts):
        self.players.append(record.players)

    def void(self, number, why):
        pass

    def say(self, sentence):
        self.sentences.append(sentence)


class Stopped(unittest.TestCase):
    def conductor(self, engines):
        plan = Plan(
            Contest("tictactoe"), (EngineSpec(("x",)),) * engines, ("x",), 3, 1, {}, "round-robin"
        )
        tasks = PlanPairs(plan, range(1, plan.total + 1), Openings())
        self.said = Said()
        return Conductor(plan, tasks, SpoiltCrew({"A", "B"}), None, self.said)

    def test_an_engine_that_stops_itself_ends_its_pairing_alone(self):
        conductor = self.conductor(3)
        self.assertEqual(conductor.run(), BROKEN)
        met = self.said.players
        self.assertEqual((met.count(("A", "C")), met.count(("B", "C"))), (3, 3))
        self.assertIn(f"spoilt by the host {MAX_VOIDS} times", conductor.trouble)
        self.assertIn("A and B meet no more", conductor.trouble)

    def test_a_match_of_two_ends(self):
        conductor = self.conductor(2)
        self.assertEqual(conductor.run(), BROKEN)
        self.assertIn("can be resumed", conductor.trouble)


if __name__ == "__main__":
    unittest.main()

"""A question about many positions: each is answered once, whatever ends the work."""

import json
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

from clusters import Cluster, needs_dask

from support import MATCH, heelstone, run, zoo

KILLS = int(os.environ.get("HEELSTONE_KILLS", "3"))
# All positions of tic-tac-toe with two stones.
POSITIONS = [
    "/".join("".join("XO."[2 if c not in (x, o) else c == o] for c in row) for row in ROWS) + " b"
    for ROWS in [[(0, 1, 2), (3, 4, 5), (6, 7, 8)]]
    for x in range(9)
    for o in range(9)
    if x != o
]


class Spread(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.path = self.folder / "answers.jsonl"
        self.file = self.folder / "positions"
        self.file.write_text("# two stones\n\n" + "\n".join(POSITIONS), encoding="utf-8")

    def command(self, *options, engine=None, ask="solve", game="tictactoe"):
        # Dask is among the site packages, without which a start is faster.
        bare = [] if "--cluster" in options else ["-S"]
        words = [sys.executable, *bare, str(MATCH), "spread", "--game", game, "--ask", ask]
        words += ["--engine", shlex.join(engine or zoo()), "--positions", str(self.file)]
        return [*words, "--journal", str(self.path), *map(str, options)]

    def answers(self):
        return [json.loads(line) for line in self.path.read_bytes().splitlines()[1:]]

    def assert_answered(self, texts=POSITIONS, first=3):
        answers = sorted(self.answers(), key=lambda answer: answer["position"])
        self.assertEqual([a["position"] for a in answers], list(range(first, first + len(texts))))
        self.assertEqual([a["text"] for a in answers], list(texts))
        return [answer["reply"] for answer in answers]


class OnThreads(Spread):
    def test_each_position_has_its_own_answer(self):
        done = run(self.command("--concurrency", 2, "--json"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["replies"], len(POSITIONS))
        replies = self.assert_answered()
        # Black loses nowhere, and wins against most answers in seven plies or fewer.
        self.assertEqual({reply.split()[0].rstrip(":") for reply in replies}, {"win", "draw"})
        centre = dict(zip(POSITIONS, replies))
        self.assertRegex(centre["X../.O./... b"], "^draw: ")
        self.assertRegex(centre["XO./.../... b"], "^win in 5: ")

    def test_a_question_may_hold_the_line_itself(self):
        words = ["play", "replay", "genmove"]
        self.file.write_text("\n".join(words), encoding="utf-8")
        done = run(self.command(ask="known_command {}"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.assert_answered(words, 1), ["true", "false", "true"])

    @unittest.skipUnless(heelstone(), "the engine is not built")
    def test_the_games_of_a_training_are_played_anywhere(self):
        def train(file, *options):
            command = [heelstone(), "train", file, "--game", "tictactoe", "--network", *options]
            return run([*command, "--time", "none"], cwd=self.folder)

        begun = train("spread.weights", "--games", "256")
        self.assertEqual(begun.returncode, 0, begun.stderr)
        self.file.write_text("\n".join(map(str, range(256, 512))), encoding="utf-8")
        state = str(self.folder / "spread.weights.training")
        engine = (heelstone(), "--game", "tictactoe", "--training", state)
        done = run(self.command("--concurrency", 2, engine=engine, ask="training_game {}"))
        self.assertEqual(done.returncode, 0, done.stderr)
        played = train("spread.weights", "--games", "512", "--played", str(self.path))
        self.assertEqual(played.returncode, 0, played.stderr)
        self.assertIn(f"{self.path}: learnt from 256 games\n", played.stdout)
        train("alone.weights", "--games", "512")
        alone, spread = (
            (self.folder / f"{name}.weights").read_bytes() for name in ("alone", "spread")
        )
        self.assertEqual(alone, spread)

    def test_a_torn_line_is_asked_again_and_nothing_else(self):
        run(self.command())
        lines = self.path.read_bytes().splitlines(keepends=True)
        self.path.write_bytes(b"".join(lines[:31]) + lines[31][:15])
        log = self.folder / "log"
        spy = ("sh", "-c", shlex.join(("exec", *zoo("--log", log))))
        other = run(self.command(engine=spy))
        self.assertEqual(other.returncode, 2)
        self.assertIn("another question", other.stderr)
        done = run(self.command("--json"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.path.read_bytes()[: sum(map(len, lines[:31]))], b"".join(lines[:31]))
        self.assertEqual(done.stderr.count("position "), len(POSITIONS) - 30)
        self.assert_answered()

    def test_what_is_refused_or_fails_is_told_and_the_rest_goes_on(self):
        self.file.write_text("\n".join([*POSITIONS[:3], "nonsense", *POSITIONS[3:6]]))
        once = self.folder / "once"
        # Not a word of the command line, for what that names must not change.
        engine = zoo("--mode", "crash", "--once", once)
        engine = ("sh", "-c", shlex.join(("exec", *engine)))
        done = run(self.command("--json", engine=engine, ask="genmove black"))
        self.assertEqual(done.returncode, 1, done.stderr)
        first, *rest = self.answers()
        self.assertEqual(first["fault"]["kind"], "crash")
        self.assertEqual(
            [a.get("error") for a in rest if "reply" not in a], ["this is no position"]
        )
        told = {"positions": 7, "replies": 5, "errors": 1, "faults": 1}
        self.assertEqual({**json.loads(done.stdout), **told}, json.loads(done.stdout))

    def test_it_is_no_match_and_says_so(self):
        run(self.command())
        done = run([sys.executable, "-S", str(MATCH), "resume", str(self.path)])
        self.assertEqual(done.returncode, 2)
        self.assertIn("match.py spread", done.stderr)

    def test_killed_at_any_moment_it_goes_on(self):
        rng = random.Random(3)
        for _ in range(KILLS):
            with subprocess.Popen(self.command(), stdout=subprocess.DEVNULL) as tool:
                time.sleep(rng.uniform(0.1, 0.6))
                tool.send_signal(signal.SIGKILL)
        done = run(self.command("--concurrency", 2))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assert_answered()

    @unittest.skipUnless(heelstone(), "the engine is not built")
    def test_the_engine_itself_counts(self):
        start = "/".join(["." * 7] * 6)
        texts = [f"{start} b", f"{start[:-1]}X w"]
        self.file.write_text("\n".join(texts))
        done = run(self.command(engine=(heelstone(),), ask="perft 3", game="connect4"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.assert_answered(texts, 1), ["343 0", "343 0"])


@needs_dask
class OnACluster(Spread):
    def test_two_workers_give_the_answers_of_threads(self):
        cluster = Cluster()
        self.addCleanup(cluster.close)
        self.assertEqual(run(self.command()).returncode, 0)
        here = self.assert_answered()
        lines = self.path.read_bytes().splitlines(keepends=True)
        for begun in ([], lines[:20]):
            self.path.write_bytes(b"".join(begun))
            done = run(self.command("--cluster", cluster.address))
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(self.assert_answered(), here)
            self.assertEqual(self.path.read_bytes()[: sum(map(len, begun))], b"".join(begun))

    def test_an_embedded_one_does_too(self):
        done = run(self.command("--cluster", "--concurrency", 2))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assert_answered()


if __name__ == "__main__":
    unittest.main()

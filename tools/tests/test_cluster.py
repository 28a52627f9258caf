"""Work on a Dask cluster: the same journal as anywhere, whatever dies."""

import contextlib
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

from clusters import Cluster, needs_dask
from matches import InAFolder, noting

from support import MATCH, ZOO_FILES, dies, run

# How often something is killed; 20 is what a release is tested with.
KILLS = int(os.environ.get("HEELSTONE_KILLS_CLUSTER", "3"))
# Pairs under way for each thread of a worker, if they are so short that they go together.
MOST_IN_FLIGHT = 3 * 32


class WhatIsRefused(InAFolder):
    def test_a_scheduler_elsewhere_needs_tls_or_consent(self):
        for options, sentence in (
            (("--cluster", "192.0.2.1:8786"), "another machine"),
            (("--cluster", "tcp://example.org:8786"), "another machine"),
            (("--cluster", "tls://127.0.0.1:8786"), "needs --tls-ca"),
            (("--cluster", "tcp://127.0.0.1:8786", "--tls-ca", __file__), "TLS needs"),
            (("--cluster", "nowhere"), "an address is"),
        ):
            with self.subTest(options=options):
                done = run(self.match(*options))
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(sentence, done.stderr)
                self.assertFalse(self.path.exists())

    def test_without_dask_a_sentence_says_how_to_get_it(self):
        words = self.match("--cluster")
        done = run([words[0], "-S", "-E", *words[1:]])
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("pip install", done.stderr)
        self.assertFalse(self.path.exists())


@needs_dask
class Embedded(InAFolder):
    def test_it_writes_the_same_journal_as_threads(self):
        options = ("--depth", 1, "--pairs", 12, "--concurrency", 2)
        here = self.folder / "here.jsonl"
        self.assert_plays(self.match(*options, journal=here))
        log = self.folder / "log"
        told = self.assert_plays(self.match(*options, "--cluster", a=noting("--log", log)))
        self.assertNotIn("Traceback", told)
        ours, theirs = (path.read_bytes().splitlines() for path in (self.path, here))
        self.assertEqual(ours[1:], theirs[1:])
        self.assertTrue(all(dies(pid) for pid in self.pids("log")))

    @unittest.skipUnless(os.path.exists("/proc/net/tcp"), "only Linux tells")
    def test_nothing_listens_where_others_could_reach_it(self):
        once = self.folder / "once"
        command = self.match("--cluster", a=noting("--mode", "hang", "--once", once))
        with subprocess.Popen(command, stdout=subprocess.PIPE) as tool:
            self.addCleanup(tool.kill)
            self.wait_for(once.exists)
            self.assertLessEqual(listening(tool.pid), {"0100007F"})
            tool.kill()

    def test_a_signal_ends_it_with_all_engines(self):
        log = self.folder / "log"
        command = self.match("--pairs", 50, "--cluster", a=noting("--mode", "hang", "--log", log))
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as tool:
            self.wait_for(lambda: log.exists() and b"genmove" in log.read_bytes())
            tool.send_signal(signal.SIGINT)
            _, complaint = tool.communicate()
        self.assertEqual((tool.returncode, complaint), (130, b""))
        self.assertTrue(all(dies(pid) for pid in self.pids("log")))

    def test_killed_at_any_moment_it_is_resumed(self):
        rng = random.Random(2)
        begin = self.match("--depth", 1, "--pairs", 60, "--cluster")
        for _ in range(KILLS // 2 + 1):
            command = self.resume("--cluster") if self.path.exists() else begin
            with subprocess.Popen(command, stdout=subprocess.DEVNULL) as tool:
                time.sleep(rng.uniform(0.3, 2.5))
                tool.kill()
        self.assert_plays(self.resume("--cluster") if self.path.exists() else begin)
        self.assert_complete(60)

    def test_a_desk_that_is_killed_loses_no_pair(self):
        once = self.folder / "once"
        engine = noting("--mode", "hang", "--once", once)
        command = self.match("--time", 60, "--pairs", 6, "--cluster", a=engine)
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as tool:
            self.wait_for(once.exists)
            for pid in descendants(tool.pid):
                if b"match.zip" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    os.kill(pid, signal.SIGKILL)
            told, complaint = tool.communicate()
        self.assertEqual((tool.returncode, complaint), (0, b""))
        self.assertIn(b"a runner ended with -9", told)
        self.assert_complete(6)

    def test_an_engine_that_cannot_start_ends_it(self):
        done = run(self.match("--cluster", a=("/no/such/engine",)))
        self.assertEqual(done.returncode, 2)
        self.assertIn("failed to start", done.stderr)


@needs_dask
class OnTwoWorkers(InAFolder):
    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster()
        cls.addClassCleanup(cls.cluster.close)

    def setUp(self):
        super().setUp()
        self.cluster.revive()

    def on_cluster(self, *options, **engines):
        return self.match(*options, "--cluster", self.cluster.address, **engines)

    def test_a_match_goes_on_there_and_back(self):
        whole = self.folder / "whole.jsonl"
        self.assert_plays(self.match("--depth", 1, "--pairs", 30, journal=whole))
        lines = whole.read_bytes().splitlines(keepends=True)
        self.path.write_bytes(b"".join(lines[:8]) + lines[8][:20])
        self.assert_plays(self.resume("--cluster", self.cluster.address))
        self.assertEqual(self.path.read_bytes(), whole.read_bytes())
        self.path.unlink()
        self.assert_plays(self.on_cluster("--depth", 1, "--pairs", 30))
        self.assertEqual(self.path.read_bytes(), whole.read_bytes())
        self.path.write_bytes(b"".join(lines[:12]))
        self.assert_plays(self.resume("--concurrency", 2))
        self.assertEqual(self.path.read_bytes(), whole.read_bytes())

    def test_an_early_end_leaves_no_engine_on_the_workers(self):
        log = self.folder / "log"
        engine = noting("--mode", "crash", "--log", log)
        done = run(self.on_cluster("--time", 5, "--pairs", 500, "--max-faults", 3, a=engine))
        self.assertEqual(done.returncode, 1)
        self.assertIn("the match stops", done.stderr)
        self.assertTrue(all(dies(pid) for pid in self.pids("log")))

    def test_engines_of_a_killed_worker_die_and_the_other_one_goes_on(self):
        log, once = self.folder / "log", self.folder / "once"
        # It neither answers nor notices the end of its input.
        engine = noting("--mode", "hang", "--once", once, "--log", log)
        command = self.on_cluster("--time", 60, "--pairs", 6, a=engine)
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as tool:
            self.wait_for(once.exists)
            hanging = [role for role in Cluster.ROLES[1:] if self.children_hang(role, log)]
            self.assertEqual(len(hanging), 1, hanging)
            before = self.pids("log")
            self.cluster.kill(hanging[0])
            _, complaint = tool.communicate()
        self.assertEqual((tool.returncode, complaint), (0, b""))
        self.assert_complete(6)
        self.assertTrue(all(dies(pid) for pid in before))

    def test_a_killed_client_leaves_no_engine_at_work_and_is_resumed(self):
        log, once = self.folder / "log", self.folder / "once"
        engine = noting("--mode", "hang", "--once", once, "--log", log)
        command = self.on_cluster("--time", 60, "--pairs", 6, a=engine)
        with subprocess.Popen(command, stdout=subprocess.PIPE) as tool:
            self.wait_for(once.exists)
            hanging = self.last_pid(log)
            tool.kill()
        self.assertTrue(dies(hanging))
        self.assert_plays(self.resume("--cluster", self.cluster.address))
        self.assert_complete(6)

    def children_hang(self, role, log):
        """True if the engine that hangs, the only one asked for a move, is of that worker."""
        pid = self.cluster.running[role].pid
        runners = Path(f"/proc/{pid}/task/{pid}/children")
        return self.last_pid(log) in descendants(pid) if runners.exists() else role == "worker 1"

    def last_pid(self, log):
        lines = log.read_text(encoding="utf-8").splitlines()
        return [int(line.split()[1]) for line in lines if line.startswith("pid ")][-1]


SCRIPT = """
import pathlib, sys
import brain
here = pathlib.Path(__file__).parent
assert (here / "data" / "book").read_text() == "e4"
(weights,) = [word[10:] for word in sys.argv if word.startswith("--weights=")]
assert open(weights).read() == "heavy"
brain.play(here / "zoo.py")
"""
BRAIN = "import runpy\ndef play(path): runpy.run_path(str(path), run_name='__main__')\n"


@needs_dask
@unittest.skipUnless(os.path.exists("/proc/self/cwd"), "only Linux has such paths")
class OnAWorkerWithoutTheFiles(InAFolder):
    """The engines are named below `/proc/self/cwd`, which is another folder for each process: the
    workers find nothing there, as on another machine."""

    def setUp(self):
        super().setUp()
        empty = self.folder / "empty"
        empty.mkdir()
        self.cluster = Cluster(cwd=empty)
        self.addCleanup(self.cluster.close)
        for name in ("first", "second"):
            (self.folder / name).mkdir()
            for file in ZOO_FILES:
                shutil.copy(file, self.folder / name)
        first, second = self.folder / "first", self.folder / "second"
        (first / "data").mkdir()
        (first / "data" / "book").write_text("e4")
        (first / "engine.py").write_text(SCRIPT)
        (first / "brain.py").write_text(BRAIN)
        (self.folder / "weights").write_text("heavy")
        (second / "start").write_text("#!/bin/sh\nexec python3 -S zoo.py --name Second\n")
        (second / "start").chmod(0o755)

    def test_scripts_play_there_with_their_data(self):
        here = "/proc/self/cwd"
        script = f"python3 {here}/first/engine.py --weights={here}/weights"
        words = self.match("--time", 20, "--pairs", 4, "--cluster", self.cluster.address)
        place = words.index("--engine")
        words[place + 1] = f'cmd="{script}"'
        words[place + 3] = f"cmd=./start,dir={here}/second,name=second"
        done = run(words, cwd=self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        self.assertNotIn("loses:", done.stdout)
        self.assert_complete(4)
        head, *lines = [json.loads(line) for line in self.path.read_bytes().splitlines()]
        about = head["engines"]["A"]
        self.assertEqual(about["script"]["sha256"], hashlib.sha256(SCRIPT.encode()).hexdigest())
        self.assertRegex(about["interpreter"]["version"], "^Python 3")
        workers = [line["worker"] for line in lines if "pair" in line]
        for worker in workers:
            self.assertIn(worker["name"], ("worker-1", "worker-2"))
            self.assertGreater(worker["speed"], 0)
            self.assertRegex(worker["interpreters"]["A"], "^Python 3")
        report = run([sys.executable, "-S", str(MATCH), "report", str(self.path)])
        self.assertRegex(report.stdout, rf"{workers[0]['name']} +[1-4] +\d+")


@needs_dask
class Killed(InAFolder):
    """A scheduler, a worker or the client is killed at random moments, again and again."""

    PAIRS = 250

    def setUp(self):
        super().setUp()
        self.cluster = Cluster()
        self.addCleanup(self.cluster.close)
        self.cluster.supervise()
        self.rng = random.Random(7)
        self.log = self.folder / "log"
        self.client = None
        self.deaths = self.matches = 0
        self.addCleanup(self.end_client)

    def end_client(self):
        if self.client:
            self.client.kill()
            self.client.communicate()

    def start_client(self):
        there = ("--cluster", self.cluster.address)
        engine = noting("--log", self.log)
        begin = self.match("--time", 5, "--pairs", self.PAIRS, *there, a=engine)
        command = self.resume(*there) if self.path.exists() else begin
        self.client = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )

    def hear_end(self):
        """How the client ended that was not killed: with the match, or for want of a scheduler."""
        _, complaint = self.client.communicate()
        code, self.client = self.client.returncode, None
        if code != 0:
            self.assertEqual(code, 1, complaint)
            self.assertRegex(complaint, r"match.py: .*(was lost|cannot be reached)")
        return code

    def finish(self):
        """The match is over: whether every pair is there once, and how many were played."""
        self.assert_complete(self.PAIRS)
        games = self.log.read_bytes().count(b" newgame ")
        extra = games / 2 - self.PAIRS
        print(
            f"\n{self.deaths} killed: {games / 2:g} pairs played for {self.PAIRS}", file=sys.stderr
        )
        self.assertLessEqual(extra, (self.deaths + 1) * 2 * MOST_IN_FLIGHT)
        self.path.unlink()
        self.log.unlink()
        self.deaths = 0
        self.matches += 1

    def strike(self, victim):
        self.deaths += 1
        if victim == "client":
            self.client.kill()
            self.client.communicate()
            self.client = None
            return
        self.cluster.kill(victim)
        if victim == "scheduler":
            self.hear_end()

    def test_every_pair_is_there_once(self):
        victims = ("worker 1", "scheduler", "client", "worker 2")
        killed = 0
        while killed < KILLS:
            if self.client is None:
                self.start_client()
            time.sleep(self.rng.uniform(0.5, 4))
            if self.client.poll() is None:
                self.strike(victims[killed % len(victims)])
                killed += 1
            if self.client and self.client.poll() is not None and self.hear_end() == 0:
                self.finish()
        while self.path.exists() or self.client:
            if self.client is None:
                self.start_client()
            if self.hear_end() == 0:
                self.finish()
        self.assertGreater(self.matches, 0)


def listening(pid):
    """The addresses at which that process listens."""
    files = []
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            files.append(os.readlink(file))
    found = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
            _, local, _, state, *rest = line.split()
            if state == "0A" and f"socket:[{rest[5]}]" in files:
                found.add(local.partition(":")[0])
    return found


def descendants(pid):
    """All processes below that one."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            stat = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        found.add((int(path.parent.name), int(stat[1])))
    below, grown = {pid}, True
    while grown:
        more = {child for child, parent in found if parent in below} - below
        below |= more
        grown = bool(more)
    return below - {pid}


if __name__ == "__main__":
    unittest.main()

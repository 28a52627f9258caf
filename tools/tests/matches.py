"""Matches with a journal in a folder of their own, for the tests of work on a cluster."""

import json
import shlex
import shutil
import sys
import tempfile
import time
import unittest
from pathlib import Path

from support import MATCH, match_arguments, run, zoo


def noting(*options):
    """An engine of the zoo that writes files. They are no words of its command line, for what a
    command line names must not change while a match lasts."""
    return ("sh", "-c", shlex.join(("exec", *zoo(*options))))


class InAFolder(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.path = self.folder / "match.jsonl"

    def match(self, *options, a=None, b=None, journal=None):
        """The command of a match; with site packages, where Dask is."""
        words = match_arguments(a or zoo(), b or zoo(), *options)
        words += ["--journal", str(journal or self.path)]
        return [word for place, word in enumerate(words) if (place, word) != (1, "-S")]

    def resume(self, *options, journal=None):
        return [sys.executable, str(MATCH), "resume", str(journal or self.path), *map(str, options)]

    def assert_plays(self, command):
        done = run(command)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return done.stdout

    def assert_complete(self, pairs):
        lines = [json.loads(line) for line in self.path.read_bytes().splitlines()]
        numbers = [line["pair"] for line in lines if "pair" in line]
        self.assertEqual(sorted(numbers), list(range(1, pairs + 1)))
        self.assertEqual(
            sum(len(line.get("games", ())) for line in lines if "pair" in line), 2 * pairs
        )

    def pids(self, log):
        """The processes of engines that wrote that log."""
        lines = (self.folder / log).read_text(encoding="utf-8").splitlines()
        return {int(line.split()[1]) for line in lines if line.startswith("pid ")}

    def wait_for(self, holds):
        for _ in range(1500):
            if holds():
                return
            time.sleep(0.02)
        self.fail("it never came to that")

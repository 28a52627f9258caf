"""Long matches: memory holds counts and hashes, the games stay in the file."""

import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from support import TOOLS
from heelstone_match.journal.file import JournalError, read_journal
from heelstone_match.journal.plan import EngineSpec, Plan, new_header
from heelstone_match.play.limits import Limits
from heelstone_match.play.player import Contest

OPENINGS = {"kind": "random", "plies": 0, "source": "no openings"}
# Of one pair with all that is told of its moves, as a list of records takes it: above 40.
KIB_A_PAIR = 4
FEW, MANY = 200, 2200
# Runs the tool and tells its own peak, in KiB.
DRIVER = """
import sys
sys.path.insert(0, sys.argv.pop(1))
from heelstone_match.cli import main
code = main()
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print("peak", peak.split()[1], code, file=sys.stderr)
"""


def write_journal(path, pairs, plies=60):
    """A match of two engines that moved anywhere, with times and searches."""
    rng = random.Random(3)
    engine = EngineSpec(("true",), Limits(time=0.1))
    plan = Plan(Contest("othello"), (engine, engine), ("true",), pairs, 1, OPENINGS)
    cells = [f"{column}{row}" for column in "ABCDEFGH" for row in range(1, 9)]
    times = [round(rng.uniform(0, 0.1), 6) for _ in range(1000)]
    with open(path, "w", encoding="utf-8") as file:
        file.write(json.dumps(new_header(plan).json()) + "\n")
        for number in range(1, pairs + 1):
            games = []
            for black, white in ("AB", "BA"):
                moves = zip("bw" * (plies // 2), rng.choices(cells, k=plies))
                told = {"black": black, "white": white, "reason": "played out"}
                told |= {"winner": rng.choice("AB"), "moves": " ".join(map(" ".join, moves))}
                told["result"] = "B+2" if told["winner"] == black else "W+2"
                told |= {name: rng.choices(times, k=plies) for name in ("wall", "cpu", "delay")}
                told |= {name: rng.choices(range(99), k=plies) for name in ("depth", "nodes")}
                games.append(told)
            line = {"pair": number, "opening": "", "games": games}
            file.write(json.dumps(line, separators=(",", ":")) + "\n")


class Memory(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def peak(self, *words):
        command = [sys.executable, "-S", "-c", DRIVER, str(TOOLS), *map(str, words)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        peak, code = re.search(r"peak (\d+) (\d+)", done.stderr).groups()
        self.assertEqual(code, "0", done.stderr)
        return int(peak)

    @unittest.skipUnless(Path("/proc/self/status").exists(), "only Linux tells the peak")
    def test_a_long_journal_takes_little_more_than_a_short_one(self):
        short, long = self.folder / "short.jsonl", self.folder / "long.jsonl"
        write_journal(short, FEW)
        write_journal(long, MANY)
        for words in (
            ("stats", "FILE"),
            ("resume", "FILE"),
            ("report", "FILE", "--no-boards", "--html", self.folder / "page.html"),
        ):
            with self.subTest(command=words[0]):
                few, many = (
                    self.peak(*(path if word == "FILE" else word for word in words))
                    for path in (short, long)
                )
                self.assertLess(many - few, KIB_A_PAIR * (MANY - FEW))

    def test_pairs_are_read_one_by_one_in_any_order(self):
        path = self.folder / "match.jsonl"
        write_journal(path, 5, plies=4)
        pairs = read_journal(path).pairs
        self.assertEqual((len(pairs), pairs[3].number, pairs[-1].number), (5, 4, 5))
        self.assertEqual([pair.number for pair in pairs[1:3]], [2, 3])
        self.assertEqual(pairs, list(pairs))

    def test_a_line_that_is_no_pair_is_named_when_it_is_read(self):
        path = self.folder / "match.jsonl"
        write_journal(path, 2, plies=4)
        path.write_bytes(path.read_bytes().replace(b'"winner":', b'"loser":', 1))
        with self.assertRaisesRegex(JournalError, "line 2"):
            list(read_journal(path).pairs)


if __name__ == "__main__":
    unittest.main()

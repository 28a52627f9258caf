"""Journals that were compressed, and what a journal says of the machine."""

import gzip
import json
import lzma
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

from support import MATCH, match_arguments, run, zoo
from heelstone_match.journal.file import Journal, JournalError, read_journal, times_path
from heelstone_match.journal.machine import processor_name
from heelstone_match.journal.merge import merge, write_merged

OPENERS = {".gz": gzip.open, ".xz": lzma.open}


class InAFolder(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.path = self.folder / "match.jsonl"

    def match(self, *options):
        fixed = ("--pairs", 2, "--journal", self.path)
        done = run(match_arguments(zoo(), zoo(), *fixed, *options))
        self.assertEqual(done.returncode, 0, done.stderr)

    def pack(self, path, ending):
        packed = path.with_name(path.name + ending)
        with OPENERS[ending](packed, "wb") as file:
            file.write(path.read_bytes())
        return packed


class Packed(InAFolder):
    def test_a_compressed_journal_tells_what_the_plain_one_does(self):
        self.match("--time", 5)
        for ending in OPENERS:
            with self.subTest(ending=ending):
                packed = self.pack(self.path, ending)
                self.assertEqual(read_journal(packed), read_journal(self.path))
                told = [
                    run([sys.executable, "-S", str(MATCH), "report", str(path), "--json"])
                    for path in (packed, self.path)
                ]
                self.assertEqual(told[0].returncode, 0, told[0].stderr)
                self.assertEqual(told[0].stdout, told[1].stdout)

    def test_times_that_stand_apart_are_compressed_like_it(self):
        self.match("--depth", 1)
        plain = read_journal(self.path)
        self.assertTrue(plain.pairs[0].games[0].wall)
        packed = self.pack(self.path, ".xz")
        self.assertFalse(read_journal(packed).pairs[0].games[0].wall)
        times = self.pack(times_path(self.path), ".xz")
        self.assertEqual(times_path(packed), times)
        self.assertEqual(read_journal(packed), plain)

    def test_a_torn_last_line_is_left_out(self):
        self.match("--time", 5)
        self.path.write_bytes(self.path.read_bytes()[:-9])
        packed = self.pack(self.path, ".gz")
        self.assertEqual([pair.number for pair in read_journal(packed).pairs], [1])

    def test_a_damaged_one_is_refused(self):
        self.match("--time", 5)
        for ending in OPENERS:
            packed = self.pack(self.path, ending)
            whole = packed.read_bytes()
            for bad in (b"", whole[:-20], b"plain", whole[:40] + b"?????" + whole[45:]):
                with self.subTest(ending=ending, bad=bad[:9]):
                    packed.write_bytes(bad)
                    with self.assertRaises(JournalError):
                        read_journal(packed)

    def test_nothing_is_written_to_one(self):
        self.match("--time", 5)
        packed = self.pack(self.path, ".xz")
        before = packed.read_bytes()
        with self.assertRaisesRegex(JournalError, "unxz"):
            Journal.resume(packed)
        done = run(match_arguments(zoo(), zoo(), "--journal", self.folder / "new.jsonl.gz"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("gunzip", done.stderr)
        self.assertEqual(packed.read_bytes(), before)


class Machine(InAFolder):
    def hosts(self):
        return read_journal(self.path).hosts

    def test_the_journal_names_the_processor_and_the_command(self):
        self.match("--time", 5)
        (host,) = self.hosts()
        self.assertEqual(host["command"][:2], ["match.py", "run"])
        self.assertIn(str(self.path), host["command"])
        self.assertTrue(host["processor"])
        self.assertGreater(host["processors"], 0)
        report = run([sys.executable, "-S", str(MATCH), "report", str(self.path)]).stdout
        self.assertIn(f"played on {host['processor']}, ", report)
        self.assertIn("by match.py run ", report)

    def test_where_no_clock_decides_it_stands_with_the_times(self):
        self.match("--depth", 1)
        self.assertNotIn(b'"host"', self.path.read_bytes())
        self.assertEqual(len(self.hosts()), 1)

    def test_who_goes_on_elsewhere_is_named_too(self):
        self.match("--time", 5)
        lines = self.path.read_bytes().splitlines(keepends=True)
        for _ in range(2):
            self.path.write_bytes(b"".join(lines[:-1]))
            done = run([sys.executable, "-S", str(MATCH), "resume", str(self.path)])
            self.assertEqual(done.returncode, 0, done.stderr)
            lines = self.path.read_bytes().splitlines(keepends=True)
            self.assertEqual([host["command"][1] for host in self.hosts()], ["run", "resume"])

    def test_parts_that_are_merged_keep_theirs(self):
        self.match("--time", 5)
        other = self.folder / "other.jsonl"
        told = [json.loads(line) for line in self.path.read_bytes().splitlines()]
        for line in told:
            if "host" in line:
                line["host"]["processor"] = "Another"
        other.write_text("".join(json.dumps(line) + "\n" for line in told), "utf-8")
        out = self.folder / "out.jsonl"
        write_merged(merge([self.path, other, self.path]), out)
        found = [host["processor"] for host in read_journal(out).hosts]
        self.assertEqual(found, [self.hosts()[0]["processor"], "Another"])

    def test_processors_of_one_name_are_told_apart(self):
        cpuinfo = self.folder / "cpuinfo"
        cpuinfo.write_text(
            "cpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD EPYC\n\nmodel\t: 1\n"
        )
        self.assertEqual(processor_name(cpuinfo), "AMD EPYC (family 25, model 17)")
        cpuinfo.write_text("Hardware\t: something\n")
        self.assertTrue(processor_name(cpuinfo))
        self.assertTrue(processor_name(self.folder / "none"))


if __name__ == "__main__":
    unittest.main()

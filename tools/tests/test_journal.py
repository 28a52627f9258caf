"""The journal: what is finished is never lost and never twice, whatever ends the match."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from dataclasses import replace
from pathlib import Path
from unittest import mock

from support import MATCH, TOOLS, match_arguments, run, zoo
from heelstone_match.cli import options
from heelstone_match.journal.file import Journal, JournalError, read_journal, times_path
from heelstone_match.journal.merge import merge
from heelstone_match.journal.plan import EngineSpec, Plan, changed_engines, header_of, new_header
from heelstone_match.journal.records import (
    FaultRecord,
    GameRecord,
    PairRecord,
    RecordError,
    moves_of,
    opening_of,
    pair_json,
    pair_of,
)
from heelstone_match.play.limits import Limits
from heelstone_match.play.player import Contest

# How often the tool is killed; 200 is what a release is tested with.
KILLS = int(os.environ.get("HEELSTONE_KILLS", "6"))


def a_plan(**changes):
    engine = EngineSpec(("true",), Limits(time=0.1))
    told = {
        "contest": Contest("tictactoe"),
        "engines": (engine, engine),
        "referee": ("true",),
        "pairs": 4,
        "seed": 1,
        "openings": {"kind": "random", "plies": 2},
    }
    return Plan(**{**told, **changes})


def a_game(black, white):
    return GameRecord(
        black,
        white,
        "B+1",
        black,
        "played out",
        moves_of("b A1 w B2 b pass w C3"),
        FaultRecord(white, "stall", 'no "reply"\n'),
        score=(3, "win 7", None),
        wall=(0.25, None, 0.5),
    )


def a_pair(number):
    return PairRecord(number, opening_of("b A1"), (a_game("A", "B"), a_game("B", "A")))


class InAFolder(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.path = self.folder / "match.jsonl"

    def a_journal(self, numbers, plan=None):
        journal = Journal.create(self.path, new_header(plan or a_plan()))
        for number in numbers:
            journal.append(pair_json(a_pair(number)))
        journal.close()


class Lines(unittest.TestCase):
    def test_a_pair_comes_back_as_it_was(self):
        told = json.loads(json.dumps(pair_json(a_pair(3))))
        self.assertEqual(pair_of(told), a_pair(3))
        self.assertEqual(told["games"][0]["moves"], "b A1 w B2 b pass w C3")
        self.assertNotIn("nodes", told["games"][0])

    def test_what_is_no_pair_is_refused(self):
        good = pair_json(a_pair(1))
        for change in (
            {"pair": 0},
            {"pair": "1"},
            {"opening": "b"},
            {"games": []},
            {"games": [1, 2]},
        ):
            with self.subTest(change=change), self.assertRaises(RecordError):
                pair_of({**good, **change})

    def test_a_header_comes_back_as_it_was(self):
        header = new_header(a_plan(format="gauntlet"))
        self.assertEqual(header_of(json.loads(json.dumps(header.json()))), header)

    def test_runs_without_a_clock_have_one_name(self):
        by_nodes = a_plan(engines=(EngineSpec(("true",), Limits(nodes=5)),) * 2)
        self.assertEqual(new_header(by_nodes), new_header(by_nodes))
        self.assertNotEqual(new_header(a_plan()).run, new_header(a_plan()).run)
        self.assertNotEqual(new_header(a_plan()).config, new_header(a_plan(seed=2)).config)


class Files(InAFolder):
    def test_a_torn_last_line_is_cut_off_wherever_it_tears(self):
        self.a_journal([1, 2])
        whole = self.path.read_bytes()
        last = whole.rstrip(b"\n").rfind(b"\n") + 1
        # At its ends, and here and there between them.
        for size in {last, *range(last + 1, len(whole), 7), len(whole) - 2, len(whole) - 1}:
            self.path.write_bytes(whole[:size])
            self.assertEqual([p.number for p in read_journal(self.path).pairs], [1])
            journal = Journal.resume(self.path)
            journal.append(pair_json(a_pair(2)))
            journal.close()
            self.assertEqual(self.path.read_bytes(), whole)

    def test_a_file_without_a_whole_header_is_begun_again(self):
        header = new_header(a_plan())
        for start in (b"", b'{"journal": 1, "run"'):
            self.path.write_bytes(start)
            with self.assertRaisesRegex(JournalError, "no match was begun"):
                read_journal(self.path)
            Journal.create(self.path, header).close()
            self.assertEqual(read_journal(self.path).header, header)
            self.path.unlink()

    def test_a_file_of_something_else_is_not_overwritten(self):
        for content in (b"precious", b'{"a": 1}', b"\x7fELF", b"one line\n"):
            self.path.write_bytes(content)
            with self.assertRaisesRegex(JournalError, "exists already"):
                Journal.create(self.path, new_header(a_plan()))
            self.assertEqual(self.path.read_bytes(), content)

    def test_what_is_no_file_is_refused(self):
        os.mkfifo(self.path)
        for act in (
            read_journal,
            Journal.resume,
            lambda p: Journal.create(p, new_header(a_plan())),
        ):
            with self.assertRaisesRegex(JournalError, "not a regular file"):
                act(self.path)
        self.assertTrue(self.path.is_fifo())

    def test_times_of_something_else_are_kept(self):
        header = new_header(a_plan(engines=(EngineSpec(("true",), Limits(depth=5)),) * 2))
        times_path(self.path).write_text("my notes\n")
        with self.assertRaisesRegex(JournalError, "exists already"):
            Journal.create(self.path, header)
        self.assertEqual(os.listdir(self.folder), [times_path(self.path).name])
        times_path(self.path).write_text('{"times":1,"games":[]}\n')
        Journal.create(self.path, header).close()
        self.assertEqual(times_path(self.path).read_text(), "")

    def test_a_changed_file_of_an_option_is_noticed(self):
        book = self.folder / "book"
        book.write_text("one")
        engine = EngineSpec(("true", f"--book={book}"), Limits(depth=1))
        header = new_header(a_plan(engines=(engine, engine)))
        self.assertEqual(changed_engines(header), [])
        book.write_text("two")
        self.assertEqual(changed_engines(header), ["A", "B"])

    def test_a_journal_is_not_overwritten(self):
        self.a_journal([1])
        before = self.path.read_bytes()
        with self.assertRaisesRegex(JournalError, "exists already"):
            Journal.create(self.path, new_header(a_plan()))
        self.assertEqual(self.path.read_bytes(), before)
        self.assertEqual(os.listdir(self.folder), [self.path.name])

    def test_only_one_process_writes(self):
        self.a_journal([])
        journal = Journal.resume(self.path)
        self.addCleanup(journal.close)
        with self.assertRaisesRegex(JournalError, "another process"):
            Journal.resume(self.path)

    def test_a_pair_that_stands_there_twice_counts_once(self):
        self.a_journal([1, 2, 1])
        self.assertEqual([p.number for p in read_journal(self.path).pairs], [1, 2])

    def test_a_part_of_the_pairs_is_no_more_than_that_part(self):
        self.a_journal([1, 2, 3])
        pairs = read_journal(self.path).pairs
        self.assertEqual(pairs[1:], [a_pair(2), a_pair(3)])
        self.assertNotEqual(pairs, pairs[:2])

    def test_a_line_that_does_not_fit_on_the_disk_leaves_the_file_as_it_was(self):
        self.a_journal([1])
        before, write = self.path.read_bytes(), os.write
        journal = Journal.resume(self.path)
        self.addCleanup(journal.close)
        with mock.patch("os.write", lambda file, data: write(file, data[:5])):
            with self.assertRaisesRegex(JournalError, "no space left"):
                journal.append(pair_json(a_pair(2)))
        self.assertEqual(self.path.read_bytes(), before)

    def test_a_broken_line_in_the_middle_is_named(self):
        self.a_journal([1, 2])
        lines = self.path.read_bytes().splitlines(keepends=True)
        for broken in (b'{"pair": 7\n', b'{"pair":7,"opening"\n'):
            self.path.write_bytes(lines[0] + broken + lines[2])
            with self.assertRaisesRegex(JournalError, "line 2"):
                read_journal(self.path)

    def test_what_is_no_journal_is_told_in_a_sentence(self):
        for content in (b"hello\n", b"\xbb\xff\n"):
            self.path.write_bytes(content)
            sentence = f"^{self.path} is not a journal: line 1 is not JSON$"
            with self.assertRaisesRegex(JournalError, sentence):
                read_journal(self.path)

    def test_a_journal_is_begun_where_a_link_leads(self):
        there = Path(self.folder) / "there.jsonl"
        self.path.symlink_to(there.name)
        for begun in (None, b"", b'{"journal": 1, "run"'):
            if begun is not None:
                there.write_bytes(begun)
            Journal.create(self.path, new_header(a_plan())).close()
            self.assertTrue(self.path.is_symlink())
            self.assertTrue(there.read_bytes().endswith(b"\n"))

    def test_times_stand_apart_where_no_clock_decides(self):
        self.a_journal([1, 2], a_plan(engines=(EngineSpec(("true",), Limits(depth=5)),) * 2))
        self.assertNotIn(b"wall", self.path.read_bytes())
        self.assertEqual(read_journal(self.path).pairs, [a_pair(1), a_pair(2)])
        times = times_path(self.path)
        times.write_bytes(times.read_bytes()[:-5])
        self.assertEqual(read_journal(self.path).pairs[0], a_pair(1))
        self.assertEqual(read_journal(self.path).pairs[1].games[0].wall, ())
        # What was torn there takes no later times with it.
        journal = Journal.resume(self.path)
        journal.append(pair_json(a_pair(3)))
        journal.close()
        self.assertEqual(read_journal(self.path).pairs[2], a_pair(3))

    def test_the_worker_of_a_pair_stands_with_its_times(self):
        worker = {"name": "w1", "speed": 800, "interpreters": {"A": "Python 3.12"}}
        record = replace(a_pair(1), worker=worker)
        timed = a_plan()
        counted = a_plan(engines=(EngineSpec(("true",), Limits(depth=1)),) * 2)
        for plan, there in ((timed, self.path), (counted, times_path(self.path))):
            journal = Journal.create(self.path, new_header(plan))
            journal.append(pair_json(record))
            journal.close()
            self.assertEqual(list(read_journal(self.path).pairs), [record])
            found = {path.name for path in self.folder.iterdir() if b"w1" in path.read_bytes()}
            self.assertEqual(found, {there.name})
            self.path.unlink()

    def test_the_header_tells_of_scripts(self):
        script = self.folder / "engine.py"
        script.write_text("#!/usr/bin/env python3\n")
        script.chmod(0o755)
        commands = ((sys.executable, str(script)), (str(script),), (sys.executable, "-c", ""))
        engines = tuple(EngineSpec(command, dir=str(self.folder)) for command in commands)
        header = new_header(a_plan(engines=engines, format="round-robin"))
        first, second, third = header.engines.values()
        self.assertEqual(first["script"], second["script"])
        self.assertEqual(first["script"]["file"], str(script))
        for told in (first, second):
            self.assertRegex(told["interpreter"]["version"], "^Python 3")
        self.assertEqual(second["interpreter"]["command"], "python3")
        self.assertNotIn("script", third)
        # Another interpreter does not change what a script is; another text does.
        self.assertEqual(first["sha256"], second["sha256"])
        self.assertEqual(changed_engines(header), [])
        script.write_text("#!/usr/bin/env python3\nprint(1)\n")
        self.assertEqual(changed_engines(header), ["A", "B"])
        again = header_of(json.loads(json.dumps(header.json())))
        self.assertEqual(again.plan, header.plan)

    @unittest.skipIf(os.name == "nt", "there an engine has its ending")
    def test_files_are_told_as_seen_from_where_the_match_was_begun(self):
        engine = self.folder / "target/release/heelstone"
        engine.parent.mkdir(parents=True)
        for program in (engine, self.folder / "engine.py"):
            program.write_text("#!/usr/bin/env python3\n")
            program.chmod(0o755)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)
        engines = (EngineSpec((sys.executable, "engine.py")), EngineSpec(("./engine.py",)))
        header = new_header(a_plan(engines=engines))
        files = [told["script"]["file"] for told in header.engines.values()]
        self.assertEqual(files, ["engine.py", "./engine.py"])
        with mock.patch.object(options, "_PROJECT", Path.cwd()):
            self.assertEqual(options.own_engine(), ("target/release/heelstone",))
            os.chdir(tempfile.mkdtemp(dir=self.folder))
            self.assertEqual(options.own_engine(), (str(engine.resolve()),))


class Former(InAFolder):
    """A journal of release 0.1.0, when the engine had another name."""

    KEPT = TOOLS.parent / "tests/data/sarsen-0.1.0/match.jsonl"

    @unittest.skipUnless(KEPT.is_file(), "the kept files stand in the repository alone")
    def test_a_journal_under_the_former_name_is_read(self):
        shutil.copy(self.KEPT, self.path)
        shutil.copy(times_path(self.KEPT), times_path(self.path))
        contents = read_journal(self.path)
        self.assertEqual([pair.number for pair in contents.pairs], [1, 2])
        done = run([sys.executable, "-S", str(MATCH), "report", str(self.path)])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Sarsen 0.1.0", done.stdout)


class Parts(InAFolder):
    def test_parts_of_other_runs_are_refused(self):
        self.a_journal([1])
        other = self.folder / "other.jsonl"
        Journal.create(other, new_header(a_plan())).close()
        with self.assertRaisesRegex(JournalError, "another run"):
            merge([self.path, other])
        other.unlink()
        Journal.create(other, new_header(a_plan(seed=9))).close()
        with self.assertRaisesRegex(JournalError, "another match"):
            merge([self.path, other])

    def test_workers_and_merge_make_the_same_journal_as_run(self):
        options = ("--pairs", 6, "--depth", 1)
        plan, out = self.folder / "plan", self.folder / "out"
        done = run(match_arguments(zoo(), zoo(), *options, "--plan", plan))
        self.assertEqual(done.returncode, 0, done.stderr)
        parts = []
        for pairs in ("4-6", "1-3", "3-5"):
            parts.append(self.folder / pairs)
            arguments = ["worker", "--plan", plan, "--pairs", pairs, "--out", parts[-1]]
            done = tool(arguments)
            self.assertEqual(done.returncode, 0, done.stderr)
        done = tool(["merge", *parts[:1], "--out", self.folder / "half"])
        self.assertEqual((done.returncode, "3 of 6 pairs" in done.stderr), (1, True), done.stderr)
        done = tool(["merge", *parts, "--out", out])
        self.assertEqual(
            (done.returncode, "3 of them twice" in done.stderr), (0, True), done.stderr
        )
        done = run(match_arguments(zoo(), zoo(), *options, "--journal", self.path))
        self.assertEqual(out.read_bytes(), self.path.read_bytes())


def tool(arguments, **settings):
    words = [*match_arguments((), ())[:3], *map(str, arguments)]
    return run(words, **settings)


class Killed(InAFolder):
    """The tool is killed at random moments, and resumed, until the match is over."""

    def assert_complete(self, pairs):
        lines = [json.loads(line) for line in self.path.read_bytes().splitlines()]
        numbers = [line["pair"] for line in lines if "pair" in line]
        self.assertEqual(sorted(numbers), list(range(1, pairs + 1)))

    def rounds(self, limits, pairs, longest):
        rng = random.Random(5)
        begin = match_arguments(zoo(), zoo(), *limits, "--pairs", pairs, "--journal", self.path)
        begin += ["--concurrency", "2"]
        go_on = [*begin[:3], "resume", str(self.path), "--concurrency", "2"]
        for _ in range(KILLS):
            command = go_on if self.path.exists() else begin
            with subprocess.Popen(
                command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
            ) as tool:
                time.sleep(rng.uniform(0.05, longest))
                tool.send_signal(signal.SIGKILL)
            if self.path.exists() and len(read_journal(self.path).pairs) == pairs:
                self.assert_complete(pairs)
                self.path.unlink()
        if not self.path.exists():
            return self.assertEqual(run(begin).returncode, 0)
        done = run(go_on)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assert_complete(pairs)

    def test_a_match_by_depth(self):
        self.rounds(("--depth", 1), 40, 1.2)
        killed = self.path.read_bytes()
        self.path.unlink()
        done = run(
            match_arguments(zoo(), zoo(), "--depth", 1, "--pairs", 40, "--journal", self.path)
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(killed, self.path.read_bytes())

    def test_a_match_on_the_clock(self):
        self.rounds(("--time", 5), 40, 1.2)


if __name__ == "__main__":
    unittest.main()

"""The operating system's part: each way of talking to a process keeps the same promises, and the
tool starts and plays where there is nothing of POSIX."""

import argparse
import errno
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path
from unittest.mock import patch

from support import TOOLS, dies, game_lines, lives, match_arguments, run, zoo
from heelstone_match import system
from heelstone_match.check import ending
from heelstone_match.check.bench import Bench, Patience
from heelstone_match.check.course import Course, choose
from heelstone_match.check.verdict import Verdict
from heelstone_match.cli import cluster
from heelstone_match.cli.values import UsageError
from heelstone_match.journal import lines
from heelstone_match.system import portable, windows

# Long enough for a busy machine; no test waits for it.
LONG = 30.0

# Run before anything else, it leaves of Python what Windows has, as far as that can be taken away:
# the `portable` way kills and locks by what `os` still has. Python itself had to load some of it.
AS_ON_WINDOWS = """
import os, select, selectors, signal, subprocess, sys, time, shutil
for name in ("fcntl", "grp", "pwd", "resource", "termios", "tty", "pty", "syslog"):
    sys.modules[name] = None
gone = {
    os: "O_CLOEXEC fork killpg pidfd_open pread pwrite setsid getpgid sysconf getuid set_blocking",
    select: "poll epoll",
    signal: "SIGHUP SIGKILL SIGALRM SIGUSR1 SIGSTOP SIGCONT SIGPIPE alarm pthread_kill",
    time: "clock_gettime clock_gettime_ns CLOCK_MONOTONIC",
}
for module, names in gone.items():
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
os.environ["HEELSTONE_MATCH_SYSTEM"] = "portable"
"""


class Talk:
    """With a process; `way` is how."""

    way = system

    def start(self, program):
        child = self.way.Child((sys.executable, "-S", "-E", "-u", "-c", program))
        # Nobody drains it here.
        self.addCleanup(child._popen.stderr.close)
        self.addCleanup(child.let_go)
        self.addCleanup(child.exit_status, LONG)
        self.addCleanup(child.kill_family)
        return child

    def read(self, child, wanted):
        """Its output, up to this text."""
        said = b""
        while wanted not in said:
            chunk = child.receive(self.way.clock() + LONG)
            self.assertTrue(chunk, said)
            # Python ends lines of its own by two bytes on Windows.
            said += chunk.replace(b"\r", b"")
        return said

    def test_questions_are_answered(self):
        child = self.start("import sys\nfor line in sys.stdin: print('heard', line)")
        for question in (b"one\n", b"two\n", b"two\n"):
            self.assertTrue(child.send(question, self.way.clock() + LONG))
            self.assertIn(question.strip(), self.read(child, b"\n\n"))

    def test_silence_lasts_until_the_deadline(self):
        child = self.start("import time; time.sleep(60)")
        began = self.way.clock()
        self.assertIsNone(child.receive(began + 0.1))
        self.assertGreaterEqual(self.way.clock() - began, 0.1)
        self.assertIsNone(child.exit_status(0.05))

    def test_the_last_words_come_before_the_end(self):
        child = self.start("print('x' * 300_000); raise SystemExit(7)")
        self.read(child, b"\n")
        self.assertEqual(child.receive(self.way.clock() + LONG), b"")
        self.assertEqual(child.exit_status(LONG), 7)

    def test_who_does_not_read_is_found_out_and_nothing_comes_twice(self):
        slow = "import sys, time; time.sleep(1); data = sys.stdin.buffer.read()"
        child = self.start(f"{slow}; print(len(data), data.count(b'b'))")
        self.assertFalse(child.send(b"a" * 300_000, self.way.clock() + 0.1))
        piece = b"b" * 4096
        while not child.send(piece, self.way.clock() + 0.02):
            pass
        child.close_input()
        told = self.read(child, b"\n").split()
        self.assertEqual(told[1], b"4096")

    def test_input_ends_after_what_was_sent(self):
        child = self.start("import sys; print(sys.stdin.read())")
        child.send(b"quit\n", self.way.clock())
        child.close_input()
        self.assertIn(b"quit", self.read(child, b"\n"))
        self.assertEqual(child.exit_status(LONG), 0)

    def test_who_closed_its_input_is_no_error(self):
        child = self.start("pass")
        self.assertEqual(child.exit_status(LONG), 0)
        for _ in range(3):
            self.assertTrue(child.send(b"name\n", self.way.clock() + LONG))

    def test_a_flood_waits_for_its_reader(self):
        child = self.start("import os\nwhile True: os.write(1, b'x' * 65536)")
        came = 0
        while came < 5_000_000:
            came += len(child.receive(self.way.clock() + LONG))
        if self.way is portable:
            # Much could come meanwhile.
            time.sleep(0.3)
            self.assertLessEqual(len(child._came), 4)

    def test_two_threads_wait_for_one_end(self):
        child = self.start("import time; time.sleep(60)")
        told = []
        waiting = [
            threading.Thread(target=lambda: told.append(child.exit_status(LONG))) for _ in range(2)
        ]
        for thread in waiting:
            thread.start()
        self.assertIsNone(child.exit_status(0.05))
        child.kill_family()
        for thread in waiting:
            thread.join(LONG)
        self.assertEqual(len(told), 2)
        self.assertNotIn(None, told)

    def test_a_closed_output_breaks_the_pipe(self):
        child = self.start("import time\nwhile True: print('x'); time.sleep(0.01)")
        self.read(child, b"\n")
        child.close_output()
        self.assertIsNotNone(child.exit_status(LONG))

    def test_a_dead_child_is_noticed_while_its_own_child_keeps_the_pipe(self):
        child, grandchild = self.family("os._exit(5)")
        self.assertEqual(child.receive(self.way.clock() + LONG), b"")
        self.assertEqual(child.exit_status(LONG), 5)
        self.assertTrue(lives(grandchild))
        child.kill_family()
        self.assertTrue(dies(grandchild))

    def test_the_whole_family_is_killed(self):
        child, grandchild = self.family("time.sleep(60)")
        child.kill_family()
        self.assertIsNotNone(child.exit_status(LONG))
        self.assertTrue(dies(grandchild))
        # Once more does no harm.
        child.kill_family()

    def family(self, then):
        program = "import os, subprocess, sys, time\nc = subprocess.Popen([sys.executable, '-c',"
        program += f"'import time; time.sleep(60)'])\nprint(c.pid, 'born')\n{then}"
        child = self.start(program)
        return child, int(self.read(child, b"born\n").split()[0])

    def test_no_thread_is_left(self):
        before = threading.active_count()
        child = self.start("import time; time.sleep(60)")
        child.kill_family()
        child.exit_status(LONG)
        child.let_go()
        for _ in range(200):
            if threading.active_count() <= before:
                break
            time.sleep(0.02)
        self.assertLessEqual(threading.active_count(), before)


class TalkHere(Talk, unittest.TestCase):
    """The way of this system."""


@unittest.skipIf(os.name == "nt", "this is the way of Windows itself")
class TalkByThreads(Talk, unittest.TestCase):
    """The way of Windows, elsewhere."""

    way = portable


class CommandLines(unittest.TestCase):
    def test_a_backslash_of_windows_is_part_of_a_path(self):
        cases = {
            r"C:\games\heelstone.exe --level novice": [
                r"C:\games\heelstone.exe",
                "--level",
                "novice",
            ],
            r'"C:\Program Files\x.exe" --book=b.bin': [r"C:\Program Files\x.exe", "--book=b.bin"],
            r"'C:\it is\x.exe' # 1": [r"C:\it is\x.exe", "#", "1"],
            "": [],
        }
        for text, words in cases.items():
            with self.subTest(text=text):
                self.assertEqual(windows.split_command(text), words)

    def test_an_open_quote_is_no_command_line(self):
        with self.assertRaises(ValueError):
            windows.split_command('"C:\\Program Files')

    def test_a_program_of_windows_is_found_without_its_ending(self):
        with tempfile.TemporaryDirectory() as folder:
            word = str(Path(folder, "heelstone"))
            self.assertEqual(windows.find_program(word), word)
            Path(f"{word}.exe").touch()
            self.assertEqual(windows.find_program(word), f"{word}.exe")

    def test_a_script_is_started_by_python_on_windows(self):
        with tempfile.TemporaryDirectory() as folder:
            script = str(Path(folder, "nboard.py"))
            self.assertEqual(windows._runnable((script, "x")), [sys.executable, script, "x"])


class Ends(unittest.TestCase):
    def test_what_windows_has_not_is_said_in_a_sentence(self):
        typed = argparse.Namespace(cluster="", pin=None, **dict.fromkeys(cluster.TLS))
        with patch.object(cluster, "NO_CLUSTER", windows.NO_CLUSTER):
            with self.assertRaisesRegex(UsageError, "needs a POSIX system"):
                cluster.refuse_mistakes(typed)
        with patch.object(ending, "NO_SIGTERM", windows.NO_SIGTERM):
            course = Course(Bench(zoo(), None, Patience(LONG, LONG, 1)), lambda result: None)
            self.addCleanup(course._bench.close)
            course.run(choose(["sigterm", "sigterm-in-search"]))
        self.assertEqual(
            [(result.verdict, result.came) for result in course.results],
            [(Verdict.SKIP, windows.NO_SIGTERM)] * 2,
        )

    def test_a_reader_that_is_gone_is_told_from_other_errors(self):
        for way in (windows, portable, system):
            self.assertTrue(way.reader_is_gone(BrokenPipeError(errno.EPIPE, "")))
            self.assertFalse(way.reader_is_gone(OSError(errno.ENOSPC, "")))
        # Windows puts it so.
        self.assertTrue(windows.reader_is_gone(OSError(errno.EINVAL, "")))

    def test_a_lock_is_for_one_process(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        path = Path(folder, "match.jsonl")
        file = lines.LineFile.create(path, {"journal": 1}, "")
        self.addCleanup(file.close)
        other = f"import sys; sys.path.insert(0, {str(TOOLS)!r})\n" + (
            "from pathlib import Path\nfrom heelstone_match.journal.lines import LineFile\n"
            "LineFile(Path(sys.argv[1]))"
        )
        done = run([sys.executable, "-S", "-c", other, str(path)])
        self.assertIn("is being written by another process", done.stderr)
        # Readers are not kept away.
        self.assertEqual(path.read_bytes(), b'{"journal":1}\n')


@unittest.skipIf(os.name == "nt", "this is Windows itself")
class WithoutPosix(unittest.TestCase):
    """A Python from which all was taken that only POSIX has."""

    def python(self, program, *arguments):
        command = [sys.executable, "-S", "-c", AS_ON_WINDOWS + program, *map(str, arguments)]
        return run(command, cwd=TOOLS)

    def tool(self, *arguments):
        program = f"import runpy; sys.path.insert(0, {str(TOOLS)!r}); sys.argv[0] = 'match.py'\n"
        program += f"runpy.run_path({str(TOOLS / 'match.py')!r}, run_name='__main__')"
        return self.python(program, *arguments)

    def test_every_module_is_imported(self):
        # Those that need other packages, or this or that system.
        apart = r"system\.(posix|job)$|report\.(terminal|plots)$|crew\.(remote|cluster|connection)$"
        program = "import importlib\nfor name in sys.argv[1:]: importlib.import_module(name)"
        package = TOOLS / "heelstone_match"
        names = [
            ".".join(path.relative_to(TOOLS).with_suffix("").parts)
            for path in sorted(package.rglob("*.py"))
        ]
        names = [name.removesuffix(".__init__") for name in names]
        there = [name for name in names if not re.search(apart, name)]
        self.assertGreater(len(there), 80)
        done = self.python(program, *there)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_help_is_given(self):
        for arguments in (["--help"], ["run", "--help"], ["check", "--help"]):
            done = self.tool(*arguments)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("usage: match.py", done.stdout)

    def test_help_names_the_program_that_was_installed(self):
        installed = "sys.argv = ['bin/heelstone-match', '--help']; from heelstone_match import cli"
        done = self.python(f"import sys; {installed}; cli.program()")
        self.assertIn("usage: heelstone-match", done.stdout)

    def test_a_match_is_played_killed_and_resumed(self):
        with tempfile.TemporaryDirectory() as folder:
            journal = Path(folder, "match.jsonl")
            # It changes, and so does what the journal takes for the engine.
            log = Path(folder, "log")
            bad = zoo("--mode", "child", "--at", 6, "--log", log)
            arguments = match_arguments(zoo(), bad, "--pairs", 2, "--journal", journal)
            done = self.tool(*arguments[3:])
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(len(game_lines(done.stdout)), 4)
            self.assertIn("B loses: crash: it ended with exit code 5", done.stdout)
            for line in log.read_text("utf-8").splitlines():
                if line.startswith("pid "):
                    self.assertTrue(dies(int(line.split()[1])))
            kept = journal.read_bytes().splitlines(keepends=True)
            journal.write_bytes(b"".join(kept[:-1]) + kept[-1][:20])
            done = self.tool("resume", journal, "--changed-engines")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(journal.read_bytes().count(b'"pair":'), 2)

    def test_an_engine_is_checked(self):
        done = self.tool("check", subprocess.list2cmdline(zoo()), "--only", "framing", "ending")
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        self.assertIn("0 failed" if "failed" in done.stdout else "passed", done.stdout)


if __name__ == "__main__":
    unittest.main()

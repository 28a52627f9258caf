"""The check of an engine: good ones pass, each breach of the protocol fails at its step, and it
ends whatever the engine does."""

import contextlib
import io
import json
import re
import shlex
import signal
import unittest

from support import heelstone, zoo
from heelstone_match.check import command
from heelstone_match.check.bench import Bench, Patience
from heelstone_match.check.course import MAX_HANGS, MAX_LOSSES, Course, choose
from heelstone_match.check.verdict import Verdict
from heelstone_match.cli.parser import Parser
from heelstone_match.cli.values import UsageError

ENGINE = heelstone()
# So long that no good engine is late on a busy machine.
PATIENT = Patience(step=60, start=60, margin=60)

# A sin of the zoo and the steps that find it, which it fails; `?` where it is a warning.
SINS = {
    "banner": "silent-start",
    "no-ids": "id id-0 id-largest id-leading-zeros id-of-failure",
    "id-0": "id-0",
    "wrap-id": "id-too-large?",
    "bare-failure": "id-of-failure",
    "keep-tabs": "tabs",
    "one-space": "spaces",
    "keep-cr": "crlf",
    "keep-nul": "nul",
    "keep-controls": "control-characters",
    "no-comments": "comment comment-line",
    "answer-empty": "empty-line",
    "answer-blank": "blank-line",
    "only-text": "not-utf-8",
    "split": "line-of-1000 line-of-100000 line-of-2097152",
    "crlf": "reply-end?",
    "three-ends": "reply-end?",
    "chunks": "half-line byte-by-byte",
    "version-1": "protocol-version",
    "know-all": "not-known-command known-nothing",
    "one-row": "list list-required",
    "short-list": "list-required",
    "lying-list": "list-agrees",
    "words": "unknown-command",
    "any-case": "upper-case?",
    "forgive": "play-nothing play-half play-color play-vertex genmove-color boardsize-word"
    " komi-word illegal-move time-settings-words",
    "any-size": "boardsize-absurd",
    "picky-komi": "komi",
    "keep-board": "clear-board",
    "genmove-only": "genmove genmove-stands undo-genmove",
    "illegal-words": "illegal-move pass wrong-turn",
    "illegal-moves": "illegal-move",
    "short-colors": "color-spelling",
    "upper-vertices": "vertex-spelling",
    "no-pass": "pass",
    "undo-nothing": "undo",
    "any-undo": "undo-nothing",
    "score-words": "final-score",
    "reg-plays": "reg-genmove",
    "file-words": "loadsgf",
    "one-clock": "time-settings",
    "quit-code": "quit?",
    "quit-chats": "quit? quit-twice?",
    "last-line": "last-line?",
    "twice": "no-id protocol-version komi",
}
# Those that are found by waiting for what should come soon.
SLOW_SINS = {
    "swallow": "pipelined",
    "slow": "timelimit",
    "quit-stays": "quit",
    "eof-stays": "end-of-input end-in-search",
    "ignore-sigterm": "sigterm? sigterm-in-search?",
}
# Modes of the zoo, and what is told of a `genmove`.
MODES = {
    "garbage": r"stall: .*it sent .*\\x00\\xff hello",
    "hang": "stall: no reply to .*genmove b",
    "endless": "stall: .*AAAA",
    "exit": "early exit",
    "close": "early exit",
    "crash": "SIGSEGV",
    "abort": "exit code 3.*the king is here",
    "child": "exit code 5",
    "100MB": "flood: .*xxxx",
    "wrong-id": "=99999",
    "no-id": '"= B2',
    "nul": r"B\\x002",
    "words": "I play the centre",
    "illegal": "illegal move",
    "two-replies": "=[0-9]+ B2",
    "echo": "=[0-9]+ A1",
}


def check(command, *only, patience=PATIENT):
    """The course of an engine, after these steps or all."""
    bench = Bench(command, None, patience)
    course = Course(bench, lambda result: None)
    try:
        bench.introduce()
        course.run(choose(only))
    finally:
        bench.close()
    return course


def run(*arguments):
    """The exit code of the sub-command, and what it prints."""
    parser = Parser()
    command.add_arguments(parser)
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = command.run(parser.parse_args(arguments))
    return code, out.getvalue(), err.getvalue()


class GoodEngines(unittest.TestCase):
    def assert_passed(self, course, *skipped):
        for result in course.results:
            wanted = Verdict.SKIP if result.step.name in skipped else Verdict.PASS
            with self.subTest(step=result.step.name):
                self.assertIs(result.verdict, wanted, f"{result.expected}; {result.came}")

    @unittest.skipIf(ENGINE is None, "heelstone is not built")
    def test_heelstone_passes_every_step(self):
        # The search of an hour that is to be interrupted needs a game that is not soon solved, and
        # has no book.
        self.assert_passed(check((ENGINE, "--game", "connect4", "--size", "8x7")))

    def test_the_zoo_passes_but_for_what_it_lacks(self):
        self.assert_passed(check(zoo()), *"loadsgf time-left time-left-words interrupt".split())

    def test_moves_are_generated_where_they_are_not_listed(self):
        self.assert_passed(check(zoo("--foreign"), "game"), "loadsgf")

    def test_a_flood_on_stderr_is_no_fault(self):
        self.assert_passed(check(zoo("--mode", "stderr-flood"), "genmove"))


class Breaches(unittest.TestCase):
    def assert_found(self, sins, patience):
        for sin, steps in sins.items():
            wanted = {
                name.removesuffix("?"): Verdict.WARN if name.endswith("?") else Verdict.FAIL
                for name in steps.split()
            }
            with self.subTest(sin=sin):
                course = check(zoo("--sin", sin), *wanted, patience=patience)
                told = {result.step.name: result.verdict for result in course.results}
                self.assertEqual(told, wanted)

    def test_each_breach_is_found_by_its_step(self):
        self.assert_found(SINS, Patience(step=20, start=60, margin=60))

    def test_what_comes_too_late_is_found(self):
        self.assert_found(SLOW_SINS, Patience(step=0.5, start=60, margin=0.1))

    def test_faults_have_names(self):
        quick = {"hang", "endless", "garbage"}
        for mode, told in MODES.items():
            patience = Patience(step=0.5 if mode in quick else 20, start=60, margin=60)
            with self.subTest(mode=mode):
                course = check(zoo("--mode", mode), "genmove", "name", patience=patience)
                verdicts = {result.step.name: result for result in course.results}
                self.assertIs(verdicts["genmove"].verdict, Verdict.FAIL)
                self.assertRegex(verdicts["genmove"].came, told)
                self.assertIs(verdicts["name"].verdict, Verdict.PASS)


class TheEnd(unittest.TestCase):
    def setUp(self):
        for number in (signal.SIGTERM, signal.SIGHUP):
            self.addCleanup(signal.signal, number, signal.getsignal(number))

    def test_an_engine_that_always_hangs_is_given_up(self):
        course = check(zoo("--sin", "sleepy"), patience=Patience(0.05, 60, 1))
        self.assertIn("hung", course.given_up)
        failed = [r for r in course.results if r.came.startswith("stall")]
        self.assertEqual(len(failed), MAX_HANGS)
        self.assertIs(course.results[-1].verdict, Verdict.NOT_RUN)

    def test_an_engine_that_always_dies_is_given_up(self):
        course = check(zoo("--sin", "fragile"))
        self.assertIn("lost", course.given_up)
        failed = [r for r in course.results if r.came.startswith("crash")]
        self.assertEqual(len(failed), MAX_LOSSES)

    def test_the_exit_code_tells_the_verdict(self):
        good, bad, lax = (
            shlex.join(zoo(*options))
            for options in ((), ("--sin", "version-1"), ("--sin", "any-case"))
        )
        for engine, code, row in [
            (good, 0, "2 steps: 2 passed"),
            (bad, 1, r"FAIL +protocol-version .*\n +expected: = 2\n +came: +\"1\""),
            (lax, 0, "1 with a warning"),
        ]:
            with self.subTest(engine=engine):
                done = run(engine, "--only", "protocol-version", "upper-case")
                self.assertEqual((done[0], done[2]), (code, ""))
                self.assertRegex(done[1], row)

    def test_json_tells_the_same(self):
        engine = shlex.join(zoo("--sin", "version-1"))
        code, out, _ = run(engine, "--only", "protocol-version", "name", "--json")
        told = json.loads(out)
        self.assertEqual((code, told["counts"]), (1, {"pass": 1, "fail": 1}))
        self.assertEqual(told["steps"][0]["came"], '"1"')

    def test_what_cannot_begin_is_a_sentence(self):
        quick = ("--start-timeout", "0.3")
        for engine, options, said in [
            ("/nonexistent/engine", (), "No such file"),
            (shlex.join(zoo("--mode", "stillborn")), (), "no licence found"),
            (shlex.join(zoo("--mode", "mute")), quick, "no reply to `name`"),
            (shlex.join(zoo("--sin", "lazy")), quick, "is the output flushed"),
            (shlex.join(zoo()), ("--game", "chess"), "unsupported game"),
        ]:
            with self.subTest(engine=engine):
                code, _, err = run(engine, *options)
                self.assertEqual(code, 2)
                self.assertIn(said, err)

    def test_usage(self):
        for arguments in ((), ("'",), ("x", "--only", "no-such-step")):
            with self.subTest(arguments=arguments), self.assertRaises(UsageError):
                run(*arguments)
        code, out, _ = run("--list", "--only", "framing")
        self.assertEqual(code, 0)
        self.assertTrue(re.search(r"^  id-0 ", out, re.MULTILINE))


if __name__ == "__main__":
    unittest.main()

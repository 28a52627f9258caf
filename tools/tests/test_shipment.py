"""What is sent to the workers of a cluster."""

import json
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from clusters import needs_dask
from matches import InAFolder, noting

from support import dies, zoo
from heelstone_match.crew import shipment as shipment_module
from heelstone_match.crew.shipment import ShipmentError, load
from heelstone_match.crew.wire import order_json
from heelstone_match.play.player import Contest
from heelstone_match.spread.question import Question
from heelstone_match.spread.runner import PositionWork


@needs_dask
class WhatIsSent(InAFolder):
    def pool(self, shipment, order=None, **settings):
        from heelstone_match.crew.remote import RunnerPool

        class Tasks:
            def get(self, key):
                return SimpleNamespace(state="executing")

        class Worker:
            state = SimpleNamespace(tasks=Tasks())
            local_directory = str(self.folder / "there")
            address = "tcp://there:1"
            name = "there"

        pool = RunnerPool(order or {"work": "pairs"}, shipment, **settings)
        pool.setup(Worker)
        self.addCleanup(pool.teardown, Worker)
        return pool

    def unpacked(self, shipment):
        """What a worker gives to its runners."""
        return json.loads(self.pool(shipment)._unpack()[1])

    def test_a_file_that_another_machine_lacks_is_sent_and_is_a_program_there(self):
        engine = self.folder / "engine"
        engine.write_text("#!/bin/sh\nexit 3\n")
        engine.chmod(0o755)
        command = (str(engine), "--depth", "3")
        shipment = load([command], with_data=True)
        for change in (engine.unlink, lambda: engine.write_text("something else")):
            change()
            ((place, *arguments),) = self.unpacked(shipment)["commands"]
            self.assertNotEqual(place, str(engine))
            self.assertEqual(arguments, ["--depth", "3"])
            self.assertEqual(subprocess.run([place], check=False).returncode, 3)

    def test_engines_end_when_nobody_asks_any_more(self):
        log = self.folder / "log"
        command = noting("--log", log)
        work = PositionWork(Question(Contest("tictactoe"), command, "solve", "setup", 9, 9, 9))
        pool = self.pool(load([command], with_data=True), order_json(work, "this run"), idle=0)
        told = json.dumps({"identity": "this run", "meet": True})
        (answer,) = pool.answer([told], "a task")
        self.assertIn("ready", answer)
        self.assertTrue(all(dies(pid) for pid in self.pids("log")))

    def test_tasks_of_another_run_are_refused(self):
        work = PositionWork(Question(Contest("tictactoe"), zoo(), "solve", "setup", 9, 9, 9))
        pool = self.pool(load([zoo()], with_data=True), order_json(work, "this run"))
        (answer,) = pool.answer([json.dumps({"identity": "another", "meet": True})], "a task")
        self.assertIn("a task of another came", answer)

    def test_a_file_that_is_there_already_stays_where_it_is(self):
        shipment = load([(sys.executable, __file__, "word")], with_data=True)
        self.assertEqual(self.unpacked(shipment)["commands"], [[sys.executable, __file__, "word"]])

    def script(self):
        """A script with a module and data beside it."""
        home = self.folder / "home"
        (home / "data").mkdir(parents=True)
        (home / ".git").mkdir()
        for name, text in (
            ("engine.py", "import other"),
            ("other.py", "print(1)"),
            ("data/book", "e4"),
            (".git/index", "x"),
            ("weights", "heavy"),
        ):
            (home / name).write_text(text)
        return home

    def test_the_folder_of_a_script_is_sent_and_the_interpreter_is_the_workers_own(self):
        home = self.script()
        outside = self.folder / "net"
        outside.write_text("light")
        weights = (f"--weights={home / 'weights'}", f"--net={outside}")
        shipment = load([("python3", str(home / "engine.py"), *weights)], with_data=True)
        shutil.rmtree(home)
        outside.unlink()
        told = self.unpacked(shipment)
        ((python, script, *options),) = told["commands"]
        self.assertEqual(python, shutil.which("python3"))
        self.assertRegex(told["worker"]["interpreters"][0], "^Python 3")
        there = Path(script).parent
        found = {str(p.relative_to(there)): p.read_text() for p in there.rglob("*") if p.is_file()}
        self.assertEqual(
            found,
            {"engine.py": "import other", "other.py": "print(1)", "data/book": "e4",
             "weights": "heavy"},
        )  # fmt: skip
        (first, second) = (word.partition("=") for word in options)
        self.assertEqual((first[0], Path(first[2])), ("--weights", there / "weights"))
        self.assertEqual((second[0], Path(second[2]).read_text()), ("--net", "light"))

    def test_a_working_directory_is_sent_whatever_the_engine_is(self):
        home = self.script()
        command = ("sort", "--files0-from=weights", "data/book")
        shipment = load([command], True, [str(home)])
        (home / "data" / "book").unlink()
        told = self.unpacked(shipment)
        (folder,) = told["folders"]
        self.assertNotEqual(folder, str(home))
        # Where it works, its own names are right too.
        (words,) = told["commands"]
        self.assertEqual(words[1:], [f"--files0-from={folder}/weights", f"{folder}/data/book"])

    def test_a_script_and_its_working_directory_may_be_two_folders(self):
        home, work = self.script(), self.folder / "work"
        work.mkdir()
        shipment = load([("python3", str(home / "engine.py"))], True, [str(work)])
        shutil.rmtree(home)
        work.rmdir()
        told = self.unpacked(shipment)
        self.assertTrue(Path(told["folders"][0]).is_dir())
        self.assertTrue(Path(told["commands"][0][1]).with_name("other.py").is_file())

    def test_a_folder_that_is_too_large_is_refused(self):
        home = self.script()
        with patch.object(shipment_module, "MOST_BYTES", 10):
            with self.assertRaisesRegex(ShipmentError, "has 4 files .* a folder of its own"):
                load([("python3", str(home / "engine.py"))], with_data=True)

    def test_of_a_script_among_the_programs_of_the_system_only_itself_is_sent(self):
        home = self.script()
        with patch.dict(os.environ, {"PATH": f"{os.environ['PATH']}:{home}"}):
            shipment = load([("python3", str(home / "engine.py"))], with_data=True)
        (item,) = (item for item in shipment.items if hasattr(item, "sha256"))
        self.assertEqual(item.path, str(home / "engine.py"))

    def test_an_interpreter_is_never_sent(self):
        home = self.script()
        for command in (("python3", "-m", "engine"), ("sh", "-c", "exec true")):
            shipment = load([command], True, [str(home)])
            self.assertEqual([item.word for item in shipment.items if hasattr(item, "word")],
                             [command[0]])  # fmt: skip
            self.assertEqual(sum(hasattr(item, "data") for item in shipment.items), 0)
            ((program, *arguments),) = self.unpacked(shipment)["commands"]
            self.assertEqual((program, *arguments), (shutil.which(command[0]), *command[1:]))

    def test_a_worker_without_the_interpreter_says_so(self):
        home = self.script()
        (home / "engine.py").write_text("#!/usr/bin/env no-such-interpreter\n")
        shipment = load([(str(home / "engine.py"),)], with_data=True)
        (answer,) = self.pool(shipment).answer(["{}"], "a task")
        self.assertIn("tcp://there:1 has no no-such-interpreter", json.loads(answer)["failed"])

    def test_nothing_is_sent_where_that_is_not_wanted(self):
        engine = self.folder / "engine"
        engine.write_text("one")
        shipment = load([(str(engine),)], with_data=False)
        engine.write_text("another")
        (answer,) = self.pool(shipment).answer(["{}"], "a task")
        told = json.loads(answer)
        self.assertIn(f"{engine} has the hash", told["failed"])
        self.assertEqual(told["code"], 2)


if __name__ == "__main__":
    unittest.main()

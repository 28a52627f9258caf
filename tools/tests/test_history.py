"""The line of a release in the history of figures, as `benches/history.py` adds and draws it."""

import csv
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from support import TOOLS, heelstone

ENGINE = heelstone()
ROOT = TOOLS.parent
SCRIPT = ROOT / "benches" / "history.py"


class History(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.csv, self.svg = (Path(folder.name) / name for name in ("h.csv", "h.svg"))

    def run_script(self, *options):
        files = ("--csv", str(self.csv), "--svg", str(self.svg))
        command = [sys.executable, str(SCRIPT), *options, *files]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def rows(self):
        with self.csv.open(newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def texts(self):
        elements = ElementTree.parse(self.svg).iter("{http://www.w3.org/2000/svg}text")
        return [element.text for element in elements]

    @unittest.skipIf(ENGINE is None, "heelstone is not built")
    def test_a_release_has_one_line_with_what_was_measured(self):
        positions = ROOT / "tests" / "data" / "connect4-end.txt"
        few = ("--nodes", "200", "--solve", str(positions), "--runs", "1")
        journal = ROOT / "results" / "connect4-learned.jsonl.xz"
        self.run_script(ENGINE, *few, "--elo", str(journal))
        (row,) = self.rows()
        self.assertEqual(row["bytes"], str(Path(ENGINE).stat().st_size))
        self.assertGreater(int(row["signature"]), 200)
        self.assertGreaterEqual(float(row["connect4_seconds"]), 0)
        self.assertEqual((row["elo"], row["elo_low"], row["elo_high"]), ("153.4", "122.0", "187.4"))
        self.assertEqual((row["pons_seconds"], row["build_seconds"]), ("", ""))
        # Another run of the same build keeps what it does not measure again.
        self.run_script(ENGINE, *few)
        (again,) = self.rows()
        self.assertEqual(again["elo"], "153.4")
        self.assertIn("not measured yet", self.texts())

    def test_the_picture_has_each_release_and_its_figures(self):
        self.csv.write_text(
            "release,commit,bytes,elo\n0.1.0,a,10000000,\n0.2.0,b,12500000,-33\n", encoding="utf-8"
        )
        self.run_script("--draw")
        texts = self.texts()
        for text in ("0.1.0", "0.2.0", "10", "12.5", "-33"):
            self.assertIn(text, texts)

    def test_the_table_of_the_project_is_drawn_as_it_stands(self):
        self.csv.write_bytes((ROOT / "benches" / "history.csv").read_bytes())
        self.run_script("--draw")
        self.assertEqual(self.svg.read_bytes(), (ROOT / "docs" / "history.svg").read_bytes())


if __name__ == "__main__":
    unittest.main()

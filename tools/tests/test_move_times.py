"""The time that the real engine takes for moves, as `benches/move_times.py` measures it."""

import subprocess
import sys
import unittest

from support import TOOLS, heelstone

ENGINE = heelstone()
SCRIPT = TOOLS.parent / "benches" / "move_times.py"


@unittest.skipIf(ENGINE is None, "heelstone is not built")
@unittest.skipUnless(sys.platform.startswith("linux"), "only Linux tells these times")
class MoveTimes(unittest.TestCase):
    def test_no_move_takes_much_more_processor_time_than_it_may(self):
        # Twelve is what is promised of a program built for speed on an idle machine.
        options = ["--moves", "200", "--time", "0.01", "--most", "0.1"]
        command = [sys.executable, str(SCRIPT), *options, ENGINE]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("200 moves at 10 ms, 2 at a time", done.stdout)
        self.assertIn("waiting for a processor", done.stdout)


if __name__ == "__main__":
    unittest.main()

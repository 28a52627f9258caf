"""Output of engines to stderr: always taken from them, and kept within bounds."""

import tempfile
import threading
import unittest
from pathlib import Path

from support import zoo
from heelstone_match.gtp.process import LiveProcesses
from heelstone_match.gtp.sink import CappedFile
from heelstone_match.play.limits import Limits
from heelstone_match.play.player import Contest, Player


class Files(unittest.TestCase):
    def setUp(self):
        self.path = Path(self.enterContext(tempfile.TemporaryDirectory()), "B.stderr")

    def sink(self, limit):
        sink = CappedFile(self.path, limit)
        self.addCleanup(sink.close)
        return sink

    def test_what_fits_is_kept(self):
        sink = self.sink(100)
        sink.write(b"one\n")
        sink.write(b"two\n")
        self.assertEqual(self.path.read_bytes(), b"one\ntwo\n")

    def test_the_last_bytes_are_kept_and_never_more_than_the_limit(self):
        written = b""
        sink = self.sink(100)
        for number in range(1000):
            line = b"%d\n" % number * (number % 7)
            sink.write(line)
            written += line
            kept = self.path.read_bytes()
            self.assertTrue(written.endswith(kept))
            self.assertLessEqual(len(kept), 100)
            self.assertGreaterEqual(len(kept), min(50, len(written)))

    def test_much_at_once_is_cut(self):
        sink = self.sink(100)
        sink.write(bytes(range(200)))
        self.assertEqual(self.path.read_bytes(), bytes(range(150, 200)))

    def test_a_file_that_is_there_goes_on(self):
        self.sink(100).write(b"x" * 60)
        sink = self.sink(100)
        sink.write(b"y" * 30)
        self.assertEqual(self.path.read_bytes(), b"x" * 60 + b"y" * 30)
        sink.write(b"z" * 20)
        self.assertEqual(self.path.read_bytes(), b"y" * 30 + b"z" * 20)

    def test_all_processes_of_an_engine_share_it(self):
        sink = self.sink(1 << 20)
        threads = [
            threading.Thread(target=lambda n=n: [sink.write(b"%d" % n * 10) for _ in range(200)])
            for n in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        kept = self.path.read_bytes()
        self.assertEqual([kept.count(b"%d" % n * 10) for n in range(4)], [200] * 4)
        self.assertEqual(len(kept), 8000)

    def test_after_the_end_nothing_is_written(self):
        sink = self.sink(100)
        sink.close()
        sink.write(b"late")
        self.assertEqual(self.path.read_bytes(), b"")

    def test_a_flood_of_an_engine_ends_in_its_file(self):
        processes = LiveProcesses()
        self.addCleanup(processes.kill_all)
        sink = self.sink(100_000)
        words = zoo("--mode", "stderr")
        player = Player("B", words, Contest("tictactoe"), Limits(), processes, stderr=sink)
        player.new_game()
        self.assertEqual(player.genmove("black").move, "A1")
        player.close()
        kept = self.path.read_bytes()
        self.assertTrue(50_000 <= len(kept) <= 100_000, len(kept))
        # What the engine was writing when it was ended may be cut off.
        *lines, last = kept.split(b"\n")[1:]
        self.assertEqual(set(lines), {b"thinking"})
        self.assertTrue(b"thinking".startswith(last), last)


if __name__ == "__main__":
    unittest.main()

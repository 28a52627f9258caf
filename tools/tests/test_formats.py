"""The files that ship, and what the engine writes, read as docs/formats.md describes them."""

from __future__ import annotations

import json
import lzma
import random
import re
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import described
from support import TOOLS, heelstone, match_arguments, run
from heelstone_match.journal.file import read_journal

ENGINE = heelstone()
ROOT = TOOLS.parent
READER = TOOLS / "formats.py"
PAGE = ROOT / "docs/formats.md"
FORMER = ROOT / "tests/data/sarsen-0.1.0"
GAMES = ROOT / "src/games"
BOOKS = {
    "tictactoe": FORMER / "tictactoe.book",
    "connect4": GAMES / "connect4/7x6.book",
    "othello": GAMES / "othello/8x8.book",
    "stonehenge": GAMES / "stonehenge/start.book",
}


def read(path: Path, *words: str) -> str:
    """The reader's output for a file."""
    done = run([sys.executable, "-S", str(READER), str(path), *words])
    assert done.returncode == 0, done.stderr
    return done.stdout


def told(text: str) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in text.splitlines())


class Dialogue:
    """An engine that is asked one thing after the other."""

    def __init__(self, *options: str):
        assert ENGINE
        self.process = subprocess.Popen(
            [ENGINE, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, command: str) -> str:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while line := self.process.stdout.readline().rstrip("\n"):
            lines.append(line)
        assert lines[0].startswith("="), (command, lines)
        return "\n".join(lines).removeprefix("=").strip()

    def close(self) -> None:
        self.process.communicate("quit\n")


@unittest.skipIf(ENGINE is None, "heelstone is not built")
class Formats(unittest.TestCase):
    def engine(self, *options: str) -> Dialogue:
        engine = Dialogue(*options)
        self.addCleanup(engine.close)
        return engine

    def folder(self) -> Path:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return Path(folder.name)

    def test_the_books_that_ship_hold_what_the_program_says(self):
        for path in BOOKS.values():
            info = told(run([ENGINE, "book", "info", str(path)]).stdout)
            found = told(read(path))
            self.assertEqual(found["positions"], info["positions"])
            self.assertEqual(found["form"], info["values"])
            self.assertEqual(f"{found['game']} {found['size']}", info["game"])
            self.assertIn(f"{found['plies']} plies", info["origin"])

    def test_a_position_is_looked_up_by_the_key_that_the_program_tells(self):
        for game, path in BOOKS.items():
            engine = self.engine("--game", game, "--book", str(path), "--nodes", "1")
            for ply in range(3):
                key = engine.ask("position_key")
                engine.ask("genmove")
                played = engine.ask("gomill-explain_last_move")
                if ply and not played.startswith("book "):
                    # Who has lost by a proof is left to the search.
                    break
                # `book D1 win in 41 (built in)`: what the best move is worth, the position is.
                expected = re.sub(r"^book \S+ | \(.*", "", played)
                self.assertEqual(read(path, key).strip(), expected)
            self.assertEqual(read(path, "f" * 16).strip(), "not there")

    def test_the_page_tells_the_keys_of_all_games(self):
        symmetries = described.triangle_symmetries()
        self.assertEqual(len(symmetries), 6)
        keys = {
            "tictactoe": described.tictactoe_key,
            "connect4": described.connect4_key,
            "othello": described.othello_key,
            "stonehenge": lambda position: described.stonehenge_key(position, symmetries),
        }
        for game, key in keys.items():
            for position, engine in self.positions(game, 3):
                self.assertEqual(int(engine.ask("position_key"), 16), key(position), position)

    def test_the_page_tells_what_the_weights_mean(self):
        weights = (GAMES / "othello/patterns.weights").read_bytes()
        patterns = described.Patterns(weights, PAGE.read_text("utf-8"))
        for position, engine in self.positions("othello", 2):
            if position.count("-") > 4:
                self.assertEqual(int(engine.ask("eval")), patterns.value(position), position)

    def test_the_page_tells_what_was_learnt(self):
        for game, weights, reader in (
            ("connect4", GAMES / "connect4/7x6.weights", described.LearntNetwork),
            ("draughts", GAMES / "draughts/international.weights", described.LearntNetwork),
            ("checkers", self.patterns(), described.Learnt),
        ):
            learnt = reader(weights.read_bytes())
            self.assertEqual(learnt.head["game"], game)
            seen = 0
            for position, engine in self.positions(game, 3, "--weights", str(weights)):
                if "K" not in position:
                    state = json.loads(engine.ask("state json"))
                    self.assertEqual(int(engine.ask("eval")), learnt.value(state), position)
                    seen += 1
            self.assertGreater(seen, 20)

    def patterns(self) -> Path:
        """Weights of patterns of checkers."""
        assert ENGINE
        weights = self.folder() / "patterns.weights"
        options = ("--game", "checkers", "--games", "320", "--time", "none")
        subprocess.run([ENGINE, "train", weights, *options], check=True, capture_output=True)
        return weights

    def positions(self, game: str, games: int, *options: str):
        """The unfinished positions of random games."""
        rng = random.Random(5)
        engine = self.engine("--game", game, *options)
        for _ in range(games):
            engine.ask("clear_board")
            while moves := engine.ask("legal_moves").split():
                yield engine.ask("position"), engine
                engine.ask("play " + rng.choice(moves))

    def test_weights_are_counted(self):
        patterns = read(GAMES / "othello/patterns.weights")
        self.assertIn("evaluation: patterns\nstages: 15\nweights of each: 144041\n", patterns)
        learnt = read(self.patterns())
        self.assertIn("game: checkers 8x8\n", learnt)
        self.assertIn("groups: 25\n", learnt)
        learnt = read(GAMES / "draughts/english.weights")
        self.assertIn("neurons: 64 for each side\n", learnt)
        self.assertIn("facts: 2 kinds\n", read(GAMES / "connect4/7x6.weights"))

    def test_the_journal_of_a_build_that_was_killed_is_read(self):
        book = self.folder() / "some.book"
        journal = book.with_suffix(".book.part")
        options = "--game connect4 --size 5x4 --plies 6 --nodes 300000 --hash 1 --threads 1"
        command = [ENGINE, "book", "build", str(book), *options.split()]
        build = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while build.poll() is None and not (journal.exists() and journal.stat().st_size > 300):
            time.sleep(0.01)
        build.kill()
        build.wait()
        # A sudden end leaves part of a record behind.
        journal.write_bytes(journal.read_bytes() + b"torn")
        found = told(read(journal))
        self.assertEqual((found["game"], found["size"]), ("connect4", "5x4"))
        self.assertEqual((found["values"], found["form"]), ("nodes 300000", "scores"))
        self.assertGreater(int(found["positions"]), 5)

    def test_journals_of_an_earlier_release_are_read(self):
        self.assertEqual(told(read(FORMER / "exact.book.part"))["positions"], "101")
        self.assertEqual(told(read(FORMER / "searched.book.part"))["positions"], "2")
        self.assertEqual(told(read(FORMER / "match.jsonl"))["games"], "4")

    def test_journals_that_were_compressed_are_read(self):
        journals = (ROOT / "results").glob("*.jsonl.xz")
        begins = b'{"journal"'
        matches = [path for path in journals if lzma.open(path).readline().startswith(begins)]
        self.assertGreater(len(matches), 2)
        for journal in matches:
            pairs = read_journal(journal).pairs
            found = told(read(journal))
            self.assertEqual(int(found["pairs"]), len(pairs), journal)
            drawn = [game for pair in pairs for game in pair.games if game.winner is None]
            self.assertEqual(int(found["draws"]), len(drawn), journal)

    def test_the_journal_of_a_match_is_read(self):
        journal = self.folder() / "match.jsonl"
        engines = ((ENGINE, "--level", "novice"), (ENGINE,))
        options = ("--nodes", 50, "--pairs", 3, "--journal", journal)
        done = run(match_arguments(*engines, *options))
        self.assertEqual(done.returncode, 0, done.stderr)
        with journal.open("ab") as file:
            file.write(b'{"unknown":1}\n{"pair":4,"torn')
        found = told(read(journal))
        self.assertEqual((found["pairs"], found["games"]), ("3", "6"))
        self.assertEqual(found["game"], "tictactoe")

    def test_damage_is_told(self):
        whole = (GAMES / "othello/8x8.book").read_bytes()
        damaged = self.folder() / "damaged.book"
        for offset in (8, 20, 50, 300, len(whole) // 2, len(whole) - 1):
            changed = bytearray(whole)
            changed[offset] ^= 1
            damaged.write_bytes(changed)
            done = run([sys.executable, str(READER), str(damaged)])
            self.assertEqual(done.returncode, 1, offset)
            self.assertTrue(done.stderr.startswith(f"{damaged}: "), done.stderr)


if __name__ == "__main__":
    unittest.main()

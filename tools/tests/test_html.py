"""The page of a match, walked through in a real browser."""

import html
import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import MATCH, match_arguments, run, sarsen, zoo
from sarsen_match.journal.file import read_journal

BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
NO_SKIP = os.environ.get("SARSEN_NO_SKIP")
ENGINE = sarsen()

# Opens every game, goes through it by the keyboard, and counts the stones of its last position.
WALK = """<script>
const walked = [];
const errors = [];
addEventListener("error", event => errors.push(event.message));
const stones = name =>
  document.querySelectorAll(`#board circle[fill="var(--${name})"]`).length;
const press = key =>
  at("game").dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
try {
  for (;;) {
    for (const row of [...at("games").tBodies[0].rows]) {
      row.click();
      press("Home");
      const start = stones("black") + stones("white");
      for (let i = 0; i < moves.length; i++) press("ArrowRight");
      walked.push([game.number, start, stones("black"), stones("white"), at("note").textContent]);
    }
    if (at("older").disabled) break;
    at("older").click();
  }
} catch (error) { errors.push(String(error)); }
const charts = at("charts").children.length;
const openings = at("openings").tBodies[0].rows.length;
const markup = document.querySelectorAll("b, img").length;
const seen = JSON.stringify({ walked, errors, charts, openings, markup });
document.body.append(element("pre", seen, { id: "walked" }));
</script>"""


@unittest.skipIf(BROWSER is None and not NO_SKIP, "there is no Chromium to open the page with")
class InABrowser(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.journal = self.folder / "match.jsonl"

    def walk(self):
        """What the browser saw of the page of the journal."""
        page = self.folder / "page.html"
        made = run([str(MATCH), "report", str(self.journal), "--html", str(page)])
        self.assertEqual(made.returncode, 0, made.stderr)
        page.write_text(page.read_text("utf-8").replace("</body>", WALK + "</body>"), "utf-8")
        done = subprocess.run(
            [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
             f"--user-data-dir={self.folder / 'profile'}", page.as_uri()],
            capture_output=True, text=True, check=True, timeout=120,
        )  # fmt: skip
        told = re.search(r'<pre id="walked">(.*?)</pre>', done.stdout, re.DOTALL)
        self.assertIsNotNone(told, done.stdout[-2000:])
        seen = json.loads(html.unescape(told[1]))
        self.assertEqual(seen["errors"], [])
        return seen

    def test_every_game_can_be_walked_through(self):
        bad = zoo("--name", "<b>Bold</b></script><img src=x>", "--mode", "garbage", "--at", 40)
        settings = ("--pairs", 60, "--journal", self.journal, "--sprt", "elo0=-300,elo1=300")
        done = run(match_arguments(zoo(), bad, *settings))
        self.assertEqual(done.returncode, 0, done.stderr)
        seen = self.walk()
        pairs = read_journal(self.journal).pairs
        self.assertEqual(seen["markup"], 0)
        self.assertEqual([row[0] for row in seen["walked"]], [*range(1, 2 * len(pairs) + 1)])
        for row, game in zip(seen["walked"], (game for pair in pairs for game in pair.games)):
            self.assertEqual(row[1:4], [0, -(-len(game.moves) // 2), len(game.moves) // 2])
            self.assertIn(game.moves[-1].move, row[4])
        self.assertGreaterEqual(seen["charts"], 2)
        self.assertEqual(seen["openings"], len({pair.opening for pair in pairs}))

    @unittest.skipIf(ENGINE is None, "sarsen is not built")
    def test_othello_is_drawn_with_its_flips(self):
        engine = shlex.quote(ENGINE)
        match = [
            "run",
            "--game",
            "othello",
            "--nodes",
            "50",
            "--engine",
            engine,
            "--engine",
            engine,
        ]
        done = run([str(MATCH), *match, "--referee", engine, "--journal", str(self.journal)])
        self.assertEqual(done.returncode, 0, done.stderr)
        pairs = read_journal(self.journal).pairs
        for row, game in zip(self.walk()["walked"], pairs[0].games):
            margin = int(game.result[2:]) * (1 if game.result[0] == "B" else -1)
            self.assertEqual(row[1], 4)
            self.assertEqual(
                row[2] - row[3], margin, "discs on the board, and the referee's margin"
            )


if __name__ == "__main__":
    unittest.main()

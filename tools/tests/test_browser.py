"""The page in a real browser, where there is one: what is clicked, pressed and seen."""

import os
import random
import shlex
import shutil
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path

from support import TOOLS, heelstone, match_arguments, run, zoo
from browser import Browser, chromium
from heelstone_match.journal.file import read_journal
from heelstone_match.report.boards import boards
from pages import EVIL, contents, html
from records import connect4, game, pair

# Goes through all games with the keys.
WALK = """(() => {
  const at = (id) => document.getElementById(id);
  const press = (key) => at("viewer").dispatchEvent(new KeyboardEvent("keydown", { key }));
  const count = (color) => document.querySelectorAll(".stone." + color).length;
  const stones = () => [count("black"), count("white")];
  const walked = [];
  for (let i = 0; i < GAMES; i++) {
    const seen = { title: at("game-title").textContent, start: stones() };
    const plies = at("moves").children.length;
    for (let ply = 0; ply < plies; ply++) press("ArrowRight");
    walked.push({ ...seen, end: stones(), said: at("position").textContent });
    press("ArrowDown");
  }
  return walked;
})()"""


class InABrowser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        program = chromium()
        if program is None:
            if os.environ.get("HEELSTONE_NO_SKIP"):
                raise AssertionError("chromium is needed: apt-get install chromium")
            print("skipped: the page was not tried, for there is no chromium")
            raise unittest.SkipTest("there is no chromium")
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.browser = cls.enterClassContext(Browser(program))

    def show(self, told, fragment="", drawn=None):
        path = self.folder / "page.html"
        path.write_text(html(told, boards=drawn), "utf-8")
        self.browser.complaints.clear()
        self.browser.open(path, fragment)
        self.addCleanup(lambda: self.assertEqual(self.browser.complaints, []))
        return self.browser

    def report(self, *match):
        """Plays a match, opens its page, and goes through every game with the keys: its journal,
        and for each game its title, the numbers of black and white stones at its start and at its
        end, and the last thing said."""
        folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        journal, path = folder / "match.jsonl", folder / "page.html"
        played = run([*match, "--journal", str(journal)])
        self.assertEqual(played.returncode, 0, played.stderr)
        made = run([str(TOOLS / "match.py"), "report", str(journal), "--html", str(path)])
        self.assertEqual(made.returncode, 0, made.stderr)
        self.browser.complaints.clear()
        self.browser.open(path)
        told = read_journal(journal)
        walked = self.browser.run(WALK.replace("GAMES", str(2 * len(told.pairs))))
        self.assertEqual(self.browser.complaints, [])
        return told, walked

    def stones(self):
        """The colours of the stones on the board, and their number."""
        names = self.browser.run(
            "[...document.querySelectorAll('.stone')].map(s => s.classList[1])"
        )
        return names.count("black"), names.count("white")

    def test_a_game_is_clicked_through_with_buttons_and_keys(self):
        rng = random.Random(1)
        records = [connect4(n, rng) for n in range(1, 31)]
        browser = self.show(contents(records))
        first, second = records[0].games
        self.assertEqual(browser.text("#position"), f"start of {len(first.moves)} plies")
        self.assertEqual(self.stones(), (0, 0))
        for _ in range(3):
            browser.click("[data-step=ArrowRight]")
        self.assertEqual(self.stones(), (2, 1))
        third = first.moves[2].move
        self.assertIn(f"ply 3 of {len(first.moves)}: black {third}", browser.text("#position"))
        browser.run("document.querySelector('#viewer').focus()")
        browser.key("ArrowRight")
        browser.key("ArrowRight")
        browser.key("ArrowLeft")
        self.assertEqual(self.stones(), (2, 2))
        browser.key("End")
        self.assertEqual(sum(self.stones()), len(first.moves))
        cells = browser.run("[...document.querySelectorAll('#moves tr.picked td')]"
                            ".map(cell => cell.textContent)")  # fmt: skip
        self.assertEqual(cells[2], first.moves[-1].move)
        self.assertEqual(cells[3:], [f"{round(1000 * first.wall[-1], 1):.1f}", str(first.depth[-1]),
                                     str(first.score[-1]), str(first.nodes[-1])])  # fmt: skip
        browser.key("ArrowDown")
        self.assertIn(f"Game 1.2: {second.result}", browser.text("#game-title"))
        self.assertEqual(browser.run("location.hash"), "#game-1-2-0")
        self.assertEqual(browser.requests, [(self.folder / "page.html").as_uri()])

    def test_games_are_filtered_sorted_and_linked_to(self):
        rng = random.Random(1)
        records = [connect4(n, rng) for n in range(1, 31)]
        browser = self.show(contents(records), "#game-20-2-5")
        self.assertIn("Game 20.2", browser.text("#game-title"))
        self.assertIn("ply 5 of", browser.text("#position"))
        self.assertIn("20.2", browser.text("#game-table tr.picked"))
        self.assertEqual(browser.text("#game-table .where"), "31 to 45 of 60")
        plies = sorted(len(one.moves) for record in records for one in record.games)
        browser.click("#game-table th:nth-child(6) button")
        self.assertEqual(browser.text("#game-table td:nth-child(6)"), str(plies[-1]))
        browser.click("#game-table th:nth-child(6) button")
        self.assertEqual(browser.text("#game-table td:nth-child(6)"), str(plies[0]))
        browser.click("#game-table [aria-label='next page']")
        self.assertEqual(browser.text("#game-table td:nth-child(6)"), str(plies[15]))
        browser.run("{const f = document.querySelector('#filter'); f.value = 'draw';"
                    "f.dispatchEvent(new Event('input'))}")  # fmt: skip
        draws = sum(one.winner is None for record in records for one in record.games)
        self.assertTrue(browser.text("#game-table .where").endswith(f" of {draws}"))
        opening = browser.text("#opening-table td")
        browser.click("#opening-table tbody tr")
        self.assertEqual(browser.run("document.querySelector('#filter').value"), opening)
        self.assertEqual(browser.text("#game-table .where"), "1 to 2 of 2")

    def show_drawn(self, told, fragment=""):
        """The page with the boards that the engine draws."""
        drawn = boards(told.header.plan, told.pairs)
        self.assertNotIsInstance(drawn, str)
        return self.show(told, fragment, drawn)

    @unittest.skipIf(heelstone() is None, "heelstone is not built")
    def test_boards_show_what_stands_on_them(self):
        # D3 turns D4, C5 turns D5, B6 turns C5 back, and so does B5 once more.
        told = self.told("othello", "b D3 w C5 b B6 w B5")
        self.show_drawn(told, "#game-1-1-1")
        self.assertEqual(self.stones(), (4, 1))
        for stones in ((3, 3), (5, 2), (4, 4)):
            self.browser.click("[data-step=ArrowRight]")
            self.assertEqual(self.stones(), stones)
        # Row 1 is on top in Othello, at the bottom of other games.
        self.assertLess(self.height("othello", "b D3"), self.height("othello", "b E6"))
        self.assertGreater(self.height("connect4", "b A1"), self.height("connect4", "b A1 w A2"))
        browser = self.show_drawn(self.told("stonehenge", "b C6 w O1 b S4"), "#game-1-1-3")
        self.assertEqual(self.stones(), (2, 1))
        values = browser.run("[...document.querySelectorAll('.on-black, .on-white')]"
                             ".map(value => value.textContent)")  # fmt: skip
        self.assertEqual(sorted(values), ["1", "4", "6"])

    @unittest.skipIf(heelstone() is None, "heelstone is not built")
    def test_sides_are_called_as_people_call_them(self):
        browser = self.show_drawn(self.told("connect4", "b D1 w D2"), "#game-1-1-2")
        self.assertIn("Yellow D2", browser.text("#position"))
        self.assertIn("(Red)", browser.text("#game-about"))
        browser = self.show_drawn(self.told("tictactoe", "b B2 w A1"), "#game-1-1-2")
        self.assertIn("O A1", browser.text("#position"))
        self.assertEqual(browser.text(".on-black"), "X")

    def told(self, name, moves):
        """The journal of two games that are the same, whose referee is the engine."""
        one = game("A", "B", "0", moves)
        return contents([pair(1, games=(one, one))], name, referee=heelstone())

    def height(self, name, moves):
        """How far from the top the last move is marked."""
        plies = len(moves.split()) // 2
        browser = self.show_drawn(self.told(name, moves), f"#game-1-1-{plies}")
        return float(browser.run("document.querySelector('.ring').getAttribute('cy')"))

    def test_unknown_games_show_their_stones_or_their_moves_alone(self):
        one = game("A", "B", "0", "b C3 w J1")
        browser = self.show(contents([pair(1, games=(one, one))], "hex"), "#game-1-1-2")
        self.assertEqual(self.stones(), (1, 1))
        self.assertEqual(browser.run("document.querySelectorAll('rect.cell').length"), 27)
        one = game("A", "B", "0", "b E2E4 w E7E5")
        browser = self.show(contents([pair(1, games=(one, one))], "chess"), "#game-1-1-2")
        self.assertIn("no board", browser.text("#board"))
        self.assertIn("E7E5", browser.text("#moves tr.picked"))

    def test_every_game_of_a_match_is_there_from_its_start_to_its_end(self):
        bad = zoo("--name", "<b>Bold</b></script><img src=x>", "--mode", "garbage", "--at", 40)
        options = ("--pairs", 40, "--sprt", "elo0=-300,elo1=300")
        told, walked = self.report(*match_arguments(zoo(), bad, *options))
        games = [(pair.number, one) for pair in told.pairs for one in pair.games]
        self.assertEqual(len(walked), len(games))
        for seen, (number, one) in zip(walked, games):
            self.assertIn(f"Game {number}.", seen["title"])
            self.assertEqual(seen["start"], [0, 0])
            plies = len(one.moves)
            self.assertEqual(seen["end"], [-(-plies // 2), plies // 2])
            self.assertIn(f"ply {plies} of {plies}", seen["said"])
            self.assertTrue(seen["said"].endswith(one.moves[-1].move))
        self.assertEqual(self.browser.run("document.querySelectorAll('b, img').length"), 0)

    @unittest.skipIf(heelstone() is None, "heelstone is not built")
    def test_discs_are_turned_as_the_referee_turns_them(self):
        engine = shlex.quote(heelstone())
        options = ["--engine", engine, "--engine", engine, "--referee", engine, "--nodes", "50"]
        match = [str(TOOLS / "match.py"), "run", "--game", "othello", *options]
        told, walked = self.report(*match)
        for seen, one in zip(walked, told.pairs[0].games):
            self.assertEqual(seen["start"], [2, 2])
            margin = int(one.result[2:]) * (1 if one.result[0] == "B" else -1)
            black, white = seen["end"]
            # Squares that stay empty go to the winner.
            empty = (64 - black - white) * (1 if black > white else -1)
            self.assertEqual(black - white + empty, margin)

    def test_what_engines_say_is_text(self):
        bad = game("A", "B", "B+F", "b D1", fault=f"garbage:{EVIL}")
        bad = replace(bad, score=(EVIL,), reason=EVIL)
        told = contents([pair(1, games=(bad, bad))], names={"A": EVIL, "B": EVIL})
        browser = self.show(told, "#game-1-1-1")
        self.assertEqual(browser.run("document.title"), "connect4: A B")
        self.assertEqual(browser.run("document.images.length"), 0)
        self.assertIn(EVIL, browser.text("#moves"))
        self.assertIn(EVIL, browser.text("#game-fault"))


if __name__ == "__main__":
    unittest.main()

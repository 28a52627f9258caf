"""Each figure of strength in the documents is what its journal in `results/` comes to, and each
figure of speed has a command in its section."""

import re
import subprocess
import unittest

from support import example, heelstone
from statements import (
    COMMAND,
    FIGURES,
    PROJECT,
    RESULTS,
    SPEED,
    STRENGTH,
    commands,
    documents,
    draws,
    first_moves,
    is_of_draws,
    match,
    paragraphs,
    played_out,
    typed,
)

ENGINE = heelstone()
# The games of the examples, by the programs that know them.
OUTSIDE = {"breakthrough": "breakthrough", "dotsandboxes": "dots_and_boxes"}
COMMIT = re.compile(r"\d+\.\d+\.\d+ \([0-9a-f]{12}\)")
HASH = re.compile(r"[0-9a-f]{64}")


@unittest.skipUnless(RESULTS.is_dir(), "the journals stand in the repository alone")
class InTheRepository(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.paragraphs = [each for path in documents() for each in paragraphs(path)]
        cls.stated = [each for each in cls.paragraphs if each.journals]
        cls.journals = sorted(
            path for path in RESULTS.glob("*.xz") if not path.name.endswith(".times.xz")
        )


class Statements(InTheRepository):
    def test_each_figure_of_strength_names_its_journal(self):
        self.assertTrue(self.stated)
        for each in self.paragraphs:
            if STRENGTH.search(each.text):
                self.assertTrue(each.journals, f"no journal beside the figures of {each}")

    def test_each_figure_of_strength_is_what_its_journal_comes_to(self):
        for each in self.stated:
            with self.subTest(each=str(each)):
                self.assertEqual(len(each.journals), 1, "one journal for each paragraph")
                found = 0
                for pattern, figure in FIGURES.items():
                    for stated in pattern.finditer(each.text):
                        told = figure(each.journals[0], *stated.groups())
                        self.assertEqual(stated.groups(), told, stated.group())
                        found += 1
                self.assertTrue(found, "it states no figure that a journal can be asked for")

    def test_the_command_beside_it_is_the_one_that_was_typed(self):
        for each in self.stated:
            with self.subTest(each=str(each)):
                self.assertIn(typed(each.journals[0]), commands(each.section))

    def test_each_figure_of_speed_has_a_command(self):
        stated = [each for each in self.paragraphs if SPEED.search(each.text)]
        self.assertTrue(stated)
        for each in stated:
            self.assertRegex(each.section, COMMAND, str(each))

    def test_each_first_move_of_stonehenge_has_a_winner(self):
        # 18 cells, and the values 1 to 6.
        self.assertEqual(len(first_moves()), 108)


class Journals(InTheRepository):
    def test_each_of_them_is_stated_somewhere_and_listed(self):
        self.assertEqual(
            {path for each in self.stated for path in each.journals}, set(self.journals)
        )
        listed = re.findall(r"\]\(([\w.-]+\.xz)\)", (RESULTS / "README.md").read_text("utf-8"))
        self.assertEqual(sorted(listed), [path.name for path in self.journals])

    def test_each_of_them_says_what_played_where_and_how_it_was_begun(self):
        for path in self.journals:
            with self.subTest(path=path.name):
                if is_of_draws(path):
                    head, _ = draws(path)
                    engines, hosts = [head["engine"]], [head["host"]]
                    self.assertRegex(head["engine"]["build"], COMMIT)
                else:
                    contents, _ = match(path)
                    engines, hosts = contents.header.engines.values(), contents.hosts
                    self.assertRegex(contents.names["A"], COMMIT)
                for engine in engines:
                    self.assertRegex(engine["sha256"], HASH)
                for host in hosts:
                    self.assertTrue(host["processor"] and host["command"])
                    self.assertNotIn("/", host["command"][0])

    def test_games_that_were_lost_otherwise_than_on_the_board_are_stated(self):
        for path in self.journals:
            if not is_of_draws(path) and match(path)[1].faults:
                beside = " ".join(each.text for each in self.stated if path in each.journals)
                self.assertIn("because it did not answer", beside, path.name)
                self.assertFalse(match(path)[1].players["A"].faults, path.name)

    def test_who_won_is_who_the_result_says(self):
        for path in self.journals:
            for record in [] if is_of_draws(path) else match(path)[0].pairs:
                for game in record.games:
                    colour = {"B": game.black, "W": game.white}.get(game.result[0])
                    self.assertEqual(game.winner, colour, f"{path.name}, pair {record.number}")

    @unittest.skipIf(ENGINE is None, "heelstone is not built")
    def test_the_rules_give_every_game_the_result_that_stands_there(self):
        for path in self.journals:
            with self.subTest(path=path.name):
                results = [result for _, _, result in played_out(path)]
                self.assertTrue(results)
                self.assertEqual(self.replayed(path), results)

    def replayed(self, path):
        """The engine's view of the same moves."""
        lines, engine = [], ENGINE
        for game, plays, _ in played_out(path):
            if game in OUTSIDE and (engine := example(OUTSIDE[game])) is None:
                self.skipTest(f"{OUTSIDE[game]} is not built")
            lines += [f"newgame {game}", *plays, "1 final_score"]
        done = subprocess.run(
            [engine],
            input="\n".join([*lines, "quit", ""]),
            capture_output=True,
            text=True,
            cwd=PROJECT,
        )
        self.assertNotRegex(done.stdout, r"(?m)^\?", "a move of a journal is not legal")
        return re.findall(r"(?m)^=1 (.*)$", done.stdout)


if __name__ == "__main__":
    unittest.main()

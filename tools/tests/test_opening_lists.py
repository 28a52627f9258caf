"""Openings by enumeration and by exact value, and how a match is dealt them."""

import json
import tempfile
import threading
import unittest
from pathlib import Path

from support import heelstone, zoo
from heelstone_match.gtp.process import LiveProcesses
from heelstone_match.journal.records import opening_text
from heelstone_match.openings.enumerated import enumerate_openings
from heelstone_match.openings.errors import NoOpening, OpeningError
from heelstone_match.openings.exact import Exact, Solver, Wanted, by_value, exact_of
from heelstone_match.openings.judging import judged
from heelstone_match.openings.source import OpeningOptions, OpeningPlan, Source, resolve
from heelstone_match.play.limits import Limits
from heelstone_match.play.moves import START, Move, Opening
from heelstone_match.play.player import Contest
from heelstone_match.play.referee import Referee

# Positions of Connect 4 after 0, 1, 2 ... plies, OEIS A212693 [Tromp 2012].
CONNECT4 = (1, 7, 49, 238, 1120, 4263)


class Engines(unittest.TestCase):
    def setUp(self):
        self.processes = LiveProcesses()
        self.addCleanup(self.processes.kill_all)

    def referee(self, game="tictactoe", command=None):
        judge = Referee(command or zoo(), Contest(game), Limits(), self.processes)
        self.addCleanup(judge.close)
        return judge

    def solver(self, *options):
        return Solver(zoo(*options), Contest("tictactoe"), Limits(), self.processes, 5)


class Enumerated(Engines):
    def count(self, plies, referee=None, **settings):
        return len(enumerate_openings(referee or self.referee(), plies, **settings).openings)

    def test_symmetric_positions_count_once(self):
        # Corner, edge, centre; the classic counts of tic-tac-toe.
        judge = self.referee()
        counts = [self.count(plies, judge, keep_decided=True) for plies in range(7)]
        self.assertEqual(counts[:4], [1, 3, 12, 38])
        self.assertEqual(counts[4:], [classes_of_tictactoe(plies) for plies in (4, 5, 6)])

    def test_without_a_key_mirrored_positions_count_twice(self):
        judge = self.referee(command=zoo("--lacks", "position_key"))
        found = enumerate_openings(judge, 2)
        self.assertEqual((len(found.openings), found.symmetric), (72, True))
        self.assertFalse(enumerate_openings(self.referee(), 2).symmetric)

    def test_each_is_an_opening_that_leaves_an_undecided_game(self):
        judge = self.referee()
        found = enumerate_openings(judge, 4).openings
        for opening in found:
            state = judge.set_up(opening)
            self.assertFalse(state.over)
            self.assertFalse(judge.wins_at_once(state.to_move))
        self.assertLess(len(found), classes_of_tictactoe(4))
        with self.assertRaisesRegex(NoOpening, "9 plies"):
            enumerate_openings(judge, 9)

    def test_too_many_are_a_sentence(self):
        with self.assertRaisesRegex(OpeningError, "more than 30 positions after 3 plies"):
            enumerate_openings(self.referee(), 5, most=30)

    def test_undo_is_needed(self):
        with self.assertRaisesRegex(OpeningError, "no command `undo`"):
            enumerate_openings(self.referee(command=zoo("--lacks", "undo")), 2)

    @unittest.skipIf(heelstone() is None, "heelstone is not built")
    def test_counts_of_the_real_games(self):
        for game, plies, mirrored, folded in (
            ("connect4", 1, 7, 4),
            ("connect4", 4, CONNECT4[4], folded_connect4(4)),
            ("connect4", 5, CONNECT4[5], folded_connect4(5)),
            ("othello", 1, 4, 1),
            ("othello", 2, 12, 3),
            ("stonehenge", 1, 108, 24),
        ):
            with self.subTest(game=game, plies=plies):
                judge = self.referee(game, (heelstone(),))
                expected = folded if judge.knows("position_key") else mirrored
                self.assertEqual(self.count(plies, judge, keep_decided=True), expected)


def classes_of_tictactoe(plies):
    """Unfinished positions up to symmetry, counted another way: as sets of cells."""
    lines = [{(i, j) for j in range(3)} for i in range(3)]
    lines += [{(j, i) for j in range(3)} for i in range(3)]
    lines += [{(i, i) for i in range(3)}, {(i, 2 - i) for i in range(3)}]

    def fold(sides):
        images = []
        for turn in range(8):
            image = sides
            for _ in range(turn % 4):
                image = [frozenset((j, 2 - i) for i, j in side) for side in image]
            if turn > 3:
                image = [frozenset((j, i) for i, j in side) for side in image]
            images.append(tuple(tuple(sorted(side)) for side in image))
        return min(images)

    level = {fold((frozenset(), frozenset()))}
    for ply in range(plies):
        following = set()
        for position in level:
            sides = [set(side) for side in position]
            for cell in {(i, j) for i in range(3) for j in range(3)} - sides[0] - sides[1]:
                mine = sides[ply % 2] | {cell}
                if not any(line <= mine for line in lines):
                    after = [mine if i == ply % 2 else sides[i] for i in (0, 1)]
                    following.add(fold([frozenset(side) for side in after]))
        level = following
    return len(level)


def folded_connect4(plies):
    """Positions up to the mirror after so few plies that nobody has won."""
    level = {("",) * 7}
    for ply in range(plies):
        level = {
            (*columns[:at], columns[at] + "XO"[ply % 2], *columns[at + 1 :])
            for columns in level
            for at in range(7)
        }
    assert len(level) == CONNECT4[plies]
    return len({min(columns, columns[::-1]) for columns in level})


class Values(Engines):
    def test_answers_of_every_game_are_understood(self):
        for text, value in (
            ("win in 13: D1 C2", Exact("win", plies=13)),
            ("loss in 20: D1", Exact("loss", plies=20)),
            ("draw: D1 C2", Exact("draw")),
            ("draw", Exact("draw")),
            ("win by 6: C5", Exact("win", margin=6)),
            ("loss by 2:", Exact("loss", margin=2)),
            ("win: A1", Exact("win")),
            ("unknown", Exact("unknown")),
        ):
            self.assertEqual(exact_of(text), value)
        with self.assertRaisesRegex(OpeningError, "perhaps"):
            exact_of("perhaps")

    def test_what_is_near_a_draw_depends_on_the_game(self):
        def kept(wanted, *texts):
            return [text for text in texts if Wanted.of(wanted).keeps(exact_of(text))]

        margins = ("win by 2: C5", "win by 4: C5", "loss by 2: C5", "draw: C5", "unknown")
        self.assertEqual(kept("draw", *margins), ["draw: C5"])
        self.assertEqual(kept("2", *margins), ["win by 2: C5", "loss by 2: C5", "draw: C5"])
        distances = ("win in 9: D1", "win in 21: D1", "loss in 20: D1", "draw: D1")
        self.assertEqual(kept("20", *distances), ["win in 21: D1", "loss in 20: D1", "draw: D1"])
        with self.assertRaisesRegex(OpeningError, "neither a margin nor a distance"):
            kept("2", "win: A1")
        with self.assertRaisesRegex(OpeningError, "'near' is neither"):
            Wanted.of("near")

    def test_values_come_in_the_order_of_the_openings(self):
        # Only the corners do not lose against the centre.
        openings = [
            Opening((Move("black", "B2"), Move("white", cell))) for cell in ("A1", "A2", "B1", "C3")
        ]
        expected = [Exact("draw"), Exact("win", 5), Exact("win", 5), Exact("draw")]
        for solvers in (1, 3):
            found = list(judged(openings, solvers, self.solver))
            self.assertEqual(found, list(zip(openings, expected)))
        self.assertFalse(self.processes._alive)

    @unittest.skipIf(heelstone() is None, "heelstone is not built")
    def test_heelstone_is_such_a_solver(self):
        solver = Solver([heelstone()], Contest("tictactoe"), Limits(), self.processes, 60)
        self.addCleanup(solver.close)
        found = [
            solver.value(Opening((Move("black", "B2"), Move("white", cell))))
            for cell in ("A1", "A2", "C3")
        ]
        self.assertEqual(found, [Exact("draw"), Exact("win", 5), Exact("draw")])
        hard = Solver([heelstone()], Contest("connect4"), Limits(), self.processes, 0.001)
        self.addCleanup(hard.close)
        self.assertEqual(hard.value(START), Exact("unknown"))

    @unittest.skipIf(heelstone() is None, "heelstone is not built")
    def test_a_book_is_enough_for_a_verdict(self):
        about = (Contest("connect4"), Limits(), self.processes, 0.001, True)
        with_book = Solver([heelstone()], *about)
        without = Solver([heelstone(), "--book", "off"], *about)
        for solver, value in ((with_book, Exact("win")), (without, Exact("unknown"))):
            self.addCleanup(solver.close)
            self.assertEqual(solver.value(START), value)

    def test_solvers_end_with_whoever_asks_them(self):
        values = judged([Opening((Move("black", "B2"), Move("white", "A1")))] * 9, 2, self.solver)
        next(values)
        values.close()
        self.assertFalse(self.processes._alive)

    def test_a_solver_that_cannot_solve_is_told(self):
        with self.assertRaisesRegex(OpeningError, "Zoo 1, the solver, has no command `solve`"):
            self.solver("--lacks", "solve")
        solver = self.solver()
        self.addCleanup(solver.close)
        with self.assertRaisesRegex(OpeningError, "refused a move"):
            solver.value(Opening((Move("white", "B2"),)))


class Plans(Engines):
    def resolve(self, plies=2, seed=1, exact=None, **settings):
        options = OpeningOptions(plies, **settings)
        selection = by_value(exact, self.solver) if exact else None
        return resolve(options, self.referee(), seed, selection)

    def source(self, plan, seed=1):
        source = Source(plan, seed, self.referee)
        self.addCleanup(source.close)
        return source

    def dealt(self, plan, numbers, seed=1):
        source = self.source(plan, seed)
        return [source.nth(number) for number in numbers]

    def test_plans_are_plain_data(self):
        for settings in ({}, {"all_positions": True}, {"exact": "draw", "wanted": 3}):
            plan = self.resolve(**settings)
            told = json.loads(json.dumps(plan.as_json()))
            self.assertEqual(OpeningPlan.of(told), plan)
        for wrong in ({}, {"kind": "list", "openings": []}, {"kind": "list", "openings": ["D1"]},
                      {"kind": "of old"}, {"kind": "random", "plies": "many"}):  # fmt: skip
            with self.subTest(wrong), self.assertRaises(OpeningError):
                OpeningPlan.of(wrong)

    def test_random_openings_have_their_numbers(self):
        plan = self.resolve()
        self.assertEqual((plan.kind, plan.source), ("random", "2 random plies"))
        in_order = self.dealt(plan, range(1, 9))
        self.assertEqual(len(set(in_order)), 8)
        self.assertEqual(self.dealt(plan, (7, 3, 8, 7)), [in_order[i] for i in (6, 2, 7, 6)])
        self.assertNotEqual(self.dealt(plan, range(1, 9), seed=2), in_order)

    def test_a_source_is_asked_by_several_threads(self):
        plan = self.resolve()
        source, found = self.source(plan), {}
        threads = [
            threading.Thread(target=lambda n=n: found.update({n: source.nth(n)}))
            for n in range(1, 31)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([found[n] for n in range(1, 31)], self.dealt(plan, range(1, 31)))

    def test_how_many_are_distinct_is_known_at_their_end(self):
        plan = self.resolve()
        source = self.source(plan)
        source.nth(72)
        self.assertIsNone(source.distinct)
        source.nth(73)
        self.assertEqual(source.distinct, 72)
        self.assertEqual(self.source(self.resolve(all_positions=True)).distinct, 12)

    def test_lists_come_in_the_order_of_the_seed_and_again(self):
        plan = self.resolve(all_positions=True)
        self.assertEqual(plan.source, "all 12 positions after 2 plies")
        in_order = self.dealt(plan, range(1, 25))
        self.assertEqual(len(set(in_order[:12])), 12)
        self.assertEqual(in_order[:12], in_order[12:])
        self.assertEqual(self.resolve(all_positions=True), plan)
        self.assertNotEqual(self.resolve(all_positions=True, seed=2).openings, plan.openings)
        # A longer match begins like a shorter one.
        few = self.resolve(all_positions=True, wanted=5)
        self.assertEqual(few.openings, plan.openings[:5])
        self.assertEqual(
            few.source, "all 12 positions after 2 plies; 5 of them, chosen by the seed"
        )

    def test_a_list_needs_no_referee(self):
        plan = self.resolve(all_positions=True)

        def none():
            self.fail("a referee was started")

        self.assertEqual(opening_text(Source(plan, 1, none).nth(1)), plan.openings[0])

    def test_exact_draws_are_chosen_from_all_sorts(self):
        # Up to symmetry 12 openings of 2 plies; White's good answers: the centre to a corner, a
        # corner to the centre, and to an edge the centre, the corner beside it, the edge opposite.
        draws = self.resolve(all_positions=True, exact="draw")
        centre = {"B2"}
        self.assertEqual(len(draws.openings), 5)
        for text in draws.openings:
            _, black, _, white = text.split()
            corners = {"A1", "A3", "C1", "C3"}
            good = corners if black in centre else centre if black in corners else None
            self.assertTrue(good is None or white in good, text)
        self.assertEqual(
            draws.source, "all 12 positions after 2 plies: 5 of 12 with the exact value draw"
        )
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "mine.txt")
            file.write_text("B2 A1\nB2 A2\nA1 B2\n", "utf-8")
            found = self.resolve(None, file=file, exact="draw")
            self.assertEqual(sorted(found.openings), ["b A1 w B2", "b B2 w A1"])
            one = self.resolve(None, file=file, exact="draw", wanted=1, judges=2)
            self.assertEqual(one.openings, found.openings[:1])

    def test_random_openings_are_filtered_too(self):
        some = self.resolve(exact="draw", wanted=4, judges=2)
        self.assertEqual(len(set(some.openings)), 4)
        # The five classes above are 24 openings in all, and no more are looked for.
        self.assertEqual(len(self.resolve(exact="draw", wanted=40).openings), 24)

    def test_what_cannot_be_had_is_a_sentence(self):
        for settings, sentence in (
            ({"exact": "nearly"}, "'nearly' is neither `draw` nor a number"),
            ({"plies": None}, "plies is missing"),
            ({"file": Path("x"), "all_positions": True}, "not both"),
        ):
            with self.assertRaisesRegex(OpeningError, sentence):
                self.resolve(**settings)
        self.solver = lambda: Engines.solver(self, "--mode", "unsolved")
        with self.assertRaisesRegex(NoOpening, "12 openings were judged, and none is wanted"):
            self.resolve(all_positions=True, exact="draw")


if __name__ == "__main__":
    unittest.main()

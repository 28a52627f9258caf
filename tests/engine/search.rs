//! Laws of the search, for every game and every evaluation of it: plain search is minimax, minimax_after, the
//! hooks and shortcuts of the full search change no exact value, a search can be reproduced to the
//! node, and one that is stopped anywhere gives a legal move.

use std::time::{Duration, Instant};

use crate::engine::common::{
    AnyEvaluation, afresh, late_position, minimax, minimax_after, random_game, search, to_depth,
    visit_all, with_nodes,
};
use heelstone::game::{Evaluation, EvaluationVisitor, Game, GameVisitor, Rules, Score, perft};
use heelstone::search::{
    Limits, Line, Outcome, Search, Searcher, Stop, Table, TimeBudget, searcher,
};

/// A check of one game with one of its evaluations.
trait Check {
    fn check<G: Game>(&self, named: &Named<G>);
}

/// An evaluation twice: to search with, and to compare with.
struct Named<G: Game> {
    name: String,
    searcher: Box<dyn Searcher<G>>,
    evaluation: AnyEvaluation<G>,
}

fn for_every_evaluation(check: impl Check) {
    struct Games<C>(C);
    struct Searchers<G: Game>(Vec<Box<dyn Searcher<G>>>);
    struct Evaluations<'a, C, G: Game>(&'a C, std::vec::IntoIter<Box<dyn Searcher<G>>>);
    impl<C: Check> GameVisitor for Games<C> {
        fn visit<G: Game>(&mut self) {
            let mut searchers = Searchers(Vec::new());
            G::evaluations(&mut searchers);
            G::evaluations(&mut Evaluations(&self.0, searchers.0.into_iter()));
        }
    }
    impl<G: Game> EvaluationVisitor<G> for Searchers<G> {
        fn visit<E: Evaluation<G>>(&mut self, _: &'static str, _: &'static str, e: E) {
            self.0.push(searcher(G::Knowledge::default(), e, 0));
        }
    }
    impl<C: Check, G: Game> EvaluationVisitor<G> for Evaluations<'_, C, G> {
        fn visit<E: Evaluation<G>>(&mut self, name: &'static str, _: &'static str, e: E) {
            self.0.check(&Named {
                name: format!("{} {:?} with {name}", G::NAME, G::SIZE),
                searcher: self.1.next().expect("as many as evaluations"),
                evaluation: afresh(e),
            });
        }
    }
    visit_all(&mut Games(check));
}

fn run<G: Game>(searcher: &dyn Searcher<G>, search: &Search<'_, G>) -> Outcome<G::Move> {
    searcher.search(search, &Stop::new(), &mut |_| {})
}

/// A search for the minimax value.
fn plain<'a, G: Game>(position: &'a G, table: &'a Table, depth: u32) -> Search<'a, G> {
    let mut search = search(position, table, to_depth(depth));
    search.request.plain = true;
    search
}

/// The deepest tree with at most that many leaves.
fn affordable_depth<G: Game>(position: &G, leaves: u64) -> u32 {
    let fits = |&depth: &u32| {
        perft(position, depth, &|| false).is_some_and(|count| count.sequences <= leaves)
    };
    (1..7).take_while(fits).last().unwrap_or(1)
}

#[test]
fn plain_search_is_minimax_with_a_fresh_and_a_used_table() {
    struct IsMinimax;
    impl Check for IsMinimax {
        fn check<G: Game>(&self, named: &Named<G>) {
            let searcher = &*named.searcher;
            let used = Table::new(1).unwrap();
            let mut rng = fastrand::Rng::with_seed(23);
            for _ in 0..12 {
                let game = random_game::<G>(&mut rng);
                let position = &game[rng.usize(..game.len() - 1)];
                let deepest = affordable_depth(position, 4_000);
                for depth in 1..=deepest {
                    let expected = minimax(position, depth, 0, &named.evaluation);
                    let text = format!("{}: depth {depth}: {}", named.name, position.position());
                    let fresh = Table::new(1).unwrap();
                    for table in [&fresh, &used] {
                        let found = run(searcher, &plain(position, table, depth));
                        assert_eq!(found.lines[0].score, expected, "{text}");
                        if position.is_chance() {
                            continue;
                        }
                        let best = position.after(found.lines[0].pv[0]);
                        let past = &mut vec![position.repetition_key()];
                        let reply = minimax_after(past, &best, depth - 1, 1, &named.evaluation);
                        let turns = best.to_move() != position.to_move();
                        assert_eq!(if turns { -reply } else { reply }, expected, "{text}");
                    }
                }
            }
        }
    }
    for_every_evaluation(IsMinimax);
}

#[test]
fn the_full_search_finds_exact_values_and_distances_near_the_end() {
    struct IsExact;
    impl Check for IsExact {
        fn check<G: Game>(&self, named: &Named<G>) {
            let searcher = &*named.searcher;
            let used = Table::new(1).unwrap();
            let mut rng = fastrand::Rng::with_seed(29);
            for _ in 0..40 {
                let position = late_position::<G>(&mut rng, 5_000);
                if position.outcome().is_some() {
                    continue;
                }
                let expected = minimax(&position, 30, 0, &named.evaluation);
                let found = run(searcher, &search(&position, &used, to_depth(60)));
                let text = format!("{}: {}", named.name, position.position());
                assert_eq!(found.lines[0].score, expected, "{text}");
                check_line_ends_as_promised(&position, &found.lines[0], &text);
            }
        }
    }
    for_every_evaluation(IsExact);
}

/// A proved line is shown to its end, and ends as its score says.
fn check_line_ends_as_promised<R: Rules>(position: &R, line: &Line<R::Move>, text: &str) {
    check_line_is_legal(position, &line.pv);
    if R::CHANCE {
        // It ends before a roll.
        return;
    }
    let end = line
        .pv
        .iter()
        .fold(position.clone(), |position, &mv| position.after(mv));
    let value = end
        .outcome_for_mover()
        .unwrap_or_else(|| panic!("{text}: {line:?}"));
    let value = if end.to_move() == position.to_move() {
        value
    } else {
        -value
    };
    let sign = line.score.cmp(&Score::ZERO) as i16;
    assert_eq!(value.0.signum(), sign, "{text}");
    if let Some(plies) = line.score.plies_to_end() {
        assert_eq!(line.pv.len(), plies as usize, "{text}");
    }
}

#[test]
fn several_lines_are_the_best_moves_with_their_own_scores() {
    struct LinesAreBest;
    impl Check for LinesAreBest {
        fn check<G: Game>(&self, named: &Named<G>) {
            let searcher = &*named.searcher;
            let table = Table::new(1).unwrap();
            let mut rng = fastrand::Rng::with_seed(31);
            for _ in 0..6 {
                let game = random_game::<G>(&mut rng);
                let position = &game[rng.usize(..game.len() - 1)];
                if position.is_chance() {
                    continue;
                }
                let depth = affordable_depth(position, 3_000);
                let mut expected: Vec<Score> = position
                    .legal_moves()
                    .into_iter()
                    .map(|mv| {
                        let next = position.after(mv);
                        let past = &mut vec![position.repetition_key()];
                        let score = minimax_after(past, &next, depth - 1, 1, &named.evaluation);
                        if next.to_move() == position.to_move() {
                            score
                        } else {
                            -score
                        }
                    })
                    .collect();
                expected.sort_by_key(|score| std::cmp::Reverse(*score));
                let text = format!("{}: depth {depth}: {}", named.name, position.position());
                check_lines(searcher, position, &table, depth, &expected, &text);
                check_margin(searcher, position, &table, depth, &expected, &text);
            }
        }
    }
    for_every_evaluation(LinesAreBest);
}

fn check_lines<G: Game>(
    searcher: &dyn Searcher<G>,
    position: &G,
    table: &Table,
    depth: u32,
    expected: &[Score],
    text: &str,
) {
    let mut search = plain(position, table, depth);
    search.request.lines = 3;
    let found = run(searcher, &search);
    let scores: Vec<Score> = found.lines.iter().map(|line| line.score).collect();
    assert_eq!(scores, expected[..expected.len().min(3)], "{text}");
    for (index, line) in found.lines.iter().enumerate() {
        assert!(
            found.lines[..index]
                .iter()
                .all(|other| other.pv[0] != line.pv[0]),
            "{text}"
        );
    }
}

fn check_margin<G: Game>(
    searcher: &dyn Searcher<G>,
    position: &G,
    table: &Table,
    depth: u32,
    expected: &[Score],
    text: &str,
) {
    let margin = 30;
    let mut search = plain(position, table, depth);
    search.request.margin = margin;
    let found = run(searcher, &search);
    let best = expected[0];
    let lowest = if best.is_proved() {
        best
    } else {
        best.offset(-margin)
    };
    let near: Vec<Score> = expected
        .iter()
        .copied()
        .filter(|score| *score >= lowest)
        .collect();
    let scores: Vec<Score> = found.near.iter().map(|(_, score)| *score).collect();
    assert_eq!(scores, near, "{text}");
}

#[test]
#[ignore = "takes long"]
fn a_search_with_a_node_limit_is_the_same_every_time() {
    struct IsReproducible;
    impl Check for IsReproducible {
        fn check<G: Game>(&self, named: &Named<G>) {
            let searcher = &*named.searcher;
            let cleared = Table::new(1).unwrap();
            let mut first = None;
            for _ in 0..3 {
                cleared.clear();
                let fresh = Table::new(1).unwrap();
                for table in [&cleared, &fresh] {
                    let run = self_play(searcher, table, 6, 3_000);
                    assert_eq!(
                        first.get_or_insert_with(|| run.clone()),
                        &run,
                        "{}",
                        named.name
                    );
                }
            }
        }
    }
    for_every_evaluation(IsReproducible);
}

/// Some moves of a game against itself: the moves with their scores and node counts.
fn self_play<G: Game>(
    searcher: &dyn Searcher<G>,
    table: &Table,
    plies: usize,
    nodes: u64,
) -> Vec<(G::Move, Score, u64)> {
    let mut position = G::start();
    let mut moves = Vec::new();
    while position.outcome().is_none() && moves.len() < plies {
        table.age();
        let found = run(searcher, &search(&position, table, with_nodes(nodes)));
        assert!(found.nodes <= nodes);
        let best = &found.lines[0];
        moves.push((best.pv[0], best.score, found.nodes));
        position.play(best.pv[0]);
    }
    moves
}

#[test]
fn a_search_that_is_stopped_anywhere_gives_a_legal_move() {
    struct IsLegal;
    impl Check for IsLegal {
        fn check<G: Game>(&self, named: &Named<G>) {
            let searcher = &*named.searcher;
            let table = Table::new(1).unwrap();
            let mut rng = fastrand::Rng::with_seed(37);
            for nodes in (0..60).chain([100, 1_000, 5_000]) {
                let game = random_game::<G>(&mut rng);
                let position = &game[rng.usize(..game.len() - 1)];
                for lines in [1, 3] {
                    for margin in [0, 10] {
                        let mut search = search(position, &table, with_nodes(nodes));
                        (search.request.lines, search.request.margin) = (lines, margin);
                        let found = run(searcher, &search);
                        assert!(found.nodes <= nodes, "{}", named.name);
                        check_line_is_legal(position, &found.lines[0].pv);
                    }
                }
            }
        }
    }
    for_every_evaluation(IsLegal);
}

fn check_line_is_legal<R: Rules>(position: &R, line: &[R::Move]) {
    let mut position = position.clone();
    assert!(!line.is_empty());
    for &mv in line {
        assert!(position.legal_moves().contains(&mv));
        position.play(mv);
    }
}

#[test]
fn a_stop_and_a_deadline_end_a_search() {
    struct Ends;
    impl Check for Ends {
        fn check<G: Game>(&self, named: &Named<G>) {
            let searcher = &*named.searcher;
            let table = Table::new(1).unwrap();
            let position = G::start();
            let stop = Stop::new();
            stop.request();
            let unlimited = search(&position, &table, Limits::none());
            let found = searcher.search(&unlimited, &stop, &mut |_| {});
            check_line_is_legal(&position, &found.lines[0].pv);
            let late = Limits {
                time: Some(TimeBudget::fixed(Duration::ZERO)),
                start: Instant::now(),
                ..Limits::none()
            };
            let found = run(searcher, &search(&position, &table, late));
            check_line_is_legal(&position, &found.lines[0].pv);
        }
    }
    for_every_evaluation(Ends);
}

#[test]
fn a_finished_game_has_no_line() {
    struct HasNone;
    impl Check for HasNone {
        fn check<G: Game>(&self, named: &Named<G>) {
            let mut game = random_game::<G>(&mut fastrand::Rng::with_seed(31));
            let end = game.pop().expect("a position");
            let table = Table::new(1).unwrap();
            for threads in [1, 2] {
                let mut search = search(&end, &table, with_nodes(1000));
                search.request.threads = threads;
                let found = run(&*named.searcher, &search);
                assert!(
                    found.lines.is_empty() && found.near.is_empty(),
                    "{}",
                    named.name
                );
            }
        }
    }
    for_every_evaluation(HasNone);
}

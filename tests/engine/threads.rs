//! Several threads at one root: legal moves, true proofs, limits that hold for all together.

use std::time::{Duration, Instant};

use crate::engine::common::{
    late_position, minimax, random_game, search, to_depth, visit_all, with_nodes,
};
use heelstone::game::{Evaluation, EvaluationVisitor, Game, GameVisitor, Rules, Score};
use heelstone::search::{Limits, Outcome, Search, Searcher, Stop, Table, TimeBudget, searcher};

/// Judges nothing: only what is proved has a value.
struct Blind;

impl<R: Rules> Evaluation<R> for Blind {
    type Accumulator = ();
    fn start(&self, _: &R) {}
    fn value(&self, _: &R, (): &()) -> i32 {
        0
    }
}

/// A check of one game with a searcher of it.
trait Check {
    fn check<G: Game>(&self, searcher: &dyn Searcher<G>);
}

/// With the default evaluation of every game.
fn for_every_game(check: impl Check) {
    struct Games<C>(C);
    struct First<'a, C>(&'a C, bool);
    impl<C: Check> GameVisitor for Games<C> {
        fn visit<G: Game>(&mut self) {
            G::evaluations(&mut First(&self.0, true));
        }
    }
    impl<C: Check, G: Game> EvaluationVisitor<G> for First<'_, C> {
        fn visit<E: Evaluation<G>>(&mut self, _: &'static str, _: &'static str, evaluation: E) {
            if std::mem::take(&mut self.1) {
                self.0
                    .check(&*searcher(G::Knowledge::default(), evaluation, 0));
            }
        }
    }
    visit_all(&mut Games(check));
}

fn together<'a, G: Game>(position: &'a G, table: &'a Table, limits: Limits) -> Search<'a, G> {
    let mut search = search(position, table, limits);
    search.request.threads = 3;
    search
}

fn run<G: Game>(searcher: &dyn Searcher<G>, search: &Search<'_, G>) -> Outcome<G::Move> {
    searcher.search(search, &Stop::new(), &mut |_| {})
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
fn a_proof_of_several_threads_is_a_proof() {
    struct IsExact;
    impl Check for IsExact {
        fn check<G: Game>(&self, searcher: &dyn Searcher<G>) {
            let used = Table::new(1).unwrap();
            let mut rng = fastrand::Rng::with_seed(41);
            for _ in 0..30 {
                let position = late_position::<G>(&mut rng, 20_000);
                if position.outcome().is_some() {
                    continue;
                }
                let expected = minimax(&position, 60, 0, &Blind);
                let found = run(searcher, &together(&position, &used, to_depth(60)));
                let text = format!("{} {:?}: {}", G::NAME, G::SIZE, position.position());
                assert_eq!(found.lines[0].score, expected, "{text}");
                check_line_is_legal(&position, &found.lines[0].pv);
            }
        }
    }
    for_every_game(IsExact);
}

#[test]
fn the_moves_are_legal_and_the_node_limit_counts_all_threads_together() {
    struct IsLimited;
    impl Check for IsLimited {
        fn check<G: Game>(&self, searcher: &dyn Searcher<G>) {
            let table = Table::new(1).unwrap();
            let mut rng = fastrand::Rng::with_seed(43);
            for nodes in (0..20).chain([1_000, 1_500, 5_000, 40_000]) {
                let game = random_game::<G>(&mut rng);
                let position = &game[rng.usize(..game.len() - 1)];
                for (lines, margin) in [(1, 0), (3, 0), (1, 10)] {
                    let mut search = together(position, &table, with_nodes(nodes));
                    search.request.lines = lines;
                    search.request.margin = margin;
                    let mut last = 0;
                    let found = searcher.search(&search, &Stop::new(), &mut |line| {
                        assert!(line.nodes >= last, "the count never falls");
                        last = line.nodes;
                        check_line_is_legal(position, &line.pv);
                    });
                    assert!(found.nodes <= nodes, "{} of {nodes}", found.nodes);
                    assert!(found.nodes >= last);
                    check_line_is_legal(position, &found.lines[0].pv);
                }
            }
        }
    }
    for_every_game(IsLimited);
}

#[test]
fn a_node_limit_is_used_up_by_all_threads() {
    // Othello from the start is nowhere near solved after so many nodes.
    struct IsUsed;
    impl Check for IsUsed {
        fn check<G: Game>(&self, searcher: &dyn Searcher<G>) {
            if G::NAME != "othello" {
                return;
            }
            let table = Table::new(1).unwrap();
            let start = G::start();
            let found = run(searcher, &together(&start, &table, with_nodes(200_000)));
            // At most the nodes that a helper was granted and did not come to are lost.
            assert!(found.nodes > 195_000, "{}", found.nodes);
        }
    }
    for_every_game(IsUsed);
}

#[test]
fn a_stop_and_a_deadline_end_all_threads() {
    struct Ends;
    impl Check for Ends {
        fn check<G: Game>(&self, searcher: &dyn Searcher<G>) {
            let table = Table::new(1).unwrap();
            let position = G::start();
            let unlimited = together(&position, &table, Limits::none());
            let stop = Stop::new();
            let found = std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(Duration::from_millis(20));
                    stop.request();
                });
                searcher.search(&unlimited, &stop, &mut |_| {})
            });
            check_line_is_legal(&position, &found.lines[0].pv);
            let late = Limits {
                time: Some(TimeBudget::fixed(Duration::from_millis(20))),
                start: Instant::now(),
                ..Limits::none()
            };
            let found = run(searcher, &together(&position, &table, late));
            check_line_is_legal(&position, &found.lines[0].pv);
        }
    }
    for_every_game(Ends);
}

#[test]
fn plain_search_has_one_thread_and_can_be_reproduced() {
    struct IsReproducible;
    impl Check for IsReproducible {
        fn check<G: Game>(&self, searcher: &dyn Searcher<G>) {
            let position = G::start();
            let results = [1, 4, 4].map(|threads| {
                let table = Table::new(1).unwrap();
                let mut plain = search(&position, &table, with_nodes(20_000));
                plain.request.threads = threads;
                plain.request.plain = true;
                let found = run(searcher, &plain);
                let score: Score = found.lines[0].score;
                (found.nodes, score, found.lines[0].pv.clone())
            });
            assert_eq!(results[0], results[1]);
            assert_eq!(results[0], results[2]);
        }
    }
    for_every_game(IsReproducible);
}

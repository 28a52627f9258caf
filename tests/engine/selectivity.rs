//! Selectivity, forced on every game and evaluation: proved results stay true, and what is off
//! leaves no trace.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::engine::common::{
    AnyEvaluation, afresh, late_position, minimax, random_game, search, to_depth, visit_all,
};
use heelstone::game::{Evaluation, EvaluationVisitor, Forecast, Game, GameVisitor};
use heelstone::game::{Notation, Param, Rules};
use heelstone::game::{Score, Selectivity, Value};
use heelstone::games::connect4::{Connect4, Connect4Knowledge, Zero};
use heelstone::games::othello::{Mobility, Othello};
use heelstone::search::{Limits, Searcher, Stop, Table, Tuning, searcher};
use heelstone::solve::{Extent, Solver};

/// Far more than any match would accept.
const RECKLESS: Selectivity = Selectivity {
    reduction: 400,
    futility: 20,
    futility_depth: 4,
    at_sight: false,
    null_move: 2,
    confidence: 20,
    above_only: false,
    forecasts_from: 0,
};

/// For each depth.
const FORECASTS: [&[Forecast]; 7] = [
    &[],
    &[],
    &[],
    &[forecast(0)],
    &[forecast(2)],
    &[forecast(1)],
    &[forecast(2)],
];

const fn forecast(shallow: u8) -> Forecast {
    Forecast {
        shallow,
        slope: 1100,
        offset: 3,
        deviation: 50,
    }
}

/// An evaluation with that selectivity in place of its own.
struct With<G: Game> {
    evaluation: AnyEvaluation<G>,
    selectivity: Selectivity,
    interest: i32,
}

impl<G: Game> With<G> {
    fn new(evaluation: impl Evaluation<G>, selectivity: Selectivity) -> With<G> {
        With {
            evaluation: afresh(evaluation),
            selectivity,
            interest: 0,
        }
    }

    fn searcher(self) -> Box<dyn Searcher<G>> {
        let evaluation: AnyEvaluation<G> = Box::new(self);
        searcher(G::Knowledge::default(), evaluation, 0)
    }
}

impl<G: Game> Evaluation<G> for With<G> {
    type Accumulator = ();

    fn start(&self, _: &G) {}

    fn value(&self, position: &G, (): &()) -> i32 {
        self.evaluation.value(position, &())
    }

    fn worth(&self, result: Value) -> i32 {
        self.evaluation.worth(result)
    }

    fn is_stable(&self, position: &G) -> bool {
        self.evaluation.is_stable(position)
    }

    fn grain(&self) -> i16 {
        self.evaluation.grain()
    }

    fn selectivity(&self) -> Selectivity {
        self.selectivity
    }

    fn interest(&self, _: &G, _: G::Move, _: &G) -> i32 {
        self.interest
    }

    fn forecasts(&self, _: &G, depth: u32) -> &[Forecast] {
        FORECASTS.get(depth as usize).copied().unwrap_or_default()
    }
}

/// A check of one game with one of its evaluations.
trait Check {
    fn check<G: Game>(&self, evaluation: With<G>, name: &str);
}

/// Shows every evaluation of every game, made reckless.
fn for_every_evaluation(check: &impl Check) {
    struct Games<'a, C>(&'a C);
    struct Evaluations<'a, C>(&'a C);
    impl<C: Check> GameVisitor for Games<'_, C> {
        fn visit<G: Game>(&mut self) {
            G::evaluations(&mut Evaluations(self.0));
        }
    }
    impl<C: Check, G: Game> EvaluationVisitor<G> for Evaluations<'_, C> {
        fn visit<E: Evaluation<G>>(&mut self, name: &'static str, _: &'static str, e: E) {
            let name = format!("{} {:?} with {name}", G::NAME, G::SIZE);
            // Each way of asking in some games.
            let at_sight = G::SCALE.has_margin();
            let selectivity = Selectivity {
                at_sight,
                ..RECKLESS
            };
            self.0.check(With::new(e, selectivity), &name);
        }
    }
    visit_all(&mut Games(check));
}

#[test]
#[ignore = "takes long"]
fn a_search_to_the_end_finds_exact_values_and_distances() {
    struct IsExact;
    impl Check for IsExact {
        fn check<G: Game>(&self, evaluation: With<G>, name: &str) {
            let searcher = evaluation.searcher();
            let used = Table::new(1).unwrap();
            let mut rng = fastrand::Rng::with_seed(61);
            for _ in 0..30 {
                let position = late_position::<G>(&mut rng, 10_000);
                if position.outcome().is_some() {
                    continue;
                }
                let expected = minimax(&position, 60, 0, &Nothing);
                let search = search(&position, &used, to_depth(60));
                let found = searcher.search(&search, &Stop::new(), &mut |_| {});
                let text = format!("{name}: {}", position.position());
                assert_eq!(found.lines[0].score, expected, "{text}");
            }
        }
    }
    for_every_evaluation(&IsExact);
}

/// Judges nothing.
struct Nothing;

impl<R: Rules> Evaluation<R> for Nothing {
    type Accumulator = ();

    fn start(&self, _: &R) {}

    fn value(&self, _: &R, (): &()) -> i32 {
        0
    }
}

#[test]
#[ignore = "takes long"]
fn what_is_shown_as_proved_is_true_at_every_depth() {
    struct IsTrue(AtomicU64);
    impl Check for IsTrue {
        fn check<G: Game>(&self, evaluation: With<G>, name: &str) {
            let searcher = evaluation.searcher();
            let table = Table::new(1).unwrap();
            let mut rng = fastrand::Rng::with_seed(67);
            for _ in 0..30 {
                let position = late_position::<G>(&mut rng, 30_000);
                if position.outcome().is_some() {
                    continue;
                }
                let exact = minimax(&position, 60, 0, &Nothing);
                table.clear();
                let deepest = position.max_plies().unwrap_or(12).min(12);
                for depth in 1..deepest {
                    let search = search(&position, &table, to_depth(depth));
                    let found = searcher.search(&search, &Stop::new(), &mut |_| {});
                    let score = found.lines[0].score;
                    let text = format!("{name}: depth {depth}: {}", position.position());
                    if !score.is_proved() {
                        continue;
                    }
                    self.0.fetch_add(1, Ordering::Relaxed);
                    // At least so good for who wins.
                    if score > Score::ZERO {
                        assert!(exact >= score, "{text}: {score} {exact}");
                    } else {
                        assert!(exact <= score, "{text}: {score} {exact}");
                    }
                }
            }
        }
    }
    let check = IsTrue(AtomicU64::new(0));
    for_every_evaluation(&check);
    let proved = check.0.into_inner();
    assert!(proved > 500, "only {proved} proved scores");
}

/// The nodes of an Othello search to that depth from some positions of a game.
fn nodes(evaluation: With<Othello>, depth: u32, tuning: Tuning) -> u64 {
    let searcher = evaluation.searcher();
    let table = Table::new(4).unwrap();
    let game = random_game::<Othello>(&mut fastrand::Rng::with_seed(71));
    let nodes = |position| {
        table.clear();
        let mut search = search(position, &table, to_depth(depth));
        search.request.tuning = tuning;
        searcher.search(&search, &Stop::new(), &mut |_| {}).nodes
    };
    [4, 14, 24, 34].map(|ply| nodes(&game[ply])).iter().sum()
}

fn tuned(percents: &[(&str, i32)]) -> Tuning {
    let mut tuning = Tuning::default();
    for (name, percent) in percents {
        let param: &mut Param = tuning
            .params()
            .into_iter()
            .find(|param| param.name() == *name)
            .expect("a parameter of the search");
        assert!(param.set(*percent));
    }
    tuning
}

const KINDS: [&str; 4] = ["reduction", "futility", "null_move", "confidence"];

#[test]
fn what_is_off_leaves_no_trace_and_each_kind_saves_nodes() {
    let wide = With::new(Mobility::default(), Selectivity::NONE);
    let wide = nodes(wide, 7, Tuning::default());
    let with = |tuning| nodes(With::new(Mobility::default(), RECKLESS), 7, tuning);
    assert_eq!(with(tuned(&KINDS.map(|kind| (kind, 0)))), wide);
    for kind in KINDS {
        let alone = KINDS.map(|other| (other, if other == kind { 100 } else { 0 }));
        let nodes = with(tuned(&alone));
        assert!(nodes < wide, "{kind}: {nodes} of {wide}");
    }
}

#[test]
fn forecasts_are_used_from_their_ply_on() {
    let with = |forecasts_from| {
        let selectivity = Selectivity {
            confidence: 20,
            forecasts_from,
            ..Selectivity::NONE
        };
        let evaluation = With::new(Mobility::default(), selectivity);
        nodes(evaluation, 7, Tuning::default())
    };
    let wide = With::new(Mobility::default(), Selectivity::NONE);
    let wide = nodes(wide, 7, Tuning::default());
    // The least depth with a forecast is three, so that the last plies have none.
    assert_eq!(with(5), wide);
    assert!(with(4) < wide);
    assert!(with(0) < with(4));
}

#[test]
fn moves_of_interest_are_reduced_less() {
    let selectivity = Selectivity {
        reduction: 300,
        ..Selectivity::NONE
    };
    let with = |interest| {
        let evaluation = With {
            interest,
            ..With::new(Mobility::default(), selectivity)
        };
        nodes(evaluation, 7, Tuning::default())
    };
    let wide = With::new(Mobility::default(), Selectivity::NONE);
    assert_eq!(with(99), nodes(wide, 7, Tuning::default()));
    assert!(with(0) < with(1));
    assert!(with(-1) < with(0));
}

#[test]
fn a_selective_search_is_the_same_every_time() {
    let nodes = || {
        let reckless = With::new(Mobility::default(), RECKLESS);
        nodes(reckless, 8, Tuning::default())
    };
    assert_eq!(nodes(), nodes());
}

#[test]
#[ignore = "takes long"]
fn a_search_that_ends_with_a_win_or_loss_knows_its_distance() {
    // Moves are in no good order and hardly looked at.
    let evaluation = With {
        interest: -6,
        ..With::<Connect4<7, 6>>::new(Zero, RECKLESS)
    };
    let searcher = evaluation.searcher();
    let (table, mut solved) = (Table::new(4).unwrap(), Table::new(4).unwrap());
    let mut rng = fastrand::Rng::with_seed(73);
    let mut far = 0;
    for _ in 0..4000 {
        let game = random_game::<Connect4<7, 6>>(&mut rng);
        let position = &game[(game.len() - 1).min(rng.usize(8..26))];
        if position.outcome().is_some() {
            continue;
        }
        table.clear();
        let search = search(position, &table, to_depth(14));
        let found = searcher.search(&search, &Stop::new(), &mut |_| {});
        let line = &found.lines[0];
        let Some(plies) = line.score.plies_to_end().filter(|_| line.exact) else {
            continue;
        };
        let mut solver = Solver::new(
            Connect4Knowledge,
            &mut solved,
            &Limits::none(),
            &Stop::new(),
        );
        let value = solver.value(position).expect("no limit");
        assert_eq!(
            Extent::Plies(plies),
            value.extent,
            "{}",
            position.position()
        );
        far += usize::from(plies > 8);
    }
    assert!(far > 100, "only {far} were far from the end");
}

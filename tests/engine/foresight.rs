//! The look ahead of an evaluation, and the solver that orders its moves by it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use crate::engine::common::{engine, random_game};
use heelstone::game::{Evaluation, Game, Knowledge, Moves, Rules, Side};
use heelstone::games::connect4::{Connect4, Threats};
use heelstone::games::othello::{Mobility, Othello, OthelloKnowledge, Patterns};
use heelstone::search::{Foresight, Limits, Stop, Table, searcher};
use heelstone::session::Question;
use heelstone::solve::Solver;

/// The value of a position for its side to move after that many plies.
fn minimax<G: Game, E: Evaluation<G>>(evaluation: &E, position: &G, plies: u32) -> i32 {
    let mut moves = Moves::new();
    if plies > 0 {
        G::Knowledge::default().moves_ahead(position, &mut moves);
    }
    let values = moves.iter().map(|candidate| {
        let after = position.after(candidate.mv);
        of_move(position, &after, minimax(evaluation, &after, plies - 1))
    });
    values.max().unwrap_or_else(|| {
        let value = evaluation.value(position, &evaluation.start(position));
        match position.to_move() {
            Side::Black => value,
            Side::White => -value,
        }
    })
}

fn of_move<G: Game>(position: &G, after: &G, value: i32) -> i32 {
    if after.to_move() == position.to_move() {
        value
    } else {
        -value
    }
}

fn check<G: Game, E: Evaluation<G> + Clone>(evaluation: &E) {
    let searcher = searcher(G::Knowledge::default(), evaluation.clone(), 0);
    let mut rng = fastrand::Rng::with_seed(71);
    let mut lists = Vec::new();
    for _ in 0..10 {
        let game = random_game::<G>(&mut rng);
        let position = &game[rng.usize(..game.len() - 1)];
        for plies in 0..=3 {
            let grains = searcher.foresight().estimate(position, plies, &mut lists);
            let grain = i32::from(evaluation.grain());
            let value = minimax(evaluation, position, plies);
            assert_eq!(grains, value.div_euclid(grain), "{plies}: {position:?}");

            let mut before = Moves::new();
            G::Knowledge::default().expand(position, &mut before);
            let mut moves = before.clone();
            searcher
                .foresight()
                .order(position, plies, &mut moves, &mut lists);
            for (before, ordered) in before.iter().zip(moves.iter()) {
                let after = position.after(ordered.mv);
                let value = of_move(position, &after, minimax(evaluation, &after, plies));
                let wanted = value * G::Knowledge::ADVANTAGE / grain;
                assert_eq!(
                    ordered.order - before.order,
                    wanted,
                    "{plies}: {position:?}"
                );
            }
        }
    }
}

#[test]
fn a_look_ahead_is_minimax_by_its_evaluation() {
    check::<Othello, _>(&Patterns::default());
    check::<Othello, _>(&Mobility::default());
    check::<Connect4<5, 4>, _>(&Threats::default());
}

#[test]
fn an_estimate_is_near_the_exact_margin() {
    let searcher = searcher(OthelloKnowledge, Patterns::default(), 0);
    let mut rng = fastrand::Rng::with_seed(3);
    let (mut count, mut error) = (0, 0);
    let (mut memory, mut lists) = (Default::default(), Vec::new());
    while count < 200 {
        let game = random_game::<Othello>(&mut rng);
        let late = |position: &&Othello| OthelloKnowledge.max_choices(position) == Some(10);
        let Some(position) = game.iter().find(late) else {
            continue;
        };
        if position.outcome().is_some() {
            continue;
        }
        let plies = OthelloKnowledge.look_ahead_for_margin(position);
        let plies = plies.expect("margins are estimated");
        let estimate = searcher.foresight().estimate(position, plies, &mut lists);
        let exact = (-64..=64).rev().find(|&margin| {
            let wanted = heelstone::game::Value(margin);
            let answer = OthelloKnowledge.answer(position, wanted, &mut memory, &mut 0);
            answer.is_some_and(|answer| answer >= wanted)
        });
        error += (estimate - i32::from(exact.expect("a margin"))).abs();
        count += 1;
    }
    assert!(error < 4 * count, "{error} in {count}");
}

/// Solves positions of Othello with an evaluation and one of its parameters; their values, and the
/// nodes of all.
fn solve(evaluation: &str, param: Option<(&str, i128)>) -> (Vec<String>, u64) {
    let mut engine = engine("othello");
    engine.set_evaluation(None, evaluation).expect("its own");
    if let Some((name, value)) = param {
        engine.set_param(name, value).expect("in range");
    }
    let question = Question {
        moves: false,
        line: false,
        time: None,
        start: Instant::now(),
        threads: 1,
        unrelated: true,
    };
    let lines = include_str!("../data/othello-end.obf").lines().take(6);
    let solved = lines.map(|line| {
        let (text, _) = line.split_once(';').expect("a position");
        let solved = engine.solve_text(text, question, &Stop::new());
        let solved = solved.expect("a position");
        (solved.value.expect("no limit").to_string(), solved.nodes)
    });
    let (values, nodes): (Vec<_>, Vec<_>) = solved.unzip();
    (values, nodes.iter().sum())
}

#[test]
fn a_solver_orders_moves_by_the_evaluation_that_is_chosen_and_tuned() {
    let solved = [
        solve("patterns", None),
        solve("discs", None),
        solve("mobility", None),
        solve("mobility", Some(("mobility.moves", 0))),
    ];
    for (index, (values, nodes)) in solved.iter().enumerate() {
        for (other_values, other_nodes) in &solved[..index] {
            assert_eq!(values, other_values);
            assert_ne!(nodes, other_nodes);
        }
    }
    assert!(solved[0].1 < solved[1].1, "{solved:?}");
}

/// A look ahead that stops its solver when it has looked at some positions.
struct Stopping<'a> {
    inner: &'a dyn Foresight<Othello>,
    stop: Stop,
    positions: AtomicU64,
}

/// The number of positions before the stop.
const BEFORE: u64 = 50_000;

impl Foresight<Othello> for Stopping<'_> {
    fn order(
        &self,
        position: &Othello,
        plies: u32,
        moves: &mut Moves<<Othello as Rules>::Move>,
        lists: &mut Vec<Moves<<Othello as Rules>::Move>>,
    ) -> u64 {
        let positions = self.inner.order(position, plies, moves, lists);
        if self.positions.fetch_add(positions, Ordering::Relaxed) + positions > BEFORE {
            self.stop.request();
        }
        positions
    }

    fn estimate(
        &self,
        position: &Othello,
        plies: u32,
        lists: &mut Vec<Moves<<Othello as Rules>::Move>>,
    ) -> i32 {
        assert!(!self.stop.is_requested(), "nobody waits for it");
        self.inner.estimate(position, plies, lists)
    }
}

#[test]
fn a_solver_that_looks_ahead_stops_as_soon_as_one_that_does_not() {
    let searcher = searcher(OthelloKnowledge, Patterns::default(), 0);
    let foresight = Stopping {
        inner: searcher.foresight(),
        stop: Stop::new(),
        positions: AtomicU64::new(0),
    };
    let mut table = Table::new(1).expect("a table");
    let mut solver = Solver::new(
        OthelloKnowledge,
        &mut table,
        &Limits::none(),
        &foresight.stop,
    )
    .with_foresight(&foresight);
    let start = Othello::start();
    assert!(solver.value(&start).is_err());
    assert!(
        solver
            .value_of_move(&start, start.legal_moves()[0])
            .is_err()
    );
    // It looks at the stop once in a thousand nodes.
    let after = foresight.positions.load(Ordering::Relaxed) - BEFORE;
    assert!(after < 5_000, "{after} positions after the stop");
}

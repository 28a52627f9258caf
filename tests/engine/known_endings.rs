//! An evaluation that knows how games end spares the search the last plies; those that a search has
//! left over there make it surer of all before.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::engine::common::{random_game, search, to_depth};
use heelstone::game::{Evaluation, Forecast, Knowledge, Rules, Selectivity, Value};
use heelstone::games::othello::{Othello, OthelloKnowledge, Patterns, Square};
use heelstone::search::{Limits, Stop, Table, searcher};
use heelstone::solve::Solver;

/// The evaluation by patterns, which notes the fewest empty squares with which it was asked.
struct Watched<'a> {
    evaluation: Patterns,
    fewest: &'a AtomicU32,
}

impl Evaluation<Othello> for Watched<'static> {
    type Accumulator = <Patterns as Evaluation<Othello>>::Accumulator;

    fn start(&self, position: &Othello) -> Self::Accumulator {
        self.evaluation.start(position)
    }

    fn update(
        &self,
        before: &Self::Accumulator,
        from: &Othello,
        mv: Square,
        to: &Othello,
    ) -> Self::Accumulator {
        self.evaluation.update(before, from, mv, to)
    }

    fn value(&self, position: &Othello, accumulator: &Self::Accumulator) -> i32 {
        let empty = OthelloKnowledge.max_choices(position).expect("a limit");
        self.fewest.fetch_min(empty, Ordering::Relaxed);
        self.evaluation.value(position, accumulator)
    }

    fn grain(&self) -> i16 {
        Evaluation::<Othello>::grain(&self.evaluation)
    }

    fn selectivity(&self) -> Selectivity {
        Evaluation::<Othello>::selectivity(&self.evaluation)
    }

    fn forecasts(&self, position: &Othello, depth: u32) -> &[Forecast] {
        self.evaluation.forecasts(position, depth)
    }

    fn knows_last(&self) -> u32 {
        Evaluation::<Othello>::knows_last(&self.evaluation)
    }
}

/// Positions of random games with so many empty squares.
fn positions(empty: u32, count: usize) -> Vec<Othello> {
    let mut rng = fastrand::Rng::with_seed(61);
    let game = || random_game::<Othello>(&mut rng);
    let with_empty = |game: Vec<Othello>| {
        let mut game = game.into_iter();
        game.find(|position| {
            OthelloKnowledge.max_choices(position) == Some(empty) && position.outcome().is_none()
        })
    };
    let positions = std::iter::repeat_with(game).filter_map(with_empty);
    positions.take(count).collect()
}

#[test]
fn no_position_is_judged_after_one_whose_end_is_known() {
    static FEWEST: AtomicU32 = AtomicU32::new(u32::MAX);
    let evaluation = Watched {
        evaluation: Patterns::default(),
        fewest: &FEWEST,
    };
    let known = evaluation.knows_last();
    let searcher = searcher(OthelloKnowledge, evaluation, 0);
    let table = Table::new(4).unwrap();
    for position in positions(12, 20) {
        table.clear();
        let search = search(&position, &table, to_depth(11));
        searcher.search(&search, &Stop::new(), &mut |_| {});
    }
    assert_eq!(FEWEST.load(Ordering::Relaxed), known);
}

/// How many of the positions a search to that depth thinks worth another margin than they are.
fn mistakes(positions: &[(Othello, Value)], depth: u32) -> usize {
    let searcher = searcher(OthelloKnowledge, Patterns::default(), 0);
    let table = Table::new(4).unwrap();
    let is_wrong = |(position, Value(margin)): &&(Othello, Value)| {
        table.clear();
        let search = search(position, &table, to_depth(depth));
        let found = searcher.search(&search, &Stop::new(), &mut |_| {});
        found.lines[0].score.units() != 100 * margin
    };
    positions.iter().filter(is_wrong).count()
}

#[test]
#[ignore = "takes long"]
fn plies_that_are_left_over_at_the_end_make_the_search_surer() {
    let mut table = Table::new(4).unwrap();
    let solved = positions(14, 60).into_iter().map(|position| {
        let mut solver = Solver::new(OthelloKnowledge, &mut table, &Limits::none(), &Stop::new());
        let value = solver.value(&position).expect("no limit").value;
        (position, value)
    });
    let solved: Vec<_> = solved.collect();
    let [just, surer] = [10, 13].map(|depth| mistakes(&solved, depth));
    assert!(
        just > 5 && surer <= just / 4,
        "{just} mistakes, then {surer}"
    );
}

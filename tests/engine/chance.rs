//! Games with chance: the search against an expectiminimax of its own, and what refuses them.

use std::time::Instant;

use crate::engine::common::{random_game, search, to_depth};
use crate::engine::dash::{Dash, Fine, Lead};
use heelstone::book::{Positions, PositionsError};
use heelstone::game::{
    Evaluation, Game, MoveError, NoKnowledge, Notation, Rules, Score, Side, Turn, Value,
};
use heelstone::search::{
    Limits, Line, Search, Searcher, Stop, Table, TreeError, TreeMethod, search_tree, searcher,
};
use heelstone::session::{Engine, Question, Registry, Reply};
use heelstone::solve::Solver;

/// The expectation in units, seen from Black, where Black maximizes and White minimizes. Nothing is
/// rounded.
fn expectation<R: Rules>(position: &R, depth: u32, evaluation: &impl Evaluation<R>) -> f64 {
    if let Some(result) = position.outcome() {
        return evaluation.worth(result).into();
    }
    if depth == 0 {
        return evaluation
            .value(position, &evaluation.start(position))
            .into();
    }
    let moves = position.legal_moves().into_iter();
    let values = moves.map(|mv| (mv, expectation(&position.after(mv), depth - 1, evaluation)));
    match position.turn() {
        Turn::Black => values.map(|(_, value)| value).fold(f64::MIN, f64::max),
        Turn::White => values.map(|(_, value)| value).fold(f64::MAX, f64::min),
        Turn::Chance => {
            let weighted = values.map(|(roll, value)| (f64::from(position.weight(roll)), value));
            let (weights, sum) = weighted.fold((0.0, 0.0), |(weights, sum), (weight, value)| {
                (weights + weight, sum + weight * value)
            });
            sum / weights
        }
    }
}

/// A score in units, seen from Black: a proof is worth its result.
fn from_black<R: Rules>(score: Score, position: &R, evaluation: &impl Evaluation<R>) -> f64 {
    let units = if score.is_proved() {
        let sign = score.cmp(&Score::ZERO) as i16;
        f64::from(evaluation.worth(Value(sign)))
    } else {
        f64::from(score.steps()) / f64::from(Score::STEPS)
    };
    match position.to_move() {
        Side::Black => units,
        Side::White => -units,
    }
}

fn line<R: Rules>(searcher: &dyn Searcher<R>, search: &Search<'_, R>) -> Line<R::Move> {
    let mut found = searcher.search(search, &Stop::new(), &mut |_| {});
    found.lines.swap_remove(0)
}

/// Some unfinished positions of random games.
fn positions<G: Game>(count: usize) -> Vec<G> {
    let mut rng = fastrand::Rng::with_seed(53);
    let mut position = || {
        let mut game = random_game::<G>(&mut rng);
        game.swap_remove(rng.usize(..game.len() - 1))
    };
    (0..count).map(|_| position()).collect()
}

fn plain<'a, R: Rules>(position: &'a R, table: &'a Table, depth: u32) -> Search<'a, R> {
    let mut search = search(position, table, to_depth(depth));
    search.request.plain = true;
    search
}

#[test]
fn a_search_finds_the_expectation_with_a_fresh_and_a_used_table() {
    fn check<const MARGIN: bool>(evaluation: impl Evaluation<Dash<MARGIN>> + Copy) {
        let searcher = searcher(NoKnowledge, evaluation, 0);
        let used = Table::new(1).unwrap();
        for position in positions::<Dash<MARGIN>>(40) {
            for depth in 1..=6 {
                let expected = expectation(&position, depth, &evaluation);
                let fresh = Table::new(1).unwrap();
                let full = Table::new(1).unwrap();
                let searches = [
                    plain(&position, &fresh, depth),
                    plain(&position, &used, depth),
                    search(&position, &full, to_depth(depth)),
                ];
                for search in searches {
                    let found = line(&*searcher, &search);
                    let found_units = from_black(found.score, &position, &evaluation);
                    // Each roll on the way rounds by half a step.
                    let most = f64::from(depth) / f64::from(2 * Score::STEPS);
                    assert!(
                        (found_units - expected).abs() <= most,
                        "{found_units}, not {expected}: plain {}, depth {depth}: {position:?}",
                        search.request.plain,
                    );
                }
            }
        }
    }
    check::<false>(Lead);
    check::<false>(Fine);
    check::<true>(Lead);
    check::<true>(Fine);
}

#[test]
fn the_full_search_is_the_plain_one_where_nothing_is_left_out() {
    fn check<const MARGIN: bool>() {
        let searcher = searcher::<Dash<MARGIN>, _>(NoKnowledge, Fine, 0);
        for position in positions::<Dash<MARGIN>>(60) {
            for depth in 1..=7 {
                let [one, other] = [(); 2].map(|()| Table::new(1).unwrap());
                let expected = line(&*searcher, &plain(&position, &one, depth));
                let found = line(&*searcher, &search(&position, &other, to_depth(depth)));
                assert_eq!(found.score, expected.score, "{depth}: {position:?}");
            }
        }
    }
    check::<false>();
    check::<true>();
}

#[test]
fn swapped_colours_change_the_sign_and_nothing_else() {
    fn check<const MARGIN: bool>() {
        let searcher = searcher::<Dash<MARGIN>, _>(NoKnowledge, Fine, 0);
        for position in positions::<Dash<MARGIN>>(40) {
            let swapped = position.swapped();
            for depth in 1..=6 {
                for is_plain in [true, false] {
                    let [score, of_swapped] = [&position, &swapped].map(|position| {
                        let table = Table::new(1).unwrap();
                        let mut search = plain(position, &table, depth);
                        search.request.plain = is_plain;
                        line(&*searcher, &search).score
                    });
                    // Chance sees from Black, and else the side to move does.
                    let expected = if position.is_chance() { -score } else { score };
                    assert_eq!(of_swapped, expected, "{depth}: {position:?}");
                }
            }
        }
    }
    check::<false>();
    check::<true>();
}

#[test]
fn an_average_of_results_is_exact_and_no_proof() {
    let position = Dash::<false> {
        runners: [[0, 3], [0, 0]],
        side: Side::White,
        roll: 0,
        left: 1,
    };
    let searcher = searcher::<Dash<false>, _>(NoKnowledge, Lead, 0);
    let table = Table::new(1).unwrap();
    let found = line(&*searcher, &search(&position, &table, to_depth(9)));
    assert!(found.exact && !found.score.is_proved());
    // Of six, three lose for White, two send the front runner off and win, and one draws.
    assert_eq!((found.score.units(), found.score.steps()), (3333, 853_333));
    // The likeliest roll stands in front.
    assert_eq!(found.pv, [1]);
    // All rolls lose for White.
    let lost = Dash {
        runners: [[5, 5], [0, 0]],
        ..position
    };
    let found = line(&*searcher, &search(&lost, &table, to_depth(9)));
    assert_eq!((found.score, found.exact), (Score::win_in(2), true));
}

#[test]
fn a_small_loss_for_certain_goes_before_the_chance_of_a_large_one() {
    // To run sends White's last runner off, which ends the game with a loss by one.
    let position = Dash::<true> {
        runners: [[2, 6], [1, 5]],
        side: Side::Black,
        roll: 2,
        left: 1,
    };
    let searcher = searcher::<Dash<true>, _>(NoKnowledge, Lead, 0);
    for is_plain in [true, false] {
        let table = Table::new(1).unwrap();
        let mut search = plain(&position, &table, 4);
        search.request.plain = is_plain;
        let found = line(&*searcher, &search);
        assert_eq!(found.score, Score::evaluation(-1));
        assert_eq!(position.name_move(found.pv[0]), "run2");
    }
}

#[test]
fn solver_tree_and_book_refuse_a_game_with_chance() {
    let start = Dash::<false>::start();
    let mut table = Table::new(1).unwrap();
    let (limits, stop) = (Limits::none(), Stop::new());
    let mut solver = Solver::new(NoKnowledge, &mut table, &limits, &stop);
    assert!(solver.value(&start).is_err() && solver.line(&start).is_err());
    assert!(solver.best_move(&start).is_err() && solver.is_draw(&start).is_err());
    assert!(solver.refusal().is_some_and(|why| why.contains("chance")));
    for method in [TreeMethod::Minimax, TreeMethod::AlphaBeta] {
        let tree = search_tree(&start, 2, method, &|_| 0, &stop);
        assert_eq!(tree.err(), Some(TreeError::Chance));
    }
    let positions = Positions::new(&[start], 2, &stop, &mut |_| {});
    assert_eq!(positions.err(), Some(PositionsError::Chance));
}

#[test]
fn a_session_rolls_for_nobody_and_takes_rolls_from_everybody() {
    let registry = Registry::empty().with::<Dash<false>>();
    let mut engine = Engine::new(registry).expect("a game is there");
    engine.settings_mut().nodes = Some(500);
    let stop = Stop::new();
    let genmove = |engine: &mut Engine| engine.genmove(None, Instant::now(), &stop);
    let mut rolls = ["roll2", "ROLL1", "roll3", "roll2"].into_iter().cycle();
    let mut plies = 0;
    while engine.session().result().is_none() {
        plies += 1;
        if engine.session().turn() != Turn::Chance {
            let reply = genmove(&mut engine).expect("a move");
            assert!(
                matches!(reply, Reply::Move(name) if name == "stay" || name.starts_with("run"))
            );
            continue;
        }
        assert_eq!(genmove(&mut engine), Err(MoveError::Chance));
        for side in Side::BOTH {
            assert_eq!(engine.session().only_move(side), None);
            assert!(engine.session_mut().play(Some(side), "stay").is_err());
            let roll = rolls.next().expect("it goes on");
            engine.session_mut().play(Some(side), roll).expect("a roll");
            engine.session_mut().undo(1).expect("a roll");
        }
        let roll = rolls.next().expect("it goes on");
        engine.session_mut().play(None, roll).expect("a roll");
        assert!(engine.session_mut().play(None, roll).is_err());
    }
    assert_eq!(engine.session().history().len(), plies);
    let record = engine.printsgf();
    assert!(record.contains("roll2"), "{record}");
}

#[test]
fn a_session_refuses_in_a_sentence_and_says_no_draw_of_an_average() {
    let mut engine = Engine::new(Registry::empty().with::<Dash<false>>()).expect("a game");
    let stop = Stop::new();
    let session = engine.session_mut();
    let refused = session.tree(2, TreeMethod::AlphaBeta, &stop).err();
    assert_eq!(refused, Some(TreeError::Chance));
    assert_eq!(session.perft(3, &stop).expect("counted").sequences, 15);
    for moves in [false, true] {
        let question = Question {
            moves,
            line: true,
            time: None,
            start: Instant::now(),
            threads: 2,
            unrelated: true,
        };
        let solved = engine.solve(question, &stop);
        assert_eq!(solved.value, None);
        assert!(solved.refusal.is_some_and(|why| why.contains("chance")));
    }
    // Both sides have one turn more: the search sees all, and anything may come.
    engine.set_up("00/00 b 3 1").expect("a position");
    engine.settings_mut().depth = Some(9);
    let mut last = None;
    engine.analyze(None, 1, Instant::now(), &stop, &mut |info| {
        last = Some(info.clone())
    });
    let info = last.expect("a line");
    assert!(!info.exact && !info.score.is_proved());
}

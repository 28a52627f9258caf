//! Parameters, for every game: each one counts, and what was learnt with other ones is forgotten.

use std::time::Instant;

use crate::engine::common::{engine, search, to_depth};
use heelstone::game::{Evaluation, Game, NoKnowledge, Param, Rules};
use heelstone::games::othello::Othello;
use heelstone::search::{Stop, Table, Tuning, searcher};
use heelstone::session::{Engine, ParamInfo, Registry};

/// Some positions of random games.
fn positions(engine: &mut Engine) -> Vec<String> {
    let mut rng = fastrand::Rng::with_seed(53);
    let mut positions = Vec::new();
    for _ in 0..12 {
        engine.clear_board();
        let session = engine.session_mut();
        while session.result().is_none() {
            positions.push(session.position());
            let moves = session.legal_moves();
            let mv = &moves[rng.usize(..moves.len())];
            session.play(None, mv).expect("a legal move");
        }
    }
    positions
}

fn judge(engine: &mut Engine, positions: &[String]) -> Vec<i32> {
    let session = engine.session_mut();
    let judge = |position: &String| {
        session.set_up(position).expect("a position");
        session.evaluate()
    };
    positions.iter().map(judge).collect()
}

#[test]
fn every_parameter_of_an_evaluation_counts_there_and_nowhere_else() {
    let mut tuned = 0;
    for game in Registry::all().names() {
        let mut engine = engine(game);
        let positions = positions(&mut engine);
        let evaluations = engine.session().evaluations();
        for (evaluation, _) in &evaluations {
            engine.set_evaluation(None, evaluation).expect("its own");
            let before = judge(&mut engine, &positions);
            for ParamInfo {
                name,
                value,
                min,
                max,
                ..
            } in engine.session().params()
            {
                assert!((min..=max).contains(&value), "{name}");
                let owner = name.split('.').next();
                let owned = owner == Some(*evaluation);
                for other in [min, max].into_iter().filter(|other| *other != value) {
                    engine.set_param(&name, other.into()).expect("in range");
                    let after = judge(&mut engine, &positions);
                    assert_eq!(before != after, owned, "{evaluation}: {name} {other}");
                }
                engine.set_param(&name, value.into()).expect("in range");
                assert_eq!(judge(&mut engine, &positions), before, "{name}");
                tuned += usize::from(owned);
            }
        }
    }
    assert!(tuned > 30, "only {tuned} parameters");
}

/// The depth, score and nodes of each iteration.
fn analysis(engine: &mut Engine) -> Vec<String> {
    let mut lines = Vec::new();
    engine.settings_mut().depth = Some(6);
    engine.use_books(false);
    engine.settings_mut().timelimit = None;
    engine.analyze(None, 1, Instant::now(), &Stop::new(), &mut |info| {
        lines.push(format!("{} {} {}", info.depth, info.score, info.nodes));
    });
    lines
}

#[test]
fn what_was_learnt_with_other_parameters_is_forgotten() {
    for (game, evaluation, param) in [
        ("othello", "mobility", "mobility.turn"),
        ("connect4", "threats", "search.aspiration"),
    ] {
        let judged = || {
            let mut engine = engine(game);
            engine.set_evaluation(None, evaluation).expect("its own");
            engine
        };
        let mut used = judged();
        let default = analysis(&mut used);
        used.set_param(param, 5).expect("in range");
        let mut fresh = judged();
        fresh.set_param(param, 5).expect("in range");
        let expected = analysis(&mut fresh);
        assert_ne!(expected, default, "{param}");
        assert_eq!(analysis(&mut used), expected, "{param}");
    }
}

/// Trusts no position: the search always goes on to what limits it.
struct Restless;

impl Evaluation<Othello> for Restless {
    type Accumulator = ();

    fn start(&self, _: &Othello) {}

    fn value(&self, position: &Othello, (): &()) -> i32 {
        i32::from(position.legal_moves().is_empty())
    }

    fn is_stable(&self, _: &Othello) -> bool {
        false
    }
}

#[test]
fn every_parameter_of_the_search_counts() {
    let searcher = searcher(NoKnowledge, Restless, 0);
    let position = Othello::start();
    let nodes = |tuning: Tuning| {
        let table = Table::new(1).expect("a table");
        let mut search = search(&position, &table, to_depth(3));
        search.request.tuning = tuning;
        searcher.search(&search, &Stop::new(), &mut |_| {}).nodes
    };
    let with_quiescence = |plies| {
        let mut tuning = Tuning::default();
        let set = |param: &mut Param| param.name() == "quiescence" && param.set(plies);
        assert!(tuning.params().into_iter().any(set));
        nodes(tuning)
    };
    assert!(with_quiescence(0) < with_quiescence(1));
    assert!(with_quiescence(1) < with_quiescence(3));
    // The window shows in a game where scores vary.
    let mut engine = engine("othello");
    let default = analysis(&mut engine);
    for (name, value) in [
        ("search.aspiration", 10),
        ("search.aspiration_depth", 127),
        ("search.aspiration_growth", 2),
    ] {
        engine.set_param("search.aspiration", 20).expect("in range");
        let narrow = analysis(&mut engine);
        engine.set_param(name, value).expect("in range");
        assert_ne!(analysis(&mut engine), narrow, "{name}");
        for param in Engine::new(Registry::all()).expect("an engine").params() {
            if param.name.starts_with("search.") {
                engine
                    .set_param(&param.name, param.value.into())
                    .expect("in range");
            }
        }
        assert_eq!(analysis(&mut engine), default);
    }
}

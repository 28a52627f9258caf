//! Learning an evaluation by playing.

use std::collections::{HashMap, HashSet};
use std::thread;

use crate::engine::common::breakthrough::Breakthrough;
use crate::engine::common::dots_and_boxes::DotsAndBoxes;
use crate::engine::common::{exact, random_game};
use crate::engine::laws::planes_are_in_the_drawing;
use assert_cmd::Command;
use heelstone::game::{Evaluation, Game, Notation, Rules, Side};
use heelstone::games::draughts::Checkers;
use heelstone::games::othello::Othello;
use heelstone::games::tictactoe::TicTacToe;
use heelstone::learn::Learned;
use heelstone::protocol::{STACK_BYTES, answer};
use heelstone::search::Stop;
use heelstone::session::{Begin, Engine, Kind, Registry, Training, Trial};
use predicates::str::{contains, starts_with};

pub(crate) fn engine(registry: &Registry) -> Engine {
    Engine::new(registry.clone()).expect("an engine")
}

pub(crate) fn tictactoe() -> Registry {
    Registry::empty().with::<TicTacToe>()
}

/// A training of a registry's first game, after so many games.
pub(crate) fn trained(registry: &Registry, games: u64) -> Box<dyn Training> {
    let kind = &Kind::Patterns;
    begun(registry, Begin::Anew { seed: 5, kind }, games)
}

/// A training that began like this, after so many games.
pub(crate) fn begun(registry: &Registry, begin: Begin<'_>, games: u64) -> Box<dyn Training> {
    let engine = engine(registry);
    let mut training = engine.session().training(begin).expect("a training");
    play(&mut *training, games);
    training
}

pub(crate) fn play(training: &mut dyn Training, games: u64) {
    while training.games() < games {
        training.play(games, 1);
    }
}

/// Trains with matches against the best so far, which are told.
pub(crate) fn challenged(training: &mut dyn Training, games: u64, threads: usize) -> Vec<Trial> {
    let mut trials = Vec::new();
    while training.games() < games {
        training.play(games, threads);
        trials.extend(training.challenge(threads));
    }
    trials
}

#[test]
fn the_games_outside_tell_what_stands_where() {
    planes_are_in_the_drawing::<Breakthrough>();
    planes_are_in_the_drawing::<DotsAndBoxes<2>>();
    planes_are_in_the_drawing::<DotsAndBoxes<3>>();
}

#[test]
fn a_training_that_ended_anywhere_goes_on_as_if_it_had_not() {
    for registry in [tictactoe(), Registry::empty().with::<DotsAndBoxes<2>>()] {
        let whole = trained(&registry, 90);
        // Between two rounds of games, and where one was cut short.
        for ended in [0, 32, 64, 70] {
            let state = trained(&registry, ended).state();
            let engine = engine(&registry);
            let mut training = engine
                .session()
                .training(Begin::From(&state))
                .expect("a training");
            play(&mut *training, 90);
            assert!(
                training.state() == whole.state(),
                "ended after {ended} games"
            );
            assert!(
                training.weights() == whole.weights(),
                "ended after {ended} games"
            );
        }
        let mut training = trained(&registry, 70);
        play(&mut *training, 90);
        assert!(training.weights() == whole.weights(), "without a stop");
    }
}

#[test]
fn a_training_killed_at_twenty_moments_ends_with_the_same_bytes_whatever_the_threads() {
    const GAMES: u64 = 2_000;
    let registry = Registry::empty().with::<DotsAndBoxes<2>>();
    let mut whole = trained(&registry, 0);
    let trials = challenged(&mut *whole, GAMES, 1);
    assert_eq!(trials.len(), 2, "{trials:?}");
    // The nearer the end is, the more is expected rightly, and more than before.
    let [before, after] = [0, 1].map(|trial| trials[trial].errors.expect("some games"));
    assert!(after.is_sorted_by(|a, b| a > b), "{trials:?}");
    assert!(after[2] < before[2], "{trials:?}");
    let mut rng = fastrand::Rng::with_seed(3);
    let mut kills: Vec<u64> = (0..20).map(|_| 32 * rng.u64(1..GAMES / 32)).collect();
    kills.sort_unstable();
    let mut training = trained(&registry, 0);
    let mut again = Vec::new();
    for until in kills.into_iter().chain([GAMES]) {
        let engine = engine(&registry);
        let state = training.state();
        let begun = engine.session().training(Begin::From(&state));
        training = begun.expect("a training");
        again.extend(challenged(&mut *training, until, 3));
    }
    assert_eq!(again, trials);
    assert!(training.state() == whole.state());
    let [last, expected] = [training.last(2), whole.last(1)];
    assert_eq!(last.trial.map(|trial| trial.games), Some(GAMES));
    assert!(last == expected);
}

#[test]
fn the_better_weights_are_kept() {
    let registry = Registry::empty().with::<DotsAndBoxes<2>>();
    let mut training = trained(&registry, 0);
    play(&mut *training, 1_023);
    assert_eq!(training.challenge(1), None, "it is not due");
    play(&mut *training, 1_024);
    let unchallenged = training.weights();
    let trial = training.challenge(1).expect("it is due");
    assert!(
        trial.kept && trial.score > 0.6,
        "nothing is weaker: {trial:?}"
    );
    assert!(trial.rating > 70.0 && trial.against == 0, "{trial:?}");
    assert!(training.weights() == unchallenged);
    // What comes after it has to be challenged first.
    play(&mut *training, 1_100);
    assert!(training.weights() == unchallenged);
    let last = training.last(1);
    let trial = last.trial.expect("newer weights than the best");
    assert_eq!((trial.games, trial.against), (1_100, 1_024));
    let best = if trial.kept { 1_100 } else { 1_024 };
    assert_eq!(last.games, best);
    assert_eq!(last.weights == unchallenged, !trial.kept);
}

/// As moves are played, what is kept up is changed where the board is; from nothing it is the same.
#[test]
fn what_is_kept_up_along_the_moves_is_what_a_position_has_from_nothing() {
    fn check<G: Game>(registry: &Registry) {
        keeps_up::<G>(&trained(registry, 40).weights());
        let kind = &Kind::Network(32);
        keeps_up::<G>(&begun(registry, Begin::Anew { seed: 5, kind }, 10).weights());
    }
    fn keeps_up<G: Game>(weights: &[u8]) {
        let learned = Learned::from_bytes(weights).expect("weights");
        let mut rng = fastrand::Rng::with_seed(8);
        let mut values = HashSet::new();
        for _ in 0..20 {
            let mut position = G::start();
            let mut kept_up = Evaluation::start(&learned, &position);
            while position.outcome().is_none() {
                let moves = position.legal_moves();
                let mv = moves[rng.usize(..moves.len())];
                let after = position.after(mv);
                kept_up = learned.update(&kept_up, &position, mv, &after);
                let value = learned.value(&after, &kept_up);
                let anew = Evaluation::start(&learned, &after);
                assert_eq!(value, learned.value(&after, &anew), "{}", after.position());
                values.insert(value);
                position = after;
            }
        }
        assert!(values.len() > 20, "{values:?}");
    }
    check::<Breakthrough>(&Registry::empty().with::<Breakthrough>());
    check::<DotsAndBoxes<3>>(&Registry::empty().with::<DotsAndBoxes<3>>());
    check::<Othello>(&Registry::empty().with::<Othello>());
    check::<Checkers>(&Registry::empty().with::<Checkers>());
    check::<TicTacToe>(&tictactoe());
}

/// The move after which the evaluation is best for the side to move.
fn best(engine: &mut Engine) -> String {
    let moves = engine.session().legal_moves();
    let session = engine.session_mut();
    let sign = if session.to_move() == Side::Black {
        1
    } else {
        -1
    };
    let mut worth = |name: &String| {
        session.play(None, name).expect("a legal move");
        let result = session
            .result()
            .map(|result| 100_000 * i32::from(result.value.0.signum()));
        let worth = result.unwrap_or_else(|| session.evaluate());
        session.undo(1).expect("it was played");
        sign * worth
    };
    moves
        .into_iter()
        .max_by_key(|name| worth(name))
        .expect("a move")
}

/// The number of games that are lost against random moves, of 200.
fn lost_to_random_moves(registry: &Registry) -> usize {
    let mut engine = engine(registry);
    let mut rng = fastrand::Rng::with_seed(9);
    let mut lost = 0;
    for game in 0..200 {
        engine.clear_board();
        let side = Side::BOTH[game % 2];
        while engine.session().result().is_none() {
            let name = if engine.session().to_move() == side {
                best(&mut engine)
            } else {
                let moves = engine.session().legal_moves();
                moves[rng.usize(..moves.len())].clone()
            };
            let played = engine.session_mut().play(None, &name);
            played.expect("a legal move");
        }
        let result = engine.session().result().expect("the game is over");
        lost += usize::from(result.winner() == Some(!side));
    }
    lost
}

/// The nodes of a search from the start to a depth, after this command.
fn nodes_after(registry: &Registry, command: &str) -> u64 {
    let registry = registry.clone();
    let command = command.to_string();
    let search = move || {
        let mut engine = engine(&registry);
        let mut last = String::new();
        for line in [&command, "timelimit none", "depth 6", "analyze json"] {
            let answered = answer(&mut engine, line, &Stop::new(), &mut |line| {
                if line.contains("nodes") {
                    last = line.to_string();
                }
                true
            });
            answered.expect(line);
        }
        let info: serde_json::Value = serde_json::from_str(&last).expect("JSON");
        info["nodes"].as_u64().expect("a number")
    };
    let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(search);
    thread.expect("a thread").join().expect("a search")
}

#[test]
#[ignore = "takes long"]
fn fitted_weights_skip_branches_and_evaluate_as_before() {
    let registry = || Registry::empty().with::<Breakthrough>();
    let plain = trained(&registry(), 60).weights();
    let session = engine(&registry());
    let fitted = session
        .session()
        .forecast(&plain, 1_500, &mut |games| games < 60);
    let fitted = fitted.expect("weights");
    let with = |weights: &[u8]| registry().with_weights(weights).expect("weights");
    assert!(nodes_after(&with(&fitted), "") < nodes_after(&with(&plain), ""));
    // Without forecasts it is the same search.
    let off = "param search.confidence 0";
    assert_eq!(
        nodes_after(&with(&fitted), off),
        nodes_after(&with(&plain), off)
    );
    let learnt = session.session().learnt(&fitted).expect("weights");
    assert_eq!((learnt.games, learnt.kind), (60, Kind::Patterns));
    assert!(learnt.unfitted == plain && fitted != plain);
}

#[test]
fn only_weights_of_the_game_are_fitted_and_only_from_enough_games() {
    let plain = trained(&tictactoe(), 10).weights();
    let refusal = |registry: Registry, weights: &[u8], games: u64| {
        let engine = engine(&registry);
        let fitted = engine
            .session()
            .forecast(weights, 4_000, &mut |played| played < games);
        fitted.expect_err("a refusal")
    };
    let other = refusal(Registry::empty().with::<Breakthrough>(), &plain, 1);
    assert!(other.contains("of tictactoe"), "{other}");
    let few = refusal(tictactoe(), &plain, 1);
    assert!(few.contains("too few"), "{few}");
    let none = refusal(tictactoe(), &plain[..plain.len() / 2], 1);
    assert!(none.contains("damaged"), "{none}");
}

#[test]
fn what_was_learnt_plays_well_and_nothing_does_not() {
    let with = |games| {
        let weights = trained(&tictactoe(), games).weights();
        tictactoe().with_weights(&weights).expect("weights")
    };
    let [nothing, much] = [0, 6_000].map(|games| lost_to_random_moves(&with(games)));
    assert!(much <= 6, "{much} games are lost");
    assert!(nothing > 5 * much.max(4), "{nothing} against {much}");
}

/// In dots and boxes the parity of the edges says who has to give the last chains away, which no group of places sees.
#[test]
#[ignore = "takes long"]
fn what_decides_a_game_of_dots_and_boxes_is_learnt() {
    let registry = Registry::empty().with::<DotsAndBoxes<3>>();
    let mut known = HashMap::new();
    let mut kept = |games| {
        let weights = trained(&registry, games).weights();
        let mut engine = engine(&registry.clone().with_weights(&weights).expect("weights"));
        let mut rng = fastrand::Rng::with_seed(31);
        let games = (0..60).flat_map(|_| random_game::<DotsAndBoxes<3>>(&mut rng));
        let middle = games.filter(|position| (12..16).contains(&edges(position)));
        let keeps = |position: DotsAndBoxes<3>| {
            let session = engine.session_mut();
            session.set_up(&position.position()).expect("its own text");
            let next = position.after(position.parse_move(&best(&mut engine)).expect("a move"));
            let value = exact(&next, &mut known).seen_by(next.to_move());
            value == exact(&position, &mut known).seen_by(position.to_move())
        };
        let kept: Vec<bool> = middle.map(keeps).collect();
        100 * kept.iter().filter(|&&kept| kept).count() / kept.len()
    };
    let (nothing, much) = (kept(0), kept(3_000));
    assert!(much >= 90 && nothing < 60, "{nothing} % against {much} %");
}

/// The number of edges that are drawn.
fn edges(position: &DotsAndBoxes<3>) -> usize {
    24 - position.legal_moves().len()
}

#[test]
fn the_program_trains_goes_on_and_plays_with_it() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("learning");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let heelstone = || {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("heelstone"));
        command.current_dir(&folder);
        command
    };
    for games in ["40", "90", "90"] {
        let told = format!("t.weights: learnt from {games} games\n");
        let args = [
            "train",
            "t.weights",
            "--game",
            "tictactoe",
            "--games",
            games,
        ];
        heelstone()
            .args(args)
            .assert()
            .success()
            .stdout(contains(told));
    }
    // What the last command left has not changed: no games were added.
    let weights = std::fs::read(folder.join("t.weights")).expect("weights");
    let fitted = folder.join("t.weights");
    let again = ["train", "t.weights", "--game", "tictactoe", "--games", "90"];
    let modified = || {
        std::fs::metadata(&fitted)
            .and_then(|file| file.modified())
            .expect("a time")
    };
    let before = modified();
    heelstone().args(again).assert().success();
    assert_eq!(
        (modified(), std::fs::read(&fitted).expect("weights")),
        (before, weights)
    );
    let args = ["--game", "tictactoe", "--weights", "t.weights"];
    let engine = heelstone().args(args).write_stdin("evaluations\n").assert();
    engine.success().stdout(starts_with("= learned "));

    let train = |file, more: &[&str]| {
        let args = ["train", file, "--game", "tictactoe", "--games", "8"];
        heelstone().args(args).args(more).assert()
    };
    let refused = train("t.weights", &["--seed", "7"]).code(1);
    refused.stderr(contains("t.weights.training: its seed is 0"));

    std::fs::write(folder.join("none"), "none").expect("a file");
    let refused = train("none", &[]).code(1);
    refused.stderr(contains("none exists already, without none.training"));
    let kept = std::fs::read(folder.join("none")).expect("the file");
    assert_eq!(kept, b"none");
    let args = ["--game", "tictactoe", "--weights", "none"];
    let refused = heelstone().args(args).assert().code(2);
    refused.stderr(contains("none: this is not a file of heelstone weights"));
    let args = ["--game", "tictactoe", "--weights", "t.weights.training"];
    let refused = heelstone().args(args).assert().code(2);
    refused.stderr(contains(
        "this is a file of heelstone training, not of heelstone weights",
    ));
}

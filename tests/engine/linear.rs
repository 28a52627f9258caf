//! Learning the weights of an evaluation that a game has, and their files as docs/formats.md describes them.

use crate::engine::common::breakthrough::{Breakthrough, Pieces};
use crate::engine::common::random_game;
use crate::engine::learning::{begun, challenged, engine, play, tictactoe, trained};
use crate::engine::learnt_files::File;
use assert_cmd::Command;
use heelstone::game::{Evaluation, LinearEvaluation, Rules};
use heelstone::learn::{Learned, linear_evaluation};
use heelstone::session::{Begin, Kind, Registry, Training};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::{contains, starts_with};

fn registry() -> Registry {
    Registry::empty().with::<Breakthrough>()
}

fn after(games: u64) -> Box<dyn Training> {
    let kind = &Kind::Evaluation("pieces".into());
    begun(&registry(), Begin::Anew { seed: 5, kind }, games)
}

/// The value of a position as the page on formats says.
fn value(file: &File, position: &Breakthrough) -> i64 {
    let mut sum = 0;
    Pieces::features(position, &mut |weight, times| {
        sum += i64::from(file.numbers[weight]) * i64::from(times);
    });
    sum * if position.to_move().index() == 0 {
        1
    } else {
        -1
    }
}

#[test]
fn a_training_that_was_interrupted_goes_on_as_if_it_had_not_been() {
    const GAMES: u64 = 1_100;
    let mut whole = after(0);
    let trials = challenged(&mut *whole, GAMES, 1);
    assert!(
        matches!(&trials[..], [trial] if trial.kept && trial.score > 0.5),
        "better than by hand: {trials:?}"
    );
    assert_eq!(whole.kind(), Kind::Evaluation("pieces".into()));
    let mut training = after(0);
    let mut again = Vec::new();
    for until in [1_000, 1_024, 1_050, GAMES] {
        let state = training.state();
        let engine = engine(&registry());
        let begun = engine.session().training(Begin::From(&state));
        training = begun.expect("a training");
        again.extend(challenged(&mut *training, until, 3));
    }
    assert_eq!(again, trials);
    assert!(training.state() == whole.state());
    assert!(training.last(2) == whole.last(1));
    assert!(!whole.last(1).is_weaker);
    let lost = engine(&registry());
    let lost = lost
        .session()
        .training(Begin::From(&not_kept(&whole.state())));
    assert!(lost.expect("a training").last(1).is_weaker);
}

/// The state of a training whose only match was lost.
fn not_kept(state: &[u8]) -> Vec<u8> {
    const KEPT: &[u8] = b",true]]";
    let at = state.windows(KEPT.len()).position(|part| part == KEPT);
    let at = at.expect("a match that was won");
    let head = [&state[..at], b",false]]", &state[at + KEPT.len()..]].concat();
    let mut lost = head[..head.len() - 4].to_vec();
    lost.extend(crc32fast::hash(&lost).to_le_bytes());
    lost
}

#[test]
fn a_program_may_have_what_was_learnt_as_a_part_of_it() {
    let weights = after(20).weights();
    let own = |name: &str| linear_evaluation::<Breakthrough, Pieces>(name, &weights);
    let (pieces, file) = (own("pieces").expect("weights"), File::new(&weights));
    let mut rng = fastrand::Rng::with_seed(13);
    for position in random_game::<Breakthrough>(&mut rng) {
        let told = pieces.value(&position, &());
        assert_eq!(i64::from(told), value(&file, &position));
    }
    let refused = own("rows").expect_err("a refusal");
    assert!(
        refused
            .to_string()
            .contains("not weights of the evaluation `rows`")
    );
    let patterns = trained(&tictactoe(), 5).weights();
    let refused = linear_evaluation::<Breakthrough, Pieces>("pieces", &patterns).err();
    assert!(refused.is_some_and(|why| why.to_string().contains("`pieces`")));
    let cut = linear_evaluation::<Breakthrough, Pieces>("pieces", &weights[..weights.len() / 2]);
    assert!(cut.is_err_and(|why| why.to_string().contains("damaged")));
}

#[test]
fn games_that_others_have_played_make_no_difference_to_what_is_learnt() {
    const GAMES: u64 = 150;
    let whole = after(GAMES);
    let mut other = after(0);
    let lines: Vec<String> = (20..90).map(|n| other.game(n).expect("a game")).collect();
    let mut training = after(0);
    assert_eq!(training.take(&lines.join("\n")), Ok(70));
    play(&mut *training, GAMES);
    assert!(training.weights() == whole.weights());
    assert_eq!(training.taken(), 70);
    // Those of another seed are of no use.
    let kind = &Kind::Evaluation("pieces".into());
    let mut training = begun(&registry(), Begin::Anew { seed: 6, kind }, 0);
    assert_eq!(training.take(&lines.join("\n")), Ok(0));
    play(&mut *training, 30);
    assert_eq!(training.taken(), 0);
    let refused = other.take("what is this?\n").expect_err("a refusal");
    assert_eq!(refused, "line 1: this is no game of a training");
    let patterns = trained(&registry(), 0).game(0).expect_err("a refusal");
    assert!(
        patterns.contains("patterns play their games themselves"),
        "{patterns}"
    );
}

#[test]
fn what_was_learnt_evaluates_as_the_page_on_formats_says() {
    let weights = after(200).weights();
    let file = File::new(&weights);
    let linear = &file.head["linear"];
    let told = serde_json::json!({
        "evaluation": "pieces", "stages": 1, "weights": 8, "largest": null,
    });
    assert_eq!(*linear, told);
    let mut engine = engine(&registry().with_weights(&weights).expect("weights"));
    assert_eq!(engine.session().evaluations()[0].0, "learned");
    let mut rng = fastrand::Rng::with_seed(12);
    let mut values = Vec::new();
    for position in (0..5).flat_map(|_| random_game::<Breakthrough>(&mut rng)) {
        if position.outcome().is_none() {
            let session = engine.session_mut();
            let text = heelstone::game::Notation::position(&position);
            session.set_up(&text).expect("its own text");
            assert_eq!(
                i64::from(session.evaluate()),
                value(&file, &position),
                "{text}"
            );
            values.push(session.evaluate());
        }
    }
    values.sort_unstable();
    values.dedup();
    assert!(values.len() > 30, "{}", values.len());
}

#[test]
fn weights_of_an_evaluation_are_no_patterns() {
    let weights = after(20).weights();
    let refused = Learned::from_bytes(&weights).err().expect("an error");
    assert!(
        refused.to_string().contains("evaluation `pieces`"),
        "{refused}"
    );
    let engine = engine(&registry());
    let session = engine.session();
    let learnt = session.learnt(&weights).expect("weights");
    assert_eq!(
        (learnt.games, learnt.kind),
        (20, Kind::Evaluation("pieces".into()))
    );
    let refused = session.forecast(&weights, 100, &mut |_| false);
    assert!(refused.is_err_and(|why| why.contains("patterns and networks")));
}

#[test]
fn weights_of_an_evaluation_that_the_game_does_not_have_are_refused() {
    let mut weights = after(20).weights();
    let at = weights.windows(6).position(|name| name == b"pieces");
    weights[at.expect("its name")..][..6].copy_from_slice(b"spaces");
    let checked = weights.len() - 4;
    let checksum = crc32fast::hash(&weights[..checked]).to_le_bytes();
    weights[checked..].copy_from_slice(&checksum);
    let refused = registry().with_weights(&weights).err().expect("a refusal");
    assert!(refused.contains("`spaces`"), "{refused}");
}

#[test]
fn only_an_evaluation_that_adds_up_weights_can_be_learnt() {
    let refusal = |registry: &Registry, name: &str| {
        let kind = &Kind::Evaluation(name.into());
        let training = engine(registry)
            .session()
            .training(Begin::Anew { seed: 0, kind });
        training.err().expect("a refusal")
    };
    let other = refusal(&registry(), "mobility");
    assert!(other.contains("only those of `pieces` can"), "{other}");
    let none = refusal(&tictactoe(), "threes");
    assert!(none.contains("has no evaluation whose weights"), "{none}");
}

#[test]
fn nobody_goes_on_with_another_evaluation_than_at_the_beginning() {
    let mut training = after(0);
    play(&mut *training, 20);
    let weights = training.weights();
    let other = registry().with_weights(&weights).expect("weights");
    let refused = engine(&other)
        .session()
        .training(Begin::From(&training.state()));
    assert!(refused.is_err_and(|why| why.contains("another evaluation")));
}

#[test]
fn the_program_learns_the_weights_of_an_evaluation() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("linear");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let train = |args: &[&str]| {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("heelstone"));
        let command = command.current_dir(&folder).arg("train");
        command.args(["--game", "Stonehenge"]).args(args).assert()
    };
    let begun = train(&["s.weights", "--evaluation", "fitted", "--games", "40"]).success();
    begun.stdout(contains("s.weights: learnt from 40 games"));
    let network = train(&["s.weights", "--network"]).code(1);
    network.stderr(contains(
        "s.weights.training: it learns weights of the evaluation `fitted`",
    ));
    let fewer = train(&["s.weights", "--games", "39"]).code(1);
    fewer.stderr(contains("it has learnt from 40 games already"));
    let unknown = train(&["u.weights", "--evaluation", "lines"]).code(1);
    unknown.stderr(starts_with(
        "heelstone: the weights of `lines` cannot be learnt, only those of `fitted` can",
    ));
    let nowhere = train(&["nowhere/s.weights", "--games", "40"]).code(1);
    nowhere.stderr(contains("nowhere: there is no such folder"));
    let folder_alone = train(&["nowhere/", "--games", "40"]).code(1);
    folder_alone.stderr(contains("nowhere/: there is no such folder"));
    let both = train(&["b.weights", "--evaluation", "fitted", "--network"]).code(2);
    both.stderr(contains("cannot be used with"));
    let mut verify = Command::new(assert_cmd::cargo::cargo_bin!("heelstone"));
    let verify = verify.current_dir(&folder);
    let args = ["train", "s.weights", "--game", "stonehenge", "--verify"];
    let verified = verify.args(args).assert().success();
    verified.stdout(contains("40 games give the same weights"));
    // Nobody needs to say what game the weights are of.
    let mut engine = Command::new(assert_cmd::cargo::cargo_bin!("heelstone"));
    let engine = engine.current_dir(&folder).args(["--weights", "s.weights"]);
    let told = engine.write_stdin("evaluations\n").assert().success();
    told.stdout(starts_with("= learned ").and(contains("\nfitted ")));
}

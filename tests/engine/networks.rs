//! Learning networks, and their files as docs/formats.md describes them.

use crate::engine::common::breakthrough::Breakthrough;
use crate::engine::common::dots_and_boxes::DotsAndBoxes;
use crate::engine::common::random_game;
use crate::engine::learning::{begun, challenged, engine, play, tictactoe, trained};
use crate::engine::learnt_files::{File, numbers};
use assert_cmd::Command;
use heelstone::game::{Game, Side};
use heelstone::session::{Begin, Kind, Registry, Training};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

const NETWORK: Begin<'static> = Begin::Anew {
    seed: 5,
    kind: &Kind::Network(32),
};

/// Two rounds and a part of the third.
const GAMES: u64 = 600;

fn resumed(registry: &Registry, state: &[u8]) -> Result<Box<dyn Training>, String> {
    engine(registry).session().training(Begin::From(state))
}

#[test]
fn a_training_that_ended_between_two_rounds_goes_on_as_if_it_had_not() {
    let registry = Registry::empty().with::<DotsAndBoxes<2>>();
    let whole = begun(&registry, NETWORK, GAMES);
    assert_eq!(whole.kind(), Kind::Network(32));
    for ended in [0, 256, 512] {
        let state = begun(&registry, NETWORK, ended).state();
        let mut training = resumed(&registry, &state).expect("a training");
        while training.games() < GAMES {
            training.play(GAMES, 3);
        }
        assert!(training.state() == whole.state(), "after {ended} games");
        assert!(training.weights() == whole.weights(), "after {ended} games");
    }
}

/// The best network so far plays the games, also after an interruption.
#[test]
#[ignore = "takes long"]
fn a_network_learns_what_its_teacher_knows_and_takes_its_place() {
    const GAMES: u64 = 2_048;
    let weights = trained(&tictactoe(), 3_000).weights();
    let registry = tictactoe().with_weights(&weights).expect("weights");
    let mut whole = begun(&registry, NETWORK, 0);
    let trials = challenged(&mut *whole, GAMES, 1);
    let kept: Vec<bool> = trials.iter().map(|trial| trial.kept).collect();
    assert_eq!(kept, [true, true], "{trials:?}");
    let against: Vec<u64> = trials.iter().map(|trial| trial.against).collect();
    assert_eq!(against, [0, 1_024], "{trials:?}");
    let mut training = begun(&registry, NETWORK, 0);
    let mut again = Vec::new();
    for until in [256, 1_024, 1_280, 1_792, GAMES] {
        training = resumed(&registry, &training.state()).expect("a training");
        again.extend(challenged(&mut *training, until, 2));
    }
    assert_eq!(again, trials);
    assert!(training.state() == whole.state());
}

#[test]
fn a_network_of_another_width_is_refused() {
    for neurons in [0, 33, 96] {
        let kind = &Kind::Network(neurons);
        let begin = Begin::Anew { seed: 0, kind };
        let refused = engine(&tictactoe()).session().training(begin).err();
        assert!(
            refused.is_some_and(|why| why.contains("32 or 64")),
            "{neurons}"
        );
    }
}

#[test]
fn nobody_goes_on_with_another_evaluation_than_at_the_beginning() {
    let state = begun(&tictactoe(), NETWORK, 20).state();
    assert!(resumed(&tictactoe(), &state).is_ok());
    let weights = trained(&tictactoe(), 200).weights();
    let other = tictactoe().with_weights(&weights).expect("weights");
    let refused = resumed(&other, &state).err().expect("another evaluation");
    assert!(
        refused.contains("began with another evaluation"),
        "{refused}"
    );
}

/// What stands where on a position, as its side to move or the other one sees it.
fn things<G: Game>(file: &File, position: &G, is_seen_turned: bool) -> Vec<(usize, usize)> {
    let kinds: Vec<(Option<usize>, String)> =
        serde_json::from_value(file.head["board"]["things"].clone()).expect("things");
    let points: Vec<(i16, i16)> =
        serde_json::from_value(file.head["board"]["points"].clone()).expect("points");
    let all: Vec<(usize, usize)> = if kinds.is_empty() {
        let sets = position.planes();
        let of_kind = |(kind, set): (usize, &u128)| {
            let set = *set;
            let places = (0..points.len()).filter(move |place| set >> place & 1 == 1);
            places.map(move |place| (kind, place))
        };
        sets.sets().iter().enumerate().flat_map(of_kind).collect()
    } else {
        let places = position.drawing().places;
        let thing = |place: &heelstone::game::Place| {
            let thing = (place.owner.map(Side::index), place.text.clone());
            let kind = kinds.iter().position(|kind| *kind == thing)?;
            let at = points.iter().position(|at| *at == (place.x, place.y))?;
            Some((kind, at))
        };
        places.iter().filter_map(thing).collect()
    };
    let [of_kinds, of_places] =
        ["kinds", "places"].map(|what| file.bytes(&format!("/network/exchange/{what}")));
    let turned = |(kind, place): (usize, usize)| (of_kinds[kind], of_places[place]);
    if is_seen_turned {
        all.into_iter().map(turned).collect()
    } else {
        all
    }
}

/// The value of a position by the page alone, seen from Black.
fn value<G: Game>(file: &File, position: &G) -> i64 {
    let network = &file.head["network"];
    let neurons = network["neurons"].as_u64().expect("a number") as usize;
    let places = file.head["board"]["points"]
        .as_array()
        .expect("points")
        .len();
    let kinds = file.head["board"]["kinds"].as_u64().expect("a number") as usize;
    let is_shared = !network["exchange"].is_null();
    let sets = if is_shared { 1 } else { 2 };
    let inputs = neurons * (1 + kinds * places);
    let side = position.turn().side();
    let view = |of: Side| -> Vec<i64> {
        let is_turned = is_shared && of == Side::White;
        let begin = if is_shared { 0 } else { of.index() * inputs };
        let mut sums: Vec<i64> = vec![0; neurons];
        let things = things(file, position, is_turned);
        let rows = things.iter().map(|(kind, place)| 1 + kind * places + place);
        for row in rows.chain([0]) {
            for (neuron, sum) in sums.iter_mut().enumerate() {
                *sum += i64::from(file.numbers[begin + row * neurons + neuron]);
            }
        }
        let square = |sum: i64| (sum.clamp(0, 255).pow(2) + 128) / 256;
        sums.into_iter().map(square).collect()
    };
    let most = network["most"].as_u64().expect("a number") as usize;
    let facts = file.head["board"]["facts"].as_u64().unwrap_or(0) as usize;
    let seen = things(file, position, false).into_iter();
    let things = seen.filter(|&(kind, _)| kind < kinds - facts).count();
    let phase = (4 * things / (most + 1)).min(3);
    let set = if is_shared { 0 } else { side.index() };
    let begin = sets * inputs + (4 * set + phase) * (2 * neurons + 1);
    let weights = &file.numbers[begin..begin + 2 * neurons + 1];
    let neurons = view(side).into_iter().chain(view(!side));
    let all = neurons.chain([254]).zip(weights);
    let sum: i64 = all
        .map(|(neuron, weight)| neuron * i64::from(*weight))
        .sum();
    let value = sum * 1000 / (254 * 2048);
    if side == Side::Black { value } else { -value }
}

/// Compares the values of positions of random games.
fn compare<G: Game>(neurons: usize) {
    let registry = Registry::empty().with::<G>();
    let kind = &Kind::Network(neurons);
    let begin = Begin::Anew { seed: 2, kind };
    let weights = begun(&registry, begin, 60).weights();
    let file = File::new(&weights);
    assert!(numbers(&file.head["network"]["turns"][0]).is_sorted());
    let mut engine = engine(&registry.with_weights(&weights).expect("weights"));
    let mut rng = fastrand::Rng::with_seed(12);
    let mut values = Vec::new();
    for position in (0..8).flat_map(|_| random_game::<G>(&mut rng)) {
        if position.outcome().is_none() {
            let session = engine.session_mut();
            session.set_up(&position.position()).expect("its own text");
            let told = i64::from(session.evaluate());
            assert_eq!(told, value(&file, &position), "{}", position.position());
            values.push(told);
        }
    }
    values.sort_unstable();
    values.dedup();
    assert!(values.len() > 10, "{values:?}");
}

#[test]
fn a_network_evaluates_as_the_page_on_formats_says() {
    compare::<Breakthrough>(32);
    compare::<Breakthrough>(64);
    compare::<heelstone::games::tictactoe::TicTacToe>(32);
    // It has facts.
    compare::<heelstone::games::connect4::Connect4<5, 4>>(32);
}

#[test]
fn the_program_learns_a_network_from_what_patterns_know() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("networks");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let train = |args: &[&str]| {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("heelstone"));
        let command = command.current_dir(&folder).arg("train");
        command.args(["--game", "tictactoe", "--games", "80"]);
        command.args(args).assert()
    };
    train(&["t.weights"]).success();
    let network = ["t.network", "--weights", "t.weights"];
    let begun = train(&[&network[..], &["--network"]].concat()).success();
    begun.stdout(contains("t.network: learnt from 80 games"));
    // It goes on without being told again what it learns.
    train(&network).success();
    let other = train(&[&network[..], &["--network=64"]].concat()).code(1);
    other.stderr(contains(
        "t.network.training: it learns a network with 32 neurons for each side",
    ));
    let patterns = train(&["t.weights", "--network"]).code(1);
    patterns.stderr(contains("t.weights.training: it learns patterns"));
    let ignored = train(&["p.weights", "--weights", "t.weights"]).code(1);
    ignored.stderr(contains("t.weights: patterns begin with nothing"));
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("heelstone"));
    let command = command.current_dir(&folder);
    let args = [
        "train",
        "c.network",
        "--network",
        "--weights",
        "t.weights",
        "--game",
        "connect4",
    ];
    let refused = command.args(args).assert().code(2);
    refused.stderr(contains(
        "these are weights of tictactoe 3x3, not of connect4 7x6",
    ));
    let blank = train(&["--network", "64"]).code(1);
    blank.stderr(contains("write --network=64 without a blank"));
    for (command, game) in [
        (None, "stonehenge"),
        (Some("solve"), "othello"),
        (Some("tree"), "connect4"),
        (Some("play"), "checkers"),
    ] {
        let mut program = Command::new(assert_cmd::cargo::cargo_bin!("heelstone"));
        program.current_dir(&folder).args(command);
        program.args(["--game", game, "--weights", "t.weights"]);
        let other = program.assert().code(2);
        other.stderr(contains(
            "t.weights: these are weights of tictactoe 3x3, not of",
        ));
    }
    let neurons = train(&["n.network", "--network=33"]).code(2);
    neurons.stderr(contains("32 or 64 neurons"));
}

#[test]
fn weights_are_learnt_again_to_see_whether_they_are_the_same() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("verify");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir(&folder).expect("a folder");
    let train = |args: &[&str]| {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("heelstone"));
        let command = command.current_dir(&folder).arg("train");
        command.args(["--game", "tictactoe"]).args(args).assert()
    };
    // Matches decide which weights are in the file.
    train(&["t.weights", "--games", "2000", "--seed", "3"]).success();
    let network = ["t.network", "--weights", "t.weights"];
    train(&[&network[..], &["--network", "--games", "80"]].concat()).success();
    let same = train(&["t.weights", "--verify", "--threads", "2"]).success();
    same.stdout(contains(" games give the same weights").and(contains("kept").not()));
    let same = train(&[&network[..], &["--verify"]].concat()).success();
    same.stdout(contains("t.network: 80 games give the same weights"));
    // Nothing is made of fewer games than it has learnt from.
    let before = std::fs::read(folder.join("t.weights")).expect("weights");
    let fewer = train(&["t.weights", "--games", "20"]).code(1);
    fewer.stderr(contains("already: give more --games"));
    assert!(std::fs::read(folder.join("t.weights")).expect("weights") == before);
    // Another teacher.
    let other = train(&["t.network", "--verify"]).code(1);
    other.stderr(contains("t.network: as many games give other weights"));
    train(&["t.weights", "--verify", "--games", "9"]).code(2);
}

#[test]
fn a_network_that_is_not_whole_is_refused() {
    let mut training = begun(&tictactoe(), NETWORK, 0);
    play(&mut *training, 5);
    let (weights, state) = (training.weights(), training.state());
    let is_refused = |weights: &[u8], state: &[u8]| {
        tictactoe().with_weights(weights).is_err() && resumed(&tictactoe(), state).is_err()
    };
    assert!(is_refused(&state, &weights), "one is not the other");
    let forged = |bytes: &[u8], from: &str, to: &str| {
        let text: Vec<u8> = bytes[..bytes.len() - 4].to_vec();
        let at = text
            .windows(from.len())
            .position(|found| found == from.as_bytes());
        let at = at.unwrap_or_else(|| panic!("no {from}"));
        let mut forged = [&text[..at], to.as_bytes(), &text[at + from.len()..]].concat();
        let checksum = crc32fast::hash(&forged);
        forged.extend(checksum.to_le_bytes());
        forged
    };
    for (from, to) in [
        ("\"neurons\":32", "\"neurons\":64"),
        ("\"neurons\":32", "\"neurons\":0"),
        ("\"neurons\":32", "\"neurons\":96"),
        ("\"turns\":[[0,", "\"turns\":[[1,"),
        ("\"turns\":", "\"turn\":"),
        (
            "\"exchange\":null",
            "\"exchange\":{\"places\":[0],\"kinds\":[0]}",
        ),
        ("\"most\":8", "\"most\":800"),
        ("\"kinds\":2", "\"facts\":2,\"kinds\":2"),
    ] {
        let [weights, state] = [&weights, &state].map(|bytes| forged(bytes, from, to));
        assert!(is_refused(&weights, &state), "{from} as {to}");
    }
}

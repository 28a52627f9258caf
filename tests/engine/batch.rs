//! Learning the weights of an evaluation from many games at once.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use heelstone::session::{Batch, Begin, Kind, Registry};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

use crate::engine::common::breakthrough::Breakthrough;
use crate::engine::learning::{begun, engine};

fn registry() -> Registry {
    Registry::empty().with::<Breakthrough>()
}

fn batch(seed: u64) -> Box<dyn Batch> {
    let batch = engine(&registry()).session().batch("pieces", seed);
    batch.expect("an evaluation that can be learnt")
}

/// Plays up to this number of games.
fn play(batch: &mut dyn Batch, games: u64, threads: usize) -> Vec<String> {
    let mut lines = Vec::new();
    while batch.games() < games {
        lines.extend(batch.play(games, threads));
    }
    lines
}

#[test]
fn a_few_games_at_once_teach_more_than_the_weights_by_hand_know() {
    let mut batch = batch(5);
    play(&mut *batch, 600, 2);
    let last = batch.learn(600, 2);
    let trial = last.trial.expect("a match");
    assert!(trial.kept && trial.score > 0.5, "{trial:?}");
    assert_eq!((trial.games, trial.against, last.games), (600, 0, 600));
    assert!(!last.is_weaker);
    let learnt = engine(&registry()).session().learnt(&last.weights);
    let learnt = learnt.expect("weights");
    assert!(learnt.is_batch);
    assert_eq!((learnt.games, learnt.seed), (600, 5));
}

#[test]
fn games_may_be_played_anywhere_and_in_any_order() {
    let mut whole = batch(5);
    let lines = play(&mut *whole, 300, 2);
    assert_eq!(lines.len(), 300);
    let told = whole.learn(300, 1);
    // A training in rounds plays the same games until its first match.
    let kind = &Kind::Evaluation("pieces".into());
    let training = begun(&registry(), Begin::Anew { seed: 5, kind }, 0);
    assert_eq!(training.game(7).as_ref(), Ok(&lines[7]));
    let mut again = batch(5);
    for line in lines[100..].iter().rev() {
        again.take(line).expect("a game");
    }
    assert_eq!(again.games(), 0);
    // Only those that are missing are played.
    assert_eq!(play(&mut *again, 300, 1), lines[..100]);
    assert_eq!(again.games(), 300);
    assert!(again.learn(300, 3) == told);
    assert!(again.learn(200, 1) != told);
}

#[test]
fn games_of_another_training_are_refused() {
    let lines = play(&mut *batch(5), 1, 1);
    let mut other = batch(6);
    let refused = other.take(&lines[0]).expect_err("a refusal");
    assert_eq!(refused, "this game was played with --seed 5");
    let refused = other.take("a game").expect_err("a refusal");
    assert!(refused.contains("no game of a training"), "{refused}");
    assert_eq!(other.games(), 0);
    let none = engine(&registry()).session().batch("mobility", 0).err();
    assert!(none.is_some_and(|why| why.contains("only those of `pieces` can")));
}

/// A folder of its own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Trains in the folder.
fn train(folder: &Path, args: &str) -> Assert {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("heelstone"));
    let command = command.current_dir(folder).arg("train");
    command.args(args.split(' ')).assert()
}

#[test]
fn the_program_goes_on_with_the_games_that_are_there() {
    const BATCH: &str = "--game stonehenge --evaluation fitted --batch --games";
    let folder = folder("batch");
    let read = |name: &str| fs::read(folder.join(name)).expect(name);
    let train = |args: &str| train(&folder, args);
    let whole = train(&format!("whole {BATCH} 60 --threads 2")).success();
    whole.stdout(contains("60 games, ").and(contains("whole: learnt from 60 games")));
    train(&format!("parts {BATCH} 40")).success();
    // Killed while it wrote the last game.
    let games = read("parts.games");
    fs::write(folder.join("parts.games"), &games[..games.len() - 10]).expect("written");
    train(&format!("parts {BATCH} 60")).success();
    assert!(read("parts") == read("whole"));
    assert!(read("parts.games") == read("whole.games"));
    let verified = train("whole --verify").success();
    verified.stdout(contains("whole: 60 games give the same weights"));
    let fewer = train(&format!("parts {BATCH} 59")).code(1);
    fewer.stderr(contains(
        "parts.games: it has 60 games already: give more --games",
    ));
    assert!(read("parts") == read("whole"));
}

#[test]
fn the_program_refuses_what_it_cannot_learn_at_once() {
    const BATCH: &str = "--game stonehenge --evaluation fitted --batch";
    let folder = folder("batch-refused");
    let refused = |args: &str, code: i32, why: &str| {
        train(&folder, args).code(code).stderr(contains(why));
    };
    train(&folder, &format!("s {BATCH} --games 3")).success();
    let seed = "s.games: line 1: this game was played with --seed 0";
    refused(&format!("s {BATCH} --games 5 --seed 1"), 1, seed);
    let evaluation = "s.games: line 1: another evaluation played this game";
    refused(&format!("s {BATCH} --games 5 --weights s"), 1, evaluation);
    let rounds = "s --game stonehenge --evaluation fitted --games 5";
    refused(
        rounds,
        1,
        "s: it was learnt from all games at once: say --batch",
    );
    fs::write(folder.join("t.games"), b"{\xff\n").expect("written");
    let no_game = "t.games: line 1: this is no game of a training";
    refused(&format!("t {BATCH}"), 1, no_game);
    let chess = fs::read_to_string(folder.join("s.games")).expect("games");
    let chess = chess.replace("stonehenge", "chess");
    fs::write(folder.join("c.games"), chess).expect("written");
    refused(
        &format!("c {BATCH}"),
        1,
        "c.games: it has no game of this training",
    );
    fs::write(folder.join("there"), "").expect("written");
    let there = "there exists already, without there.games to go on from";
    refused(&format!("there {BATCH}"), 1, there);
    refused("p --game stonehenge --batch", 2, "--evaluation <NAME>");
    refused(
        &format!("s {BATCH} --played s.games"),
        2,
        "cannot be used with",
    );
}

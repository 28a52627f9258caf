//! Runs the targets on their corpora, and on inputs that differ from those at random.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use heelstone::fuzzing::{TARGETS, Target};

/// A folder for each target.
const CORPORA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/corpus");

/// The inputs that are made at random, unless the variable says for how many seconds to go on.
const RANDOM: u32 = 100;
const SECONDS: &str = "HEELSTONE_FUZZ";

/// The inputs of a corpus, in the order of their names; `None` in a package, which has no corpora.
fn corpus(name: &str) -> Option<Vec<Vec<u8>>> {
    if !Path::new(CORPORA).is_dir() {
        assert!(
            std::env::var_os("HEELSTONE_NO_SKIP").is_none(),
            "no {CORPORA}"
        );
        eprintln!("skipped: there is no {CORPORA}");
        return None;
    }
    let folder = fs::read_dir(Path::new(CORPORA).join(name)).expect("the folder of a corpus");
    let mut files: Vec<PathBuf> = folder.map(|file| file.expect("a file").path()).collect();
    files.sort();
    let inputs = files.iter().map(|file| fs::read(file).expect("an input"));
    Some(inputs.collect())
}

fn run(name: &str) {
    let (_, target) = TARGETS
        .iter()
        .find(|(other, _)| *other == name)
        .expect("a target");
    let Some(corpus) = corpus(name) else { return };
    assert!(!corpus.is_empty(), "{name} has no corpus");
    for input in &corpus {
        try_input(name, *target, input);
    }
    let seconds = std::env::var(SECONDS)
        .ok()
        .map(|text| text.parse().expect("seconds"));
    // Any seed will do; with one that is not always the same, more is tried in the long run.
    let mut rng = match seconds {
        None => fastrand::Rng::with_seed(1),
        Some(_) => fastrand::Rng::new(),
    };
    let (begin, mut done) = (Instant::now(), 0);
    while seconds.map_or(done < RANDOM, |most| {
        begin.elapsed() < Duration::from_secs(most)
    }) {
        try_input(name, *target, &changed(&corpus, &mut rng));
        done += 1;
    }
    eprintln!(
        "{name}: {} inputs and {done} random ones in {:?}",
        corpus.len(),
        begin.elapsed()
    );
}

/// Runs a target on an input, and keeps the input if it fails.
fn try_input(name: &str, target: Target, input: &[u8]) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| target(input))) {
        let file = std::env::temp_dir().join(format!("heelstone-{name}-failure"));
        let kept = fs::write(&file, input);
        eprintln!(
            "{name} fails on this input, kept in {file:?} ({kept:?}): {:?}",
            input.escape_ascii().to_string()
        );
        resume_unwind(panic);
    }
}

/// One of the inputs with some changes.
fn changed(corpus: &[Vec<u8>], rng: &mut fastrand::Rng) -> Vec<u8> {
    let mut bytes = corpus[rng.usize(..corpus.len())].clone();
    for _ in 0..rng.usize(1..5) {
        let (start, other) = (
            rng.usize(..=bytes.len()),
            &corpus[rng.usize(..corpus.len())],
        );
        let longest = 1 << rng.u32(..6);
        let end = (start + rng.usize(..longest)).min(bytes.len());
        match rng.u8(..5) {
            0 => bytes[start..end]
                .iter_mut()
                .for_each(|byte| *byte ^= 1 << rng.u32(..8)),
            1 => bytes[start..end].fill(rng.u8(..)),
            2 => drop(bytes.drain(start..end)),
            3 => drop(bytes.splice(end..end, bytes[start..end].to_vec())),
            _ => {
                let from = rng.usize(..=other.len());
                let to = (from + rng.usize(..64)).min(other.len());
                drop(bytes.splice(start..end, other[from..to].iter().copied()));
            }
        }
    }
    bytes
}

#[test]
fn archives_of_games_are_read_or_refused() {
    run("archives");
}

#[test]
fn books_and_journals_are_read_or_refused() {
    run("books");
}

#[test]
fn messages_of_the_page_are_obeyed_or_refused() {
    run("messages");
}

#[test]
fn positions_are_searched_or_refused() {
    run("positions");
}

#[test]
fn lines_of_the_protocol_are_answered() {
    run("protocol");
}

#[test]
fn game_records_are_read_or_refused() {
    run("records");
}

#[test]
fn weights_are_read_or_refused() {
    run("weights");
}

/// `fuzz/` has a program for each target, which does nothing but call it.
#[test]
fn each_target_has_a_program() {
    let folder = Path::new(CORPORA).with_file_name("fuzz_targets");
    if corpus("protocol").is_none() {
        return;
    }
    let mut programs: Vec<String> = fs::read_dir(folder)
        .expect("the programs")
        .map(|file| file.expect("a file").path())
        .map(|path| {
            path.file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    programs.sort();
    assert_eq!(programs, TARGETS.map(|(name, _)| name));
}

//! A text that must be the one in a file.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// Fails, with the lines that differ, when `text` is not what `tests/stability/NAME` holds.
pub fn compare(name: &str, text: &str) {
    let path = folder().join(name);
    if env::var_os("HEELSTONE_SNAPSHOTS").is_some_and(|value| value == "write") {
        fs::write(&path, text).expect("the snapshot is written");
        return;
    }
    let kept = fs::read_to_string(&path).expect("the snapshot is there");
    let kept = kept.replace('\r', "");
    let gone = missing(&kept, text).map(|line| format!("- {line}"));
    let new = missing(text, &kept).map(|line| format!("+ {line}"));
    let differences: Vec<String> = gone.chain(new).collect();
    assert!(
        differences.is_empty(),
        "{name} has changed. If that is meant, docs/stability.md says what it asks of the next release, \
         and HEELSTONE_SNAPSHOTS=write writes the snapshot:\n{}",
        differences.join("\n")
    );
}

/// The folder of the snapshots, in the package that compares them or in one around it.
fn folder() -> PathBuf {
    let packages = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let mut folders = packages.map(|package| package.join("tests/stability"));
    folders
        .find(|folder| folder.is_dir())
        .expect("the snapshots are there")
}

/// The lines of `text` that `other` does not have.
fn missing<'a>(text: &'a str, other: &'a str) -> impl Iterator<Item = &'a str> {
    text.lines()
        .filter(|line| !other.lines().any(|kept| kept == *line))
}

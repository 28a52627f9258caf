//! The page in a browser, with a server and without one.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Set where a missing tool is a failure, as in the continuous integration.
const NO_SKIP: &str = "HEELSTONE_NO_SKIP";

/// The tools that are missing for the tests in a browser.
fn missing() -> Option<String> {
    let node = Command::new("node").arg("--version").output();
    let version = node
        .ok()
        .map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let major = version.and_then(|v| v.trim_start_matches('v').split('.').next()?.parse().ok());
    if major.is_none_or(|major: u32| major < 20) {
        return Some("node 20 or newer is not there".into());
    }
    let browser = std::env::var("HEELSTONE_CHROMIUM").unwrap_or("/usr/bin/chromium".into());
    if !Path::new(&browser).exists() {
        return Some(format!(
            "{browser} is not there, and HEELSTONE_CHROMIUM names no other"
        ));
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/web/node_modules");
    let has_packages = folder.join("playwright-core").exists() && folder.join("axe-core").exists();
    (!has_packages).then(|| "the packages are not there: run `npm ci` in tests/web".into())
}

/// Runs tests of a folder in a browser, one file after the other: those that a condition on their name chooses.
fn run_in_a_browser(folder: &str, is_chosen: fn(&str) -> bool) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = std::fs::read_dir(root.join(folder)).expect("the folder of the tests");
    let paths = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let files = paths.filter(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.strip_suffix(".test.js").is_some_and(is_chosen)
    });
    let output = Command::new("node")
        .args(["--test", "--test-concurrency=1", "--test-reporter=spec"])
        .args(files)
        .current_dir(root)
        .env("HEELSTONE_BIN", env!("CARGO_BIN_EXE_heelstone"))
        .envs(examples().map(|path| ("HEELSTONE_EXAMPLES", path)))
        .output()
        .expect("node has run just before");
    let text = String::from_utf8_lossy(&output.stdout);
    for line in text
        .lines()
        .filter(|line| line.contains("click to board") || line.contains("first view"))
    {
        println!("{line}");
    }
    assert!(
        output.status.success(),
        "the tests in the browser failed:\n{text}"
    );
}

pub(crate) fn skip(why: &str) {
    assert!(std::env::var_os(NO_SKIP).is_none(), "{why}");
    println!("skipped: {why}");
}

/// The largest file of tests, which takes as long as the others together.
const LARGEST: &str = "board";

#[test]
fn the_board_of_the_page_passes_its_tests_in_a_browser() {
    match missing() {
        Some(why) => skip(&why),
        None => run_in_a_browser("tests/web", |name| name == LARGEST),
    }
}

#[test]
fn the_page_passes_its_tests_in_a_browser() {
    match missing() {
        Some(why) => skip(&why),
        None => run_in_a_browser("tests/web", |name| name != LARGEST),
    }
}

/// Tests of the WebAssembly builds, which `.ci/nightly` makes.
mod web_assembly {
    use super::*;

    #[test]
    fn the_page_without_a_server_passes_its_tests_in_a_browser() {
        test_what_is_built("static_page", "target/static/page", "tests/web/static");
    }

    /// The package for npm is made of the same files.
    #[test]
    fn the_package_for_npm_passes_its_tests_in_node() {
        test_what_is_built("npm_package", "target/npm/heelstone", "tests/web/npm");
    }

    /// Runs the tests of what a tool has put into a folder.
    fn test_what_is_built(tool: &str, built: &str, tests: &str) {
        let is_built = Path::new(env!("CARGO_MANIFEST_DIR")).join(built).exists();
        let unbuilt = || format!("{built} is not there: run `tools/{tool}.py {built}`");
        match missing().or_else(|| (!is_built).then(unbuilt)) {
            Some(why) => skip(&why),
            None => run_in_a_browser(tests, |_| true),
        }
    }
}

/// The folder with the programs of the examples, where Cargo has built them beside the tests.
fn examples() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_BIN_EXE_heelstone")).parent()?;
    let folder = folder.join("examples");
    let is_there = |name| {
        let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
        folder.join(file).exists()
    };
    let all = ["dots_and_boxes", "breakthrough"].into_iter().all(is_there);
    all.then_some(folder)
}

//! The match controller in `tools/`, tested by its own suite with this build of the engine as the
//! referee and as a player.

use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::{fs, thread};

/// Set where a missing Python is a failure, as in the continuous integration.
const NO_SKIP: &str = "HEELSTONE_NO_SKIP";

/// The files of the suite that take as long as all others together.
const LONG: [&str; 6] = ["cluster", "journal", "memory", "spread", "stats", "tune"];

#[test]
fn the_suite_of_the_match_controller_passes() {
    let long = LONG.map(file);
    run_suite(
        modules()
            .into_iter()
            .filter(|module| !long.contains(module)),
    );
}

#[test]
#[ignore = "takes long"]
fn the_long_part_of_the_suite_of_the_match_controller_passes() {
    let all = modules();
    let long = LONG.map(file);
    assert!(long.iter().all(|module| all.contains(module)), "{all:?}");
    run_suite(long.into_iter());
}

fn file(name: &str) -> String {
    format!("test_{name}.py")
}

/// Runs the tests of these files, as many at once as there are processors.
fn run_suite(modules: impl Iterator<Item = String> + Send) {
    let python = "python3";
    let runs = Command::new(python)
        .args(["-c", "import sys; sys.exit(sys.version_info < (3, 11))"])
        .status();
    if !runs.is_ok_and(|status| status.success()) {
        assert!(
            std::env::var_os(NO_SKIP).is_none(),
            "{python} 3.11 or newer is needed for the match controller"
        );
        println!("skipped: {python} 3.11 or newer is not there");
        return;
    }
    let modules = Mutex::new(modules);
    let failures = Mutex::new(String::new());
    let workers = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(module) = next(&modules) {
                    if let Err(output) = run(python, &module) {
                        *failures.lock().expect("no thread panics") += &output;
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("no thread panics");
    assert!(failures.is_empty(), "the suite failed:\n{failures}");
}

/// The files of the suite.
fn modules() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = fs::read_dir(root.join("tools/tests")).expect("the suite is there");
    let names = files.map(|file| file.expect("a file").file_name());
    let names = names.map(|name| name.into_string().expect("text"));
    let modules: Vec<_> = names
        .filter(|name| name.starts_with("test_") && name.ends_with(".py"))
        .collect();
    assert!(modules.len() > 20, "{modules:?}");
    modules
}

fn next(modules: &Mutex<impl Iterator<Item = String>>) -> Option<String> {
    modules.lock().expect("no thread panics").next()
}

/// Runs the tests of one file; the error is all that they wrote.
fn run(python: &str, module: &str) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(python)
        .args(["-B", "-m", "unittest", "discover", "-s", "tools/tests"])
        .args(["-p", module])
        .current_dir(root)
        .env("PYTHONPATH", root.join("tools"))
        .env("HEELSTONE_BIN", env!("CARGO_BIN_EXE_heelstone"))
        .output()
        .expect("python3 has run just before");
    if output.status.success() {
        return Ok(());
    }
    let texts =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    Err(format!("{module}:\n{}", texts.concat()))
}

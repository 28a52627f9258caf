//! The program as it is called: arguments, files, exit codes.

mod figures;
mod files;
mod options;
mod services;

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command as Program;

fn heelstone() -> Program {
    let mut program = Program::new(assert_cmd::cargo::cargo_bin!("heelstone"));
    program.env_remove("RUST_LOG");
    program
}

fn output_of(args: &[&str]) -> String {
    let output = heelstone().args(args).output().expect("the program runs");
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// A file of this test alone, with that text in it; `None` for a file that does not exist.
fn file(name: &str, text: Option<&str>) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-{name}"));
    let _ = fs::remove_file(&path);
    if let Some(text) = text {
        fs::write(&path, text).expect("the file is written");
    }
    path
}

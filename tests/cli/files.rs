//! Files of commands, traffic and the log, and output that cannot be written.

use std::fs;
use std::process::{Command, Stdio};

use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};

use super::{file, heelstone};

#[test]
fn a_file_of_commands_is_run_before_the_input() {
    let path = file(
        "setup",
        Some("# a remark\r\nnewgame tictactoe\r\n\r\nplay b B2\r\n"),
    );
    heelstone()
        .arg("--commands")
        .arg(path)
        .write_stdin("history\n")
        .assert()
        .success()
        .stdout("= B2\n\n");
}

#[test]
fn a_command_in_a_file_that_fails_is_named_by_its_line() {
    let path = file("wrong", Some("newgame tictactoe\n# a remark\nplay b D4\n"));
    heelstone()
        .arg("--commands")
        .arg(&path)
        .write_stdin("name\n")
        .assert()
        .code(2)
        .stdout(is_empty())
        .stderr(contains("line 3: illegal move").and(contains("cli-wrong")));
}

#[test]
fn a_file_of_commands_without_an_end_is_an_error() {
    if !std::path::Path::new(FULL).exists() {
        return eprintln!("skipped: there is no {FULL}");
    }
    heelstone()
        .args(["--commands", FULL])
        .assert()
        .code(2)
        .stderr("heelstone: /dev/full: line 1: the line is longer than 1 MiB\n");
    heelstone()
        .args(["--commands", env!("CARGO_TARGET_TMPDIR")])
        .assert()
        .code(2)
        .stderr(contains("line 1: "));
}

#[test]
fn nothing_is_logged_unless_it_is_asked_for() {
    let genmove = || {
        let mut program = heelstone();
        program
            .args(["--game", "tictactoe"])
            .write_stdin("genmove b\n");
        program
    };
    genmove().assert().success().stderr(is_empty());
    for logged in [genmove().arg("-v"), genmove().env("RUST_LOG", "info")] {
        logged
            .assert()
            .success()
            .stderr(contains("heelstone"))
            .stdout(starts_with("= "));
    }
    let path = file("log", None);
    genmove()
        .arg("--log-file")
        .arg(&path)
        .assert()
        .success()
        .stderr(is_empty());
    let once = fs::read_to_string(&path).expect("a log");
    assert!(once.contains("heelstone"), "{once}");
    genmove().arg("--log-file").arg(&path).assert().success();
    let twice = fs::read_to_string(&path).expect("a log");
    assert!(
        twice.starts_with(&once) && twice.len() > once.len(),
        "a log is not overwritten"
    );
}

#[test]
fn the_traffic_of_the_protocol_is_kept_in_a_file() {
    let path = file("traffic", None);
    heelstone()
        .arg("--traffic")
        .arg(&path)
        .write_stdin("name\nquit\n")
        .assert()
        .success();
    let traffic = fs::read_to_string(&path).expect("a file");
    for line in [">> name", "<< = Heelstone", ">> quit", "<< ="] {
        assert!(
            traffic.lines().any(|l| l.contains(line)),
            "{line}: {traffic}"
        );
    }
}

/// A file to which nothing can be written, as on a full disk, where the system has one.
const FULL: &str = "/dev/full";

#[test]
fn a_log_on_a_full_disk_is_reported_once_and_is_no_reason_to_stop() {
    if !std::path::Path::new(FULL).exists() {
        return eprintln!("skipped: there is no {FULL}");
    }
    for option in ["--traffic", "--log-file"] {
        heelstone()
            .args([option, FULL])
            .write_stdin("loadsgf a\nloadsgf b\n7 protocol_version\n")
            .assert()
            .success()
            .stdout("? cannot load file\n\n? cannot load file\n\n=7 2\n\n")
            .stderr(starts_with("heelstone: /dev/full is incomplete: "))
            .stderr(contains("\n").count(1));
    }
}

#[test]
fn output_that_cannot_be_written_is_told_on_standard_error() {
    if !std::path::Path::new(FULL).exists() {
        return eprintln!("skipped: there is no {FULL}");
    }
    for args in [
        &["--help"][..],
        &["-V"],
        &["help", "solve"],
        &["man"],
        &["completions", "bash"],
        &["perft", "1"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open(FULL);
        let output = Command::new(assert_cmd::cargo::cargo_bin!("heelstone"))
            .args(args)
            .stdin(Stdio::null())
            .stdout(full.expect("it opens"))
            .output()
            .expect("the program runs");
        assert_eq!(output.status.code(), Some(1), "{args:?}: {output:?}");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.starts_with("heelstone: "), "{args:?}: {told}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    for args in [
        &["--help"][..],
        &["man"],
        &["completions", "bash"],
        &["perft", "3"],
        &["tree"],
        &["bench", "--nodes", "500"],
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = Command::new(assert_cmd::cargo::cargo_bin!("heelstone"))
            .args(args)
            .stdin(Stdio::null())
            .stdout(writer)
            .output()
            .expect("the program runs");
        assert!(output.status.success(), "{args:?}: {output:?}");
        assert!(output.stderr.is_empty(), "{args:?}: {output:?}");
    }
}

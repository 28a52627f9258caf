//! Options, and what is printed of them.

use std::process::Command;

use assert_cmd::Command as Program;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};

use super::{heelstone, output_of};

#[test]
fn without_arguments_it_answers_commands_until_the_input_ends() {
    heelstone()
        .write_stdin("name\n7 protocol_version\n")
        .assert()
        .success()
        .stdout("= Heelstone\n\n=7 2\n\n")
        .stderr(is_empty());
}

#[test]
fn every_option_sets_what_the_command_of_that_name_shows() {
    let options = [
        ("--timelimit", "timelimit", "0.25"),
        ("--timelimit", "timelimit", "none"),
        ("--depth", "depth", "4"),
        ("--nodes", "nodes", "1000"),
        ("--level", "level", "10 master: full strength"),
        ("--hash", "hash", "16"),
        ("--threads", "threads", "2"),
        ("--seed", "seed", "7"),
        ("--variety", "variety", "3"),
        ("--evaluation", "evaluation", "discs"),
    ];
    for (option, command, value) in options {
        heelstone()
            .args([
                option,
                value.split_once(' ').map_or(value, |(first, _)| first),
            ])
            .write_stdin(format!("{command}\n"))
            .assert()
            .success()
            .stdout(format!("= {value}\n\n"));
    }
}

#[test]
fn the_game_and_its_size_can_be_chosen() {
    heelstone()
        .args(["-g", "connect4", "--size", "8x7"])
        .write_stdin("gogui-rules_game_id\nlegal_moves\n")
        .assert()
        .stdout("= Connect4\n\n= A1 B1 C1 D1 E1 F1 G1 H1\n\n");
}

#[test]
fn wrong_arguments_are_explained_and_end_with_2() {
    let wrong: &[(&[&str], &str)] = &[
        (&["--game", "chess"], "othello"),
        (&["perft", "--game", "chess"], "connect4"),
        (&["bench", "--game", "chess"], "tictactoe"),
        (&["--game", "connect4", "--size", "3x3"], "7x6"),
        (&["--evaluation", "luck"], "discs"),
        (&["--hash", "0"], "MiB"),
        (&["--hash", "much"], "--hash"),
        (&["--depth", "0"], "from 1"),
        (&["--timelimit", "-1"], "-1"),
        (&["--timelimit", "soon"], "none"),
        (&["--level", "champion"], "novice"),
        (&["--variety", "20001"], "20000"),
        (&["--commands", "/nonexistent/file"], "/nonexistent/file"),
        (&["bench", "--nodes", "0"], "--nodes"),
        (&["--traffic", "/nonexistent/file"], "/nonexistent/file"),
        (&["--log-file", "/nonexistent/file"], "/nonexistent/file"),
        (&["perft", "many"], "many"),
        (&["perft", "3", "--position", "XO"], "--position"),
        (&["tree", "--position", "XO"], "--position"),
        (&["tree", "--evaluation", "luck"], "mobility"),
        (&["tree", "--plies", "-1"], "-1"),
        (&["--listen", "27531"], "TCP"),
        (&["--threads", "0"], "from 1 to 256"),
        (&["train", "t.weights", "--games", "0"], "from 1"),
        (&["puzzles", "othello", "--count", "0"], "from 1"),
        (&["plays"], "play"),
        (&["--fast"], "--fast"),
    ];
    for (args, reason) in wrong {
        heelstone()
            .args(*args)
            .write_stdin("name\n")
            .assert()
            .code(2)
            .stdout(is_empty())
            .stderr(contains(*reason).and(contains("panicked").not()));
    }
}

#[test]
fn help_and_version_are_printed_on_standard_output() {
    let help = output_of(&["--help"]);
    for word in [
        "perft",
        "solve",
        "bench",
        "tree",
        "--game",
        "tictactoe",
        "othello",
        "Examples:",
    ] {
        assert!(help.contains(word), "{word}");
    }
    // A build from a package tells its commit as well.
    let version = output_of(&["--version"]);
    let release = concat!("heelstone ", env!("CARGO_PKG_VERSION"));
    let commit = version.strip_prefix(release).map(str::trim_end);
    let is_told = |commit: &str| commit.starts_with(" (") && commit.ends_with(')');
    assert!(
        commit.is_some_and(|commit| commit.is_empty() || is_told(commit)),
        "{version}"
    );
}

#[test]
fn manual_pages_and_completions_know_the_options() {
    assert!(output_of(&["man"]).contains("timelimit"));
    assert!(output_of(&["man", "perft"]).contains("divide"));
    let help = output_of(&["--help"]);
    let (_, commands) = help.split_once("Commands:\n").expect("a list of commands");
    let commands: Vec<_> = commands
        .lines()
        .map_while(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.contains(&"train"), "{commands:?}");
    for command in commands.into_iter().filter(|&name| name != "help") {
        let page = output_of(&["man", command]);
        assert!(
            page.contains(&format!("heelstone\\-{command}")),
            "{command}: {page}"
        );
    }
    for shell in ["bash", "zsh", "fish"] {
        let completions = output_of(&["completions", shell]);
        assert!(
            completions.contains("timelimit") && completions.contains("othello"),
            "{shell}"
        );
    }
}

/// An old processor lacks what this build uses: the program has to say so before it uses it.
#[test]
#[cfg(all(target_os = "linux", target_arch = "x86_64", target_feature = "avx2"))]
fn on_a_processor_that_is_too_old_it_says_what_is_missing() {
    let old = Command::new("qemu-x86_64")
        .args([
            "-cpu",
            "Nehalem",
            assert_cmd::cargo::cargo_bin!("heelstone")
                .to_str()
                .expect("text"),
        ])
        .stdin(std::process::Stdio::null())
        .output();
    let Ok(output) = old else {
        assert!(
            std::env::var_os("HEELSTONE_NO_SKIP").is_none(),
            "qemu-x86_64 is needed"
        );
        println!("skipped: qemu-x86_64 is not there");
        return;
    };
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(said.contains("this one lacks avx"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn one_is_no_plural() {
    assert!(output_of(&["perft", "0"]).starts_with("perft 0: 1 sequence, 0 finished, "));
}

#[test]
fn a_person_at_a_terminal_is_told_how_to_begin() {
    // The one of macOS has other options, and no `--version`.
    let probe = Command::new("script").arg("--version").output();
    if !probe.is_ok_and(|probe| probe.status.success()) {
        assert!(
            std::env::var_os("HEELSTONE_NO_SKIP").is_none(),
            "the `script` of util-linux is missing"
        );
        println!("skipped: the `script` of util-linux is missing");
        return;
    }
    // `script` gives the program a terminal; all that it writes comes out together.
    let program = assert_cmd::cargo::cargo_bin!("heelstone")
        .display()
        .to_string();
    Program::new("script")
        .args(["-qec", &program, "/dev/null"])
        .write_stdin("name\nquit\n")
        .assert()
        .success()
        .stdout(
            contains("help")
                .and(contains("newgame"))
                .and(contains("= Heelstone")),
        );
}

//! The program as it is called: arguments, files, exit codes.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use assert_cmd::Command as Program;
use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};

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
fn one_is_no_plural() {
    assert!(output_of(&["perft", "0"]).starts_with("perft 0: 1 sequence, 0 finished, "));
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

#[test]
fn perft_counts_more_plies_than_the_other_tests_have_time_for() {
    let counts = [
        (
            "othello",
            "10",
            "perft 10: 24571056 sequences, 228 finished, ",
        ),
        (
            "connect4",
            "9",
            "perft 9: 39394572 sequences, 57462 finished, ",
        ),
    ];
    for (game, plies, line) in counts {
        let output = output_of(&["perft", "--game", game, plies]);
        assert!(output.starts_with(line), "{output}");
    }
}

#[test]
fn perft_without_a_number_goes_on_until_every_game_is_over() {
    let output = output_of(&["perft", "--game", "tictactoe"]);
    let last = output.lines().last().expect("a line");
    assert!(
        last.starts_with("perft 10: 0 sequences, 255168 finished, "),
        "{output}"
    );
    assert_eq!(output.lines().count(), 10);
}

#[test]
fn perft_begins_in_a_given_position_and_tells_the_first_moves_apart() {
    let output = output_of(&[
        "perft",
        "-g",
        "tictactoe",
        "2",
        "--divide",
        "--position",
        "XO./XXO/O.. b",
    ]);
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "B1: 2 sequences, 0 finished",
            "C1: 0 sequences, 1 finished",
            "C3: 2 sequences, 0 finished",
        ]
    );
    assert!(
        lines[3].starts_with("perft 2: 4 sequences, 1 finished, "),
        "{output}"
    );
}

#[test]
fn a_tree_is_printed_as_the_protocol_answers_it() {
    let position = "XO./XXO/OX. w";
    let printed = |more: &[&str]| {
        let args = ["tree", "--game", "tictactoe", "--position", position];
        output_of(&[&args, more].concat())
    };
    let answered = |command: &str| {
        let program = heelstone()
            .args(["--game", "tictactoe"])
            .write_stdin(format!("setup {position}\n{command}\n"))
            .output();
        let output = String::from_utf8(program.expect("it runs").stdout).expect("text");
        let reply = output.strip_prefix("=\n\n= ").expect("a success");
        reply.trim_end().to_string() + "\n"
    };
    assert_eq!(printed(&[]), answered("tree"));
    assert_eq!(printed(&["--plies", "1"]), answered("tree 1"));
    assert_eq!(
        printed(&["--minimax", "-n", "3"]),
        answered("tree 3 minimax")
    );
    assert!(printed(&[]).contains("value: 0, positions: 5, moves cut off: 0"));

    let args = ["tree", "--game", "othello", "--plies", "99"];
    let too_large = heelstone().args(args).assert().code(1).stdout(is_empty());
    too_large.stderr(contains("fewer plies"));
    for other in ["discs", "positional"] {
        let tree = output_of(&["tree", "--evaluation", other]);
        assert!(tree.contains(&format!("evaluation: {other},")), "{tree}");
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
        .stdin(Stdio::null())
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

/// The signature of `bench --nodes 20000`: what changes no search keeps it, and what does writes the new
/// one down here.
const SIGNATURE: u64 = 531_481;

/// The signature at the end of what `bench` prints.
fn signature(output: String) -> u64 {
    let last = output.lines().last().expect("a line");
    let number = last
        .strip_prefix("signature: ")
        .expect("the signature is last");
    number.parse().expect("a number")
}

#[test]
fn the_signature_of_the_search_is_the_one_that_is_written_down() {
    assert_eq!(
        signature(output_of(&["bench", "--nodes", "20000"])),
        SIGNATURE
    );
}

#[test]
fn bench_gives_the_same_signature_every_time() {
    let bench = |nodes| output_of(&["bench", "--game", "tictactoe", "--nodes", nodes]);
    let first = signature(bench("2000"));
    assert_eq!(first, signature(bench("2000")));
    assert!(first > signature(bench("100")));
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

#[test]
fn puzzles_have_one_winning_move_and_a_seed_always_gives_the_same() {
    for game in ["tictactoe", "connect4", "othello"] {
        let args = ["puzzles", game, "--count", "3", "--seed", "5", "--json"];
        let puzzles = output_of(&args);
        assert_eq!(output_of(&args), puzzles, "{game}");
        let other = output_of(&["puzzles", game, "--count", "1", "--seed", "6", "--json"]);
        assert!(!puzzles.contains(&other), "{game}");
        let mut hardest = 0;
        for puzzle in puzzles.lines() {
            let puzzle: serde_json::Value = serde_json::from_str(puzzle).expect("JSON");
            let difficulty = puzzle["difficulty"].as_u64().expect("a number");
            assert!((hardest.max(1)..=5).contains(&difficulty), "{puzzle}");
            hardest = difficulty;
            let position = puzzle["position"].as_str().expect("text");
            let solved = heelstone()
                .args(["--game", game])
                .write_stdin(format!("setup {position}\nsolve moves\n"))
                .output()
                .expect("the program runs");
            let solved = String::from_utf8(solved.stdout).expect("text");
            let values = solved.rsplit("= ").next().expect("an answer");
            let winning: Vec<_> = values
                .lines()
                .filter(|line| line.contains(" win"))
                .collect();
            let [only] = winning[..] else {
                panic!("{position}: {values}");
            };
            let right = puzzle["line"][0].as_str().expect("a move");
            assert!(only.starts_with(&format!("{right} ")), "{puzzle}: {values}");
            assert!(values.trim().lines().count() >= 3, "{values}");
        }
        assert_eq!(puzzles.lines().count(), 3);
    }
}

#[test]
fn a_review_reads_records_lists_and_archives() {
    let list = file("review.txt", Some("1. f5 d6 2. c3 d3 3. c4\n"));
    let list = list.to_str().expect("text");
    let sgf = file(
        "review.sgf",
        Some("(;GM[2]SZ[8];B[fe];W[df];B[cc];W[dc];B[cd])\n"),
    );
    let sgf = sgf.to_str().expect("text");
    let judged = output_of(&["review", list, "--nodes", "200"]);
    assert_eq!(output_of(&["review", sgf, "--nodes", "200"]), judged);
    assert!(judged.starts_with("move 5 black C4 grade "), "{judged}");
    assert!(
        judged.ends_with("opening Tiger\njudged 5 of 5\n"),
        "{judged}"
    );

    let archive = file("review.wtb", None);
    let archive = archive.to_str().expect("text");
    heelstone()
        .args(["--game", "othello"])
        .write_stdin(format!("moves f5d6c3d3c4\nsavewthor {archive}\n"))
        .assert()
        .success();
    assert_eq!(output_of(&["review", archive, "--nodes", "200"]), judged);
    heelstone()
        .args(["review", archive, "--number", "2", "--nodes", "200"])
        .assert()
        .code(2)
        .stderr(contains("there is no game 2"));

    let json = output_of(&["review", list, "--nodes", "200", "--json"]);
    assert!(
        json.lines()
            .last()
            .expect("an end")
            .contains(r#""opening":"Tiger""#),
        "{json}"
    );
    heelstone()
        .args(["review", "--game", "othello"])
        .write_stdin("f5d6 z9\n")
        .assert()
        .code(2)
        .stderr(contains(r#"move 3, "z9": illegal move"#));
}

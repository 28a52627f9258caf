//! `heelstone solve`: files and pipes of positions, with the real program.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use assert_cmd::Command as Program;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use serde_json::Value;

fn solve(game: &str, args: &[&str]) -> Program {
    let mut program = Program::new(assert_cmd::cargo::cargo_bin!("heelstone"));
    program.env_remove("RUST_LOG");
    program.args(["solve", "--game", game]).args(args);
    program
}

/// The output for these lines, which have to be without fault.
fn solved(game: &str, args: &[&str], lines: &str) -> String {
    let assert = solve(game, args).write_stdin(lines).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).expect("text")
}

/// The values in an output, in order.
fn values(output: &str) -> Vec<&str> {
    let mut values = Vec::new();
    for line in output.lines() {
        let (_, rest) = line.split_once(": ").expect("a number");
        values.push(rest.split_once(", ").expect("nodes").0);
    }
    values
}

fn data(name: &str) -> PathBuf {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    root.join("tests/data").join(name)
}

/// The text with `N` for each number of nodes.
fn without_counts(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let words: Vec<&str> = text.split(' ').collect();
    let is_count = |place: usize| {
        words
            .get(place + 1)
            .is_some_and(|next| next.starts_with("nodes"))
    };
    let shown = (0..words.len()).map(|place| if is_count(place) { "N" } else { words[place] });
    shown.collect::<Vec<_>>().join(" ")
}

#[test]
fn published_values_of_whole_files_are_confirmed() {
    for (game, name) in [
        ("connect4", "connect4-end.txt"),
        ("connect4", "connect4-middle.txt"),
        ("othello", "othello-end.obf"),
    ] {
        let lines = std::fs::read_to_string(data(name)).expect("a file");
        let count = lines.lines().count();
        for memory in [
            &["--hash", "1"][..],
            &["--hash", "1", "--keep"],
            &["--keep", "--threads", "3"],
            &[],
        ] {
            solve(game, &["--check"])
                .args(memory)
                .arg(data(name))
                .assert()
                .success()
                .stdout(contains("WRONG").not())
                .stderr(
                    contains(format!("{count} positions: "))
                        .and(contains(format!(
                            ", 0 unknown, 0 wrong of {count} checked\n"
                        )))
                        .and(contains(" nodes, ").and(contains(" s user CPU time"))),
                );
        }
    }
}

#[test]
fn a_wrong_value_is_shown_counted_and_ends_with_1() {
    let lines = "2252576253462244111563365343671351441 -2\n\
                 7422341735647741166133573473242566 +1\n\
                 7422341735647741166133573473242566 loss\n\
                 23163416124767223154467471272416755633 draw\n\
                 7422341735647741166133573473242566 win in 7\n\
                 7422341735647741166133573473242566 win in 5\n";
    solve("connect4", &["--check"])
        .write_stdin(lines)
        .assert()
        .code(1)
        .stdout(predicate::function(|text: &[u8]| {
            without_counts(text)
                == "1: loss in 4, N nodes, WRONG: expected -2\n\
                    2: win in 7, N nodes\n\
                    3: win in 7, N nodes, WRONG: expected loss\n\
                    4: draw, N nodes\n\
                    5: win in 7, N nodes\n\
                    6: win in 7, N nodes, WRONG: expected win in 5\n"
        }))
        .stderr(
            contains("6 positions: 4 wins, 1 draw, 1 loss, 0 unknown, 3 wrong of 6 checked")
                .and(contains("heelstone: 3 values are not as expected")),
        );
}

#[test]
fn a_position_may_be_written_in_any_way_that_the_game_knows() {
    let connect4 = "225257625346224411156336534\n\
                    B1 b 5 2 E2 G\t6 2 5 3 4 6 2 2 4 4 1 1 1 5 6 3 3 6 5 3 4 # apart\n\
                    \n\
                    # the same, set up\n\
                    .O...../.X..X../.OOXOO./XOXOXX./OOOXXO./XXOXXXO w\r\n";
    let output = solved("connect4", &[], connect4);
    assert_eq!(values(&output), ["win in 1"; 3]);
    let numbers: Vec<_> = output.lines().map(|line| &line[..2]).collect();
    assert_eq!(numbers, ["1:", "2:", "5:"]);

    // A forced pass may be written or not, and the game starts from its start.
    let start = "E6F4D3D6F3E7F6D2C4G2F7G5D7C3H4B5D1H6A6E1B3C6G3G4F2B4F1G6F5C8D8E2B7E8H5C5E3A5H1C2\
                 C7G1C1B6A4B2B8G7G8A8F8B1A1H8A3H3A7A2H7";
    let othello = format!(
        "{start}\n{}\n{start} pass\n{start} PASS H2\n{start}H2\n",
        start.to_lowercase()
    );
    let output = solved("othello", &[], &othello);
    assert_eq!(
        values(&output),
        [
            "loss by 4",
            "loss by 4",
            "win by 4",
            "loss by 4",
            "loss by 4"
        ]
    );
    assert_eq!(values(&solved("tictactoe", &[], "start\n")), ["draw"]);
    let stonehenge = ".adb.D..BAAa.e.CEc .O......XO.X... b\n\
                      L1 S3 R5 M1 K1 D2 Q3 O5 J2 C4 F4 B1\n\
                      L1S3R5M1K1D2Q3O5J2C4F4B1G2\n";
    let output = solved("stonehenge", &[], stonehenge);
    assert_eq!(values(&output), ["win", "win", "loss"]);
}

#[test]
fn a_line_that_is_no_position_is_named_and_the_others_are_solved() {
    let lines = "2252576253462244111563365343671351441\n\
                 44444444\n\
                 D1 E1 D1\n\
                 hello\n\
                 \u{e9}\u{e9}\u{e9}\n\
                 XXX\n\
                 7422341735647741166133573473242566\n";
    solve("connect4", &[])
        .write_stdin(lines)
        .assert()
        .code(1)
        .stdout(predicate::function(|text: &[u8]| {
            without_counts(text) == "1: loss in 4, N nodes\n7: win in 7, N nodes\n"
        }))
        .stderr(
            contains("heelstone: standard input:2: move 7, \"4\": illegal move\n")
                .and(contains(
                    "heelstone: standard input:3: move 3, \"D1\": illegal move\n",
                ))
                .and(contains(
                    "heelstone: standard input:4: neither moves nor a position: ",
                ))
                .and(contains("heelstone: standard input:5: neither "))
                .and(contains("heelstone: standard input:6: neither "))
                .and(contains("2 positions: 1 win, 0 draws, 1 loss"))
                .and(contains("heelstone: 5 lines cannot be read"))
                .and(contains("panicked").not()),
        );
    let bytes: &[u8] = b"\xff\xfe\x00\n";
    solve("othello", &[])
        .write_stdin(bytes)
        .assert()
        .code(1)
        .stdout(is_empty())
        .stderr(contains("heelstone: 1 line cannot be read"));
}

#[test]
fn what_stands_for_a_value_and_is_none_is_named_and_lines_without_one_are_counted() {
    solve("connect4", &["--check"])
        .write_stdin(
            "7422341735647741166133573473242566 wn\n\
             7422341735647741166133573473242566 win on 7\n\
             7422341735647741166133573473242566\n\
             4444444 +1\n\
             7422341735647741166133573473242566 +1\n",
        )
        .assert()
        .code(1)
        .stderr(
            contains(":1: \"wn\" is not a value, such as +6, draw or win in 13\n")
                .and(contains(":2: \"win on 7\" is not a value, such as"))
                .and(contains(":4: move 7, \"4\": illegal move\n"))
                .and(contains("0 wrong of 1 checked, 1 without a value\n"))
                .and(contains("3 lines cannot be read")),
        );
    // Without --check there are no values.
    solve("connect4", &[])
        .write_stdin("7422341735647741166133573473242566 wn\n")
        .assert()
        .code(1)
        .stderr(contains("is not a value").not());
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    for path in [env!("CARGO_TARGET_TMPDIR"), "/no/such/file"] {
        let reason = format!("heelstone: cannot read {path}: ");
        let mut command = solve("connect4", &[path]);
        command.assert().code(2).stderr(contains(reason));
    }
}

#[test]
fn moves_and_lines_are_given_where_they_are_asked_for() {
    let position = "......./....X../X...X../OO..O.X/OXXOXOO/XOXOOXX w\n";
    let output = solved("connect4", &["--moves"], position);
    assert!(
        output.trim_end().ends_with(
            " nodes, C3 win in 3, D3 win in 3, B4 draw, A5 loss in 20, E6 loss in 18, \
             F3 loss in 18, G4 loss in 18"
        ),
        "{output}"
    );
    let output = solved("connect4", &["--line"], position);
    let (_, line) = output.trim_end().split_once(" nodes, line ").expect("one");
    assert_eq!(line.split(' ').count(), 3, "{output}");
    assert!(line.starts_with("C3 "), "{output}");
}

#[test]
fn json_has_an_object_for_each_position() {
    let lines = "......./....X../X...X../OO..O.X/OXXOXOO/XOXOOXX w +18\n\
                 2252576253462244111563365343671351441 -1\n";
    let output = solve("connect4", &["--json", "--line", "--moves", "--check"])
        .write_stdin(lines)
        .assert()
        .code(1)
        .get_output()
        .stdout
        .clone();
    let output = String::from_utf8(output).expect("text");
    let objects: Vec<Value> = output
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();
    let [first, second] = &objects[..] else {
        panic!("{output}");
    };
    assert_eq!(
        (&first["result"], &first["plies"]),
        (&"win".into(), &3.into())
    );
    assert_eq!(first["number"], 1);
    assert_eq!(
        first["position"],
        "......./....X../X...X../OO..O.X/OXXOXOO/XOXOOXX w"
    );
    assert!(first["nodes"].is_u64() && first["time"].is_number());
    assert_eq!(first["pv"][0], "C3");
    assert_eq!(first["moves"][2]["move"], "B4");
    assert_eq!(first["moves"][2]["result"], "draw");
    assert_eq!(first["moves"][6]["plies"], 18);
    assert_eq!(first["expected"], "+18");
    assert_eq!(
        (&second["result"], &second["plies"]),
        (&"loss".into(), &4.into())
    );
    assert!(second.get("expected").is_none(), "it is right: {second}");

    let problem = include_str!("data/othello-end.obf").lines().next();
    let output = solved("othello", &["--json"], problem.expect("a problem"));
    let object: Value = serde_json::from_str(&output).expect("an object");
    assert_eq!(
        (&object["result"], &object["margin"]),
        (&"win".into(), &18.into())
    );
}

#[test]
fn what_takes_too_long_is_unknown_and_no_error() {
    let args = ["--time", "0.001", "--moves", "--line", "--check"];
    solve("connect4", &args)
        .write_stdin("start 1\n2252576253462244111563365343671351441 -1\n")
        .assert()
        .success()
        .stdout(contains("1: unknown, ").and(contains(", A1 unknown, B1 unknown, ")))
        .stdout(contains("\n2: loss in 4, "))
        .stderr(contains("1 loss, 1 unknown, 0 wrong of 1 checked"));
}

#[test]
fn whoever_waits_for_an_answer_gets_it_before_the_next_position() {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("heelstone"))
        .args(["solve", "--game", "tictactoe"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    // A program that does not answer is ended after this time, so that the test fails.
    let (alive, over) = mpsc::channel::<()>();
    let id = child.id().to_string();
    thread::spawn(move || {
        if over.recv_timeout(Duration::from_secs(120)) == Err(RecvTimeoutError::Timeout) {
            let _ = Command::new("kill").args(["-9", &id]).status();
        }
    });
    let mut input = child.stdin.take().expect("it is piped");
    let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
    for number in 1..=3 {
        // Two lines in one go, the second torn.
        input.write_all(b"XX./OO./... b\nXX./OO").expect("it reads");
        let mut line = String::new();
        output.read_line(&mut line).expect("text");
        let begin = format!("{}: win in 1, ", 2 * number - 1);
        assert!(line.starts_with(&begin), "{line}");
        input.write_all(b"./... b\n").expect("it reads");
        line.clear();
        output.read_line(&mut line).expect("text");
        assert!(line.starts_with(&format!("{}: ", 2 * number)), "{line}");
    }
    drop(input);
    assert!(child.wait().expect("an exit status").success());
    drop(alive);
}

#[test]
fn a_file_that_cannot_be_read_and_wrong_arguments_end_with_2() {
    let wrong: [(&[&str], &str); 5] = [
        (&["/nonexistent/file"], "/nonexistent/file"),
        (&["--time", "0"], "above 0"),
        (&["--hash", "0"], "--hash"),
        (&["--size", "3x3"], "7x6"),
        (&["--best"], "--best"),
    ];
    for (args, reason) in wrong {
        solve("connect4", args)
            .write_stdin("start\n")
            .assert()
            .code(2)
            .stdout(is_empty())
            .stderr(contains(reason));
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let output = Command::new(assert_cmd::cargo::cargo_bin!("heelstone"))
        .args(["solve", "--check", "--game", "connect4"])
        .arg(data("connect4-end.txt"))
        .stdout(writer)
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{output:?}");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("heelstone:"));
}

//! Files that the engine reads and writes: records, start commands, the log of the traffic.

use std::fs;
use std::io::{self, Read};
use std::path::PathBuf;

use heelstone::protocol::{ScriptError, run_script, serve};
use heelstone::session::{Engine, Registry};

use crate::protocol::client::{Client, answers, program};

/// A file of that name, for this test run only.
fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("a file");
    path
}

fn engine() -> Engine {
    let mut engine = Engine::new(Registry::all()).expect("an engine");
    engine
        .newgame(Some("tictactoe"), None)
        .expect("a known game");
    engine
}

#[test]
fn a_record_that_was_printed_can_be_loaded() {
    let mut client = Client::start("connect4");
    client.ask("gogui-play_sequence b d1 w d2 b c1 w c2");
    let record = client.ask("printsgf").split_off(2);
    let (path, history) = (file("printed.sgf", &record), client.ask("history"));
    let mut other = Client::start("tictactoe");
    assert_eq!(other.ask(&format!("loadsgf {}", path.display())), "=");
    assert_eq!(other.ask("gogui-rules_game_id"), "= Connect4");
    assert_eq!(other.ask("history"), history);
    assert_eq!(other.ask("printsgf"), format!("= {record}"));
    // The position before the third move.
    assert_eq!(other.ask(&format!("loadsgf {} 3", path.display())), "=");
    assert_eq!(other.ask("history"), "= D1 D2");
    assert_eq!(other.ask("to_move"), "= black");
    assert_eq!(other.ask(&format!("loadsgf {} 99", path.display())), "=");
    assert_eq!(other.ask("history"), history);
}

#[test]
fn a_record_of_gogui_twogtp_can_be_loaded() {
    let record = "(;FF[4]CA[UTF-8]AP[gogui-twogtp:1.6.0]\nSZ[8]KM[0]PB[a]PW[b]RE[B+10]\n\
                  ;B[ff]\n;W[fe]\n)\n";
    let path = file("twogtp.sgf", record);
    let output = answers("othello", format!("loadsgf {}\nhistory\n", path.display()));
    // The highest row is on top: ff is F3, no first move; fe is F4.
    assert_eq!(output, "? cannot load file\n\n=\n\n");
    let path = file(
        "twogtp2.sgf",
        &record.replace("ff", "fd").replace("fe", "dc"),
    );
    let output = answers("othello", format!("loadsgf {}\nhistory\n", path.display()));
    assert_eq!(output, "=\n\n= F5 D6\n\n");
}

#[test]
fn a_file_that_is_too_large_is_not_loaded() {
    let mut text = String::from("(;GM[tictactoe]SZ[3]C[");
    text += &"x".repeat(5 << 20);
    text += "];B[B2])";
    let path = file("large.sgf", &text);
    let output = answers(
        "tictactoe",
        format!("loadsgf {}\nhistory\n", path.display()),
    );
    assert_eq!(output, "? cannot load file\n\n=\n\n");
}

#[test]
fn a_script_runs_before_the_dialogue_and_answers_nothing() {
    let path = file(
        "start.gtp",
        "# my settings\n\n7 newgame tictactoe\r\nplay B2\ndepth 3",
    );
    let output = assert_cmd::Command::from_std({
        let mut program = program();
        program.arg("--commands").arg(path);
        program
    })
    .write_stdin("history\ndepth\n")
    .output()
    .expect("the program runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "= B2\n\n= 3\n\n");
}

#[test]
fn a_script_ends_at_its_first_error_and_tells_the_line() {
    let mut engine = engine();
    let script = "play B2\n# a remark\nplay B2\nplay A1\n";
    let error = ScriptError {
        line: 3,
        message: "illegal move".into(),
    };
    assert_eq!(run_script(&mut engine, script.as_bytes()), Err(error));
    assert_eq!(engine.session().history().len(), 1);
}

#[test]
fn a_script_that_never_ends_or_cannot_be_read_is_an_error() {
    let message = "the line is longer than 1 MiB";
    let mut engine = engine();
    let endless = b"play B2\n".chain(io::repeat(0));
    let failed = run_script(&mut engine, endless).expect_err("no end");
    assert_eq!((failed.line, failed.message.as_str()), (2, message));
    assert_eq!(engine.session().history().len(), 1);
    let long = [b"# ".to_vec(), vec![b'x'; 3 << 20], b"\nplay A1\n".to_vec()].concat();
    let failed = run_script(&mut engine, &long[..]).expect_err("too long");
    assert_eq!((failed.line, failed.message.as_str()), (1, message));
    let broken = run_script(&mut engine, Broken).expect_err("an error");
    assert_eq!((broken.line, broken.message.as_str()), (1, "on purpose"));
}

/// An input that cannot be read.
struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("on purpose"))
    }
}

#[test]
fn a_script_may_begin_with_a_byte_order_mark_and_end_its_lines_as_it_likes() {
    let mut engine = engine();
    let script = "\u{feff}play B2\r\n\r\nplay A1";
    assert_eq!(run_script(&mut engine, script.as_bytes()), Ok(()));
    assert_eq!(engine.session().history().len(), 2);
}

#[test]
fn a_script_ends_with_quit_and_never_searches_for_ever() {
    let mut engine = Engine::new(Registry::all()).expect("an engine");
    let script = "newgame connect4\nbook off\ntimelimit none\ngenmove\nquit\ngenmove\n";
    assert_eq!(run_script(&mut engine, script.as_bytes()), Ok(()));
    assert_eq!(engine.session().history().len(), 1);
}

#[test]
fn the_traffic_is_logged_with_marks() {
    let path = file("traffic.log", "");
    let log = fs::File::create(&path).expect("a file");
    let mut output = Vec::new();
    let input: &[u8] = b"1 play b2\r\n# a remark\nshowboard\n";
    serve(&mut engine(), input, &mut output, Some(Box::new(log))).expect("memory cannot fail");
    let log = fs::read_to_string(&path).expect("text");
    let (came, went): (Vec<_>, Vec<_>) = log.lines().partition(|line| line.starts_with(">>"));
    assert_eq!(came, [">> 1 play b2", ">> # a remark", ">> showboard"]);
    let board = "=\n  A B C\n3 . . .\n2 . X .\n1 . . .\n  A B C\nO to move\n";
    let expected = format!("=1\n\n{board}")
        .lines()
        .map(|l| format!("<< {l}"))
        .collect::<Vec<_>>();
    let trim = |line: &String| line.trim_end().to_string();
    let expected: Vec<_> = expected.iter().map(trim).collect();
    assert_eq!(went, [expected, vec!["<<".into()]].concat());
}

/// Release 0.1.0 had another name, which stands in its records.
#[test]
fn records_under_the_former_name_can_be_loaded() {
    let records = include_str!("../data/sarsen-0.1.0/games.sgf");
    let games = [
        ("Connect4", "C1 C2 A1"),
        ("Tic-tac-toe", "B2 A1 C3 A3 A2 C2 B1 B3 C1"),
        ("Othello", "F5 D6 C3"),
        ("Othello", "F5 D6 C3"),
        ("Stonehenge", "K6 A1 S3"),
    ];
    assert_eq!(records.lines().count(), games.len());
    let mut client = Client::start("tictactoe");
    for (number, (record, (game, moves))) in records.lines().zip(games).enumerate() {
        let path = file(&format!("former-{number}.sgf"), record);
        assert_eq!(client.ask(&format!("loadsgf {}", path.display())), "=");
        assert_eq!(client.ask("gogui-rules_game_id"), format!("= {game}"));
        assert_eq!(client.ask("history"), format!("= {moves}"));
    }
}

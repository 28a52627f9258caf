//! Any input at all: one reply a command, and a failure changes nothing.

use std::io::Cursor;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use heelstone::protocol::serve;
use heelstone::session::{Engine, Registry};

use crate::protocol::client::replies;

/// Arguments that commands take, and some that none takes.
const WORDS: &[&str] = &[
    "b",
    "W",
    "black",
    "white",
    "pass",
    "PASS",
    "resign",
    "A1",
    "b2",
    "C3",
    "D1",
    "d",
    "4",
    "E6",
    "H8",
    "K6",
    "I5",
    "Z99",
    "D0",
    "0",
    "1",
    "2",
    "3",
    "-1",
    "7",
    "8",
    "18",
    "0.001",
    "0.005",
    "1e999",
    "nan",
    "18446744073709551616",
    "on",
    "off",
    "none",
    "lines",
    "json",
    "until-input",
    "novice",
    "master",
    "tictactoe",
    "othello",
    "connect4",
    "stonehenge",
    "Othello",
    "Connect4",
    "Tic-tac-toe",
    "7x6",
    "lines",
    "discs",
    "/",
    "...",
    "../.X./... w",
    ".../.X./... w",
    ";",
    "é",
    "\u{202e}",
    "\t",
    "\r",
    "\u{0}",
    "genmove",
    "play",
    "# interrupt",
    "/dev/null",
    "/",
];

/// An engine in that game.
fn engine(game: &str) -> Engine {
    let mut engine = Engine::new(Registry::all()).expect("an engine");
    engine.set_hash(1).expect("a small table");
    engine.newgame(Some(game), None).expect("a known game");
    engine
}

fn serve_text(engine: &mut Engine, input: impl Into<Vec<u8>>) -> String {
    let mut output = Vec::new();
    serve(engine, Cursor::new(input.into()), &mut output, None).expect("memory cannot fail");
    String::from_utf8(output).expect("text")
}

fn names() -> Vec<String> {
    let output = serve_text(&mut engine("tictactoe"), "list_commands");
    // Neither what leaves nor what takes its time, nor what writes files.
    let left_out = [
        "quit",
        "timelimit",
        "time_settings",
        "time_left",
        "hash",
        "perft",
        "analyze",
        "solve",
        "review",
    ];
    let names = replies(&output)[0].trim_start_matches("= ").lines();
    names
        .filter(|name| !left_out.contains(name) && !name.starts_with("save"))
        .map(str::to_string)
        .collect()
}

/// A line that is a command, with its id.
fn command() -> impl Strategy<Value = (Option<u32>, String)> {
    let name = prop_oneof![
        12 => select(names()),
        2 => Just("play".to_string()),
        2 => Just("genmove".to_string()),
        1 => "[a-z_-]{1,12}",
        1 => Just("perft 2".to_string()),
        1 => Just("analyze 0.002".to_string()),
        1 => Just("solve 0.002".to_string()),
        1 => Just("solve moves 0.002".to_string()),
    ];
    let id = proptest::option::of(0..=i32::MAX as u32);
    (id, name, vec(select(WORDS), 0..4)).prop_map(|(id, name, words)| {
        let words: String = words.iter().map(|word| format!(" {word}")).collect();
        (id, format!("{name}{words}"))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn each_command_has_one_reply_with_its_id(
        game in select(Registry::all().names()),
        commands in vec(command(), 1..12),
    ) {
        let mut input = String::from("timelimit 0.002\n");
        for (id, command) in &commands {
            let id = id.map_or(String::new(), |id| id.to_string());
            input += &format!("{id} {command}\nposition\n");
        }
        let output = serve_text(&mut engine(game), input);
        let replies = replies(&output);
        prop_assert_eq!(replies.len(), 2 * commands.len() + 1, "{}", output);
        prop_assert!(!output.contains(|c: char| c.is_control() && c != '\n'), "{:?}", output);
        let mut before = None;
        for (pair, (id, command)) in replies[1..].chunks(2).zip(&commands) {
            let id = id.map_or(String::new(), |id| id.to_string());
            let (reply, position) = (pair[0], pair[1]);
            let text = reply[1..].strip_prefix(&id);
            prop_assert!(reply.starts_with(['=', '?']), "{:?}: {:?}", command, reply);
            let text = text.ok_or(TestCaseError::fail(format!("{command:?}: {reply:?}")))?;
            prop_assert!(text.is_empty() || text.starts_with(' '), "{:?}: {:?}", command, reply);
            if reply.starts_with('?') && before.is_some() {
                prop_assert!(text.len() > 1 && !text.contains('\n'), "{:?}: {:?}", command, reply);
                prop_assert_eq!(before, Some(position), "{:?} failed", command);
            }
            before = Some(position);
        }
    }

    #[test]
    fn random_bytes_are_answered_line_by_line(lines in vec(vec(any::<u8>(), 0..20), 0..20)) {
        let mut input = lines.join(&b'\n');
        input.extend(b"\n77 name");
        // The line is a command unless nothing is left without control characters and comment.
        let is_command = |line: &[u8]| {
            let text = String::from_utf8_lossy(line).into_owned();
            let text: String = text.chars().filter(|c| *c == '\t' || !c.is_ascii_control()).collect();
            let command = text.split('#').next().unwrap_or_default();
            !command.chars().all(|c| c == ' ' || c == '\t')
        };
        let count = lines.iter().flat_map(|line| line.split(|b| *b == b'\n'));
        let count = count.filter(|line| is_command(line)).count();
        let output = serve_text(&mut engine("tictactoe"), input);
        let replies = replies(&output);
        prop_assert_eq!(replies.len(), count + 1, "{:?}", output);
        prop_assert_eq!(replies[count], "=77 Heelstone");
    }
}

//! A client that knows no game: it plays every game there is by what `games json` and `state json`
//! tell, and reads the records back.

use std::collections::HashSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::protocol::client::{Client, program};

/// More plies than any game takes.
const MOST_PLIES: usize = 500;

#[test]
fn a_client_that_knows_no_game_plays_every_game_to_its_end() {
    play_all(&mut program(), 3);
}

#[test]
fn a_client_that_knows_no_game_plays_those_of_the_examples() {
    for name in ["breakthrough", "dots_and_boxes"] {
        let folder = Path::new(env!("CARGO_BIN_EXE_heelstone")).parent();
        let example = folder.expect("a folder").join("examples").join(name);
        if !example.exists() {
            println!("skipped: {} was not built", example.display());
            continue;
        }
        let mut command = Command::new(example);
        command.current_dir(env!("CARGO_TARGET_TMPDIR"));
        play_all(&mut command, 3);
    }
}

/// Plays so many games of each game and size that the program has.
fn play_all(command: &mut Command, games: u64) {
    let mut client = Client::spawn(command);
    let known = json(&client.ask("games json"));
    let known = known["games"].as_array().expect("an array");
    assert!(!known.is_empty());
    for game in known {
        let name = text(&game["name"]);
        for (index, size) in game["sizes"]
            .as_array()
            .expect("an array")
            .iter()
            .enumerate()
        {
            assert_eq!(client.ask(&format!("newgame {name} {}", text(size))), "=");
            let state = state(&mut client);
            assert_eq!(state["game"], game["name"]);
            assert_eq!(state["size"], *size);
            for key in ["side_names", "unit"] {
                assert_eq!(state[key], game[key], "{name}: {key}");
            }
            // Other sizes may have others.
            if index == 0 {
                assert_eq!(state["evaluations"], game["evaluations"], "{name}");
            }
            assert_eq!(state["to_move"], game["begins"], "{name}");
            for seed in 0..if index == 0 { games } else { 1 } {
                assert_eq!(client.ask("clear_board"), "=");
                play_out(&mut client, game["has_vertices"] == true, seed);
                read_back(&mut client, name);
            }
        }
    }
}

/// Plays random moves until there is a result, and looks at each position.
fn play_out(client: &mut Client, has_vertices: bool, seed: u64) {
    let mut rng = fastrand::Rng::with_seed(seed);
    for ply in 0..MOST_PLIES {
        let state = state(client);
        let moves = look(&state);
        assert_eq!(state["moves"].as_array().map(Vec::len), Some(ply));
        if state["result"].is_object() {
            assert!(moves.is_empty(), "{state}");
            return;
        }
        let name = &moves[rng.usize(..moves.len())];
        let is_vertex = name == "pass" || is_vertex(name);
        assert!(is_vertex || !has_vertices, "{name}");
        assert_eq!(client.ask(&format!("play {name}")), "=", "{name}");
    }
    panic!("the game has no end");
}

/// A letter and a number.
fn is_vertex(name: &str) -> bool {
    let mut letters = name.chars();
    letters
        .next()
        .is_some_and(|letter| letter.is_ascii_uppercase())
        && !letters.as_str().is_empty()
        && letters.all(|digit| digit.is_ascii_digit())
}

/// The legal moves, when all that a player needs is there: a picture, and clicks that lead to each
/// move and to no other.
fn look(state: &Value) -> Vec<String> {
    let places = state["places"].as_array().expect("an array");
    let cells = places.iter().filter(|place| place["kind"] == "cell");
    assert!(cells.count() > 0, "there is a board");
    let picture = draw(places);
    assert!(!picture.trim().is_empty());
    let mut names = HashSet::new();
    for place in places.iter().filter(|place| place["kind"] != "label") {
        let name = text(&place["name"]);
        assert!(
            !name.is_empty() && names.insert(name),
            "{name} twice:\n{picture}"
        );
    }
    let mut clicked = HashSet::new();
    let mut moves = Vec::new();
    for legal in state["legal"].as_array().expect("an array") {
        let clicks: Vec<&str> = texts(&legal["clicks"]);
        assert!(!clicks.is_empty(), "{legal}");
        assert!(
            clicks.iter().all(|name| names.contains(name)),
            "{legal}\n{picture}"
        );
        assert!(
            clicked.insert(clicks),
            "two moves with the same clicks: {legal}"
        );
        moves.push(text(&legal["move"]).to_string());
    }
    for line in state["lines"].as_array().expect("an array") {
        assert!(
            texts(&line["places"])
                .iter()
                .all(|name| names.contains(name)),
            "{line}"
        );
    }
    moves
}

/// The places as text: each in its row, from its column on.
fn draw(places: &[Value]) -> String {
    let number = |value: &Value| value.as_i64().expect("a whole number");
    let left = places
        .iter()
        .map(|place| number(&place["x"]))
        .min()
        .unwrap_or(0);
    let mut rows: Vec<i64> = places.iter().map(|place| number(&place["y"])).collect();
    rows.sort_unstable();
    rows.dedup();
    let mut lines = Vec::new();
    for y in rows {
        let mut line: Vec<char> = Vec::new();
        for place in places.iter().filter(|place| number(&place["y"]) == y) {
            let start = (number(&place["x"]) - left) as usize;
            let text: Vec<char> = text(&place["text"]).chars().collect();
            if line.len() < start + text.len() {
                line.resize(start + text.len(), ' ');
            }
            line[start..start + text.len()].copy_from_slice(&text);
        }
        lines.push(line.into_iter().collect::<String>().trim_end().to_string());
    }
    lines.retain(|line| !line.is_empty());
    lines.join("\n")
}

/// The record of the finished game is the same game when it is read, and the picture is what the
/// program draws itself.
fn read_back(client: &mut Client, name: &str) {
    let before = state(client);
    let board = client.ask("showboard");
    let picture = draw(before["places"].as_array().expect("an array"));
    assert!(
        board.starts_with(&format!("= \n{picture}\n")),
        "{board}\n{picture}"
    );
    let record = text(&before["record"]);
    assert_eq!(client.ask("printsgf"), format!("= {record}"));
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("stranger-{name}.sgf"));
    std::fs::write(&file, record).expect("the record is written");
    assert_eq!(client.ask("clear_board"), "=");
    assert_eq!(
        client.ask(&format!("loadsgf {}", file.display())),
        "=",
        "{record}"
    );
    assert_eq!(state(client), before, "{record}");
}

fn state(client: &mut Client) -> Value {
    json(&client.ask("state json"))
}

/// A reply of one line of JSON.
fn json(reply: &str) -> Value {
    let line = reply
        .strip_prefix("= ")
        .unwrap_or_else(|| panic!("{reply}"));
    assert!(!line.contains('\n'), "one line");
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

fn text(value: &Value) -> &str {
    value
        .as_str()
        .unwrap_or_else(|| panic!("{value} is no text"))
}

fn texts(value: &Value) -> Vec<&str> {
    value
        .as_array()
        .expect("an array")
        .iter()
        .map(text)
        .collect()
}

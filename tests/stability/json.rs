//! The keys of everything that is told as JSON, each with the kinds of value that it can have.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::stability::snapshot;
use crate::stability::words::{answer, protocol};
use crate::web::client::{Server, Tab};

/// The paths to the values of some objects, and the kinds of value seen there.
#[derive(Default)]
struct Keys(BTreeMap<String, BTreeSet<&'static str>>);

impl Keys {
    fn add(&mut self, path: &str, value: &Value) {
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "true or false",
            Value::Number(_) => "number",
            Value::String(_) => "text",
            Value::Array(items) => {
                for item in items {
                    self.add(&format!("{path}[]"), item);
                }
                return;
            }
            Value::Object(members) => {
                for (key, member) in members {
                    // The keys there are the names of moves.
                    let key = if path == "solved.moves" { "MOVE" } else { key };
                    self.add(&format!("{path}.{key}"), member);
                }
                return;
            }
        };
        self.0.entry(path.into()).or_default().insert(kind);
    }

    fn add_lines(&mut self, path: &str, text: &str) {
        for line in text.lines() {
            let line = line.trim_start_matches("= ");
            if line.starts_with('{') {
                self.add(path, &serde_json::from_str(line).expect("JSON"));
            }
        }
    }

    /// A line for each path.
    fn lines(&self) -> String {
        let line = |(path, kinds): (&String, &BTreeSet<_>)| {
            let kinds: Vec<_> = kinds.iter().copied().collect();
            format!("{path}: {}\n", kinds.join(", "))
        };
        self.0.iter().map(line).collect()
    }
}

#[test]
fn the_keys_that_the_protocol_tells_are_those_of_the_snapshot() {
    let mut keys = Keys::default();
    let commands = [
        "newgame tictactoe\nanalyze json\n",
        "newgame tictactoe\nsetup XX./OO./... b\nanalyze json\nsetup XX./XO./..O w\nanalyze json\n",
        "newgame connect4\nnodes 2000\nanalyze lines 2 json\n",
        "newgame othello\nsetup -XXXXXXOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX- O\nanalyze json\n",
    ];
    keys.add_lines("analyze", &protocol(&commands.concat()));
    keys.add_lines("games", &protocol("games json\n"));
    let commands = [
        "newgame othello\nmoves f5d6c3d3c4\nreview nodes 100 json\n",
        "newgame tictactoe\nmoves b2b1a1c3\nreview nodes 2000 json\n",
    ];
    keys.add_lines("review", &protocol(&commands.concat()));
    let arguments = ["puzzles", "tictactoe", "--count", "2", "--json"];
    keys.add_lines("puzzle", &answer(&arguments, ""));
    let commands = [
        "newgame tictactoe\nplay A1\nstate json\nsetup XXX/OO./... w\nstate json\n",
        "newgame connect4\ngogui-play_sequence b D1 w D2 b E1 w E2 b F1 w F2 b G1\nstate json\n",
        "newgame stonehenge\nplay K6\nstate json\nnewgame othello\nstate json\n",
        "setup -XXXXXXOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX- O\n",
        "play A1\nplay white H8\nstate json\n",
    ];
    keys.add_lines("state", &protocol(&commands.concat()));
    let positions = [
        ("tictactoe", "XX./OO./... b\nXX./XO./..O w\nstart\n"),
        ("connect4", "7422341735647741166133573473242566\n"),
        (
            "othello",
            "-XXXXXXOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX- O\n",
        ),
    ];
    for (game, positions) in positions {
        let arguments = ["solve", "--game", game, "--json", "--line", "--moves"];
        keys.add_lines("solve", &answer(&arguments, positions));
    }
    snapshot::compare("json.txt", &keys.lines());
}

#[test]
fn the_keys_of_the_browsers_messages_are_those_of_the_snapshot() {
    let server = Server::start(&["--game", "tictactoe"]);
    let mut keys = Keys::default();
    let mut tab = server.open();
    hear(&mut tab, &mut keys, "hello");
    tab.say(&json!({ "do": "open", "game": "tictactoe", "start": ".../.../..X w" }));
    hear(&mut tab, &mut keys, "state");
    tab.say(&json!({ "do": "tree", "plies": 2, "minimax": false }));
    hear(&mut tab, &mut keys, "tree");
    tab.say(&json!({ "do": "open", "game": "connect4", "size": "8x7" }));
    hear(&mut tab, &mut keys, "state");
    tab.say(&json!({ "do": "hint" }));
    hear(&mut tab, &mut keys, "thinking");
    hear(&mut tab, &mut keys, "hint");
    tab.say(&json!({ "do": "open", "game": "tictactoe", "moves": ["A1", "B1", "A2", "B2", "A3"] }));
    let over = tab.hear_until(|message| message["result"].is_object());
    keys.add("state", &over);
    tab.say(&json!({ "do": "open", "game": "stonehenge" }));
    let with_captions = tab.hear_until(|message| message["game"] == "stonehenge");
    keys.add("state", &with_captions);
    tab.say(&json!({ "do": "learn" }));
    hear(&mut tab, &mut keys, "lessons");
    tab.say(&json!({ "do": "open", "game": "tictactoe", "moves": ["A1", "B1", "A2"] }));
    tab.say(&json!({ "do": "think", "on": true, "moves": true }));
    hear(&mut tab, &mut keys, "solved");
    tab.say(&json!({ "do": "review", "on": true, "time": 0.01 }));
    let judged = tab.hear_until(|message| message["is"] == "review" && message["done"] == 2);
    keys.add("review", &judged);
    tab.say(&json!({ "do": "puzzle", "seed": 1 }));
    hear(&mut tab, &mut keys, "puzzle");
    tab.say(&json!({ "do": "play", "move": "Z9" }));
    hear(&mut tab, &mut keys, "refused");
    snapshot::compare("messages.txt", &keys.lines());
}

/// Notes the keys of the next message of that kind.
fn hear(tab: &mut Tab, keys: &mut Keys, kind: &str) -> Value {
    let message = tab.hear_until(|message| message["is"] == kind);
    keys.add(kind, &message);
    message
}

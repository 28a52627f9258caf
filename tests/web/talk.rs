//! What a tab and the program tell each other.

use serde_json::{Value, json};

use super::client::{Server, Tab};

#[test]
fn a_game_is_played_over_the_socket() {
    let server = Server::start(&["--game", "tictactoe"]);
    let mut tab = server.open();
    assert_eq!(tab.hear()["game"], "tictactoe");
    tab.say(&json!({"do": "players", "black": {}, "white": {"machine": true, "time": 0.05}}));
    tab.say(&json!({"do": "open", "game": "tictactoe"}));
    let state = tab.hear_state();
    assert_eq!(state["legal"].as_array().map(Vec::len), Some(9));
    tab.say(&json!({"do": "play", "move": "B2"}));
    let state = tab.hear_until(|message| message["at"] == 2);
    assert_eq!(state["to_move"], "black");
    tab.say(&json!({"do": "play", "move": "B2"}));
    assert_eq!(tab.hear()["why"], "\"B2\" is not a legal move here");
    tab.say(&json!({"do": "goto", "ply": 0}));
    let state = tab.hear_state();
    assert_eq!(
        (&state["at"], &state["moves"].as_array().map(Vec::len)),
        (&json!(0), &Some(2))
    );
}

#[test]
fn tabs_share_the_threads_and_each_gets_its_move() {
    let server = Server::start(&["--threads", "1", "--hash", "1"]);
    let mut tabs: Vec<Tab> = (0..8).map(|_| server.open()).collect();
    let machine = json!({"machine": true, "time": 0.1});
    for tab in &mut tabs {
        // One that only watches gives way to those that play.
        tab.say(&json!({"do": "think", "on": true, "moves": true}));
        tab.say(&json!({"do": "players", "black": {}, "white": machine}));
        tab.say(&json!({"do": "open", "game": "othello"}));
        tab.say(&json!({"do": "play", "move": "F5"}));
    }
    for tab in &mut tabs {
        tab.hear_until(|message| message["at"] == 2);
    }
}

#[test]
fn other_records_of_othello_are_loaded_too() {
    let server = Server::start(&["--threads", "1", "--hash", "1"]);
    let mut tab = server.open();
    let ggf = "1 (;GM[Othello]TY[8]BO[8 ---------------------------O*------*O-------------------\
               -------- *]B[F5//1.5]W[D6];)";
    tab.say(&json!({"do": "load", "text": ggf}));
    assert_eq!(tab.hear_state()["moves"], json!(["F5", "D6"]));
    let position = "--------------------------XXX------XX-------XXOO------O------O-X X";
    tab.say(&json!({"do": "load", "text": format!("{position}; PA:-3; % a problem")}));
    assert_eq!(tab.hear_state()["position"], position);
}

#[test]
fn a_loaded_game_stands_as_it_is_until_the_machine_is_told_to_go_on() {
    let server = Server::start(&["--threads", "1", "--hash", "1"]);
    let mut tab = server.open();
    let machine = json!({"machine": true, "level": "1", "time": 0.1});
    tab.say(&json!({"do": "players", "black": {}, "white": machine}));
    tab.say(&json!({"do": "load", "text": "f5d6c3"}));
    let state = tab.hear_until(|message| message["is"] == "state" && message["game"] == "othello");
    assert_eq!(
        (&state["at"], &state["paused"], &state["busy"]),
        (&json!(3), &json!(true), &json!(null))
    );
    tab.say(&json!({"do": "go"}));
    tab.hear_until(|message| message["at"] == 4);
    // A position has no moves that would be added to.
    tab.say(&json!({"do": "load", "text": "-------------------X-------XX------XO--------------------------- O"}));
    tab.hear_until(|message| message["at"] == 1);
}

#[test]
fn what_is_known_is_told_as_exact_with_its_source() {
    let server = Server::start(&["--threads", "1", "--hash", "1"]);
    let mut tab = server.open();
    let known = |tab: &mut Tab, purpose: &str, source: &str| {
        let thought = tab.hear_until(|message| message["is"] == "thinking");
        assert_eq!(thought["for"], purpose);
        let best = &thought["lines"][0];
        assert_eq!(
            (&best["exact"], &best["source"]),
            (&json!(true), &json!(source))
        );
        best.clone()
    };
    tab.say(&json!({"do": "open", "game": "connect4"}));
    tab.say(&json!({"do": "hint"}));
    assert_eq!(known(&mut tab, "hint", "book")["score"], json!({"win": 41}));
    let hint = tab.hear_until(|message| message["is"] == "hint");
    assert_eq!(hint["move"], "D1");
    tab.say(&json!({"do": "think", "on": true, "moves": true}));
    assert_eq!(known(&mut tab, "analysis", "book")["pv"][0], "D1");
    let solved = tab.hear_until(|message| message["is"] == "solved");
    assert_eq!(
        solved["moves"].as_object().map(|moves| moves.len()),
        Some(7)
    );
    assert_eq!(solved["moves"]["C1"], 0);
    // The machine's own move, too.
    tab.say(&json!({"do": "think", "on": false}));
    tab.say(&json!({"do": "players", "black": {"machine": true}, "white": {}}));
    known(&mut tab, "move", "book");
    tab.say(&json!({"do": "players", "black": {}, "white": {}}));
    tab.say(&json!({"do": "open", "game": "tictactoe", "moves": ["B2", "A1", "A3", "B1"]}));
    tab.say(&json!({"do": "hint"}));
    assert_eq!(
        known(&mut tab, "hint", "solver")["score"],
        json!({"win": 1})
    );
}

#[test]
fn a_hidden_page_rests_and_goes_on_when_it_is_seen() {
    let server = Server::start(&["--threads", "1", "--hash", "1"]);
    let mut tab = server.open();
    let endless = json!({"machine": true, "depth": 60});
    let thinks = |message: &Value| message["is"] == "thinking";
    tab.say(&json!({"do": "players", "black": endless, "white": {}}));
    tab.say(&json!({"do": "open", "game": "connect4", "size": "8x7"}));
    tab.hear_until(thinks);
    tab.say(&json!({"do": "rest", "on": true}));
    tab.hear_until(|message| message["is"] == "state" && message["busy"].is_null());
    server.comes_to_rest();
    tab.say(&json!({"do": "rest", "on": false}));
    tab.hear_until(thinks);
}

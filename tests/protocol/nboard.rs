//! NBoard's protocol, as Othello's boards use it, by a client written from the description of the protocol.

use crate::protocol::client::Client;
use crate::protocol::fronts::speaking;

/// A game of three moves, with evaluations and times.
const GAME: &str = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[a]PW[b]RE[?]TI[15:00]TY[8]\
                    BO[8 ---------------------------O*------*O--------------------------- *]\
                    B[F5//1.2]W[F6/0.5]B[E6];)";

/// The ending of a game in which Black has to pass: A1 and H8 are empty, and only White can play, on H8.
const PASSING: &str = "(;GM[Othello]PC[NBoard]RE[?]TI[15:00]TY[8]\
                       BO[8 -OOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOO* OOOOOO*- *];)";

fn say(client: &mut Client, lines: &[&str]) {
    for line in lines {
        client.send(format!("{line}\n"));
    }
}

/// The lines up to the one that begins like that, which is the last.
fn lines_to(client: &mut Client, start: &str) -> Vec<String> {
    let mut lines = vec![client.line()];
    while !lines[lines.len() - 1].starts_with(start) {
        lines.push(client.line());
    }
    lines
}

fn nboard(depth: u32) -> Client {
    let mut client = speaking("nboard", &[]);
    say(
        &mut client,
        &["nboard 2", &format!("set depth {depth}"), "ping 1"],
    );
    assert_eq!(client.line(), format!("set myname Heelstone{depth}"));
    assert_eq!(client.line(), "pong 1");
    client
}

#[test]
fn go_names_a_move_and_plays_none() {
    let mut client = nboard(4);
    say(&mut client, &[&format!("set game {GAME}"), "go"]);
    let first = lines_to(&mut client, "status").pop().expect("a line");
    assert_eq!(first, "status Heelstone is thinking");
    let lines = lines_to(&mut client, "===");
    let parts: Vec<_> = lines[lines.len() - 1]
        .trim_start_matches("=== ")
        .split('/')
        .collect();
    assert_eq!(parts.len(), 3, "{lines:?}");
    assert!(
        parts[1].parse::<f64>().is_ok() && parts[2].parse::<f64>().is_ok(),
        "{lines:?}"
    );
    assert_eq!(client.line(), "status");
    // It plays the same after it was asked once more, and the next after the board tells the move.
    say(&mut client, &["go"]);
    let again = lines_to(&mut client, "===").pop().expect("a line");
    assert_eq!(again.split('/').next(), Some(&*format!("=== {}", parts[0])));
    say(&mut client, &[&format!("move {}/1.5/0.1", parts[0]), "go"]);
    let next = lines_to(&mut client, "===").pop().expect("a line");
    assert_ne!(next.split('/').next(), again.split('/').next());
}

#[test]
fn a_whole_game_is_played_by_the_rules() {
    let mut client = nboard(2);
    let mut referee = Client::start("othello");
    while referee.ask("result") == "= unfinished" {
        say(&mut client, &["go"]);
        let lines = lines_to(&mut client, "===");
        let name = lines[lines.len() - 1]
            .trim_start_matches("=== ")
            .split('/')
            .next();
        let name = name.expect("a move").to_string();
        let played = match &*name {
            "PA" => "pass",
            name => name,
        };
        assert_eq!(referee.ask(&format!("play {played}")), "=", "{lines:?}");
        say(&mut client, &[&format!("move {name}")]);
    }
    say(&mut client, &["go", "ping 3"]);
    let lines = lines_to(&mut client, "pong 3");
    assert!(
        !lines.iter().any(|line| line.starts_with("===")),
        "{lines:?}"
    );
}

#[test]
fn hints_are_the_best_moves_with_their_values_in_discs() {
    let mut client = nboard(5);
    say(&mut client, &[&format!("set game {GAME}"), "hint 2"]);
    let lines = lines_to(&mut client, "status").len() + lines_to(&mut client, "nodestats").len();
    assert!(lines >= 2);
    let rest = {
        let mut rest = Vec::new();
        loop {
            let line = client.line();
            if line == "status" {
                break rest;
            }
            rest.push(line);
        }
    };
    let hints: Vec<Vec<&str>> = rest
        .iter()
        .filter(|line| line.starts_with("search ") || line.starts_with("book "))
        .map(|line| line.split(' ').collect())
        .collect();
    let last: Vec<_> = hints[hints.len() - 2..]
        .iter()
        .map(|words| words[1][..2].to_string())
        .collect();
    assert_ne!(last[0], last[1], "{rest:?}");
    for words in hints {
        assert!(
            words[1].len() % 2 == 0 && words[2].parse::<f64>().is_ok(),
            "{words:?}"
        );
        assert!(
            words[3] == "0" && words[4].trim_end_matches('%').parse::<u32>().is_ok(),
            "{words:?}"
        );
    }
}

#[test]
fn a_ping_ends_the_thinking_before_it_is_answered() {
    let mut client = nboard(60);
    say(&mut client, &[&format!("set game {GAME}"), "hint 1"]);
    lines_to(&mut client, "nodestats");
    say(&mut client, &["ping 2"]);
    let lines = lines_to(&mut client, "pong");
    assert_eq!(lines[lines.len() - 1], "pong 2");
    assert_eq!(lines[lines.len() - 2], "status");
    // Nothing comes after it.
    say(&mut client, &["ping 3"]);
    assert_eq!(client.line(), "pong 3");
    // The board changes while the engine thinks.
    say(&mut client, &["hint 1", "move F4", "set depth 1", "go"]);
    lines_to(&mut client, "===");
}

#[test]
fn a_forced_pass_is_a_move() {
    let mut client = nboard(4);
    say(&mut client, &[&format!("set game {PASSING}"), "go"]);
    let lines = lines_to(&mut client, "===");
    assert!(lines[lines.len() - 1].starts_with("=== PA/"), "{lines:?}");
    say(&mut client, &["move PA", "go"]);
    let lines = lines_to(&mut client, "===");
    assert!(lines[lines.len() - 1].starts_with("=== H8/"), "{lines:?}");
    // The pass may be left out.
    say(
        &mut client,
        &[&format!("set game {PASSING}"), "move H8", "ping 4"],
    );
    let lines = lines_to(&mut client, "pong 4");
    assert_eq!(lines, ["status", "pong 4"]);
    // In the first version a move stands alone.
    say(
        &mut client,
        &[&format!("set game {GAME}"), "F4", "move F4", "ping 5"],
    );
    let lines = lines_to(&mut client, "pong");
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with("status F4: "), "{lines:?}");
}

#[test]
fn a_game_is_analysed_from_its_end_to_its_start() {
    let mut client = nboard(2);
    say(&mut client, &[&format!("set game {GAME}"), "analyze"]);
    assert_eq!(client.line(), "status Heelstone is analyzing");
    let lines = lines_to(&mut client, "analysis 0 ");
    let begins: Vec<_> = lines
        .iter()
        .map(|line| line.rsplit_once(' ').expect("words").0)
        .collect();
    assert_eq!(
        begins,
        ["analysis 3", "analysis 2", "analysis 1", "analysis 0"]
    );
    assert_eq!(client.line(), "status");
    // The game is as it was, and the next command ends an analysis.
    say(&mut client, &["set depth 40", "analyze"]);
    lines_to(&mut client, "status");
    say(&mut client, &["set depth 1", "move F4", "ping 2"]);
    let lines = lines_to(&mut client, "pong 2");
    assert!(
        !lines.iter().any(|line| line.starts_with("status F4")),
        "{lines:?}"
    );
}

#[test]
fn what_cannot_be_loaded_is_refused_in_words_and_changes_nothing() {
    let mut client = nboard(1);
    say(&mut client, &[&format!("set game {GAME}")]);
    for game in [
        "(;GM[Go];)",
        "nothing",
        "(;GM[Othello]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[A1];)",
        "(;GM[Othello]TY[8a]BO[8 ---------------------------O*------*O--------------------------- *];)",
    ] {
        say(&mut client, &[&format!("set game {game}")]);
        let line = client.line();
        assert!(line.starts_with("status ") && line.len() > 20, "{line}");
    }
    // White's reply after the three moves.
    say(
        &mut client,
        &["move F4", "learn", "set contempt 1.5", "ping 9"],
    );
    assert_eq!(client.line(), "learned");
    assert_eq!(client.line(), "pong 9");
}

//! `review`: the judgements of a game, as clients see them.

use heelstone::session::Registry;
use serde_json::{Value, json};

use crate::protocol::client::{Client, answers, replies};

/// The objects of a reply in JSON: those of the moves, and the last one.
fn objects(reply: &str) -> (Vec<Value>, Value) {
    let text = reply.strip_prefix("= ").expect("a success");
    let lines = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    let mut objects: Vec<Value> = lines.collect();
    let end = objects.pop().expect("an end");
    (objects, end)
}

fn played(game: &str, moves: &str) -> Client {
    let mut client = Client::start(game);
    for name in moves.split(' ') {
        assert_eq!(client.ask(&format!("play {name}")), "=", "{name}");
    }
    client
}

/// The exact value of the position as `solve` has it: 1 for a win, with the plies to the end.
fn value(client: &mut Client) -> (i32, Option<i64>) {
    if client.ask("result") != "= unfinished" {
        // Whoever moves now has lost, or the board is full.
        let is_draw = client.ask("result") == "= 0";
        return if is_draw { (0, None) } else { (-1, Some(0)) };
    }
    let solved = client.ask("solve");
    let words: Vec<&str> = solved[2..].split([':', ' ']).collect();
    let sign = ["loss", "draw", "win"]
        .iter()
        .position(|word| *word == words[0]);
    let plies = words.get(2).and_then(|plies| plies.parse().ok());
    (sign.expect("a value") as i32 - 1, plies)
}

/// The grade that follows from the values of the position before a move and after it.
fn expected(best: (i32, Option<i64>), after: (i32, Option<i64>)) -> &'static str {
    let played = (-after.0, after.1.map(|plies| plies + 1));
    match (best.0, best.0 - played.0) {
        (1, 1..) => "blunder",
        (_, 1..) => "mistake",
        _ if best == played => "best",
        _ => "good",
    }
}

#[test]
#[ignore = "takes long"]
fn a_review_of_connect_4_agrees_with_the_solver_on_every_move() {
    // The second half of it is easy to solve, and the book knows the beginning.
    let moves =
        "D1 D2 D3 D4 D5 B1 C1 E1 G1 A1 B2 B3 C2 F1 C3 C4 E2 D6 A2 A3 A4 A5 G2 G3 E3 C5 B4 F2 F3";
    let mut client = played("connect4", moves);
    let (judged, end) = objects(&client.ask("review 60 json"));
    let count = moves.split(' ').count();
    assert_eq!(end["end"], "complete");
    assert_eq!(
        (&end["moves"], &end["judged"]),
        (&json!(count), &json!(count))
    );
    let mut after = value(&mut client);
    let mut seen = std::collections::BTreeSet::new();
    for one in judged.iter().take(count - 14) {
        assert_eq!(client.ask("undo"), "=");
        let best = value(&mut client);
        assert_eq!(one["grade"], expected(best, after), "{one}");
        assert_eq!(one["exact"], true, "{one}");
        seen.insert(one["grade"].as_str().expect("a grade").to_string());
        after = best;
    }
    assert!(
        seen.contains("blunder") && seen.contains("best"),
        "{seen:?}"
    );
    // The book knows every position of up to 8 plies.
    for one in &judged[count - 7..] {
        assert_eq!(one["exact"], true, "{one}");
    }
}

/// A game of Othello of 60 moves whose last ones are solved: at move 49 and 52 it gives discs away.
fn planted(client: &mut Client) -> Vec<(usize, String, f64)> {
    let mut planted = Vec::new();
    loop {
        let moves = client.ask("legal_moves");
        let moves: Vec<_> = moves[1..].split_whitespace().collect();
        let number = client.ask("history")[1..].split_whitespace().count() + 1;
        if moves.is_empty() {
            return planted;
        }
        if number < 46 {
            // Any way there will do, as long as it is always the same.
            let name = moves[(7 * number) % moves.len()];
            assert_eq!(client.ask(&format!("play {name}")), "=");
            continue;
        }
        let solved = client.ask("solve moves");
        let values: Vec<(&str, f64)> = solved[2..].lines().map(margin).collect();
        let (best, worst) = (values[0], values[values.len() - 1]);
        let is_planted = planted.len() < 2 && best.1 - worst.1 >= 12.0;
        let (name, value) = if is_planted { worst } else { best };
        if is_planted {
            planted.push((number, name.to_string(), best.1 - value));
        }
        assert_eq!(client.ask(&format!("play {name}")), "=");
    }
}

/// A move with its margin from a line of `solve moves`.
fn margin(line: &str) -> (&str, f64) {
    let words: Vec<&str> = line.split(' ').collect();
    let size = words
        .get(3)
        .map_or(0.0, |size| size.parse().expect("a margin"));
    (words[0], if words[1] == "loss" { -size } else { size })
}

#[test]
fn a_review_of_othello_finds_the_blunders_that_were_planted() {
    let mut client = Client::start("othello");
    let planted = planted(&mut client);
    assert_eq!(planted.len(), 2, "{planted:?}");
    let (judged, end) = objects(&client.ask("review nodes 20000 json"));
    assert_eq!(end["end"], "complete");
    let late = |one: &&Value| one["number"].as_u64().expect("a number") >= 50;
    for one in judged.iter().filter(late) {
        let plant = planted.iter().find(|plant| one["number"] == json!(plant.0));
        match plant {
            Some((_, name, gave)) => {
                assert_eq!(one["move"], json!(name));
                assert_eq!(
                    (&one["grade"], &one["gave"]),
                    (&json!("blunder"), &json!(gave))
                );
            }
            None => assert_eq!(one["grade"], "best", "{one}"),
        }
        assert_eq!(one["exact"], true, "{one}");
    }
}

#[test]
fn a_review_with_nodes_is_always_the_same_and_leaves_the_game_as_it_was() {
    for game in Registry::all().names() {
        let mut client = Client::start(game);
        assert!(client.ask("nodes 500").starts_with('='));
        for _ in 0..6 {
            assert!(client.ask("genmove").starts_with("= "));
        }
        let before = client.ask("state json");
        let first = client.ask("review nodes 500");
        assert_eq!(client.ask("review nodes 500"), first, "{game}");
        assert_eq!(client.ask("state json"), before);
        assert!(first.ends_with("\njudged 6 of 6"), "{first}");
    }
}

#[test]
fn an_interrupt_ends_a_review_and_what_was_judged_remains() {
    let mut client = played("othello", "F5 D6 C3 D3 C4 F4 F6 F3");
    client.send("review 30 json\n");
    // The last position takes its half minute; nothing is judged in a moment.
    std::thread::sleep(std::time::Duration::from_millis(200));
    client.send("# interrupt\n");
    let (judged, end) = objects(&client.reply());
    assert_eq!((judged.len(), &end["end"]), (0, &json!("interrupt")));
    assert_eq!(client.ask("history"), "= F5 D6 C3 D3 C4 F4 F6 F3");

    let again = client.ask("review nodes 300");
    assert!(again.ends_with("judged 8 of 8"), "{again}");
}

#[test]
fn a_review_needs_moves_and_a_limit() {
    let output = answers(
        "othello",
        "review 1\nplay F5\ntimelimit none\nreview\nnodes 100\nreview\nreview json\n",
    );
    let replies = replies(&output);
    assert_eq!(replies[0], "? there is no move to review");
    assert!(
        replies[3].starts_with("? a review needs a limit"),
        "{}",
        replies[3]
    );
    assert!(replies[5].ends_with("judged 1 of 1"), "{}", replies[5]);
    assert!(replies[6].contains(r#""end":"complete""#), "{}", replies[6]);
}

#[test]
fn a_list_of_moves_is_played_whole_or_not_at_all() {
    let lists = [
        ("othello", "f5d6c3", "F5 D6 C3"),
        ("othello", "1. f5 d6 2. c3", "F5 D6 C3"),
        ("othello", "1.F5 D6; 2.c3 d3", "F5 D6 C3 D3"),
        ("othello", "e3f3", "D3 C3"),
        ("connect4", "4455", "D1 D2 E1 E2"),
        ("connect4", "d1d2 5", "D1 D2 E1"),
        ("tictactoe", "b2a1,c3", "B2 A1 C3"),
    ];
    for (game, list, moves) in lists {
        let mut client = Client::start(game);
        assert_eq!(client.ask(&format!("moves {list}")), "=", "{list}");
        assert_eq!(client.ask("history"), format!("= {moves}"), "{list}");
    }
    let mut client = played("othello", "F5 D6");
    for (list, error) in [
        ("c3 c3", "move 2, \"c3\": illegal move"),
        ("c3d3a1", "move 3, \"a1\": illegal move"),
        ("hello", "move 1, \"hello\": syntax error"),
        // In the middle of a game nothing is turned.
        ("e3", "move 1, \"e3\": illegal move"),
    ] {
        assert_eq!(client.ask(&format!("moves {list}")), format!("? {error}"));
        assert_eq!(client.ask("history"), "= F5 D6", "{list}");
    }
    assert_eq!(client.ask("moves"), "? syntax error");
    let refused = client.ask("setup f5d6c3");
    assert!(refused.ends_with("which `moves` plays"), "{refused}");
}

//! `solve`: exact values, lines and moves, as clients see them.

use heelstone::session::Registry;

use crate::protocol::client::{Client, answers, replies};

/// A value as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Value<'a> {
    result: &'a str,
    /// After `in`.
    plies: Option<usize>,
    /// After `by`.
    margin: Option<u32>,
}

fn value(text: &str) -> Value<'_> {
    let words: Vec<&str> = text.split(' ').collect();
    let (result, plies, margin) = match words[..] {
        [result] => (result, None, None),
        [result, "in", plies] => (result, plies.parse().ok(), None),
        [result, "by", margin] => (result, None, margin.parse().ok()),
        _ => panic!("{text:?} is no value"),
    };
    assert!(["win", "loss", "draw"].contains(&result), "{text}");
    assert_eq!(words.len() == 3, plies.is_some() || margin.is_some());
    Value {
        result,
        plies,
        margin,
    }
}

/// The value and the line of a reply.
fn value_and_line(reply: &str) -> (Value<'_>, Vec<&str>) {
    let text = reply.strip_prefix("= ").expect("a success");
    let (before, line) = text.split_once(':').expect("a value, a colon and a line");
    assert!(line.is_empty() || line.starts_with(' '), "{reply}");
    (value(before), line.split_whitespace().collect())
}

/// Plays random moves, each chosen by a number, until at most `left` points are empty.
fn play_on(client: &mut Client, rng: &mut fastrand::Rng, left: usize) {
    let is_empty = |c: &char| ".-".contains(*c);
    loop {
        let moves = client.ask("legal_moves");
        let moves: Vec<_> = moves[1..].split_whitespace().collect();
        let position = client.ask("position");
        let board = position.split(' ').nth(1).expect("a board");
        if moves.is_empty() || board.chars().filter(is_empty).count() <= left {
            return;
        }
        let name = moves[rng.usize(..moves.len())];
        assert_eq!(client.ask(&format!("play {name}")), "=");
    }
}

/// The games that are solved soon when few points are empty: not those in which pieces move.
fn games() -> impl Iterator<Item = &'static str> {
    let names = Registry::all().names().into_iter();
    names.filter(|name| !["draughts", "checkers"].contains(name))
}

/// A number of empty points that is little work in every game.
const FEW: usize = 8;

#[test]
fn a_line_is_best_play_to_the_end_and_ends_as_the_value_says() {
    for (seed, game) in (0..).zip(games()) {
        let mut client = Client::start(game);
        let mut rng = fastrand::Rng::with_seed(seed);
        for _ in 0..20 {
            client.ask("clear_board");
            play_on(&mut client, &mut rng, FEW);
            let mover = client.ask("to_move");
            let reply = client.ask("solve");
            let (value, line) = value_and_line(&reply);
            for name in &line {
                assert_eq!(client.ask(&format!("play {name}")), "=", "{game}: {reply}");
            }
            assert!(value.plies.is_none_or(|plies| plies == line.len()));
            let result = client.ask("final_score");
            let won = if mover == "= black" { 'B' } else { 'W' };
            let expected = match result.strip_prefix("= ").expect("it is over") {
                "0" => "draw",
                text if text.starts_with(won) => "win",
                _ => "loss",
            };
            assert_eq!(value.result, expected, "{game}: {reply}: {result}");
            if let Some(margin) = value.margin {
                assert!(result.ends_with(&format!("+{margin}")), "{reply}: {result}");
            }
        }
    }
}

#[test]
fn the_value_of_a_move_is_that_of_the_position_after_it_seen_from_the_other_side() {
    for (seed, game) in (50..).zip(games()) {
        let mut client = Client::start(game);
        let mut rng = fastrand::Rng::with_seed(seed);
        for _ in 0..5 {
            client.ask("clear_board");
            play_on(&mut client, &mut rng, FEW);
            let solved = client.ask("solve");
            let moves = client.ask("solve moves");
            let mut names = Vec::new();
            for line in moves[1..].trim_start().lines() {
                let (name, text) = line.split_once(' ').expect("a move and its value");
                if names.is_empty() {
                    assert_eq!(value(text), value_and_line(&solved).0, "the best is first");
                }
                names.push(name);
                let value = value(text);
                client.ask(&format!("play {name}"));
                let after = client.ask("solve");
                client.ask("undo");
                let (after, _) = value_and_line(&after);
                let result = match after.result {
                    "win" => "loss",
                    "loss" => "win",
                    other => other,
                };
                let plies = after.plies.map(|plies| plies + 1);
                let expected = Value {
                    result,
                    plies,
                    ..after
                };
                assert_eq!(value, expected, "{game}: {line}");
            }
            names.sort_unstable();
            let legal = client.ask("legal_moves");
            assert_eq!(names, legal[1..].split_whitespace().collect::<Vec<_>>());
        }
    }
}

#[test]
fn moves_come_in_the_order_of_their_values_and_equal_ones_by_name() {
    let mut client = Client::start("connect4");
    client.ask("setup ......./....X../X...X../OO..O.X/OXXOXOO/XOXOOXX w");
    let expected = "= C3 win in 3\nD3 win in 3\nB4 draw\nA5 loss in 20\nE6 loss in 18\n\
                    F3 loss in 18\nG4 loss in 18";
    assert_eq!(client.ask("solve moves"), expected);
    assert_eq!(client.ask("solve moves 60"), expected);
}

#[test]
fn published_values_are_found() {
    let mut client = Client::start("connect4");
    let files = [
        include_str!("../data/connect4-end.txt"),
        include_str!("../data/connect4-middle.txt"),
    ];
    for line in files.into_iter().flat_map(str::lines) {
        let (columns, score) = line.split_once(' ').expect("columns and a score");
        client.ask("clear_board");
        for column in columns.chars() {
            assert_eq!(client.ask(&format!("play {column}")), "=");
        }
        // Pons's count: 22 less the stones that the winner has set at the end.
        let score: i64 = score.parse().expect("a number");
        let at_end = 22 - score.abs();
        let mover_set = columns.len() as i64 / 2;
        let expected = match score.signum() {
            0 => "= draw: ".into(),
            1 => format!("= win in {}: ", 2 * (at_end - mover_set) - 1),
            _ => {
                let other_set = (columns.len() as i64 + 1) / 2;
                format!("= loss in {}: ", 2 * (at_end - other_set))
            }
        };
        let reply = client.ask("solve");
        assert!(reply.starts_with(&expected), "{line}: {reply}");
    }
    assert!(answers("tictactoe", "solve\n").starts_with("= draw: "));
}

#[test]
fn it_heeds_no_limit_but_its_own() {
    let mut client = Client::start("othello");
    for limit in ["depth 1", "nodes 1", "timelimit 0.001", "level novice"] {
        assert_eq!(client.ask(limit), "=");
    }
    let problems = include_str!("../data/othello-end.obf").lines();
    for line in problems {
        assert_eq!(client.ask(&format!("setup {line}")), "=");
        let (_, moves) = line.split_once("; ").expect("moves");
        let (best, _) = moves.split_once(';').expect("a best move");
        let (_, margin) = best.split_once(':').expect("a value");
        let reply = client.ask("solve");
        let expected = match margin.split_at(1) {
            ("+", margin) => format!("= win by {margin}: "),
            (_, margin) => format!("= loss by {margin}: "),
        };
        assert!(reply.starts_with(&expected), "{line}: {reply}");
        assert!(reply.len() > expected.len(), "with a line: {reply}");
    }
}

#[test]
fn what_takes_too_long_is_unknown() {
    let mut client = Client::start("connect4");
    assert_eq!(client.ask("solve 0.001"), "= unknown");
    let all =
        "= A1 unknown\nB1 unknown\nC1 unknown\nD1 unknown\nE1 unknown\nF1 unknown\nG1 unknown";
    assert_eq!(client.ask("solve moves 0.001"), all);
    // One move wins at once.
    client.ask("gogui-play_sequence b D w A b D w A b D w G");
    assert_eq!(client.ask("solve 0.001"), "= win in 1: D4");
    let some =
        "= D4 win in 1\nA3 unknown\nB1 unknown\nC1 unknown\nE1 unknown\nF1 unknown\nG2 unknown";
    assert_eq!(client.ask("solve moves 0.001"), some);
}

#[test]
fn an_interrupt_ends_it_and_the_end_of_the_input_where_it_has_no_time() {
    let mut client = Client::start("connect4");
    client.send("1 solve\n2 solve moves 1000\n# interrupt\n");
    assert_eq!(client.reply(), "=1 unknown");
    assert!(client.reply().starts_with("=2 A1 unknown\n"));
    assert_eq!(client.ask("name"), "= Heelstone");

    let output = answers("connect4", "1 solve\n2 solve moves\n3 name\n");
    let last = replies(&output);
    assert_eq!((last[0], last[2]), ("=1 unknown", "=3 Heelstone"));
    assert!(last[1].starts_with("=2 A1 unknown\n"));

    // With a time, and where it is easy, it is solved all the same.
    let problem = include_str!("../data/othello-end.obf").lines().next();
    let setup = format!("setup {}\nsolve 100\n", problem.expect("a problem"));
    let output = answers("othello", setup);
    assert!(replies(&output)[1].starts_with("= win by 18: "), "{output}");
    let output = answers("tictactoe", "solve moves\n");
    assert!(!output.contains("unknown"), "{output}");
}

#[test]
fn a_finished_game_has_its_result_and_an_empty_line() {
    let games = [
        ("tictactoe", "XXX/OO./... w", "= loss in 0:"),
        ("tictactoe", "XOX/XOO/OXX w", "= draw:"),
        (
            "othello",
            "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOO X",
            "= win by 60:",
        ),
    ];
    for (game, position, expected) in games {
        let mut client = Client::start(game);
        assert_eq!(client.ask(&format!("setup {position}")), "=");
        assert_eq!(client.ask("solve"), expected);
        assert_eq!(client.ask("solve 1"), expected);
        assert_eq!(client.ask("solve moves"), "=");
    }
}

#[test]
fn a_forced_pass_is_a_move_of_the_line() {
    let mut client = Client::start("othello");
    client.ask("setup OO-XXXXOOXXXXOXOOXOXXXOOOXXXOOXOOOXXXOXOOXOXOXXXOOOOOX-XOXXXXXXX X");
    assert_eq!(client.ask("solve"), "= loss by 24: pass C1 pass G7");
    assert_eq!(client.ask("solve moves"), "= pass loss by 24");
}

#[test]
fn what_it_cannot_read_changes_nothing() {
    let mut client = Client::start("tictactoe");
    for malformed in ["x", "moves x", "1 2", "1 moves", "moves moves", "-1", "1,5"] {
        let reply = client.ask(&format!("solve {malformed}"));
        assert_eq!(reply, "? syntax error", "{malformed}");
    }
    for command in ["solve 0", "solve moves 0"] {
        let reply = client.ask(command);
        assert_eq!(reply, "? the time to solve is a number of seconds above 0");
    }
    assert_eq!(client.ask("history"), "=");
}

#[test]
fn a_search_and_solving_take_turns_with_the_table() {
    let mut client = Client::start("tictactoe");
    client.ask("book off");
    for _ in 0..3 {
        assert!(client.ask("solve").starts_with("= draw: "));
        assert!(client.ask("analyze").contains(" score 0 "));
        client.ask("genmove");
    }
    assert!(client.ask("solve").starts_with("= draw: "));
    // Entries of one game mean nothing to another.
    let problem = include_str!("../data/othello-end.obf").lines().next();
    let setup = format!("setup {}", problem.expect("a problem"));
    for _ in 0..2 {
        client.ask("newgame othello");
        client.ask(&setup);
        assert!(client.ask("solve").starts_with("= win by 18: "));
        client.ask("newgame tictactoe");
        assert!(client.ask("solve").starts_with("= draw: "));
    }
}

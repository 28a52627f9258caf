//! The lines of `analyze`, in every game.

use serde_json::Value;

use heelstone::session::Registry;

use crate::protocol::client::Client;

/// The lines of a reply.
fn lines(reply: &str) -> Vec<&str> {
    let text = reply.strip_prefix("= ").expect("a success with lines");
    text.lines().collect()
}

/// The objects of a reply in JSON: those of the lines, and why it ended.
fn objects(reply: &str) -> (Vec<Value>, String) {
    let object = |line: &str| serde_json::from_str::<Value>(line).expect("a whole line");
    let mut objects: Vec<_> = lines(reply).into_iter().map(object).collect();
    let last = objects.pop().expect("an end");
    let end = last["end"].as_str().expect("a reason").to_string();
    assert_eq!(last.as_object().map(serde_json::Map::len), Some(1));
    (objects, end)
}

/// A client whose engine only searches.
fn searching(game: &str) -> Client {
    let mut client = Client::start(game);
    assert_eq!(client.ask("book off"), "=");
    client
}

/// A line in its parts: depth, score, nodes, time and the moves.
fn parts(line: &str) -> Option<(u32, &str, u64, &str, Vec<&str>)> {
    let rest = line.strip_prefix("info depth ")?;
    let (depth, rest) = rest.split_once(" score ")?;
    let (score, rest) = rest.split_once(" nodes ")?;
    let (nodes, rest) = rest.split_once(" time ")?;
    let (time, pv) = rest.split_once(" pv ")?;
    Some((
        depth.parse().ok()?,
        score,
        nodes.parse().ok()?,
        time,
        pv.split(' ').collect(),
    ))
}

/// True if a score is a number, `draw`, `win 7`, `loss 8`, `win +6` or `loss -6`.
fn is_score(text: &str) -> bool {
    match text.split_once(' ') {
        None => text == "draw" || text.parse::<i32>().is_ok(),
        Some(("win", rest)) => rest.trim_start_matches('+').parse::<u32>().is_ok(),
        Some(("loss", rest)) => rest.trim_start_matches('-').parse::<u32>().is_ok(),
        Some(_) => false,
    }
}

/// A rank of scores in JSON: proofs outrank evaluations, short wins long ones.
fn rank(score: &Value) -> f64 {
    let proof = |key: &str| score.get(key).and_then(Value::as_f64);
    let of = |base: f64, key: &str, sign: f64| proof(key).map(|n| base + sign * n);
    score
        .as_f64()
        .or_else(|| of(1e6, "win", -1.0))
        .or_else(|| of(1e5, "win_by", 1.0))
        .or_else(|| of(-1e6, "loss", 1.0))
        .or_else(|| of(-1e5, "loss_by", -1.0))
        .expect("a score")
}

#[test]
fn a_line_has_a_depth_a_score_nodes_a_time_and_moves_that_can_be_played() {
    for game in Registry::all().names() {
        let mut client = searching(game);
        client.ask("timelimit none");
        client.ask("depth 4");
        let reply = client.ask("analyze");
        let mut depths = Vec::new();
        for line in lines(&reply) {
            let (depth, score, nodes, time, moves) = parts(line).expect(line);
            depths.push(depth);
            assert!(is_score(score), "{line}");
            assert!(nodes > 0 && time.parse::<f64>().is_ok(), "{line}");
            assert_eq!(
                time.split_once('.').map(|(_, decimals)| decimals.len()),
                Some(6)
            );
            for name in &moves {
                assert_eq!(client.ask(&format!("play {name}")), "=", "{line}");
            }
            client.ask(&format!("gg-undo {}", moves.len()));
        }
        assert_eq!(depths, [1, 2, 3, 4], "{game}");
        assert_eq!(client.ask("history"), "=", "nothing was played");
    }
}

#[test]
fn json_lines_are_objects_and_the_best_move_comes_first() {
    for game in Registry::all().names() {
        let mut client = searching(game);
        client.ask("timelimit none");
        client.ask("depth 3");
        let (lines, end) = objects(&client.ask("analyze lines 3 json"));
        assert_eq!(end, "depth");
        assert_eq!(
            lines.len(),
            9,
            "{game}: three lines for each of three depths"
        );
        for (index, of_depth) in lines.chunks(3).enumerate() {
            let mut first_moves = Vec::new();
            for (place, line) in of_depth.iter().enumerate() {
                assert_eq!(line["depth"], index + 1);
                assert_eq!(line["line"], place + 1);
                assert!(line["nodes"].is_u64() && line["time"].is_number(), "{line}");
                first_moves.push(line["pv"][0].as_str().expect("a move"));
            }
            let ranks: Vec<_> = of_depth.iter().map(|line| rank(&line["score"])).collect();
            assert!(ranks.is_sorted_by(|a, b| a >= b), "{game}: {ranks:?}");
            first_moves.sort_unstable();
            first_moves.dedup();
            assert_eq!(first_moves.len(), 3, "{game}");
        }
    }
}

#[test]
fn an_analysis_with_a_time_heeds_no_other_limit() {
    let mut client = searching("tictactoe");
    client.ask("depth 1");
    // The game is solved long before that.
    assert!(lines(&client.ask("analyze 60")).len() > 3);
    client.ask("depth 3");
    assert_eq!(lines(&client.ask("analyze")).len(), 3);
    client.ask("level novice");
    assert!(
        lines(&client.ask("analyze")).len() < 3,
        "a level is a limit too"
    );
}

#[test]
fn a_move_chosen_at_random_is_explained_as_the_one_that_was_played() {
    let mut client = Client::start("tictactoe");
    client.ask("variety 1");
    for seed in 0..10 {
        client.ask(&format!("seed {seed}"));
        client.ask("clear_board");
        let played = client.ask("genmove");
        let explained = client.ask("gomill-explain_last_move");
        let (_, pv) = explained.split_once(" pv ").expect("a line of moves");
        let first = pv.split(' ').next();
        assert_eq!(first, played.strip_prefix("= "), "{explained}");
    }
}

/// A score in JSON as the text has it.
fn score_text(score: &Value) -> String {
    let proof = |key: &str, words: &str| {
        let number = score.get(key).and_then(Value::as_u64)?;
        Some(format!("{words}{number}"))
    };
    let opinion = score.as_i64().map(|units| units.to_string());
    opinion
        .or_else(|| proof("win", "win "))
        .or_else(|| proof("loss", "loss "))
        .or_else(|| proof("win_by", "win +"))
        .or_else(|| proof("loss_by", "loss -"))
        .expect("a score")
}

#[test]
fn json_says_what_the_text_says() {
    let late = [
        ("tictactoe", "XO./XXO/O.. b"),
        (
            "connect4",
            "......./......./......./......./.X.OO../.XXXO.. w",
        ),
        (
            "othello",
            "--------------------------XXX------XX-------XXOO------O------O-X X",
        ),
    ];
    let starts = Registry::all().names().into_iter().map(|game| (game, ""));
    for (game, position) in starts.chain(late) {
        let mut client = searching(game);
        client.ask("timelimit none");
        client.ask("depth 4");
        let mut ask = |command: &str| {
            assert_eq!(client.ask("newgame"), "=");
            if !position.is_empty() {
                assert_eq!(client.ask(&format!("setup {position}")), "=");
            }
            client.ask(command)
        };
        for arguments in ["", "lines 3", "lines 999"] {
            let text = ask(&format!("analyze {arguments}"));
            let json = ask(&format!("analyze {arguments} json"));
            let (json, _) = objects(&json);
            assert_eq!(lines(&text).len(), json.len());
            for (text, json) in lines(&text).into_iter().zip(json) {
                let (depth, score, nodes, _, moves) = parts(text).expect(text);
                assert_eq!(json["depth"], depth);
                assert_eq!(json["nodes"], nodes);
                let is_draw = json["exact"] == true && json["score"] == 0;
                let of_json = score_text(&json["score"]);
                assert_eq!(if is_draw { "draw".into() } else { of_json }, score);
                assert_eq!(json["pv"], Value::from(moves));
                assert_eq!(json.as_object().map(serde_json::Map::len), Some(8));
            }
        }
    }
}

#[test]
fn a_finished_game_is_answered_with_nothing_and_a_forced_pass_with_itself() {
    let mut client = Client::start("tictactoe");
    client.ask("setup XXX/OO./... w");
    for command in [
        "analyze",
        "analyze lines 3",
        "analyze 60",
        "analyze until-input",
    ] {
        assert_eq!(client.ask(command), "=");
    }
    assert_eq!(client.ask("analyze json"), r#"= {"end":"over"}"#);
    client.ask("newgame othello");
    client.ask("setup --------------------------XXX------XX-------XXOO------O------O-X X");
    client.ask("depth 3");
    let reply = client.ask("analyze lines 5");
    assert_eq!(lines(&reply).len(), 3);
    for line in lines(&reply) {
        let (_, _, _, _, moves) = parts(line).expect(line);
        assert_eq!(moves[0], "pass");
    }
    assert!(client.ask("analyze json").contains("\"pv\":[\"pass\""));
}

#[test]
fn an_interrupted_analysis_ends_with_a_whole_line() {
    let mut client = Client::start("othello");
    client.ask("timelimit none");
    client.send("1 analyze lines 4 json\n");
    let first = client.line();
    let first = first.strip_prefix("=1 ").expect("a success");
    client.send("# interrupt\n2 name\n");
    let rest = client.reply();
    let (lines, end) = objects(&format!("= {first}\n{rest}"));
    assert_eq!(end, "interrupt");
    assert_eq!(lines.len() % 4, 0, "all four lines of each depth");
    assert_eq!(client.reply(), "=2 Heelstone");
}

#[test]
fn the_last_object_says_why_an_analysis_ended() {
    let mut client = searching("othello");
    client.ask("timelimit none");
    for (command, reason) in [
        ("depth 3", "depth"),
        ("nodes 700", "nodes"),
        ("timelimit 0.02", "time"),
        ("time_settings 1 0 0", "time"),
    ] {
        assert_eq!(client.ask(command), "=");
        assert_eq!(objects(&client.ask("analyze json")).1, reason);
        for none in ["depth none", "nodes none", "timelimit none"] {
            client.ask(none);
        }
    }
    client.ask("time_settings 0 0 0");
    assert_eq!(objects(&client.ask("analyze 0.02 json")).1, "time");
    client.ask("newgame tictactoe");
    for command in ["analyze json", "analyze lines 9 json", "analyze 60 json"] {
        let (lines, end) = objects(&client.ask(command));
        assert_eq!(end, "exact");
        assert_eq!(lines[lines.len() - 1]["exact"], true);
    }
}

#[test]
fn what_the_book_knows_is_told_before_a_guess() {
    let mut client = Client::start("connect4");
    let (lines, end) = objects(&client.ask("analyze json"));
    assert_eq!((lines.len(), end.as_str()), (1, "exact"));
    assert_eq!(lines[0]["score"]["win"], 41);
    assert_eq!(lines[0]["exact"], true);
    assert_eq!(lines[0]["source"], "book");
    // The line is one of the book's as well.
    let pv: Vec<_> = lines[0]["pv"].as_array().expect("moves").clone();
    assert!(pv.len() > 4, "{pv:?}");
    for (played, name) in pv.iter().enumerate() {
        let solved = client.ask("analyze");
        let result = if played % 2 == 0 { "win" } else { "loss" };
        let left = 41 - played;
        assert!(
            solved.contains(&format!(" score {result} {left} nodes ")),
            "{solved}"
        );
        let name = name.as_str().expect("a move");
        assert_eq!(client.ask(&format!("play {name}")), "=");
    }
    client.ask("newgame");
    // All moves, whatever the limits.
    client.ask("nodes 1");
    let (lines, _) = objects(&client.ask("analyze lines 9 json"));
    let firsts: Vec<_> = lines.iter().map(|line| line["pv"][0].clone()).collect();
    assert_eq!(lines.len(), 7);
    assert_eq!(
        (&firsts[0], lines[0]["score"]["win"].as_u64()),
        (&"D1".into(), Some(41))
    );
    let draws = lines.iter().filter(|line| line["score"] == 0).count();
    assert_eq!(draws, 2, "C1 and E1");
    client.ask("nodes none");
    for plain in ["book off", "plain on"] {
        client.ask(plain);
        client.ask("depth 4");
        let (lines, end) = objects(&client.ask("analyze json"));
        assert_eq!((lines.len(), end.as_str()), (4, "depth"), "{plain}");
        assert!(lines.iter().all(|line| line["source"] == "search"));
        client.ask("book on");
    }
}

#[test]
fn what_the_solver_sees_at_once_is_told_before_a_guess() {
    for (game, position, value) in [
        (
            "othello",
            "OO-XXXXOOXXXXOXOOXOXXXOOOXXXOOXOOOXXXOXOOXOXOXXXOOOOOX-XOXXXXXXX X",
            "loss -24",
        ),
        (
            "connect4",
            "......./....X../X...X../OO..O.X/OXXOXOO/XOXOOXX w",
            "win 3",
        ),
        ("tictactoe", "XO./XXO/O.. b", "win 1"),
    ] {
        let mut client = Client::start(game);
        assert_eq!(client.ask(&format!("setup {position}")), "=");
        let reply = client.ask("analyze");
        let told = lines(&reply);
        assert_eq!(told.len(), 1, "{reply}");
        assert!(
            told[0].contains(&format!(" score {value} nodes ")),
            "{reply}"
        );
        assert!(told[0].contains(" source solver pv "), "{reply}");
        // A number of nodes or a depth is for the search.
        client.ask("nodes 100000");
        assert!(client.ask("analyze").starts_with("= info depth 1 "));
    }
}

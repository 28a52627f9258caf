//! `tree`, `puzzles` and `review`.

use predicates::str::{contains, is_empty};

use super::{file, heelstone, output_of};

#[test]
fn a_tree_is_printed_as_the_protocol_answers_it() {
    let position = "XO./XXO/OX. w";
    let printed = |more: &[&str]| {
        let args = ["tree", "--game", "tictactoe", "--position", position];
        output_of(&[&args, more].concat())
    };
    let answered = |command: &str| {
        let program = heelstone()
            .args(["--game", "tictactoe"])
            .write_stdin(format!("setup {position}\n{command}\n"))
            .output();
        let output = String::from_utf8(program.expect("it runs").stdout).expect("text");
        let reply = output.strip_prefix("=\n\n= ").expect("a success");
        reply.trim_end().to_string() + "\n"
    };
    assert_eq!(printed(&[]), answered("tree"));
    assert_eq!(printed(&["--plies", "1"]), answered("tree 1"));
    assert_eq!(
        printed(&["--minimax", "-n", "3"]),
        answered("tree 3 minimax")
    );
    assert!(printed(&[]).contains("value: 0, positions: 5, moves cut off: 0"));

    let args = ["tree", "--game", "othello", "--plies", "99"];
    let too_large = heelstone().args(args).assert().code(1).stdout(is_empty());
    too_large.stderr(contains("fewer plies"));
    for other in ["discs", "positional"] {
        let tree = output_of(&["tree", "--evaluation", other]);
        assert!(tree.contains(&format!("evaluation: {other},")), "{tree}");
    }
}

#[test]
#[ignore = "takes long"]
fn puzzles_have_one_winning_move_and_a_seed_always_gives_the_same() {
    for game in ["tictactoe", "connect4", "othello"] {
        let args = ["puzzles", game, "--count", "3", "--seed", "5", "--json"];
        let puzzles = output_of(&args);
        assert_eq!(output_of(&args), puzzles, "{game}");
        let other = output_of(&["puzzles", game, "--count", "1", "--seed", "6", "--json"]);
        assert!(!puzzles.contains(&other), "{game}");
        let mut hardest = 0;
        for puzzle in puzzles.lines() {
            let puzzle: serde_json::Value = serde_json::from_str(puzzle).expect("JSON");
            let difficulty = puzzle["difficulty"].as_u64().expect("a number");
            assert!((hardest.max(1)..=5).contains(&difficulty), "{puzzle}");
            hardest = difficulty;
            let position = puzzle["position"].as_str().expect("text");
            let solved = heelstone()
                .args(["--game", game])
                .write_stdin(format!("setup {position}\nsolve moves\n"))
                .output()
                .expect("the program runs");
            let solved = String::from_utf8(solved.stdout).expect("text");
            let values = solved.rsplit("= ").next().expect("an answer");
            let winning: Vec<_> = values
                .lines()
                .filter(|line| line.contains(" win"))
                .collect();
            let [only] = winning[..] else {
                panic!("{position}: {values}");
            };
            let right = puzzle["line"][0].as_str().expect("a move");
            assert!(only.starts_with(&format!("{right} ")), "{puzzle}: {values}");
            assert!(values.trim().lines().count() >= 3, "{values}");
        }
        assert_eq!(puzzles.lines().count(), 3);
    }
}

#[test]
fn the_lines_of_puzzles_of_draughts_win_in_so_many_plies() {
    let puzzles = output_of(&["puzzles", "checkers", "--count", "4", "--json"]);
    for puzzle in puzzles.lines() {
        let puzzle: serde_json::Value = serde_json::from_str(puzzle).expect("JSON");
        let line = puzzle["line"].as_array().expect("moves");
        let moves = line.iter().filter_map(|mv| mv.as_str());
        let play: String = moves.map(|mv| format!("play {mv}\n")).collect();
        let position = puzzle["position"].as_str().expect("text");
        let output = heelstone()
            .args(["--game", "checkers"])
            .write_stdin(format!("setup {position}\n{play}final_score\n"))
            .output()
            .expect("the program runs");
        let output = String::from_utf8(output.stdout).expect("text");
        let winner = puzzle["side"].as_str().expect("a side");
        let letter = winner[..1].to_uppercase();
        let won = format!("= {letter}+1\n\n");
        assert!(output.ends_with(&won), "{puzzle}: {output}");
        assert_eq!(puzzle["value"]["win"], line.len());
    }
    assert_eq!(puzzles.lines().count(), 4);
}

#[test]
fn a_review_reads_records_lists_and_archives() {
    let list = file("review.txt", Some("1. f5 d6 2. c3 d3 3. c4\n"));
    let list = list.to_str().expect("text");
    let sgf = file(
        "review.sgf",
        Some("(;GM[2]SZ[8];B[fe];W[df];B[cc];W[dc];B[cd])\n"),
    );
    let sgf = sgf.to_str().expect("text");
    let judged = output_of(&["review", list, "--nodes", "200"]);
    assert_eq!(output_of(&["review", sgf, "--nodes", "200"]), judged);
    assert!(judged.starts_with("move 5 black C4 grade "), "{judged}");
    assert!(
        judged.ends_with("opening Tiger\njudged 5 of 5\n"),
        "{judged}"
    );

    let archive = file("review.wtb", None);
    let archive = archive.to_str().expect("text");
    heelstone()
        .args(["--game", "othello"])
        .write_stdin(format!("moves f5d6c3d3c4\nsavewthor {archive}\n"))
        .assert()
        .success();
    assert_eq!(output_of(&["review", archive, "--nodes", "200"]), judged);
    heelstone()
        .args(["review", archive, "--number", "2", "--nodes", "200"])
        .assert()
        .code(2)
        .stderr(contains("there is no game 2"));

    let json = output_of(&["review", list, "--nodes", "200", "--json"]);
    assert!(
        json.lines()
            .last()
            .expect("an end")
            .contains(r#""opening":"Tiger""#),
        "{json}"
    );
    heelstone()
        .args(["review", "--game", "othello"])
        .write_stdin("f5d6 z9\n")
        .assert()
        .code(2)
        .stderr(contains(r#"move 3, "z9": illegal move"#));
}

//! Dots and boxes, as the program that an outside crate makes of it.

use std::collections::HashMap;

use crate::engine::common::dots_and_boxes::DotsAndBoxes;
use crate::engine::common::exact;
use crate::engine::examples;
use assert_cmd::Command as Program;
use heelstone::game::{Game, Notation, Rules};
use predicates::str::{contains, starts_with};

fn program() -> Program {
    examples::program("dots_and_boxes")
}

fn replies(commands: &str) -> Vec<String> {
    examples::replies("dots_and_boxes", commands)
}

#[test]
fn the_protocol_knows_the_game() {
    let told = replies(
        "list_games\nset_game Dots-and-boxes\nevaluations\nnewgame dotsandboxes 2x2\nlegal_moves\n",
    );
    assert_eq!(told[0], "Dots-and-boxes");
    assert!(told[2].starts_with("boxes "), "{}", told[2]);
    assert_eq!(told[4], "A2 A4 B1 B3 B5 C2 C4 D1 D3 D5 E2 E4");
}

#[test]
fn a_side_moves_again_after_closing_a_box() {
    let told = replies(
        "newgame dotsandboxes 2x2\nplay A2\nplay B1\nplay C2\nto_move\nplay B3\nto_move\nboard\nundo\nto_move\n",
    );
    assert_eq!([&told[4], &told[6], &told[9]], ["white", "white", "white"]);
    assert!(told[7].contains("2 | O |"), "{}", told[7]);
}

#[test]
fn the_engine_plays_a_whole_game_with_itself() {
    let moves = "genmove\n".repeat(24);
    let told = replies(&format!(
        "nodes 2000\n{moves}history\nlegal_moves\nfinal_score\ngenmove\n"
    ));
    let (played, history) = (&told[1..25], &told[25]);
    assert_eq!(history, &played.join(" "));
    assert_eq!(told[26], "");
    // Nine boxes cannot be shared evenly.
    let score: Vec<&str> = told[27].split('+').collect();
    assert!(
        matches!(score[..], ["B" | "W", "1" | "3" | "5" | "7" | "9"]),
        "{}",
        told[27]
    );
    assert_eq!(told[28], "pass");
}

#[test]
fn every_order_of_the_edges_is_a_game() {
    let perft = |args: &[&str]| {
        program()
            .args(["perft", "--size", "2x2"])
            .args(args)
            .assert()
    };
    perft(&["8"]).stdout(starts_with("perft 8: 19958400 sequences, 0 finished, "));
    let six_left = ["--position", "..---..---.. .... b"];
    perft(&["6", six_left[0], six_left[1]]).stdout(starts_with("perft 6: 720 sequences, 0 "));
    perft(&["7", six_left[0], six_left[1]]).stdout(starts_with("perft 7: 0 sequences, 720 "));
}

#[test]
fn the_solver_finds_the_exact_value() {
    let start = DotsAndBoxes::<2>::start();
    let value = exact(&start, &mut HashMap::new()).0;
    let told = replies("newgame dotsandboxes 2x2\nanalyze 60\n");
    let last = told[1].lines().last().expect("a line of the analysis");
    let expected = match value {
        0 => " score 0 ".to_string(),
        margin if margin > 0 => format!(" score win +{margin} "),
        margin => format!(" score loss {margin} "),
    };
    assert!(last.contains(&expected), "{last} without {expected}");
    // The line that it expects ends with that value.
    let (_, line) = last.split_once(" pv ").expect("a line of moves");
    let mut position = start;
    for name in line.split(' ') {
        position.play(position.parse_move(name).expect("a legal move"));
    }
    let margin = position
        .outcome_for_mover()
        .expect("the line is complete")
        .0;
    assert_eq!(
        if position.to_move() == start.to_move() {
            margin
        } else {
            -margin
        },
        value
    );
}

#[test]
fn a_position_that_no_game_reaches_is_refused_with_a_reason() {
    for (position, reason) in [
        ("-........... .... b", "white's move"),
        ("-....-.--.-. .... b", "owner"),
        ("-....-.--.-. X.X. b", "owner"),
        ("-....-.--.-.. ..X. b", "12"),
    ] {
        program()
            .args(["perft", "1", "--size", "2x2", "--position", position])
            .assert()
            .code(2)
            .stderr(contains(reason));
    }
}

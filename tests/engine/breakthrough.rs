//! Breakthrough, whose moves are no vertices, as the program that an outside crate makes of it.

use crate::engine::common::breakthrough::Breakthrough;
use crate::engine::examples::{program, replies};
use heelstone::game::{Game, MoveError, Notation, Rules, perft};
use predicates::str::contains;

const NAME: &str = "breakthrough";
const START: &str = "OOOOOOOO/OOOOOOOO/......../......../......../......../XXXXXXXX/XXXXXXXX b";

#[test]
fn the_move_sequences_are_as_many_as_others_count() {
    let count = |plies| perft(&Breakthrough::start(), plies, &|| false).expect("never stopped");
    let known = [(1, 22), (2, 484), (3, 11_132), (4, 256_036), (5, 6_182_818)];
    for (plies, sequences) in known {
        let count = count(plies);
        assert_eq!(
            (count.sequences, count.finished),
            (sequences, 0),
            "{plies} plies"
        );
    }
}

#[test]
fn moves_are_read_in_all_their_forms() {
    let text = "OOOOOOOO/OOO.OOOO/......../......../......../..O...../XXXXXXXX/XXXXXXXX b";
    let position = Breakthrough::parse_position(text).expect("a position");
    let read = |text| position.parse_move(text).map(|mv| position.name_move(mv));
    for form in ["b2c3", "B2C3", "b2xc3", "B2Xc3"] {
        assert_eq!(read(form), Ok("b2c3".into()), "{form}");
    }
    // Straight ahead nothing is taken, nor where nobody stands.
    for illegal in [
        "c2c3", "a2xa3", "a2xb3", "a2a4", "a1a2", "a2i3", "a9a10", "b7b6",
    ] {
        let error = if illegal.contains('i') {
            MoveError::Syntax
        } else {
            MoveError::Illegal
        };
        assert_eq!(read(illegal), Err(error), "{illegal}");
    }
    for malformed in ["", "a2", "a2-a3", "a2x3", "2a3a", "a2a3x", "pass"] {
        assert_eq!(read(malformed), Err(MoveError::Syntax), "{malformed:?}");
    }
}

#[test]
fn the_last_row_wins_and_so_does_the_last_piece() {
    for (text, mv) in [
        (
            "......../X......./......../......../......../......../.......O/........ b",
            "a7a8",
        ),
        (
            "......../......../......../.O....../X......./......../......../........ b",
            "a4b5",
        ),
        (
            "......../......../......../......../......../......../.O....../X....... w",
            "b2b1",
        ),
    ] {
        let position = Breakthrough::parse_position(text).expect("a position");
        let after = position.after(position.parse_move(mv).expect("a legal move"));
        assert!(
            after.outcome().is_some() && after.legal_moves().is_empty(),
            "{mv}"
        );
        assert_ne!(after.to_move(), position.to_move());
    }
    assert_eq!(Breakthrough::start().position(), START);
}

#[test]
fn a_position_that_no_game_reaches_is_refused_with_a_reason() {
    for (position, reason) in [
        (
            "OOOOOOOO/OOOOOOOO/O......./......../......../......../XXXXXXXX/XXXXXXXX b",
            "16",
        ),
        (
            "X......./......../......../......../......../......../......../.......O w",
            "last row",
        ),
        (
            "X......./......../......../......../......../......../O......./........ b",
            "last row",
        ),
        (
            "......../......../......../......../......../......../X......./........ w",
            "",
        ),
        (
            "......../......../......../......../......../......../X......./........ b",
            "lost",
        ),
        ("......../......../........ b", "8 rows"),
    ] {
        let read = Breakthrough::parse_position(position);
        match reason {
            "" => assert!(read.is_ok(), "{position}"),
            _ => {
                let error = read.expect_err(position).to_string();
                assert!(error.contains(reason), "{error}");
            }
        }
    }
}

#[test]
fn the_engine_plays_a_whole_game_with_itself_and_its_record_is_read_back() {
    let moves = "genmove\n".repeat(200);
    let told = replies(
        NAME,
        &format!("nodes 300\n{moves}history\nlegal_moves\nfinal_score\nprintsgf\nposition\n"),
    );
    let played: Vec<&str> = told[1..201].iter().map(String::as_str).collect();
    let plies = played
        .iter()
        .position(|name| *name == "pass")
        .expect("an end");
    // After the end it passes, as every game does.
    assert!(played[plies..].iter().all(|name| *name == "pass"));
    assert_eq!(told[201], played.join(" "));
    assert_eq!(told[202], "");
    assert!(
        ["B+1", "W+1"].contains(&told[203].as_str()),
        "{}",
        told[203]
    );
    let first = format!(";B[{}];W[{}]", played[0], played[1]);
    assert!(
        told[204].contains(&first) && !told[204].contains("[]"),
        "{}",
        told[204]
    );
    let file = std::env::temp_dir().join("heelstone-breakthrough.sgf");
    std::fs::write(&file, &told[204]).expect("it is written");
    let read = replies(
        NAME,
        &format!("loadsgf {}\nhistory\nposition\n", file.display()),
    );
    assert_eq!([&read[1], &read[2]], [&told[201], &told[205]]);
}

#[test]
fn what_is_for_vertices_alone_is_not_offered() {
    let told = replies(
        NAME,
        "list_commands\nknown_command gogui-rules_board\nknown_command play\nhelp\nprintsgf\n",
    );
    assert!(
        told[0].contains("showboard") && !told[0].contains("gogui"),
        "{}",
        told[0]
    );
    assert_eq!([&told[1], &told[2]], ["false", "true"]);
    assert!(!told[3].contains("gogui"), "{}", told[3]);
    for command in [
        "gogui-rules_board",
        "help gogui-interrupt",
        "gogui-play_sequence b a2a3",
    ] {
        let output = program(NAME)
            .write_stdin(format!("{command}\n"))
            .output()
            .expect("it runs");
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            "? unknown command\n\n",
            "{command}"
        );
    }
}

#[test]
fn it_is_played_line_by_line() {
    let arguments = ["play", "--plain", "--white", "person"];
    let input = "A2xB3\na2a3\nboard\nh7g6\nmoves\nquit\n";
    program(NAME)
        .args(arguments)
        .write_stdin(input)
        .assert()
        .success()
        .stdout(contains("Breakthrough"))
        .stdout(contains("\"A2xB3\" is not a legal move here"))
        .stdout(contains("3 X . . . . . . ."))
        .stdout(contains("White (O), your move>"))
        .stdout(contains("a1a2 a3a4 a3b4 b1a2 b2b3 "));
}

#[test]
fn the_solver_and_the_tree_know_its_moves() {
    let near = "......../..X...../......../......../......../......../.....O../........ b";
    let told = replies(
        NAME,
        &format!("setup {near}\nsolve moves\ntree 1\nstate json\n"),
    );
    assert!(
        told[1].starts_with("c7b8 win in 1\nc7c8 win in 1\nc7d8 win in 1"),
        "{}",
        told[1]
    );
    assert!(told[2].contains("label=\" c7b8\""), "{}", told[2]);
    assert!(
        told[3].contains(r#"{"clicks":["C7","B8"],"move":"c7b8"}"#),
        "{}",
        told[3]
    );
    assert!(
        told[3].contains(r#""counts":{"black":1,"what":"pieces","white":1}"#),
        "{}",
        told[3]
    );
}

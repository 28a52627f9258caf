//! What a player relies on: the rules as they are played, and the positions that can be set up.

use super::{Othello, Square, symmetry};
use crate::game::{Game, MoveError, Notation, Rules, Side, Symmetry, Value, perft};

fn read(text: &str) -> Othello {
    Othello::parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn names(position: &Othello) -> Vec<String> {
    let moves = position.legal_moves().into_iter();
    let mut names: Vec<String> = moves.map(|mv| position.name_move(mv)).collect();
    names.sort();
    names
}

/// Plays a game that is written as `f5d6c3`, every move of it legal.
fn play(moves: &str) -> Othello {
    let mut position = Othello::start();
    for name in moves.as_bytes().chunks(2) {
        let name = String::from_utf8_lossy(name);
        let mv = position.parse_move(&name);
        position.play(mv.unwrap_or_else(|error| panic!("{name}: {error}")));
    }
    position
}

/// A board with the rows given from the top, missing rows empty.
fn rows(rows: &[&str], side: char) -> Othello {
    read(&format!("{:-<64} {side}", rows.concat()))
}

#[test]
fn black_starts_from_e4_and_d5_with_four_moves() {
    let start = Othello::start();
    assert_eq!(start.to_move(), Side::Black);
    assert_eq!(names(&start), ["C4", "D3", "E6", "F5"]);
    assert_eq!(
        start.position(),
        "---------------------------OX------XO--------------------------- X"
    );
    let drawing = start.grid().expect("vertices").draw().to_text();
    let rows: Vec<&str> = drawing.lines().collect();
    assert_eq!(
        (rows[1], rows[4]),
        ("1 . . . . . . . .", "4 . . . O X . . .")
    );
    let next = play("d3");
    assert_eq!(
        next.position(),
        "-------------------X-------XX------XO--------------------------- O"
    );
    assert_eq!(names(&next), ["C3", "C5", "E3"]);
}

#[test]
fn a_move_has_to_turn_a_disc_and_a_pass_has_to_be_forced() {
    let start = Othello::start();
    for (text, error) in [
        ("D4", MoveError::Illegal),
        ("A1", MoveError::Illegal),
        ("F4", MoveError::Illegal),
        ("J9", MoveError::Illegal),
        ("pass", MoveError::Illegal),
        ("I5", MoveError::Syntax),
        ("", MoveError::Syntax),
        ("passs", MoveError::Syntax),
    ] {
        assert_eq!(start.parse_move(text), Err(error), "{text}");
    }
}

#[test]
fn who_has_no_move_passes_and_the_other_goes_on() {
    // White cannot move: nothing black lies between two of his discs and an empty square.
    let position = rows(
        &["OXXXXXX-", "XXXXXXXX", "XXXXXXXX", "XXXXXXXX", "XXXXXXXX"],
        'X',
    );
    assert_eq!(names(&position), ["pass"]);
    assert_eq!(position.parse_move("PASS"), Ok(Square::PASS));
    let after = position.after(Square::PASS);
    assert_eq!(after.to_move(), Side::White);
    assert_eq!(after.discs(Side::White), position.discs(Side::White));
    assert!(names(&after).contains(&"H1".to_string()));
}

#[test]
fn a_wipe_out_ends_the_game_and_counts_64() {
    // The shortest game there is: nine moves, and White has no disc left.
    let end = play("e6f4e3f6g5d6e7f5c5");
    assert_eq!(end.discs(Side::White), 0);
    assert_eq!(end.to_move(), Side::White);
    assert_eq!(end.outcome_for_mover(), Some(Value(-64)));
    assert!(end.legal_moves().is_empty());
    assert_eq!(end.max_plies(), Some(0));
}

#[test]
fn when_nobody_can_move_the_empty_squares_go_to_the_winner() {
    // The shortest draw (20 moves; Nyanyan, 2024), then the shortest end with discs of both sides
    // (11 moves, 14 to 1; Warren D. Smith).
    let draw = play("f5f4c3f6g7f7f3h7f8b2h6e7h8e3d7g3f2f1a1c5");
    assert_eq!(draw.outcome_for_mover(), Some(Value::DRAW));
    assert!(draw.legal_moves().is_empty());
    let end = play("f5f4c3e6f7g6g4e8g8g5h5");
    let discs = Side::BOTH.map(|side| end.discs(side).count_ones());
    assert_eq!((discs, end.to_move()), ([14, 1], Side::White));
    assert_eq!(end.outcome_for_mover(), Some(Value(-62)));
}

#[test]
fn a_position_with_33_moves_has_them_all() {
    // Found with a SAT solver: no game leads to more [Takizawa 2023].
    let position = play("f5f6e6f4g7c6g3e7d6f3e3d3b7d7c2g2g1c3b2b3b4f7g5c4c7c8e2");
    assert_eq!(names(&position).len(), 33);
    assert_eq!(position.empty().count_ones(), 33);
}

#[test]
fn perft_is_the_same_in_every_mirror_and_with_the_colours_swapped() {
    let position = play("f5d6c3d3c4f4f6f3");
    let count = |position: &Othello| perft(position, 5, &|| false);
    let expected = count(&position);
    let boards = Side::BOTH.map(|side| position.discs(side));
    for image in symmetry::images(boards) {
        let image = Othello::from_discs(image, Side::Black);
        assert_eq!(count(&image), expected, "{}", image.position());
        assert_eq!(image.canonical_key(), position.canonical_key());
        assert_eq!(image.canonical(), position.canonical());
        assert!(image == position || image.key() != position.key());
    }
    let swapped = Othello::from_discs([boards[1], boards[0]], Side::White);
    assert_eq!(count(&swapped), expected);
    assert_ne!(swapped.key(), position.key());
}

#[test]
fn a_setup_that_cannot_arise_is_refused_with_the_reason() {
    let start = Othello::start().position();
    let board = &start[..64];
    for (text, reason) in [
        (String::new(), "64 squares"),
        (board.into(), "X or O to move"),
        (format!("{start} X"), "64 squares"),
        (format!("{} X", &board[1..]), "not 63"),
        (format!("{board}- X"), "not 65"),
        (format!("{board} b"), "X or O"),
        (format!("{} X", board.replace('O', "W")), "'W'"),
        (format!("{} X", board.replacen('O', "-", 1)), "centre"),
        (format!("X{} X", &board[1..]), "A1 is not connected"),
        (format!("{board} O"), "start"),
        (format!("{} X", board.replace('O', "X")), "start"),
        (format!("{} X", "é".repeat(64)), "'é'"),
    ] {
        match Othello::parse_position(&text) {
            Ok(position) => panic!("{text:?} is read as {}", position.position()),
            Err(error) => assert!(error.to_string().contains(reason), "{text:?}: {error}"),
        }
    }
}

#[test]
fn blanks_around_a_position_do_not_matter() {
    let start = Othello::start();
    assert_eq!(read(&format!("  {} ", start.position())), start);
}

#[test]
fn a_finished_position_can_be_set_up() {
    let full = read(&format!("{} O", "X".repeat(64)));
    assert_eq!(full.outcome_for_mover(), Some(Value(-64)));
    assert_eq!(full.max_plies(), Some(0));
}

/// Numbers 1, 21, 40 and 60 of the endgames of FForum [Tastet n.d.], with the moves listed there.
#[test]
fn published_endgames_have_the_published_moves() {
    for (position, moves) in [
        (
            "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
            "A2 A3 A4 B1 G2 G8 H1 H7",
        ),
        (
            "OOOOOOOOXOOXXX--XXOOXOO-XOXOOO--XOOOOX--XOOXOO--XOOOOO--XXXX---- O",
            "G2 G4 G5 G6",
        ),
        (
            "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
            "A2 A6 B1 C1 C6 C7 D7 D8 F7 G7",
        ),
        (
            "---OOOO----OOO----XOXOXX--XOOXXX--XOOXXX--XOOOXX--OXXX-X--XXXX-- X",
            "B6 B7 B8 C1 C2 G2 G7",
        ),
    ] {
        assert_eq!(names(&read(position)).join(" "), moves, "{position}");
    }
}

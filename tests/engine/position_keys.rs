//! The keys of positions for books: the same by symmetry, and only then.

use std::collections::HashMap;

use crate::engine::common::engine;

/// A board as rows of characters.
type Rows = Vec<Vec<char>>;

fn mirrored(rows: &Rows) -> Rows {
    let mirror = |row: &Vec<char>| row.iter().rev().copied().collect();
    rows.iter().map(mirror).collect()
}

fn turned(rows: &Rows) -> Rows {
    let column = |x: usize| rows.iter().rev().map(|row| row[x]).collect();
    (0..rows[0].len()).map(column).collect()
}

/// All images of the board in a position's notation, in rows of so many cells: its mirror image,
/// and where it is a square the others too.
fn images(position: &str, width: usize) -> Vec<String> {
    let (board, side) = position.split_once(' ').expect("a board and a side");
    let slash = board.contains('/');
    let cells: Vec<char> = board.chars().filter(|c| *c != '/').collect();
    let mut rows: Rows = cells.chunks(width).map(<[char]>::to_vec).collect();
    let turns = if rows.len() == width { 4 } else { 1 };
    let mut images = Vec::new();
    for _ in 0..turns {
        for image in [rows.clone(), mirrored(&rows)] {
            let rows: Vec<String> = image.iter().map(|row| row.iter().collect()).collect();
            let board = rows.join(if slash { "/" } else { "" });
            images.push(format!("{board} {side}"));
        }
        if turns > 1 {
            rows = turned(&rows);
        }
    }
    images
}

#[test]
fn positions_share_their_key_exactly_when_one_is_an_image_of_the_other() {
    for (game, width) in [("tictactoe", 3), ("connect4", 7), ("othello", 8)] {
        let [mut engine, mut other] = [engine(game), engine(game)];
        let mut rng = fastrand::Rng::with_seed(59);
        let mut by_key = HashMap::new();
        let mut classes = 0;
        for _ in 0..30 {
            engine.clear_board();
            while engine.session().result().is_none() {
                let session = engine.session_mut();
                let (position, key) = (session.position(), session.position_key());
                let images = images(&position, width);
                // The least image stands for all.
                let class = images.iter().min().expect("itself").clone();
                let first = by_key.entry(key).or_insert_with(|| {
                    classes += 1;
                    class.clone()
                });
                assert_eq!(*first, class, "{game}: {position} shares the key {key:x}");
                // Othello takes no image of its start but the start itself.
                for image in images.iter().filter(|_| !session.history().is_empty()) {
                    other.set_up(image).expect("an image of a position");
                    let of_image = other.session().position_key();
                    assert_eq!(of_image, key, "{game}: {position} and {image}");
                }
                let moves = session.legal_moves();
                let mv = &moves[rng.usize(..moves.len())];
                session.play(None, mv).expect("a legal move");
            }
        }
        assert!(classes > 30, "{game}: {classes}");
    }
}

/// Books outlive the program that made them.
#[test]
fn the_keys_of_the_first_positions_are_what_they_always_were() {
    for (game, start, after_one, mv) in [
        ("tictactoe", 0, 1, "A1"),
        ("connect4", 0x408_1020_4081, 0x408_1020_4082, "G1"),
        (
            "othello",
            0xcaf2_7111_cab6_159b,
            0x5ff8_bdf0_08cf_7f82,
            "D3",
        ),
        (
            "stonehenge",
            0xb291_c47b_15b2_d269,
            0xf32c_55da_7fd3_1ac6,
            "K6",
        ),
    ] {
        let mut engine = engine(game);
        let session = engine.session_mut();
        let first = session.position_key();
        session.play(None, mv).expect("a legal move");
        let keys = [first, session.position_key()];
        assert_eq!(keys, [start, after_one], "{game}: {keys:x?}");
    }
}

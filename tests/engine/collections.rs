//! Files with many games, as a list to search.

use heelstone::game::{Heading, Side};
use heelstone::session::{Collection, Engine, RecordError, Registry};

fn listed(files: &[&[u8]]) -> Option<Collection> {
    let files = files.iter().map(|file| file.to_vec()).collect();
    Collection::read(&Registry::all(), files)
}

fn found(collection: &Collection, words: &str) -> Vec<String> {
    let line = |heading: &Heading| {
        let Heading {
            number,
            players: [black, white],
            event,
            date,
            result,
            first,
        } = heading;
        let names = match first {
            Side::Black => format!("{black} {white}"),
            Side::White => format!("{white} {black}"),
        };
        format!("{number} {names} {event} {date} {result}")
    };
    collection.find(words).map(line).collect()
}

fn opened(collection: &Collection, number: usize) -> Result<(&'static str, usize), RecordError> {
    let mut engine = Engine::with_table(Registry::all(), 1).expect("a small table");
    engine.load_listed(collection, number)?;
    let session = engine.session();
    Ok((session.info().title, session.history().len()))
}

/// A file of names: a header, and names of this width.
fn names(width: usize, names: &[&str]) -> Vec<u8> {
    let mut file = vec![0; 16];
    file[8] = names.len() as u8;
    for name in names {
        let mut bytes = name.as_bytes().to_vec();
        bytes.resize(width, 0);
        file.extend(bytes);
    }
    file
}

#[test]
fn the_games_of_wthor_have_the_names_of_the_files_beside_them() {
    let mut file = vec![0; 16];
    (file[4], file[10], file[11], file[12]) = (2, 0xe8, 0x07, 8);
    for (players, black, moves) in [([1, 0], 40, [56_u8, 64, 33]), ([0, 1], 20, [56, 66, 65])] {
        let mut game = vec![1, 0, players[0], 0, players[1], 0, black, black];
        game.extend(moves);
        game.resize(68, 0);
        file.extend(game);
    }
    let [players, events] = [names(20, &["Ann", "Bob"]), names(26, &["", "Paris Open"])];
    let collection = listed(&[&players, &file, &events]).expect("games");
    let first = "1 Bob Ann Paris Open 2024 40-24";
    assert_eq!(
        found(&collection, ""),
        [first, "2 Ann Bob Paris Open 2024 20-44"]
    );
    assert_eq!(found(&collection, "PARIS 40-"), [first]);
    assert_eq!(found(&collection, "london"), [""; 0]);
    assert_eq!(opened(&collection, 2), Ok(("Othello", 3)));
    let alone = listed(&[&file]).expect("games");
    assert_eq!(found(&alone, "44"), ["2    2024 20-44"]);
}

#[test]
fn a_file_of_draughts_may_have_games_of_several_variants() {
    let text = b"[Event \"Cup\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"2-0\"]\n1. 32-28 19-23 2-0\n\
        [GameType \"21\"]\n[Date \"2020.05.01\"]\n1. 11-15 22-18 2. 15x22 *";
    let collection = listed(&[text]).expect("games");
    assert_eq!(
        found(&collection, ""),
        ["1 Ann Bob Cup  2-0", "2    2020.05.01 "]
    );
    assert_eq!(opened(&collection, 1), Ok(("Draughts", 2)));
    assert_eq!(opened(&collection, 2), Ok(("Checkers", 3)));
}

#[test]
fn games_in_the_form_of_sgf_may_follow_each_other() {
    let text = b"(;GM[tictactoe]SZ[3]PB[A (x\\]y]PW[B];B[B2](;W[A1])(;W[A2]))\n2 (;GM[Othello]PC[GGS]PB[c]TY[8]\
        BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5];)";
    let collection = listed(&[text]).expect("games");
    assert_eq!(found(&collection, ""), ["1 A (x]y B   ", "2 c  GGS  "]);
    assert_eq!(opened(&collection, 1), Ok(("Tic-tac-toe", 2)));
    assert_eq!(opened(&collection, 2), Ok(("Othello", 1)));
    assert!(opened(&collection, 3).is_err());
}

#[test]
fn what_has_no_games_is_no_list() {
    for file in [
        &b""[..],
        b"hello",
        b"f5d6c3",
        b"(",
        b"))((",
        b"\\",
        &[0; 16],
        &[255; 100],
    ] {
        assert!(listed(&[file]).is_none(), "{file:?}");
    }
}

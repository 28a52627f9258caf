//! WTHOR files.

use std::fs;

use super::{QUICKEST, ask_about, file, no_file};
use crate::protocol::client::{Client, answers, program};

/// The same as a WTHOR file has it.
const QUICKEST_SQUARES: [u8; 9] = [56, 64, 53, 46, 75, 66, 57, 65, 35];

/// A game of a WTHOR file, with numbers for the tournament and the players.
fn wthor_game(score: u8, squares: &[u8]) -> Vec<u8> {
    let mut game = vec![1, 0, 0x5a, 1, 0x4b, 3, score, score];
    game.extend(squares);
    game.resize(68, 0);
    game
}

/// A WTHOR file that says it holds so many games, of 22 May 2007 with the games of 1977.
fn wthor(count: u32, side: u8, games: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = vec![20, 7, 5, 22];
    bytes.extend(count.to_le_bytes());
    bytes.extend([0, 0, 0xb9, 7, side, 0, 24, 0]);
    bytes.extend(games.concat());
    bytes
}

/// The file cannot be loaded or saved, and the reply says why.
fn assert_refused(reply: &str, what: &str) {
    let begin = format!("? cannot {what} file: ");
    assert!(reply.starts_with(&begin), "{reply}");
}

#[test]
fn a_game_of_a_wthor_file_is_loaded_by_its_number() {
    let games = [
        wthor_game(64, &QUICKEST_SQUARES),
        wthor_game(32, &[]),
        wthor_game(31, &[56, 66]),
    ];
    let path = file("three.wtb", wthor(3, 8, &games));
    let mut client = Client::start("tictactoe");
    for (arguments, history) in [
        ("1", "= F5 D6 C5 F4 E7 F6 G5 E6 E3"),
        ("2", "="),
        ("3", "= F5 F6"),
        ("1 3", "= F5 D6"),
        ("1 1", "="),
        ("1 99", "= F5 D6 C5 F4 E7 F6 G5 E6 E3"),
    ] {
        client.ask("newgame tictactoe");
        let command = format!("loadwthor {} {arguments}", path.display());
        assert_eq!(client.ask(&command), "=", "{arguments}");
        assert_eq!(client.ask("gogui-rules_game_id"), "= Othello");
        assert_eq!(client.ask("history"), history, "{arguments}");
    }
    // Old files say 0 for a side of 8, and bytes behind the games do not matter for reading.
    let mut old = wthor(3, 0, &games);
    old.extend([1, 2, 3]);
    let path = file("old.wtb", old);
    assert_eq!(client.ask(&format!("loadwthor {} 3", path.display())), "=");
    assert_eq!(client.ask("history"), "= F5 F6");
}

#[test]
fn a_wthor_file_that_cannot_be_loaded_changes_nothing() {
    let game = || wthor_game(64, &QUICKEST_SQUARES);
    let whole = wthor(1, 8, &[game()]);
    let mut client = Client::start("tictactoe");
    client.ask("play B2");
    for (bytes, number) in [
        (whole.clone(), 0),
        (whole.clone(), 2),
        (whole[..83].to_vec(), 1),
        (whole[..15].to_vec(), 1),
        (Vec::new(), 1),
        (wthor(2, 8, &[game()]), 1),
        (wthor(u32::MAX, 8, &[game()]), 1),
        (wthor(u32::MAX, 8, &[game()]), 4_000_000_000_u64),
        (wthor(1, 10, &[game()]), 1),
        (wthor(1, 8, &[wthor_game(64, &[56, 56])]), 1),
        (wthor(1, 8, &[wthor_game(64, &[56, 99])]), 1),
        (wthor(1, 8, &[wthor_game(64, &[200])]), 1),
        (
            "(;GM[2]SZ[8];B[fe]) and much more, so that a head has room".into(),
            1,
        ),
    ] {
        let path = file("wrong.wtb", &bytes);
        let command = format!("loadwthor {} {number}", path.display());
        assert_refused(&client.ask(&command), "load");
        assert_eq!(client.ask("history"), "= B2");
    }
    let folder = env!("CARGO_TARGET_TMPDIR");
    for path in [folder, "/dev/null", "/dev/zero", "/no/such.wtb"] {
        assert_refused(&client.ask(&format!("loadwthor {path} 1")), "load");
        assert_refused(&client.ask(&format!("savewthor {path}")), "save");
    }
    for malformed in [
        "",
        " x",
        " x y",
        " x -1",
        " x 1 -1",
        " x 1 1 1",
        " x 99999999999999999999",
    ] {
        assert_eq!(
            client.ask(&format!("loadwthor{malformed}")),
            "? syntax error"
        );
    }
    for malformed in ["", " x y"] {
        assert_eq!(
            client.ask(&format!("savewthor{malformed}")),
            "? syntax error"
        );
    }
}

#[test]
fn a_wthor_file_is_begun_and_grows() {
    let path = no_file("grows.wtb");
    let mut client = Client::start("othello");
    client.ask(&format!("gogui-play_sequence {QUICKEST}"));
    assert_eq!(ask_about(&mut client, "savewthor", &path), "=");
    let bytes = fs::read(&path).expect("a file");
    assert_eq!(bytes.len(), 16 + 68);
    let (century, year) = (u16::from(bytes[0]), u16::from(bytes[1]));
    assert_eq!((100 * century + year).to_le_bytes(), bytes[10..12]);
    assert!(century == 20 && (1..=12).contains(&bytes[2]) && (1..=31).contains(&bytes[3]));
    assert_eq!(bytes[4..10], [1, 0, 0, 0, 0, 0]);
    assert_eq!(bytes[12..16], [8, 0, 0, 0]);
    // Nobody knows who has played; White has no disc, so Black has them all.
    assert_eq!(bytes[16..24], [0, 0, 0, 0, 0, 0, 64, 64]);
    assert_eq!(bytes[24..33], QUICKEST_SQUARES);
    assert!(bytes[33..].iter().all(|&byte| byte == 0));
    // Passes after the end are not kept, and a game may stop early: its score stands.
    client.ask("play w pass");
    assert_eq!(ask_about(&mut client, "savewthor", &path), "=");
    client.ask("clear_board");
    client.ask("play F5");
    assert_eq!(ask_about(&mut client, "savewthor", &path), "=");
    let three = fs::read(&path).expect("a file");
    assert_eq!(three.len(), 16 + 3 * 68);
    assert_eq!(three[4..8], [3, 0, 0, 0]);
    assert_eq!(
        (&three[8..84], &three[84..152]),
        (&bytes[8..], &bytes[16..])
    );
    assert_eq!(three[152..162], [0, 0, 0, 0, 0, 0, 4, 4, 56, 0]);
    client.ask(&format!("loadwthor {} 2", path.display()));
    assert_eq!(client.ask("history"), "= F5 D6 C5 F4 E7 F6 G5 E6 E3");
}

#[test]
fn what_stands_in_a_wthor_file_stays_in_it() {
    let games = [wthor_game(64, &QUICKEST_SQUARES), wthor_game(31, &[56, 66])];
    let before = wthor(2, 8, &games);
    let path = file("stays.wtb", &before);
    let output = answers(
        "othello",
        format!("play D3\nsavewthor {}\n", path.display()),
    );
    assert_eq!(output, "=\n\n=\n\n");
    let after = fs::read(&path).expect("a file");
    assert_eq!(after[..4], before[..4]);
    assert_eq!(after[4..8], [3, 0, 0, 0]);
    assert_eq!(after[8..before.len()], before[8..]);
    assert_eq!(after[before.len()..][6..10], [4, 4, 34, 0]);
}

#[test]
fn a_game_that_cannot_be_in_a_wthor_file_is_not_saved() {
    let path = no_file("refused.wtb");
    for begin in [
        "newgame connect4\nplay D1",
        "newgame othello\nsetup --------------------------XXX------XX-------XXOO------O------O-X X",
    ] {
        let output = answers(
            "tictactoe",
            format!("{begin}\nsavewthor {}\n", path.display()),
        );
        let (_, last) = output.trim_end().rsplit_once('\n').expect("replies");
        assert_refused(last, "save");
        assert!(!path.exists(), "{begin}");
    }
}

#[test]
fn a_file_that_is_no_whole_wthor_file_is_not_appended_to() {
    let game = || wthor_game(64, &QUICKEST_SQUARES);
    let whole = wthor(1, 8, &[game()]);
    for bytes in [
        b"no record".to_vec(),
        b"a text that is long enough for a head, and for a whole game of 68 bytes, too. ".repeat(2),
        whole[..whole.len() - 1].to_vec(),
        wthor(2, 8, &[game()]),
        wthor(u32::MAX, 8, &[game()]),
        // Whose are the games that are not counted?
        wthor(1, 8, &[game(), game()]),
        [whole.clone(), vec![0]].concat(),
        wthor(1, 10, &[game()]),
    ] {
        let path = file("no.wtb", &bytes);
        let output = answers(
            "othello",
            format!("play D3\nsavewthor {}\n", path.display()),
        );
        assert_refused(output.trim_start_matches("=\n\n"), "save");
        assert_eq!(fs::read(&path).expect("a file"), bytes);
    }
}

#[test]
fn the_log_says_why_a_file_is_refused() {
    let path = file("log.wtb", wthor(9, 8, &[wthor_game(32, &[])]));
    let input = format!(
        "loadwthor {0} 1\nnewgame connect4\nsavewthor {0}\n",
        path.display()
    );
    let mut command = assert_cmd::Command::from_std({
        let mut program = program();
        program.arg("-v");
        program
    });
    let output = command
        .write_stdin(input)
        .output()
        .expect("the program runs");
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    for reason in [
        "9 games take 628 bytes, and it has 84",
        "there are no WTHOR files of Connect4",
    ] {
        assert!(log.contains(reason), "{log}");
    }
}

#[test]
fn a_file_that_another_program_writes_to_is_left_alone() {
    let bytes = wthor(1, 8, &[wthor_game(64, &QUICKEST_SQUARES)]);
    let path = file("busy.wtb", &bytes);
    let mut client = Client::start("othello");
    let held = fs::File::open(&path).expect("a file");
    held.lock().expect("a lock");
    assert_refused(&ask_about(&mut client, "savewthor", &path), "save");
    // Not just dropped: a program that another test is starting may have the file open as well.
    held.unlock().expect("it was locked");
    assert_eq!(fs::read(&path).expect("a file"), bytes);
    assert_eq!(ask_about(&mut client, "savewthor", &path), "=");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_neither_read_nor_written() {
    let path = no_file("pipe.wtb");
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    assert!(made.expect("mkfifo is there").success());
    let mut client = Client::start("othello");
    assert_refused(&ask_about(&mut client, "savewthor", &path), "save");
    assert_eq!(
        ask_about(&mut client, "loadsgf", &path),
        "? cannot load file"
    );
    let command = format!("loadwthor {} 1", path.display());
    assert_refused(&client.ask(&command), "load");
    fs::remove_file(&path).expect("it was there");
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_a_wthor_file_as_it_was() {
    let games = vec![wthor_game(64, &QUICKEST_SQUARES); 14];
    // A file may have 1024 bytes: 14 games leave room for a part of the next.
    let script = "trap '' XFSZ; ulimit -f 2; exec \"$0\" --game othello";
    let limited = |path: &std::path::Path| {
        let mut command = std::process::Command::new("sh");
        command.args(["-c", script]).arg(program().get_program());
        let mut command = assert_cmd::Command::from_std(command);
        let input = format!("play D3\nsavewthor {}\n", path.display());
        let output = command
            .write_stdin(input)
            .output()
            .expect("the program runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let path = file("room.wtb", wthor(13, 8, &games[..13]));
    assert_eq!(
        limited(&path),
        "=\n\n=\n\n",
        "there is room for the last game"
    );
    let bytes = wthor(14, 8, &games);
    let path = file("full.wtb", &bytes);
    assert_refused(limited(&path).trim_start_matches("=\n\n"), "save");
    assert_eq!(fs::read(&path).expect("a file"), bytes);
}

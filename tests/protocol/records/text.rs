//! GGF, and lines of `.obf` files.

use super::{QUICKEST, ask_about, file};
use crate::protocol::client::Client;

const START: &str =
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";

#[test]
fn ggf_of_other_programs_is_loaded() {
    let nboard = "1 (;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]\
                  TI[15:00]TY[8]BO[8 ---------------------------O*------*O---------------------\
                  ------ *]B[F5]W[d6//1.23]B[C3/0.50/2]W[D3/-2];)";
    let server = format!(
        "2\r\n(;GM[Othello]PC[GGS/os]PB[a]PW[b]RB[1457.12]RW[1631.74]TI[15:00//02:00]\r\nTY[s8]\
         RE[-40.00:r]{START}\r\nB[F5//4.09] W[D6/40.00/0.01]\r\nB[C3]W[D3];)(;GM[Othello]TY[8]\
         {START}B[D3];)"
    );
    // Another name for the game, and nothing but its moves.
    let edax = "(;GM[othello]PC[Edax]B[f5]W[d6]B[c3]W[d3];)";
    let mut client = Client::start("connect4");
    for (name, text) in [
        ("nboard.ggf", nboard),
        ("server.ggf", &server),
        ("edax.ggf", edax),
    ] {
        let path = file(name, text);
        client.ask("newgame connect4");
        assert_eq!(ask_about(&mut client, "loadsgf", &path), "=", "{name}");
        assert_eq!(client.ask("gogui-rules_game_id"), "= Othello");
        assert_eq!(client.ask("history"), "= F5 D6 C3 D3", "{name}");
        let before = format!("loadsgf {} 3", path.display());
        assert_eq!(client.ask(&before), "=", "{name}");
        assert_eq!(client.ask("history"), "= F5 D6", "{name}");
    }
}

#[test]
fn every_spelling_of_a_pass_in_ggf_is_read() {
    // Black has to pass here.
    let board = "--------------------------***------**-------**OO------O------O-*";
    let mut client = Client::start("othello");
    for pass in [
        "B[PA]",
        "B[pa/-3.00]",
        "B[pass//1.67]",
        "B[PASS]",
        "B[--]",
        "B[]",
        "",
    ] {
        let text = format!("(;GM[Othello]TY[8]BO[8 {board} *]{pass}W[C3];)");
        let path = file("pass.ggf", &text);
        assert_eq!(ask_about(&mut client, "loadsgf", &path), "=", "{pass}");
        assert_eq!(client.ask("history"), "= pass C3", "{pass}");
    }
    let printed = client.ask("printggf").split_off(2);
    let expected =
        format!("(;GM[Othello]PC[Heelstone]PB[]PW[]RE[?]TY[8]BO[8 {board} *]B[PA]W[C3];)");
    assert_eq!(printed, expected);
    // White may be the first to move.
    let text = format!("(;GM[Othello]BO[8 {board} O]W[C3];)");
    assert_eq!(
        ask_about(&mut client, "loadsgf", &file("white.ggf", text)),
        "="
    );
    assert_eq!(client.ask("history"), "= C3");
}

#[test]
fn ggf_tells_the_disc_difference_and_no_pass_after_the_end() {
    let mut client = Client::start("othello");
    client.ask(&format!("gogui-play_sequence {QUICKEST}"));
    let record = client.ask("printggf");
    assert!(record.contains("]RE[+64.00]TY[8]BO[8 "), "{record}");
    assert!(record.ends_with("W[E6]B[E3];)"), "{record}");
    client.ask("gogui-play_sequence w pass b pass");
    assert_eq!(
        client.ask("history"),
        "= F5 D6 C5 F4 E7 F6 G5 E6 E3 pass pass"
    );
    assert_eq!(client.ask("printggf"), record);
}

#[test]
fn ggf_that_cannot_be_loaded_changes_nothing() {
    let mut client = Client::start("tictactoe");
    client.ask("play B2");
    for text in [
        format!("(;GM[Othello]TY[8]{START}B[F5]W[F5];)"),
        format!("(;GM[Othello]TY[8]{START}B[F5]B[D6];)"),
        format!("(;GM[Othello]TY[8]{START}B[I9];)"),
        format!("(;GM[Othello]TY[8]{START}B[PA];)"),
        // The fewer discs win.
        format!("(;GM[Othello]TY[8a]{START}B[F5];)"),
        format!("(;GM[Amazons]TY[8]{START}B[F5];)"),
        format!("(;GM[Othello]TY[8]{START}B[F5"),
        "(;GM[Othello]TY[10]BO[10 *];)".into(),
        "(;GM[Othello]TY[8]BO[8 ---O*------*O--- *]B[F5];)".into(),
        "(;GM[Othello]TY[8]BO[8]B[F5];)".into(),
        "(;GM[Othello]TY[8]BO[]B[F5];)".into(),
        "1 2 (;GM[Othello]B[F5];)".into(),
    ] {
        let path = file("wrong.ggf", &text);
        assert_eq!(
            ask_about(&mut client, "loadsgf", &path),
            "? cannot load file",
            "{text}"
        );
        assert_eq!(client.ask("gogui-rules_game_id"), "= Tic-tac-toe");
        assert_eq!(client.ask("history"), "= B2");
    }
}

#[test]
fn a_line_of_an_obf_file_is_set_up_as_it_stands() {
    let mut client = Client::start("othello");
    let board = "--------------------------XXX------XX-------XXOO------O------O-X";
    for rest in [
        "X",
        "X;",
        "X; PA:-3;",
        "X; A2:+38; C7:+36; % FFO 40",
        "O % a remark",
        "O %",
    ] {
        assert_eq!(client.ask(&format!("setup {board} {rest}")), "=", "{rest}");
        let side = rest.split_at(1).0;
        assert_eq!(client.ask("position"), format!("= {board} {side}"));
    }
    assert_eq!(client.ask("setup % nothing but a remark"), "? syntax error");
}

#[test]
fn a_file_of_pdn_is_loaded_by_the_number_of_a_game() {
    let path = file(
        "two.pdn",
        "[Event \"one\"]\n\n1. 32-28 19-23 *\n\n[Event \"two\"]\n\n1. 31-27 *\n",
    );
    let mut client = Client::start("draughts");
    for (which, history) in [
        ("", "= 32-28 19-23"),
        (" 2", "= 31-27"),
        (" 1", "= 32-28 19-23"),
        (" 1 2", "= 32-28"),
    ] {
        let command = format!("loadpdn {}{which}", path.display());
        assert_eq!(client.ask(&command), "=", "{which}");
        assert_eq!(client.ask("history"), history, "{which}");
    }
    for (refused, why) in [
        (" 0", "cannot load file: there is no game 0: the file has 2"),
        (" 3", "cannot load file: there is no game 3: the file has 2"),
        (" 1 0", "syntax error"),
        (" 1 2 3", "syntax error"),
        (" one", "syntax error"),
    ] {
        let command = format!("loadpdn {}{refused}", path.display());
        assert_eq!(client.ask(&command), format!("? {why}"), "{refused}");
        assert_eq!(client.ask("history"), "= 32-28", "{refused}");
    }
}

#[test]
fn a_game_is_added_to_a_file_of_pdn_and_to_no_other() {
    let mut client = Client::start("draughts");
    client.ask("play white 32-28");
    let path = file("growing.pdn", "1. 31-27 *");
    for number in [2, 3] {
        assert_eq!(ask_about(&mut client, "savepdn", &path), "=");
        let command = format!("loadpdn {} {number}", path.display());
        assert_eq!(client.ask(&command), "=");
        assert_eq!(client.ask("history"), "= 32-28");
    }
    for (name, text) in [
        ("notes.txt", "hello world"),
        ("one.sgf", "(;GM[1])"),
        ("open.pdn", "1. 31-27 {to be gone on with"),
    ] {
        let path = file(name, text);
        let refused = ask_about(&mut client, "savepdn", &path);
        assert!(refused.starts_with("? cannot save file: "), "{refused}");
        assert_eq!(std::fs::read_to_string(&path).expect("it is there"), text);
    }
}

#[test]
fn a_record_of_more_than_four_mebibytes_is_refused_in_whole() {
    let mut text = format!("(;GM[Othello]TY[8]{START}B[F5];)");
    text.push_str(&" ".repeat((4 << 20) - text.len()));
    let mut client = Client::start("othello");
    let path = file("large.ggf", &text);
    assert_eq!(ask_about(&mut client, "loadsgf", &path), "=");
    assert_eq!(client.ask("history"), "= F5");
    client.ask("newgame");
    let path = file("large.ggf", format!("{text} "));
    assert_eq!(
        ask_about(&mut client, "loadsgf", &path),
        "? cannot load file"
    );
    assert_eq!(client.ask("history"), "=");
}

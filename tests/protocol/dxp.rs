//! DamExchange, as draughts programs use it, by a client written from the description of the protocol.

use std::process::{Child, Stdio};

use crate::protocol::client::{Client, program};
use crate::protocol::fronts::{Peer, listening};

/// A request in which the engine has this colour, for so many moves.
fn request(colour: char, moves: u32, start: &str) -> String {
    format!("R01{:32}{colour}005{moves:03}{start}", "A client")
}

/// The move of a message as Heelstone's own protocol reads it.
fn name_of(message: &str) -> String {
    let number = |from: usize| message[from..from + 2].parse::<u8>().expect("a number");
    assert!(message.starts_with('M'), "{message:?} is no move");
    let (from, to, count) = (number(5), number(7), number(9));
    assert_eq!(message.len(), 11 + 2 * usize::from(count), "{message}");
    let captured: Vec<_> = (0..count)
        .map(|index| format!("x{}", number(11 + 2 * usize::from(index))))
        .collect();
    match count {
        0 => format!("{from}-{to}"),
        _ => format!("{from}x{to}{}", captured.concat()),
    }
}

fn wait(mut engine: Child) {
    assert!(engine.wait().expect("an exit status").success());
}

#[test]
fn two_engines_play_games_by_turns_to_their_ends() {
    let (follower, address) = listening(&["--nodes", "60"]);
    let log = concat!(env!("CARGO_TARGET_TMPDIR"), "/dxp.traffic");
    let _ = std::fs::remove_file(log);
    let initiator = program()
        .args([
            "--protocol",
            "dxp",
            "--connect",
            &address,
            "--games",
            "3",
            "--nodes",
            "30",
            "--moves",
            "0",
        ])
        .args(["--traffic", log])
        .stdin(Stdio::null())
        .spawn()
        .expect("the program starts");
    wait(initiator);
    wait(follower);
    let log = std::fs::read_to_string(log).expect("a log");
    let requests: Vec<_> = log
        .lines()
        .filter(|line| line.starts_with("<< R01Heelstone"))
        .collect();
    assert_eq!(requests.len(), 3, "{log}");
    let colours: String = requests
        .iter()
        .filter_map(|line| line.chars().nth(3 + 35))
        .collect();
    assert_eq!(colours, "ZWZ");
    assert_eq!(
        log.lines().filter(|line| line.starts_with(">> A")).count(),
        3
    );
    // Each game has an end by each side, and both programs count the same moves.
    let ends: Vec<_> = log
        .lines()
        .filter(|line| line[3..].starts_with('E'))
        .collect();
    assert_eq!(ends.len(), 6, "{ends:?}");
    let mut referee = Client::start("draughts");
    for line in log.lines() {
        match &line[3..4] {
            "R" => assert_eq!(referee.ask("clear_board"), "="),
            "M" => assert_eq!(
                referee.ask(&format!("play {}", name_of(&line[3..]))),
                "=",
                "{line}"
            ),
            _ => {}
        }
    }
}

#[test]
fn a_game_ends_after_the_moves_that_were_agreed_upon() {
    let mut peer = Peer::start(&["--nodes", "100"]);
    let mut player = Client::start_with(&["--game", "draughts", "--nodes", "100"]);
    peer.send(&request('W', 3, "A"));
    assert!(peer.message().starts_with("AHeelstone "));
    for _ in 0..3 {
        let moved = name_of(&peer.message());
        assert_eq!(player.ask(&format!("play {moved}")), "=");
        let reply = player.ask("genmove b").replace("= ", "");
        let squares: Vec<u8> = reply
            .split(['-', 'x'])
            .map(|square| square.parse::<u8>().expect("a square"))
            .collect();
        assert_eq!(
            squares.len(),
            2,
            "an opening without captures on several ways: {reply}"
        );
        let captures = match reply.contains('x') {
            // Of a man in the opening: what lies between.
            true => format!("01{:02}", between(squares[0], squares[1])),
            false => "00".into(),
        };
        peer.send(&format!(
            "M0001{:02}{:02}{captures}",
            squares[0], squares[1]
        ));
    }
    assert_eq!(peer.message(), "E00");
    peer.send("E00");
    // Another game, which the other side ends.
    peer.send(&request('Z', 0, "A"));
    assert!(peer.message().ends_with('0'));
    peer.send("E20");
    assert_eq!(peer.message(), "E00");
    peer.end();
}

/// The square between two of a jump, on ten by ten squares.
fn between(from: u8, to: u8) -> u8 {
    let place = |square: u8| {
        let row = (square - 1) / 5;
        (row, 2 * ((square - 1) % 5) + 1 - row % 2)
    };
    let ((a, b), (c, d)) = (place(from), place(to));
    let (row, column) = ((a + c) / 2, (b + d) / 2);
    row * 5 + column / 2 + 1
}

/// A board with these pieces, by square.
fn board(pieces: &[(usize, char)]) -> String {
    let mut letters = ['e'; 50];
    for (square, letter) in pieces {
        letters[square - 1] = *letter;
    }
    letters.into_iter().collect()
}

#[test]
fn a_position_is_taken_over_and_the_side_that_cannot_move_gives_up() {
    let mut peer = Peer::start(&[]);
    let start = board(&[(28, 'w'), (23, 'z'), (50, 'W')]);
    peer.send(&request('Z', 0, &format!("BW{start}")));
    assert!(peer.message().ends_with('0'));
    peer.send("M000128190123");
    assert_eq!(peer.message(), "E10");
    peer.send("E00");
    peer.end();
}

#[test]
fn a_draw_is_told_in_turn() {
    let mut peer = Peer::start(&[]);
    // One king each: five moves each, and the game is drawn.
    let start = board(&[(46, 'W'), (1, 'Z')]);
    peer.send(&request('Z', 0, &format!("BW{start}")));
    assert!(peer.message().ends_with('0'));
    let mut squares = (46, 5);
    loop {
        peer.send(&format!("M0001{:02}{:02}00", squares.0, squares.1));
        squares = (squares.1, squares.0);
        let message = peer.message();
        if message.starts_with('E') {
            assert_eq!(message, "E20");
            break;
        }
        assert!(name_of(&message).contains('-'), "{message}");
    }
    peer.send("E00");
    peer.end();
}

#[test]
fn requests_that_cannot_be_met_are_refused_with_their_code() {
    let mut peer = Peer::start(&["--nodes", "50"]);
    for (message, code) in [
        (request('W', 0, "A").replacen("R01", "R02", 1), '1'),
        (request('W', 0, "BWwww"), '2'),
        // Black has nothing to move.
        (request('W', 0, &format!("BZ{}", board(&[(28, 'w')]))), '2'),
        // A man on the last row.
        (
            request('W', 0, &format!("BW{}", board(&[(1, 'w'), (30, 'z')]))),
            '2',
        ),
    ] {
        peer.send(&message);
        let answer = peer.message();
        assert!(
            answer.len() == 34 && answer.ends_with(code),
            "{message}: {answer}"
        );
    }
    // Nothing of it hurts the next game.
    for noise in ["", "X", "M", "R01", "K0", "CHello", "A", "B001W", "E"] {
        peer.send(noise);
    }
    assert_eq!(peer.message(), "K1");
    peer.send(&request('W', 0, "A"));
    assert!(peer.message().ends_with('0'));
    name_of(&peer.message());
    peer.send("E00");
    assert_eq!(peer.message(), "E00");
    peer.end();
}

#[test]
fn an_illegal_move_ends_the_game_with_a_word() {
    let mut peer = Peer::start(&["--nodes", "50"]);
    peer.send(&request('Z', 0, "A"));
    peer.message();
    peer.send("M0001322700");
    name_of(&peer.message());
    peer.send("M0001010200");
    let chat = peer.message();
    assert!(chat.starts_with("Cillegal move 1-2 in "), "{chat}");
    assert_eq!(peer.message(), "E00");
    peer.send("E00");
    peer.end();
}

#[test]
fn moves_are_taken_back_also_while_the_engine_thinks() {
    let mut peer = Peer::start(&["--timelimit", "1000"]);
    peer.send(&request('Z', 0, "A"));
    peer.message();
    peer.send("M0001322800");
    // It thinks on its first move: back to White's.
    peer.send("B001W");
    assert_eq!(peer.message(), "K0");
    peer.send("B007W");
    assert_eq!(peer.message(), "K1");
    peer.send("M0001332900");
    // The end of the game ends the search, too.
    peer.send("E00");
    assert_eq!(peer.message(), "E00");
    peer.end();
}

#[test]
fn a_lost_connection_ends_the_program() {
    let mut peer = Peer::start(&["--timelimit", "1000"]);
    peer.send(&request('W', 0, "A"));
    peer.message();
    peer.end();
}

//! What the server endures: floods, nonsense, many tabs, and the end.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Server, Tab};

#[test]
fn a_message_that_is_too_long_closes_the_socket() {
    let server = Server::start(&[]);
    let mut tab = server.open();
    tab.hear();
    tab.say_text(&format!(
        "{{\"do\":\"load\",\"text\":\"{}\"}}",
        "x".repeat(100_000)
    ));
    assert!(tab.is_closed());
    // And nobody else's.
    assert_eq!(server.open().hear()["is"], "hello");
}

#[test]
fn a_flood_of_messages_is_let_through_at_a_bounded_rate() {
    let server = Server::start(&["--threads", "1", "--hash", "1"]);
    let mut tab = server.open();
    tab.say(&json!({"do": "open", "game": "tictactoe"}));
    tab.hear_state();
    let start = Instant::now();
    // 200 may come at once, and 100 each second.
    for _ in 0..400 {
        tab.say(&json!({"do": "goto", "ply": 0}));
    }
    for _ in 0..400 {
        tab.hear_state();
    }
    assert!(
        start.elapsed() > Duration::from_secs(1),
        "{:?}",
        start.elapsed()
    );
}

#[test]
#[cfg(unix)]
fn a_flood_of_silent_connections_locks_nobody_out() {
    // The system would let the server have no more than these.
    let server = Server::start_with_files(300, &["--threads", "1", "--hash", "1"]);
    let mut early = server.open();
    let before = server.memory();
    let flood: Vec<TcpStream> = (0..500).map(|_| server.stream()).collect();
    assert!(server.get("/", &server.host()).starts_with("HTTP/1.1 200"));
    assert_eq!(server.open().hear()["is"], "hello");
    // Those who came before are served as well.
    early.say(&json!({"do": "open", "game": "tictactoe"}));
    early.hear_state();
    drop(flood);
    assert!(server.get("/", &server.host()).starts_with("HTTP/1.1 200"));
    if let Some((before, after)) = before.zip(server.memory()) {
        println!("before the flood {before} KiB, after it {after} KiB");
        assert!(after < before + (8 << 10), "{before} KiB, then {after} KiB");
    }
}

#[test]
fn a_connection_that_says_nothing_is_closed() {
    let server = Server::start(&["--threads", "1", "--hash", "1"]);
    let mut begun = server.stream();
    begun
        .write_all(b"GET / HTTP/1.1\r\nHost: ")
        .expect("it listens");
    let mut served = server.stream();
    let request = format!("GET /icon.svg HTTP/1.1\r\nHost: {}\r\n\r\n", server.host());
    served.write_all(request.as_bytes()).expect("it listens");
    for mut stream in [server.stream(), begun, served] {
        let mut heard = Vec::new();
        // It fails if the server still waits when the client has lost its patience.
        let ended = stream.read_to_end(&mut heard);
        let is_over = ended
            .as_ref()
            .map_or_else(|error| error.kind() == ErrorKind::ConnectionReset, |_| true);
        assert!(is_over, "{ended:?}");
    }
}

#[test]
#[ignore = "takes long"]
fn random_messages_neither_crash_it_nor_leave_a_search_running() {
    // As many tabs as it takes to send them all without being slowed down.
    const TABS: usize = 50;
    const EACH: usize = 80;
    let server = Server::start(&["--threads", "2", "--hash", "1"]);
    let mut rng = fastrand::Rng::with_seed(1);
    let mut tabs: Vec<Tab> = (0..TABS).map(|_| server.open()).collect();
    for round in 0..EACH {
        for tab in &mut tabs {
            tab.say_text(&random_message(&mut rng));
            if round % 20 == 19 {
                tab.drain();
            }
        }
    }
    // It has heard them all and still answers.
    for tab in &mut tabs {
        tab.say(&json!({"do": "open", "game": "tictactoe", "moves": ["B2"]}));
        tab.hear_until(|message| {
            message["game"] == "tictactoe" && message["moves"] == json!(["B2"])
        });
    }
    drop(tabs);
    server.comes_to_rest();
}

#[test]
fn closing_a_tab_ends_its_search() {
    let server = Server::start(&["--threads", "1", "--hash", "1"]);
    let mut tab = server.open();
    let endless = json!({"machine": true, "depth": 60});
    tab.say(&json!({"do": "players", "black": endless, "white": endless}));
    tab.say(&json!({"do": "open", "game": "othello"}));
    tab.hear_until(|message| message["is"] == "thinking");
    drop(tab);
    server.comes_to_rest();
}

#[test]
fn many_tabs_cost_little_memory() {
    let server = Server::start(&["--threads", "1", "--hash", "1"]);
    let mut idle: Vec<Tab> = (0..200).map(|_| server.open()).collect();
    for tab in &mut idle {
        tab.say(&json!({"do": "open", "game": "othello"}));
        tab.hear_state();
    }
    let of_idle = server.memory();
    let mut playing: Vec<Tab> = (0..20).map(|_| server.open()).collect();
    let machine = json!({"machine": true, "time": 0.01});
    for tab in &mut playing {
        tab.say(&json!({"do": "players", "black": machine, "white": machine}));
        tab.say(&json!({"do": "open", "game": "connect4"}));
    }
    for tab in &mut playing {
        tab.hear_until(|message| message["at"].as_u64() >= Some(3));
    }
    let (Some(of_idle), Some(of_all)) = (of_idle, server.memory()) else {
        return println!("skipped: this system does not tell how much memory a process has");
    };
    println!("200 idle tabs: {of_idle} KiB, and 20 that play: {of_all} KiB");
    assert!(of_all < 300 << 10, "{of_all} KiB");
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_it_in_peace() {
    let mut server = Server::start(&["--threads", "1", "--hash", "1"]);
    let mut tab = server.open();
    let endless = json!({"machine": true, "depth": 60});
    tab.say(&json!({"do": "players", "black": endless, "white": {}}));
    tab.say(&json!({"do": "open", "game": "connect4", "size": "8x7"}));
    tab.hear_until(|message| message["is"] == "thinking");
    let start = Instant::now();
    let status = server.interrupt();
    assert!(status.success(), "{status}");
    assert!(start.elapsed() < Duration::from_secs(20));
    assert!(tab.is_closed());
}

/// A message as no page would send it: noise, half a message, or a real one with odd values.
fn random_message(rng: &mut fastrand::Rng) -> String {
    if rng.u8(..8) == 0 {
        return (0..rng.usize(..60)).map(|_| rng.char(..)).collect();
    }
    let game = [
        "tictactoe",
        "connect4",
        "othello",
        "stonehenge",
        "chess",
        "",
    ][rng.usize(..6)];
    let word = ["D1", "B2", "pass", "K6", "F5", "", "\u{0}", "9999999999"][rng.usize(..8)];
    let number: Value =
        [json!(0), json!(3), json!(-1), json!(1e300), json!(null)][rng.usize(..5)].clone();
    let player = || json!({"machine": true, "level": "master", "time": number, "depth": number});
    let text = ["(;GM[2]SZ[8];B[fd])", "(", "X", "......... b"][rng.usize(..4)];
    let message = match rng.u8(..10) {
        0 => json!({"do": "open", "game": game, "moves": [word, word], "at": number}),
        1 => json!({"do": "open", "game": game}),
        2 | 3 => json!({"do": "play", "move": word}),
        4 => json!({"do": "goto", "ply": number}),
        5 => json!({"do": "players", "black": player(), "white": player()}),
        6 => json!({"do": "think", "on": rng.bool(), "moves": rng.bool()}),
        7 => json!({"do": (["hint", "go", "stop"][rng.usize(..3)])}),
        8 => json!({"do": "tree", "plies": rng.u32(..9), "minimax": rng.bool()}),
        _ => json!({"do": "load", "text": text}),
    };
    let mut text = message.to_string();
    if rng.u8(..5) == 0 {
        let end = (0..=text.len())
            .filter(|&n| text.is_char_boundary(n))
            .nth(rng.usize(..text.len()));
        text.truncate(end.unwrap_or(0));
    }
    text
}

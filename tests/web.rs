//! `heelstone web` from the outside: whom it answers, what it endures, and the page in a browser.

pub(crate) mod client;

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::browser::skip;
use client::{Server, Tab};
use serde_json::{Value, json};

#[test]
fn the_page_and_its_files_are_served_with_a_strict_policy() {
    let server = Server::start(&[]);
    let page = server.get("/", &server.host());
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    let head = page.to_ascii_lowercase();
    assert!(head.contains("content-security-policy: default-src 'none'; script-src 'self';"));
    assert!(!head.contains("unsafe-"), "{head}");
    assert!(page.contains("<title>Heelstone</title>"));
    // No handler and no style stands in the page itself: the policy would not let it.
    assert!(!page.contains(" onclick=") && !page.contains(" style="));
    let script = server.get("/main.js", &server.host());
    assert!(
        script
            .to_ascii_lowercase()
            .contains("content-type: text/javascript")
    );
    assert!(
        server
            .get("/../Cargo.toml", &server.host())
            .starts_with("HTTP/1.1 404")
    );
}

#[test]
fn a_foreign_name_is_refused() {
    let server = Server::start(&[]);
    for host in [
        "example.org",
        "example.org:80",
        "192.168.1.2",
        "localhost.example.org",
        "",
    ] {
        let answer = server.get("/", host);
        assert!(!answer.starts_with("HTTP/1.1 200"), "{host}: {answer}");
        assert!(!answer.contains("Heelstone"), "{host}: {answer}");
    }
    let local = format!("localhost:{}", server.port());
    assert!(server.get("/", &local).starts_with("HTTP/1.1 200"));
}

/// The first link that `--lan` prints is that of an address in the network, if there is one.
#[test]
fn a_device_of_the_network_plays_with_the_key_and_gets_nothing_without() {
    let server = Server::start(&["--lan", "--threads", "1", "--hash", "1"]);
    let host = server.host();
    if host.starts_with("127.") {
        return skip("this machine has no address in a network");
    }
    let key = server.key();
    assert_eq!(key.len(), 33, "{key}");
    let page = server.get(&format!("{key}/"), &host);
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    // What the page asks for lies beside it.
    assert!(!page.contains("=\"/"), "{page}");
    let script = server.get(&format!("{key}/main.js"), &host);
    assert!(script.starts_with("HTTP/1.1 200"), "{script}");

    let wrong = format!("/{}", "0".repeat(32));
    let short = &key[..key.len() - 1];
    for path in ["", &wrong, short, &format!("{key}0"), &format!("/{key}")] {
        for file in ["/", "/main.js", "/socket"] {
            let answer = server.get(&format!("{path}{file}"), &host);
            assert!(answer.starts_with("HTTP/1.1 403"), "{path}{file}: {answer}");
            assert!(!answer.contains(&key[1..]), "{answer}");
        }
    }
    assert!(
        server
            .get(&format!("{key}/"), "example.org")
            .starts_with("HTTP/1.1 421")
    );

    let origin = format!("http://{host}");
    for key in ["", &wrong, short] {
        assert!(server.connect_with(key, &origin).is_err(), "{key}");
    }
    assert!(server.connect_with(key, "http://example.org").is_err());
    let mut tab = server.open();
    assert_eq!(tab.hear()["is"], "hello");
    tab.say(&json!({"do": "open", "game": "tictactoe"}));
    assert_eq!(tab.hear_state()["game"], "tictactoe");
}

#[test]
fn each_start_has_a_key_of_its_own_and_this_machine_a_link() {
    let start = || Server::start(&["--lan", "--threads", "1", "--hash", "1"]);
    let (first, second) = (start(), start());
    assert_ne!(first.key(), second.key());
    let here = format!("127.0.0.1:{}", first.port());
    let mut stream = TcpStream::connect(&here).expect("it listens here, too");
    let path = first.key();
    let request = format!("GET {path}/ HTTP/1.1\r\nHost: {here}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it listens");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[test]
fn the_page_of_another_site_cannot_connect() {
    let server = Server::start(&[]);
    let other_port = "http://127.0.0.1:1".to_string();
    for origin in [
        Some("http://example.org".into()),
        Some("null".into()),
        Some(other_port),
        None,
    ] {
        let refused = server.connect(origin.as_deref());
        assert!(refused.is_err(), "{origin:?}");
    }
    let mut tab = server.open();
    assert_eq!(tab.hear()["is"], "hello");
}

#[test]
fn a_game_is_played_over_the_socket() {
    let server = Server::start(&["--game", "tictactoe"]);
    let mut tab = server.open();
    assert_eq!(tab.hear()["game"], "tictactoe");
    tab.say(&json!({"do": "players", "black": {}, "white": {"machine": true, "time": 0.05}}));
    tab.say(&json!({"do": "open", "game": "tictactoe"}));
    let state = tab.hear_state();
    assert_eq!(state["legal"].as_array().map(Vec::len), Some(9));
    tab.say(&json!({"do": "play", "move": "B2"}));
    let state = tab.hear_until(|message| message["at"] == 2);
    assert_eq!(state["to_move"], "black");
    tab.say(&json!({"do": "play", "move": "B2"}));
    assert_eq!(tab.hear()["why"], "\"B2\" is not a legal move here");
    tab.say(&json!({"do": "goto", "ply": 0}));
    let state = tab.hear_state();
    assert_eq!(
        (&state["at"], &state["moves"].as_array().map(Vec::len)),
        (&json!(0), &Some(2))
    );
}

#[test]
fn tabs_share_the_threads_and_each_gets_its_move() {
    let server = Server::start(&["--threads", "1", "--hash", "1"]);
    let mut tabs: Vec<Tab> = (0..8).map(|_| server.open()).collect();
    let machine = json!({"machine": true, "time": 0.1});
    for tab in &mut tabs {
        // One that only watches gives way to those that play.
        tab.say(&json!({"do": "think", "on": true, "moves": true}));
        tab.say(&json!({"do": "players", "black": {}, "white": machine}));
        tab.say(&json!({"do": "open", "game": "othello"}));
        tab.say(&json!({"do": "play", "move": "F5"}));
    }
    for tab in &mut tabs {
        tab.hear_until(|message| message["at"] == 2);
    }
}

#[test]
fn other_records_of_othello_are_loaded_too() {
    let server = Server::start(&["--threads", "1", "--hash", "1"]);
    let mut tab = server.open();
    let ggf = "1 (;GM[Othello]TY[8]BO[8 ---------------------------O*------*O-------------------\
               -------- *]B[F5//1.5]W[D6];)";
    tab.say(&json!({"do": "load", "text": ggf}));
    assert_eq!(tab.hear_state()["moves"], json!(["F5", "D6"]));
    let position = "--------------------------XXX------XX-------XXOO------O------O-X X";
    tab.say(&json!({"do": "load", "text": format!("{position}; PA:-3; % a problem")}));
    assert_eq!(tab.hear_state()["position"], position);
}

#[test]
fn a_loaded_game_stands_as_it_is_until_the_machine_is_told_to_go_on() {
    let server = Server::start(&["--threads", "1", "--hash", "1"]);
    let mut tab = server.open();
    let machine = json!({"machine": true, "level": "1", "time": 0.1});
    tab.say(&json!({"do": "players", "black": {}, "white": machine}));
    tab.say(&json!({"do": "load", "text": "f5d6c3"}));
    let state = tab.hear_until(|message| message["is"] == "state" && message["game"] == "othello");
    assert_eq!(
        (&state["at"], &state["paused"], &state["busy"]),
        (&json!(3), &json!(true), &json!(null))
    );
    tab.say(&json!({"do": "go"}));
    tab.hear_until(|message| message["at"] == 4);
    // A position has no moves that would be added to.
    tab.say(&json!({"do": "load", "text": "-------------------X-------XX------XO--------------------------- O"}));
    tab.hear_until(|message| message["at"] == 1);
}

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
fn what_it_cannot_serve_is_said_in_a_sentence() {
    let server = Server::start(&[]);
    let refused = |arguments: &[&str], code: i32, why: &str| {
        let program = Command::new(env!("CARGO_BIN_EXE_heelstone"))
            .arg("web")
            .args(arguments)
            .output()
            .expect("the program starts");
        let error = String::from_utf8_lossy(&program.stderr);
        assert_eq!(program.status.code(), Some(code), "{error}");
        assert!(error.contains(why), "{error}");
    };
    refused(&["--port", server.port()], 1, "cannot listen on 127.0.0.1");
    refused(&["--game", "chess"], 2, "othello");
    refused(&["--hash", "0"], 1, "the table takes 1 to");
    refused(&["--host", "somewhere"], 2, "--host");
}

#[test]
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
fn what_is_known_is_told_as_exact_with_its_source() {
    let server = Server::start(&["--threads", "1", "--hash", "1"]);
    let mut tab = server.open();
    let known = |tab: &mut Tab, purpose: &str, source: &str| {
        let thought = tab.hear_until(|message| message["is"] == "thinking");
        assert_eq!(thought["for"], purpose);
        let best = &thought["lines"][0];
        assert_eq!(
            (&best["exact"], &best["source"]),
            (&json!(true), &json!(source))
        );
        best.clone()
    };
    tab.say(&json!({"do": "open", "game": "connect4"}));
    tab.say(&json!({"do": "hint"}));
    assert_eq!(known(&mut tab, "hint", "book")["score"], json!({"win": 41}));
    let hint = tab.hear_until(|message| message["is"] == "hint");
    assert_eq!(hint["move"], "D1");
    tab.say(&json!({"do": "think", "on": true, "moves": true}));
    assert_eq!(known(&mut tab, "analysis", "book")["pv"][0], "D1");
    let solved = tab.hear_until(|message| message["is"] == "solved");
    assert_eq!(
        solved["moves"].as_object().map(|moves| moves.len()),
        Some(7)
    );
    assert_eq!(solved["moves"]["C1"], 0);
    // The machine's own move, too.
    tab.say(&json!({"do": "think", "on": false}));
    tab.say(&json!({"do": "players", "black": {"machine": true}, "white": {}}));
    known(&mut tab, "move", "book");
    tab.say(&json!({"do": "players", "black": {}, "white": {}}));
    tab.say(&json!({"do": "open", "game": "tictactoe", "moves": ["B2", "A1", "A3", "B1"]}));
    tab.say(&json!({"do": "hint"}));
    assert_eq!(
        known(&mut tab, "hint", "solver")["score"],
        json!({"win": 1})
    );
}

#[test]
fn a_hidden_page_rests_and_goes_on_when_it_is_seen() {
    let server = Server::start(&["--threads", "1", "--hash", "1"]);
    let mut tab = server.open();
    let endless = json!({"machine": true, "depth": 60});
    let thinks = |message: &Value| message["is"] == "thinking";
    tab.say(&json!({"do": "players", "black": endless, "white": {}}));
    tab.say(&json!({"do": "open", "game": "connect4", "size": "8x7"}));
    tab.hear_until(thinks);
    tab.say(&json!({"do": "rest", "on": true}));
    tab.hear_until(|message| message["is"] == "state" && message["busy"].is_null());
    server.comes_to_rest();
    tab.say(&json!({"do": "rest", "on": false}));
    tab.hear_until(thinks);
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

/// How long a server may take to end what it is at.
const PATIENCE: Duration = Duration::from_secs(60);

impl Server {
    /// Waits until no processor time is taken any more.
    fn comes_to_rest(&self) {
        let start = Instant::now();
        loop {
            let Some(before) = self.processor_ticks() else {
                return println!("skipped: this system does not tell the time of a process");
            };
            thread::sleep(Duration::from_millis(500));
            if self.processor_ticks() <= Some(before + 1) {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "a search is left running");
        }
    }
}

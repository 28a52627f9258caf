//! Whom the server answers, and with what.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;

use serde_json::json;

use super::client::Server;
use crate::browser::skip;

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

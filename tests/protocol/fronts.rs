//! The dialogues of docs/protocols.md, in the protocols of other programs, and what holds for all of them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::protocol::client::{Client, program};
use crate::protocol::transcript::{self, Exchange};

const DOCUMENT: &str = include_str!("../../docs/protocols.md");

/// The longest wait for a message.
const PATIENCE: Duration = Duration::from_secs(60);

/// The most lines that are read for one reply.
const MOST_LINES: usize = 500;

/// An engine in a protocol over standard input and output.
pub fn speaking(protocol: &str, options: &[&str]) -> Client {
    Client::start_with(&[&["--protocol", protocol][..], options].concat())
}

/// An engine that listens for DamExchange, and the connection to it.
pub struct Peer {
    engine: Child,
    stream: BufReader<TcpStream>,
}

impl Peer {
    pub fn start(options: &[&str]) -> Peer {
        let (engine, address) = listening(options);
        let stream = TcpStream::connect(address).expect("the engine listens");
        let patience = stream.set_read_timeout(Some(PATIENCE));
        patience.expect("the system can wait");
        Peer {
            engine,
            stream: BufReader::new(stream),
        }
    }

    pub fn send(&mut self, message: &str) {
        let message = format!("{message}\0");
        let sent = self.stream.get_mut().write_all(message.as_bytes());
        sent.expect("the engine reads");
    }

    /// The next message; empty at the end of the connection.
    pub fn message(&mut self) -> String {
        let mut message = Vec::new();
        self.stream.read_until(0, &mut message).expect("a message");
        assert!(message.len() <= 128, "{message:?} is too long");
        message.pop();
        String::from_utf8(message).expect("ASCII")
    }

    /// The end of the engine, which has to be clean.
    pub fn end(mut self) {
        let mut rest = Vec::new();
        let _ = self.stream.get_mut().shutdown(std::net::Shutdown::Write);
        self.stream.read_to_end(&mut rest).expect("an end");
        assert_eq!(rest, b"", "messages that nobody waited for");
        assert!(self.engine.wait().expect("an exit status").success());
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.engine.kill();
        let _ = self.engine.wait();
    }
}

/// An engine that listens for DamExchange at any port, and its address.
pub fn listening(options: &[&str]) -> (Child, String) {
    let mut engine = program()
        .args(["--protocol", "dxp", "--listen", "0"])
        .args(options)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let stderr = engine.stderr.take().expect("it is piped");
    let mut line = String::new();
    let mut stderr = BufReader::new(stderr);
    stderr.read_line(&mut line).expect("text");
    let address = line
        .trim()
        .strip_prefix("listening at ")
        .expect("an address");
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    (engine, address.to_string())
}

/// Has a dialogue; `next` reads a line.
fn check<T>(
    exchanges: &[Exchange],
    at: &mut T,
    send: fn(&mut T, &str),
    next: fn(&mut T) -> String,
) {
    for Exchange { command, reply } in exchanges {
        send(at, command);
        let expected: Vec<_> = reply.iter().map(|line| line.trim_end()).collect();
        let mut lines: Vec<String> = Vec::new();
        while !transcript::lines_match(
            &expected,
            &lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>(),
        ) {
            assert!(
                lines.len() < MOST_LINES,
                "{command}\nexpected:\n{}\nanswered:\n{}",
                expected.join("\n"),
                lines.join("\n")
            );
            lines.push(next(at));
        }
    }
}

#[test]
fn every_dialogue_of_the_document_runs() {
    let mut dialogues = 0;
    for block in DOCUMENT.split("\n```").skip(1).step_by(2) {
        let (kind, dialogue) = block.split_once('\n').expect("a block");
        let exchanges = || transcript::parse(dialogue);
        match kind {
            "hub" | "hub1" | "nboard" => {
                let mut client = speaking(kind, &[]);
                let send = |client: &mut Client, line: &str| client.send(format!("{line}\n"));
                check(&exchanges(), &mut client, send, Client::line);
                let (rest, status) = client.end();
                assert!(status.success(), "{kind}: {status}");
                assert_eq!(rest, "", "{kind}: a reply that is not written down");
            }
            "dxp" => {
                let mut peer = Peer::start(&["--nodes", "500"]);
                let send = |peer: &mut Peer, line: &str| peer.send(line);
                check(&exchanges(), &mut peer, send, Peer::message);
                peer.end();
            }
            _ => continue,
        }
        dialogues += 1;
    }
    assert!(dialogues >= 4, "only {dialogues} dialogues");
}

#[test]
fn a_game_that_does_not_speak_a_protocol_says_so() {
    for (options, why) in [
        (
            &["--protocol", "hub", "--game", "othello"][..],
            "othello does not speak hub",
        ),
        (
            &["--protocol", "nboard", "--game", "draughts"],
            "draughts does not speak nboard",
        ),
        (
            &["--protocol", "hub", "--listen", "0"],
            "protocols over TCP",
        ),
        (
            &["--protocol", "dxp", "--connect", "127.0.0.1:1"],
            "cannot connect",
        ),
        (&["--protocol", "uci"], "invalid value"),
    ] {
        let output = program().args(options).stdin(Stdio::null()).output();
        let output = output.expect("the program runs");
        assert!(!output.status.success(), "{options:?}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(why), "{options:?}: {errors}");
    }
}

#[test]
fn lines_that_make_no_sense_are_survived_in_every_protocol() {
    let long = "x".repeat(2 << 20);
    let lines = [
        "",
        " ",
        "\0",
        "\u{e9}\u{1F600}",
        "=",
        "\"",
        "go go go",
        "set",
        "set game",
        "set depth x",
        "move",
        "move Z9",
        "pos pos=W",
        "pos pos=Weee moves=1-2",
        "level depth=-1 time=nan inc=inf move-time=x",
        "pos x",
        "level x y z",
        "hint -1",
        "set-param name=threads value=0",
        "set threads many",
        "time -5",
        "depth 0",
        "set-param name=hash value=99999999999999",
        "M0000",
        "analyze x",
        "set game (;GM[Othello]BO[8 x *];)",
        &long,
    ];
    for (protocol, check, answer) in [
        ("hub", "ping", "pong"),
        ("hub1", "ping", "pong"),
        ("nboard", "ping 77", "pong 77"),
    ] {
        let mut client = speaking(protocol, &["--nodes", "100"]);
        for line in lines {
            client.send(format!("{line}\n"));
        }
        client.send(format!("{check}\n"));
        while client.line() != answer {}
        let (_, status) = client.end();
        assert!(status.success(), "{protocol}: {status}");
    }
}

#[test]
fn what_goes_in_and_out_is_logged() {
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/hub.traffic");
    let _ = std::fs::remove_file(path);
    let mut client = speaking("hub", &["--traffic", path]);
    client.send("ping\n");
    assert_eq!(client.line(), "pong");
    client.end();
    let logged = std::fs::read_to_string(path).expect("a log");
    assert_eq!(logged, ">> ping\n<< pong\n");
}

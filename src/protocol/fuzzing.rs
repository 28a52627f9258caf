//! Any bytes as lines of the protocol, for the fuzz targets.
#![allow(clippy::expect_used)]

use std::time::Instant;

use serde_json::Value;

use super::context::Context;
use super::framing::{LineKind, RawLine, Splitter, prepare};
use super::parse::{self, CommandLine};
use super::reply::{Replies, Response};
use super::run;
use super::signal::{Cause, Lasting, Signal};
use super::traffic::Traffic;
use crate::session::{Engine, ParamInfo, Settings, json};

/// The commands for files, which might be any file of this machine.
const FILES: [&str; 6] = [
    "book",
    "loadpdn",
    "loadsgf",
    "loadwthor",
    "savepdn",
    "savewthor",
];

/// The pieces in which the lines arrive, in bytes.
const PIECE: usize = 13;

/// The largest limits of a search, so that many take place in a second.
const NODES: u64 = 50;
const THREADS: usize = 2;

/// Answers each line, up to `quit`.
pub(crate) fn lines(engine: &mut Engine, bytes: &[u8]) {
    let mut splitter = Splitter::default();
    let mut quits = false;
    let mut take = |line: RawLine<'_>| {
        if let RawLine::Whole(raw) = line
            && let LineKind::Command(text) = prepare(raw)
            && !quits
        {
            quits = answer(engine, &parse::command_line(&text));
        }
    };
    for piece in bytes.chunks(PIECE) {
        splitter.push(piece, &mut take);
    }
    splitter.finish(&mut take);
}

/// Answers a command; returns whether it was the last one.
fn answer(engine: &mut Engine, command: &CommandLine<'_>) -> bool {
    let name = command.name.unwrap_or_default();
    if FILES.contains(&name) && !["", "on", "off"].contains(&command.rest) {
        return false;
    }
    limit(engine.settings_mut());
    let before = all_that_is_set(engine);
    let mut output = Vec::new();
    let mut replies = Replies::new(&mut output, Traffic::default());
    let mut told = false;
    let mut write_line = |line: &str| {
        told = true;
        replies.line(command.id, line)
    };
    let begin = |_: Lasting| begin(command);
    let mut context = Context::new(engine, Instant::now(), &begin, &mut write_line);
    let response = run(&mut context, command);
    let quits = context.quit;
    replies
        .finish(command.id, &response)
        .expect("memory takes everything");
    check(
        &String::from_utf8_lossy(&output),
        command.id,
        &response,
        told,
    );
    if response.is_err() {
        assert_eq!(
            all_that_is_set(engine),
            before,
            "{name} {} was refused",
            command.rest
        );
    }
    quits
}

fn limit(settings: &mut Settings) {
    settings.nodes = Some(settings.nodes.map_or(NODES, |nodes| nodes.min(NODES)));
    settings.threads = settings.threads.min(THREADS);
    settings.timelimit = None;
}

/// Lets those searches run that are limited by nodes, and ends all others at once.
fn begin(command: &CommandLine<'_>) -> Signal {
    let signal = Signal::new();
    let is_limited = match command.name {
        Some("genmove" | "reg_genmove" | "tree") => true,
        Some("analyze") => ["", "lines", "json"].contains(&first_word(command.rest)),
        _ => false,
    };
    if !is_limited {
        signal.end(Cause::Input);
    }
    signal
}

fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

/// Checks the form of a reply: a mark, the id, and a text that ends with its only empty line.
fn check(reply: &str, id: Option<&str>, response: &Response, told: bool) {
    let mark = if response.is_err() && !told { '?' } else { '=' };
    let text = reply
        .strip_prefix(mark)
        .and_then(|text| text.strip_prefix(id.unwrap_or_default()));
    let text = text.and_then(|text| text.strip_suffix("\n\n"));
    assert!(
        text.is_some_and(
            |text| !text.contains("\n\n") && (text.is_empty() || text.starts_with(' '))
        ),
        "{reply:?}"
    );
    let is_control = |c: char| c.is_control() && c != '\n';
    assert!(!reply.contains(is_control), "{reply:?}");
}

/// The state that a refused command must leave alone: game, settings and parameters.
fn all_that_is_set(engine: &Engine) -> (Value, Settings, Vec<ParamInfo>) {
    let game = json::state(engine, 1);
    (game, engine.settings().clone(), engine.params())
}

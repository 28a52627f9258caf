//! Dialogues written down: lines in after `> `, and the replies to them as they have to be.
//!
//! In a reply `[..]` stands for any text in a line, a line `...` for any lines.

use crate::protocol::client::Client;

/// A command and the lines of its reply; none where it has no reply.
#[derive(Debug)]
pub struct Exchange {
    pub command: String,
    pub reply: Vec<String>,
}

/// Reads a dialogue. Empty lines and remarks after `#` are left out.
pub fn parse(text: &str) -> Vec<Exchange> {
    let mut exchanges: Vec<Exchange> = Vec::new();
    for line in text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        if let Some(command) = line.strip_prefix('>') {
            let command = command.strip_prefix(' ').unwrap_or(command).to_string();
            exchanges.push(Exchange {
                command,
                reply: Vec::new(),
            });
        } else {
            let last = exchanges
                .last_mut()
                .expect("a command stands before its reply");
            last.reply.push(line.to_string());
        }
    }
    exchanges
}

/// Has the dialogue with a new engine.
pub fn check(title: &str, exchanges: &[Exchange]) {
    let mut client = Client::start_plain();
    for Exchange { command, reply } in exchanges {
        client.send(format!("{command}\n"));
        if reply.is_empty() {
            continue;
        }
        let actual = client.reply();
        let lines: Vec<_> = actual.lines().map(str::trim_end).collect();
        let expected: Vec<_> = reply.iter().map(|line| line.trim_end()).collect();
        assert!(
            lines_match(&expected, &lines),
            "{title}: {command}\nexpected:\n{}\nanswered:\n{actual}\n",
            expected.join("\n")
        );
    }
    let (rest, status) = client.end();
    assert!(status.success(), "{title}: {status}");
    assert_eq!(rest, "", "{title}: a reply that is not written down");
}

pub fn lines_match(expected: &[&str], lines: &[&str]) -> bool {
    match (expected, lines) {
        ([], []) => true,
        (["...", expected @ ..], _) => {
            (0..=lines.len()).any(|skipped| lines_match(expected, &lines[skipped..]))
        }
        ([first, expected @ ..], [line, lines @ ..]) => {
            line_matches(first, line) && lines_match(expected, lines)
        }
        _ => false,
    }
}

fn line_matches(expected: &str, line: &str) -> bool {
    match expected.split_once("[..]") {
        None => expected == line,
        Some((begin, expected)) => line.strip_prefix(begin).is_some_and(|rest| {
            let mut ends = (0..=rest.len()).filter(|&end| rest.is_char_boundary(end));
            ends.any(|end| line_matches(expected, &rest[end..]))
        }),
    }
}

#[test]
fn marks_stand_for_any_text_and_any_lines() {
    assert!(line_matches("a[..]c", "abc"));
    assert!(line_matches("a[..]", "a"));
    assert!(!line_matches("a[..]c", "abd"));
    assert!(lines_match(&["a", "...", "c"], &["a", "b", "b", "c"]));
    assert!(!lines_match(&["a", "...", "c"], &["a", "b"]));
    assert!(!lines_match(&["a"], &["a", "b"]));
}

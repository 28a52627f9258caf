//! protocol.md agrees with the program: it documents each command and no other, and its examples
//! run.

use std::collections::BTreeMap;

use crate::protocol::client::{Client, answers, replies};
use crate::protocol::transcript;

const REFERENCE: &str = include_str!("../../protocol.md");

/// The commands as protocol.md has them in its headings, ### `name ARGUMENTS`: arguments by name.
fn documented() -> BTreeMap<String, String> {
    let mut commands = BTreeMap::new();
    let headings = REFERENCE
        .lines()
        .filter_map(|line| line.strip_prefix("### "));
    for usage in headings.flat_map(|heading| heading.split('`').skip(1).step_by(2)) {
        let (name, arguments) = usage.split_once(' ').unwrap_or((usage, ""));
        let twice = commands.insert(name.to_string(), arguments.to_string());
        assert!(twice.is_none(), "{name} is documented twice");
    }
    commands
}

/// The usage of each command as the program has it.
fn known() -> BTreeMap<String, String> {
    let output = answers("tictactoe", "list_commands\n");
    let names: Vec<_> = replies(&output)[0]
        .trim_start_matches("= ")
        .lines()
        .collect();
    let mut client = Client::start("tictactoe");
    let arguments = |name: &str| {
        let help = client.ask(&format!("help {name}"));
        let usage = help.lines().next().and_then(|line| line.strip_prefix("= "));
        let arguments = usage.and_then(|usage| usage.strip_prefix(name));
        arguments
            .expect("help begins with the name")
            .trim()
            .to_string()
    };
    names
        .iter()
        .map(|name| name.to_string())
        .zip(names.iter().copied().map(arguments))
        .collect()
}

#[test]
fn each_command_is_documented_and_no_other() {
    assert_eq!(documented(), known());
}

#[test]
fn every_example_of_the_reference_runs() {
    let blocks: Vec<_> = REFERENCE.split("```gtp\n").skip(1).collect();
    assert!(blocks.len() > 10, "only {} examples", blocks.len());
    // What an earlier run has written there.
    let _ = std::fs::remove_file(concat!(env!("CARGO_TARGET_TMPDIR"), "/mine.pdn"));
    for block in blocks {
        let (dialogue, _) = block.split_once("```").expect("an end of the example");
        let title = format!(
            "the example {:?}",
            dialogue.lines().next().unwrap_or_default()
        );
        transcript::check(&title, &transcript::parse(dialogue));
    }
}

#[test]
fn every_command_is_known_and_its_example_is_well_formed() {
    for (name, _) in known() {
        let mut client = Client::start_plain();
        assert_eq!(client.ask(&format!("known_command {name}")), "= true");
        let help = client.ask(&format!("help {name}"));
        let example = help.lines().find_map(|line| line.strip_prefix("example: "));
        let reply = client.ask(example.expect("an example"));
        for error in ["? syntax error", "? unknown command"] {
            assert_ne!(reply, error, "{name}");
        }
    }
}

#[test]
fn help_has_a_line_for_each_command() {
    let output = answers("tictactoe", "help\n");
    let lines: Vec<_> = replies(&output)[0]
        .trim_start_matches("= ")
        .lines()
        .collect();
    let known = known();
    assert_eq!(lines.len(), known.len());
    for (name, arguments) in known {
        let usage = format!("{name} {arguments}");
        let begin = format!("{}: ", usage.trim());
        assert!(lines.iter().any(|line| line.starts_with(&begin)), "{name}");
    }
}

//! The words of the protocol and of the command line.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::stability::snapshot;

#[test]
fn the_commands_of_the_protocol_are_those_of_the_snapshot() {
    let help = protocol("help\nquit\n");
    let usages = help
        .trim_start_matches("= ")
        .lines()
        .map_while(|line| line.split_once(": ").map(|(usage, _)| usage));
    let lines: Vec<String> = usages.map(|usage| format!("{usage}\n")).collect();
    assert!(lines.len() > 50, "{help}");
    snapshot::compare("commands.txt", &lines.concat());
}

#[test]
fn the_options_of_the_command_line_are_those_of_the_snapshot() {
    let mut text = String::new();
    write_options(&[], &mut text);
    assert!(text.lines().count() > 50, "{text}");
    snapshot::compare("options.txt", &text);
}

/// Adds a line for each argument and option of a command, and of the commands below it.
fn write_options(command: &[&str], text: &mut String) {
    let help = run(&[command, &["--help"]].concat());
    let mut part = "";
    let mut below = Vec::new();
    for line in help.lines() {
        if line.ends_with(':') && !line.starts_with(' ') {
            part = line;
        }
        let entry = line.trim_start();
        let indent = line.len() - entry.len();
        let is_option = (2..=6).contains(&indent) && entry.starts_with(['-', '<', '[']);
        if part == "Commands:" && indent == 2 {
            below.extend(entry.split_whitespace().next());
        } else if is_option {
            // Text after two spaces explains it, where it stands on the same line.
            let option = entry.split("  ").next().unwrap_or(entry);
            let name = [&["heelstone"][..], command, &[option]].concat().join(" ");
            text.push_str(&format!("{name}\n"));
        }
    }
    for name in below.into_iter().filter(|name| *name != "help") {
        write_options(&[command, &[name]].concat(), text);
    }
}

/// The output of the program when it is called like that.
pub fn run(arguments: &[&str]) -> String {
    answer(arguments, "")
}

/// The answer of the protocol.
pub fn protocol(lines: &str) -> String {
    answer(&[], lines)
}

/// The output of the program for these arguments and this input.
pub fn answer(arguments: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_heelstone"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

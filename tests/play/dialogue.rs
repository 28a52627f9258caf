//! The program as somebody who reads its lines talks to it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A game in progress over pipes.
pub struct Dialogue {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Dialogue {
    /// Starts it; what it says before it asks for the first time.
    pub fn start(arguments: &[&str]) -> (Dialogue, String) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_heelstone"))
            .arg("play")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("it is piped");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut dialogue = Dialogue {
            child,
            input,
            output,
        };
        let text = dialogue.hear();
        (dialogue, text)
    }

    /// Says a line; the answer, up to the next question.
    pub fn say(&mut self, line: &str) -> String {
        writeln!(self.input, "{line}").expect("it listens");
        self.hear()
    }

    /// The moves that are legal now; none when the game is over.
    pub fn moves(&mut self) -> Vec<String> {
        let text = self.say("moves");
        let line = text.lines().next().unwrap_or_default();
        if line.starts_with("There are none") {
            return Vec::new();
        }
        line.split_whitespace().map(String::from).collect()
    }

    /// Reads up to its next question, which ends with `>`.
    fn hear(&mut self) -> String {
        let mut text = String::new();
        loop {
            let start = text.len();
            let read = self.output.read_line(&mut text).expect("text");
            assert!(read > 0, "it ended: {text}");
            if text[start..].trim_end().ends_with('>') {
                return text;
            }
        }
    }

    /// Ends the input; whether the program ends well.
    pub fn end(self) -> bool {
        let Dialogue {
            mut child, input, ..
        } = self;
        drop(input);
        child.wait().expect("an exit status").success()
    }
}

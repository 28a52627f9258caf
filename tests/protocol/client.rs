//! The program, as its clients run it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// A program that does not answer is killed after this time, so that its test fails.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running engine.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: Option<BufReader<ChildStdout>>,
    /// Calls the watchdog off.
    _alive: mpsc::Sender<()>,
}

/// The program itself, where what it writes is in nobody's way.
pub fn program() -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("heelstone"));
    command.current_dir(env!("CARGO_TARGET_TMPDIR"));
    command
}

impl Client {
    /// Starts the engine in that game.
    pub fn start(game: &str) -> Client {
        Client::spawn(program().args(["--game", game]))
    }

    /// Starts the engine as it is.
    pub fn start_plain() -> Client {
        Client::start_with(&[])
    }

    /// Starts the engine with these options.
    pub fn start_with(options: &[&str]) -> Client {
        Client::spawn(program().args(options))
    }

    /// Starts another engine.
    pub fn spawn(command: &mut Command) -> Client {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (input, output) = (child.stdin.take(), child.stdout.take().map(BufReader::new));
        let (alive, over) = mpsc::channel();
        let id = child.id().to_string();
        thread::spawn(move || {
            if over.recv_timeout(PATIENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
                let _ = Command::new("kill").args(["-9", &id]).status();
            }
        });
        Client {
            child,
            input,
            output,
            _alive: alive,
        }
    }

    /// Sends bytes as they are.
    pub fn send(&mut self, bytes: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes.as_ref()).expect("the engine reads");
        input.flush().expect("the engine reads");
    }

    /// One line of the output.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        let output = self.output.as_mut().expect("the output is open");
        output.read_line(&mut line).expect("text");
        assert!(line.ends_with('\n'), "no whole line: {line:?}");
        line.truncate(line.len() - 1);
        line
    }

    /// One reply, without the empty line that ends it.
    pub fn reply(&mut self) -> String {
        let mut lines = vec![self.line()];
        while !lines[lines.len() - 1].is_empty() {
            lines.push(self.line());
        }
        lines.pop();
        lines.join("\n")
    }

    /// The reply to a command.
    pub fn ask(&mut self, command: &str) -> String {
        self.send(format!("{command}\n"));
        self.reply()
    }

    /// The rest of the engine's output once there is no more input, and its exit status.
    pub fn end(mut self) -> (String, ExitStatus) {
        self.input = None;
        let mut rest = String::new();
        let mut output = self.output.take().expect("the output is open");
        output.read_to_string(&mut rest).expect("text");
        (rest, self.child.wait().expect("an exit status"))
    }

    /// Stops reading what the engine says.
    pub fn stop_reading(&mut self) {
        self.output = None;
    }

    /// Waits for an engine that leaves although its input goes on: what it still said, what it
    /// wrote to its standard error, and how it left.
    pub fn leave(mut self) -> (String, String, ExitStatus) {
        let (mut rest, mut errors) = (String::new(), String::new());
        if let Some(output) = &mut self.output {
            output.read_to_string(&mut rest).expect("text");
        }
        let stderr = self.child.stderr.as_mut().expect("it is piped");
        stderr.read_to_string(&mut errors).expect("text");
        (rest, errors, self.child.wait().expect("an exit status"))
    }

    /// Begins to look for the most memory anew, and gives the present one in KiB, where the system can.
    pub fn memory_from_now(&self) -> Option<u64> {
        let path = format!("/proc/{}/clear_refs", self.child.id());
        std::fs::write(path, "5").ok()?;
        self.peak_memory()
    }

    /// The number of the engine's process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// A figure of the engine's memory in KiB, where the system tells.
    pub fn memory(&self, name: &str) -> Option<u64> {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).ok()?;
        let line = status.lines().find(|line| line.starts_with(name))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }

    /// The most memory that the engine has used so far, in KiB, where the system tells.
    pub fn peak_memory(&self) -> Option<u64> {
        self.memory("VmHWM:")
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The engine's output for an input that then ends. Its exit must be clean.
pub fn answers(game: &str, input: impl AsRef<[u8]>) -> String {
    let mut client = Client::start(game);
    // The engine may answer more than a pipe holds before it has read all.
    let mut stdin = client.input.take().expect("the input is open");
    let input = input.as_ref().to_vec();
    let writer = thread::spawn(move || stdin.write_all(&input).is_ok());
    let (output, status) = client.end();
    assert!(status.success(), "{status}: {output}");
    assert!(writer.join().expect("no panic"), "all was read");
    output
}

/// The replies in an output, each without the empty line that ends it.
pub fn replies(output: &str) -> Vec<&str> {
    let mut replies: Vec<_> = output.split("\n\n").collect();
    assert_eq!(
        replies.pop(),
        Some(""),
        "the last reply is not whole: {output:?}"
    );
    replies
}

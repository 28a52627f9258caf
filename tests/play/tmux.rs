//! A real terminal, which is looked at: a session of tmux of its own.

use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Set where a missing tool is a failure, as in the continuous integration.
const NO_SKIP: &str = "HEELSTONE_NO_SKIP";

/// Nothing takes this long, even on a slow machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A terminal of today.
pub const USUAL: &str = "TERM=screen-256color LC_ALL=C.UTF-8";

static COUNT: AtomicU32 = AtomicU32::new(0);

/// A terminal with the program in it.
pub struct Terminal {
    /// The socket of its server: no other terminal is touched.
    socket: String,
}

impl Terminal {
    /// A terminal of 100 x 30 in which the program plays; `None`, with a line that says so, where
    /// there is no tmux.
    pub fn start(arguments: &str) -> Option<Terminal> {
        Terminal::start_with(USUAL, arguments)
    }

    /// The same with these variables.
    pub fn start_with(variables: &str, arguments: &str) -> Option<Terminal> {
        Terminal::start_program(env!("CARGO_BIN_EXE_heelstone"), variables, arguments)
    }

    /// The same with another program.
    pub fn start_program(program: &str, variables: &str, arguments: &str) -> Option<Terminal> {
        if Command::new("tmux").arg("-V").output().is_err() {
            assert!(std::env::var_os(NO_SKIP).is_none(), "tmux is not there");
            println!("skipped: tmux is not there");
            return None;
        }
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let terminal = Terminal {
            socket: format!("heelstone-{}-{number}", std::process::id()),
        };
        // The lines from before the program, and those that it leaves, are looked at, too.
        let script = format!(
            "echo it was here before; env -u NO_COLOR -u COLORTERM {variables} '{program}' play {arguments}; \
             echo \"it left with $?\"; stty -a; cat"
        );
        let made = terminal.tmux(&["new-session", "-d", "-x", "100", "-y", "30", &script]);
        assert!(made.status.success(), "{made:?}");
        Some(terminal)
    }

    fn tmux(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new("tmux");
        command.args(["-L", &self.socket, "-f", "/dev/null"]);
        command
            .args(arguments)
            .output()
            .expect("tmux has run before")
    }

    /// The text on it.
    pub fn text(&self) -> String {
        let output = self.tmux(&["capture-pane", "-p"]).stdout;
        String::from_utf8_lossy(&output).into_owned()
    }

    /// The same with the sequences that colour it.
    pub fn coloured_text(&self) -> String {
        let output = self.tmux(&["capture-pane", "-p", "-e"]).stdout;
        String::from_utf8_lossy(&output).into_owned()
    }

    /// A value that tmux has of it.
    pub fn state(&self, format: &str) -> String {
        let output = self.tmux(&["display-message", "-p", format]).stdout;
        String::from_utf8_lossy(&output).trim().to_string()
    }

    /// Waits until that stands on it.
    pub fn wait_for(&self, wanted: &str) -> String {
        self.wait_until(wanted, |text| text.contains(wanted))
    }

    /// Waits until that is true of what stands on it.
    pub fn wait_until(&self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let text = self.text();
            if wanted(&text) {
                return text;
            }
            assert!(start.elapsed() < PATIENCE, "{what} never came:\n{text}");
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Presses keys, by the names that tmux has for them.
    pub fn press(&self, keys: &[&str]) {
        let pressed = self.tmux(&[&["send-keys"], keys].concat());
        assert!(pressed.status.success(), "{pressed:?}");
    }

    /// Clicks at a column and a line, counted from 0.
    pub fn click(&self, column: usize, line: usize) {
        let (x, y) = (column + 1, line + 1);
        let text = format!("\u{1b}[<0;{x};{y}M\u{1b}[<0;{x};{y}m");
        let bytes: Vec<String> = text.bytes().map(|byte| format!("{byte:x}")).collect();
        let bytes: Vec<&str> = bytes.iter().map(String::as_str).collect();
        self.press(&[&["-H"], &bytes[..]].concat());
    }

    /// Clicks at the first place where that stands.
    pub fn click_on(&self, text: &str) {
        let screen = self.text();
        let lines = screen.lines().enumerate();
        let found =
            lines.filter_map(|(y, line)| Some((line[..line.find(text)?].chars().count(), y)));
        let (x, y) = found.into_iter().next().expect(text);
        self.click(x, y);
    }

    /// Gives it another size.
    pub fn resize(&self, columns: u16, lines: u16) {
        let (x, y) = (columns.to_string(), lines.to_string());
        let resized = self.tmux(&["resize-window", "-x", &x, "-y", &y]);
        assert!(resized.status.success(), "{resized:?}");
    }

    /// The number of the process that plays, where the system tells.
    pub fn process(&self) -> Option<String> {
        let shell = self.state("#{pane_pid}");
        let path = format!("/proc/{shell}/task/{shell}/children");
        let children = std::fs::read_to_string(path).ok()?;
        children.split_whitespace().next().map(String::from)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

//! Commands that were written down before, as if they came first on the input.

use std::io::{ErrorKind, Read};
use std::time::Instant;

use thiserror::Error;

use super::context::Context;
use super::framing::{LineKind, RawLine, Splitter, prepare};
use super::parse;
use super::reply::Failure;
use super::run;
use super::signal::{Cause, Lasting, Signal};
use crate::session::Engine;

/// The failure of a command in a script.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct ScriptError {
    /// The line of the script, from 1.
    pub line: usize,
    /// The error that the command answered, or why the line cannot be read.
    pub message: String,
}

/// Runs the commands of `script` as if they came first on the input, and drops their answers. `quit`
/// ends the script, and a search without any limit ends at once. The script is read as it runs, in
/// little memory.
///
/// # Errors
/// Returns the error of the first command that fails, or of the first line that is too long or cannot
/// be read; those after it are not run.
pub fn run_script(engine: &mut Engine, mut script: impl Read) -> Result<(), ScriptError> {
    let mut bytes = vec![0; 1 << 16];
    let mut splitter = Splitter::default();
    let mut running = Running {
        engine,
        line: 0,
        end: None,
    };
    while running.end.is_none() {
        match script.read(&mut bytes) {
            Ok(0) => {
                splitter.finish(&mut |line| running.obey(line));
                break;
            }
            Ok(count) => splitter.push(&bytes[..count], &mut |line| running.obey(line)),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => running.fail(&error.to_string()),
        }
        if splitter.is_too_long() {
            // The rest of the line is of no use, and may never end.
            running.fail("the line is longer than 1 MiB");
        }
    }
    running.end.unwrap_or(Ok(()))
}

/// A script that runs.
struct Running<'a> {
    engine: &'a mut Engine,
    /// The number of lines so far.
    line: usize,
    /// Set once no further line is run.
    end: Option<Result<(), ScriptError>>,
}

impl Running<'_> {
    /// Runs a line, unless the script has ended.
    fn obey(&mut self, line: RawLine<'_>) {
        let RawLine::Whole(raw) = line else {
            return self.fail("the line is longer than 1 MiB");
        };
        if self.end.is_some() {
            return;
        }
        self.line += 1;
        let LineKind::Command(text) = prepare(raw) else {
            return;
        };
        let mut drop_line = |_: &str| true;
        let mut context = Context::new(self.engine, Instant::now(), &begin, &mut drop_line);
        let response = run(&mut context, &parse::command_line(&text));
        let quits = context.quit;
        match response {
            Ok(_) if quits => self.end = Some(Ok(())),
            Ok(_) => {}
            Err(failure) => self.end_with(self.line, &failure),
        }
    }

    /// Ends the script with an error of the next line.
    fn fail(&mut self, message: &str) {
        if self.end.is_none() {
            self.end_with(self.line + 1, &Failure::sentence(message));
        }
    }

    fn end_with(&mut self, line: usize, failure: &Failure) {
        let message = failure.to_string();
        self.end = Some(Err(ScriptError { line, message }));
    }
}

/// The signal of a search in a script, which nothing would end later.
fn begin(lasting: Lasting) -> Signal {
    let signal = Signal::new();
    if lasting != Lasting::Limited {
        signal.end(Cause::Input);
    }
    signal
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::games::tictactoe::TicTacToe;
    use crate::session::Registry;

    /// Fails with an error of that kind once, then gives a command.
    struct Failing(Option<ErrorKind>);

    impl Read for Failing {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            if let Some(kind) = self.0.take() {
                return Err(kind.into());
            }
            b"quit\n".as_slice().read(bytes)
        }
    }

    #[test]
    #[allow(clippy::expect_used, reason = "a table that small")]
    fn a_script_is_read_on_after_a_signal_but_after_no_other_error() {
        let mut engine = Engine::new(Registry::empty().with::<TicTacToe>()).expect("a small table");
        let mut run = |error| run_script(&mut engine, Failing(Some(error)));
        assert_eq!(run(ErrorKind::Interrupted), Ok(()));
        let error = run(ErrorKind::NotFound).map_err(|error| error.line);
        assert_eq!(error, Err(1));
    }
}

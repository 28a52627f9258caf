//! The protocol: GTP version 2 [Farnebäck 2002] made general, as `protocol.md` describes it.
//!
//! [`serve`] answers commands from any input on any output; [`run_script`] runs commands that were
//! written down before; [`answer`] answers a caller's. The commands are functions in `commands`, listed in one
//! `table`.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod commands;
mod context;
mod dialogue;
mod framing;
#[cfg(all(feature = "games", feature = "program"))]
pub(crate) mod fuzzing;
mod input;
mod parse;
mod reply;
mod script;
mod signal;
mod table;
mod traffic;

use std::io::{self, ErrorKind, Read, Write};
use std::time::Instant;

use self::context::Context;
pub use self::dialogue::{Refusal, answer};
pub(crate) use self::framing::{RawLine, Splitter};
use self::input::{Input, Line, Text};
use self::reply::{Failure, Replies, Response};
pub use self::script::{ScriptError, run_script};
pub(crate) use self::traffic::Traffic;
pub use crate::resources::STACK_BYTES;
use crate::session::Engine;

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
    let traffic = Traffic::new(traffic);
    let input = Input::new(input, traffic.clone())?;
    let mut replies = Replies::new(output, traffic);
    let served = answer_all(engine, &input, &mut replies);
    engine.stop_pondering();
    served
}

fn answer_all<W: Write>(
    engine: &mut Engine,
    input: &Input,
    replies: &mut Replies<W>,
) -> io::Result<()> {
    let mut last_reply = Instant::now();
    loop {
        if input.is_quiet() {
            engine.ponder();
        }
        let Some(line) = input.next() else {
            break;
        };
        // The time that a line waited for its turn does not count.
        let start = line.arrived.max(last_reply);
        match answer_line(engine, input, &line, start, replies) {
            Ok(Next::Command) => {
                last_reply = Instant::now();
                engine.stop_useless_pondering();
            }
            Ok(Next::Quit) => break,
            Err(error) if error.kind() == ErrorKind::BrokenPipe => break,
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// The dialogue's next step.
enum Next {
    Command,
    Quit,
}

fn answer_line<W: Write>(
    engine: &mut Engine,
    input: &Input,
    line: &Line,
    start: Instant,
    replies: &mut Replies<W>,
) -> io::Result<Next> {
    let text = match &line.text {
        Text::Command(text) => text,
        Text::TooLong(id) => {
            replies.finish(id.as_deref(), &Err(Failure::Syntax))?;
            return Ok(Next::Command);
        }
    };
    let command = parse::command_line(text);
    let begin_search = |lasting| input.begin_search(line.number, lasting);
    let mut write_line = |line: &str| replies.line(command.id, line);
    let mut context = Context::new(engine, start, &begin_search, &mut write_line);
    let response = run(&mut context, &command);
    if let Err(failure) = &response {
        log::info!("{}: {failure}", text.trim());
    }
    let next = if context.quit {
        Next::Quit
    } else {
        Next::Command
    };
    replies.finish(command.id, &response)?;
    Ok(next)
}

fn run(context: &mut Context<'_>, line: &parse::CommandLine<'_>) -> Response {
    let name = line.name.ok_or(Failure::Syntax)?;
    let command = table::find(name, &context.session().info()).ok_or(Failure::UnknownCommand)?;
    (command.run)(context, &context::Arguments::new(line.rest))
}

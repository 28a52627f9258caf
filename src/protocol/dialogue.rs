//! Commands from a caller in the same process, without an input or an output: what modules for other languages stand
//! on.

use std::time::Instant;

use thiserror::Error;

use super::context::Context;
use super::framing::{LONGEST_LINE, LineKind, prepare};
use super::reply::Failure;
use super::signal::{Cause, Signal};
use super::{parse, run};
use crate::search::Stop;
use crate::session::Engine;

/// The reason why a command was refused: one of the standard errors, or a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Refusal(pub String);

/// Answers a line of the protocol. `stop` ends its search, like an interrupt. `write_line` gets each line of a long
/// answer as soon as it is there, and returns `false` if nobody reads on, which ends the search; what is left of the
/// answer is returned. Nothing is answered to a comment.
///
/// A search wants a stack of [`STACK_BYTES`](super::STACK_BYTES).
///
/// # Errors
/// If the command is refused.
pub fn answer(
    engine: &mut Engine,
    line: &str,
    stop: &Stop,
    write_line: &mut dyn FnMut(&str) -> bool,
) -> Result<String, Refusal> {
    let refused = |failure: Failure| Refusal(failure.to_string());
    if line.len() > LONGEST_LINE {
        return Err(refused(Failure::Syntax));
    }
    let LineKind::Command(text) = prepare(line.as_bytes()) else {
        return Ok(String::new());
    };
    let begin_search = |_| Signal::with(stop.clone(), Cause::Interrupt);
    let mut context = Context::new(engine, Instant::now(), &begin_search, write_line);
    let response = run(&mut context, &parse::command_line(&text));
    response.map_err(refused)
}

#[cfg(test)]
#[cfg(feature = "games")]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;
    use crate::games::tictactoe::TicTacToe;
    use crate::session::Registry;

    fn engine() -> Engine {
        Engine::new(Registry::empty().with::<TicTacToe>()).expect("a small table")
    }

    #[test]
    fn a_line_is_answered_or_refused() {
        let mut engine = engine();
        let mut ask = |line| answer(&mut engine, line, &Stop::new(), &mut |_| true);
        assert_eq!(ask("7 play b2"), Ok(String::new()));
        assert_eq!(ask("# a comment"), Ok(String::new()));
        assert_eq!(ask("history"), Ok("B2".into()));
        assert_eq!(ask("play b2"), Err(Refusal("illegal move".into())));
        assert_eq!(ask("win"), Err(Refusal("unknown command".into())));
        let [long, longer] = [0, 1].map(|more| "x".repeat(LONGEST_LINE + more));
        assert_eq!(ask(&long), Err(Refusal("unknown command".into())));
        assert_eq!(ask(&longer), Err(Refusal("syntax error".into())));
    }

    #[test]
    fn what_is_written_at_once_comes_before_the_answer_and_a_stop_is_told() {
        let mut engine = engine();
        let mut lines = Vec::new();
        let stop = Stop::new();
        stop.request();
        let mut note = |line: &str| {
            lines.push(line.to_string());
            true
        };
        let answered = answer(&mut engine, "play a1", &stop, &mut note);
        assert_eq!(answered, Ok(String::new()));
        let answered = answer(&mut engine, "review nodes 5 json", &stop, &mut note);
        assert_eq!(answered, Ok(String::new()));
        assert!(lines[0].contains(r#""end":"interrupt""#), "{lines:?}");
    }
}

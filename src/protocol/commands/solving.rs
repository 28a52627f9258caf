//! The command for exact values.

use std::time::Duration;

use crate::protocol::context::{Arguments, Context};
use crate::protocol::parse;
use crate::protocol::reply::{Failure, Response};
use crate::protocol::table::Command;
use crate::session::{Question, Solved};

pub(in crate::protocol) const COMMANDS: &[Command] = &[Command {
    name: "solve",
    arguments: "[moves] [SECONDS]",
    help: "the exact value with a line of best play, or the exact value of each legal move",
    example: "solve 0.5",
    run: solve,
}];

/// Reads the arguments of `solve`: `true` if the moves are asked for, and the time limit.
fn read(words: &[&str]) -> Result<(bool, Option<Duration>), Failure> {
    let (moves, words) = match words {
        ["moves", rest @ ..] => (true, rest),
        _ => (false, words),
    };
    let seconds = match words {
        [] => None,
        [word] => Some(parse::seconds(word)?),
        _ => return Err(Failure::Syntax),
    };
    if seconds.is_some_and(|seconds| seconds.is_zero()) {
        return Err(Failure::sentence(
            "the time to solve is a number of seconds above 0",
        ));
    }
    Ok((moves, seconds))
}

fn solve(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let (moves, time) = read(&arguments.words)?;
    let stop = context.begin_search(time.is_some());
    let question = Question {
        moves,
        line: !moves,
        time,
        start: context.start,
        threads: context.engine.settings().threads,
        unrelated: false,
    };
    let solved = context.engine.solve(question, &stop);
    let knows_none = solved.moves.iter().all(|(_, value)| value.is_none());
    if let Some(refusal) = solved.refusal.filter(|_| knows_none) {
        return Err(Failure::sentence(refusal));
    }
    Ok(if moves {
        text_of_moves(&solved)
    } else {
        text_of_line(&solved)
    })
}

/// `win in 13: D1 C2 ...`, or `unknown` without a complete line.
fn text_of_line(solved: &Solved) -> String {
    let (Some(value), Some(line)) = (solved.value, &solved.line) else {
        return "unknown".into();
    };
    format!("{value}: {}", line.join(" ")).trim_end().into()
}

fn text_of_moves(solved: &Solved) -> String {
    let lines = solved.moves.iter().map(|(name, value)| match value {
        Some(value) => format!("{name} {value}"),
        None => format!("{name} unknown"),
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_a_time_may_be_asked_for() {
        let read = |text| read(&parse::words(text));
        let half = Duration::from_millis(500);
        assert_eq!(read(""), Ok((false, None)));
        assert_eq!(read("0.5"), Ok((false, Some(half))));
        assert_eq!(read("moves"), Ok((true, None)));
        assert_eq!(read("moves 0.5"), Ok((true, Some(half))));
        for malformed in ["x", "0.5 moves", "moves moves", "1 2", "moves 1 2", "-1"] {
            assert_eq!(read(malformed), Err(Failure::Syntax), "{malformed}");
        }
        for none in ["0", "moves 0"] {
            assert!(matches!(read(none), Err(Failure::Sentence(_))), "{none}");
        }
    }
}

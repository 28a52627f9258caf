//! The command for exact values.

use std::time::Duration;

use serde_json::Value;

use crate::protocol::context::{Arguments, Context};
use crate::protocol::parse;
use crate::protocol::reply::{Failure, Response};
use crate::protocol::table::Command;
use crate::session::{Question, Solved, json};

pub(in crate::protocol) const COMMANDS: &[Command] = &[Command {
    name: "solve",
    arguments: "[moves] [SECONDS] [json]",
    help: "the exact value with a line of best play, or the exact value of each legal move",
    example: "solve 0.5",
    run: solve,
}];

/// The arguments of `solve`.
#[derive(Debug, PartialEq)]
struct SolveArguments {
    /// The values of all moves are asked for.
    moves: bool,
    time: Option<Duration>,
    json: bool,
}

impl SolveArguments {
    fn parse(words: &[&str]) -> Result<SolveArguments, Failure> {
        let (moves, words) = match words {
            ["moves", rest @ ..] => (true, rest),
            _ => (false, words),
        };
        let (json, words) = match words {
            [rest @ .., "json"] => (true, rest),
            _ => (false, words),
        };
        let time = match words {
            [] => None,
            [word] => Some(parse::seconds(word)?),
            _ => return Err(Failure::Syntax),
        };
        if time.is_some_and(|time| time.is_zero()) {
            return Err(Failure::sentence(
                "the time to solve is a number of seconds above 0",
            ));
        }
        Ok(SolveArguments { moves, time, json })
    }
}

fn solve(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let SolveArguments { moves, time, json } = SolveArguments::parse(&arguments.words)?;
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
    Ok(if json {
        Value::from(json::solved(&solved)).to_string()
    } else if moves {
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
    fn moves_a_time_and_a_form_may_be_asked_for() {
        let read = |text| SolveArguments::parse(&parse::words(text));
        let asked = |moves, seconds: Option<f64>, json| {
            let time = seconds.map(Duration::from_secs_f64);
            Ok(SolveArguments { moves, time, json })
        };
        assert_eq!(read(""), asked(false, None, false));
        assert_eq!(read("0.5"), asked(false, Some(0.5), false));
        assert_eq!(read("moves"), asked(true, None, false));
        assert_eq!(read("json"), asked(false, None, true));
        assert_eq!(read("moves 0.5 json"), asked(true, Some(0.5), true));
        for malformed in [
            "x",
            "0.5 moves",
            "moves moves",
            "1 2",
            "moves 1 2",
            "-1",
            "json 1",
            "json json",
        ] {
            assert_eq!(read(malformed), Err(Failure::Syntax), "{malformed}");
        }
        for none in ["0", "moves 0", "0 json"] {
            assert!(matches!(read(none), Err(Failure::Sentence(_))), "{none}");
        }
    }
}

//! Commands that analyse the position without playing.

use std::time::Duration;

use crate::game::Score;
use crate::protocol::commands::books;
use crate::protocol::context::{Arguments, Context};
use crate::protocol::parse;
use crate::protocol::reply::{Failure, Response};
use crate::protocol::table::Command;
use crate::session::{Info, Thought, json};

pub(in crate::protocol) const COMMANDS: &[Command] = &[
    Command {
        name: "analyze",
        arguments: "[SECONDS] [lines K] [json]",
        help: "search without playing, with a line for each of the best K moves at each depth",
        example: "analyze 0.5 lines 3",
        run: analyze,
    },
    Command {
        name: "gomill-explain_last_move",
        arguments: "",
        help: "the score and line that the search gave for the last move of genmove",
        example: "gomill-explain_last_move",
        run: explain_last_move,
    },
    Command {
        name: "eval",
        arguments: "",
        help: "the static evaluation of the position, seen from Black",
        example: "eval",
        run: eval,
    },
    Command {
        name: "perft",
        arguments: "N",
        help: "count the move sequences of N plies, and the games that finish in fewer",
        example: "perft 3",
        run: perft,
    },
];

/// The arguments of `analyze`.
#[derive(Debug, PartialEq)]
struct AnalyzeArguments {
    seconds: Option<Duration>,
    lines: usize,
    json: bool,
}

impl AnalyzeArguments {
    fn parse(words: &[&str]) -> Result<AnalyzeArguments, Failure> {
        let (seconds, words) = match words {
            [word, rest @ ..] if !["lines", "json"].contains(word) => {
                (Some(parse::seconds(word)?), rest)
            }
            _ => (None, words),
        };
        let (lines, words) = match words {
            ["lines", count, rest @ ..] => (parse::integer(count)?, rest),
            _ => (1, words),
        };
        let json = match words {
            [] => false,
            ["json"] => true,
            _ => return Err(Failure::Syntax),
        };
        if seconds.is_some_and(|seconds| seconds.is_zero()) {
            return Err(Failure::sentence(
                "the time of an analysis is a number of seconds above 0",
            ));
        }
        if lines < 1 {
            return Err(Failure::sentence("the number of lines is a number from 1"));
        }
        let lines = usize::try_from(lines).unwrap_or(usize::MAX);
        Ok(AnalyzeArguments {
            seconds,
            lines,
            json,
        })
    }
}

fn analyze(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let AnalyzeArguments {
        seconds,
        lines,
        json,
    } = AnalyzeArguments::parse(&arguments.words)?;
    let stop = context.begin_search(seconds.is_none() && context.engine.is_unlimited());
    let start = context.start;
    let (engine, write_line) = context.engine_and_writer();
    engine.analyze(seconds, lines, start, &stop, &mut |info| {
        let line = if json {
            json::line(info).to_string()
        } else {
            format!("info {}", text_line(info))
        };
        if !write_line(&line) {
            // Nobody reads the output any more.
            stop.request();
        }
    });
    Ok(String::new())
}

fn text_line(info: &Info) -> String {
    let Info {
        depth,
        score,
        nodes,
        time,
        exact,
        pv,
        ..
    } = info;
    let seconds = time.as_secs_f64();
    let pv = pv.join(" ");
    let score = match score {
        &Score::ZERO if *exact => "draw".into(),
        score => score.to_string(),
    };
    format!("depth {depth} score {score} nodes {nodes} time {seconds:.3} pv {pv}")
        .trim_end()
        .to_string()
}

/// Sent by gomill's ringmaster after each move [Woodcraft n.d.].
fn explain_last_move(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    Ok(match context.engine.last_move() {
        Some(Thought::Searched(info)) => text_line(info),
        Some(Thought::FromBook(known)) => books::text_line(known),
        None => String::new(),
    })
}

fn eval(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    Ok(context.session().evaluate().to_string())
}

fn perft(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let [plies] = arguments.exactly()?;
    let plies = parse::integer(plies)?;
    if plies < 0 {
        return Err(Failure::Syntax);
    }
    let plies = u32::try_from(plies).unwrap_or(u32::MAX);
    let stop = context.begin_search(false);
    let count = context.session().perft(plies, &stop);
    let count =
        count.ok_or_else(|| Failure::sentence("interrupted before the count was complete"))?;
    Ok(format!("{} {}", count.sequences, count.finished))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<AnalyzeArguments, Failure> {
        AnalyzeArguments::parse(&parse::words(text))
    }

    #[test]
    fn an_analysis_takes_a_time_a_number_of_lines_and_a_form() {
        let expected = AnalyzeArguments {
            seconds: None,
            lines: 1,
            json: false,
        };
        assert_eq!(parsed(""), Ok(expected));
        let expected = AnalyzeArguments {
            seconds: Some(Duration::from_millis(500)),
            lines: 3,
            json: true,
        };
        assert_eq!(parsed("0.5 lines 3 json"), Ok(expected));
        let expected = AnalyzeArguments {
            seconds: None,
            lines: 2,
            json: false,
        };
        assert_eq!(parsed("lines 2"), Ok(expected));
        for malformed in [
            "x",
            "lines",
            "lines x",
            "json json",
            "1 2",
            "json lines 2",
            "lines 2 2",
        ] {
            assert_eq!(parsed(malformed), Err(Failure::Syntax), "{malformed}");
        }
        for out_of_range in ["0", "lines 0", "lines -1"] {
            assert!(
                matches!(parsed(out_of_range), Err(Failure::Sentence(_))),
                "{out_of_range}"
            );
        }
    }
}

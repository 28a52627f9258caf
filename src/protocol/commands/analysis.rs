//! Commands that analyse the position without playing.

use std::time::Duration;

use crate::protocol::commands::books;
use crate::protocol::context::{Arguments, Context};
use crate::protocol::parse;
use crate::protocol::reply::{Failure, Response};
use crate::protocol::signal::{Cause, Lasting};
use crate::protocol::table::Command;
use crate::session::{Ending, Info, Source, Thought, json, score_text};

pub(in crate::protocol) const COMMANDS: &[Command] = &[
    Command {
        name: "analyze",
        arguments: "[SECONDS or until-input] [lines K] [json]",
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
    time: AnalysisTime,
    lines: usize,
    json: bool,
}

/// How long an analysis takes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum AnalysisTime {
    /// As long as the limits that are set allow.
    Limits,
    /// This long.
    For(Duration),
    /// Until the next line comes.
    UntilInput,
}

impl AnalysisTime {
    /// The time in the form of [`Engine::analyze`](crate::session::Engine::analyze).
    fn seconds(self) -> Option<Duration> {
        match self {
            AnalysisTime::Limits => None,
            AnalysisTime::For(time) => Some(time),
            AnalysisTime::UntilInput => Some(Duration::MAX),
        }
    }
}

impl AnalyzeArguments {
    fn parse(words: &[&str]) -> Result<AnalyzeArguments, Failure> {
        let (time, words) = match words {
            ["until-input", rest @ ..] => (AnalysisTime::UntilInput, rest),
            [word, rest @ ..] if !["lines", "json"].contains(word) => {
                (AnalysisTime::For(parse::seconds(word)?), rest)
            }
            _ => (AnalysisTime::Limits, words),
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
        if time == AnalysisTime::For(Duration::ZERO) {
            return Err(Failure::sentence(
                "the time of an analysis is a number of seconds above 0",
            ));
        }
        if lines < 1 {
            return Err(Failure::sentence("the number of lines is a number from 1"));
        }
        let lines = usize::try_from(lines).unwrap_or(usize::MAX);
        Ok(AnalyzeArguments { time, lines, json })
    }
}

fn analyze(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let AnalyzeArguments { time, lines, json } = AnalyzeArguments::parse(&arguments.words)?;
    let signal = context.begin_lasting(match time {
        AnalysisTime::UntilInput => Lasting::UntilInput,
        AnalysisTime::For(_) => Lasting::Limited,
        AnalysisTime::Limits => Lasting::limited(!context.engine.is_unlimited()),
    });
    let start = context.start;
    let (engine, write_line) = context.engine_and_writer();
    let ending = engine.analyze(time.seconds(), lines, start, &signal.stop, &mut |info| {
        let line = if json {
            json::line(info).to_string()
        } else {
            format!("info {}", text_line(info))
        };
        if !write_line(&line) {
            // Nobody reads the output any more.
            signal.stop.request();
        }
    });
    if json {
        write_line(&json::end(ending_name(ending, signal.cause())).to_string());
    }
    Ok(String::new())
}

/// The name of the reason why an analysis ended.
fn ending_name(ending: Ending, cause: Option<Cause>) -> &'static str {
    match (ending, cause) {
        (Ending::Over, _) => "over",
        (Ending::Depth, _) => "depth",
        (Ending::Nodes, _) => "nodes",
        (Ending::Time, _) => "time",
        (Ending::Stopped, Some(Cause::Interrupt)) => "interrupt",
        (Ending::Stopped, _) => "input",
        _ => "exact",
    }
}

fn text_line(info: &Info) -> String {
    let Info {
        depth,
        score,
        nodes,
        time,
        exact,
        source,
        pv,
        ..
    } = info;
    let seconds = time.as_micros() as f64 / 1e6;
    let source = match source {
        Source::Search => String::new(),
        source => format!(" source {source}"),
    };
    let pv = pv.join(" ");
    let score = score_text((*score, *exact));
    format!("depth {depth} score {score} nodes {nodes} time {seconds:.6}{source} pv {pv}")
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
    let stop = context.begin_search(true);
    let count = context.session().perft(plies, &stop);
    let count = count.ok_or_else(|| {
        Failure::sentence(match stop.is_requested() {
            true => "interrupted before the count was complete",
            false => "so many plies are not counted in a game without a limit",
        })
    })?;
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
            time: AnalysisTime::Limits,
            lines: 1,
            json: false,
        };
        assert_eq!(parsed(""), Ok(expected));
        let expected = AnalyzeArguments {
            time: AnalysisTime::For(Duration::from_millis(500)),
            lines: 3,
            json: true,
        };
        assert_eq!(parsed("0.5 lines 3 json"), Ok(expected));
        let expected = AnalyzeArguments {
            time: AnalysisTime::Limits,
            lines: 2,
            json: false,
        };
        assert_eq!(parsed("lines 2"), Ok(expected));
        let expected = AnalyzeArguments {
            time: AnalysisTime::UntilInput,
            lines: 2,
            json: false,
        };
        assert_eq!(parsed("until-input lines 2"), Ok(expected));
        for malformed in [
            "x",
            "lines",
            "lines x",
            "json json",
            "1 2",
            "json lines 2",
            "lines 2 2",
            "until",
            "1 until-input",
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

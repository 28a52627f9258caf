//! The command that judges the moves of the game.

use crate::protocol::context::{Arguments, Context};
use crate::protocol::parse;
use crate::protocol::reply::{Failure, Response};
use crate::protocol::signal::{Cause, Lasting};
use crate::protocol::table::Command;
use crate::session::{Budget, Tally, json};

pub(in crate::protocol) const COMMANDS: &[Command] = &[Command {
    name: "review",
    arguments: "[SECONDS or nodes N] [json]",
    help: "judge each move of the game, the last one first, with so much for each position",
    example: "review 0.5",
    run: review,
}];

/// Reads the arguments: the budget, and `true` for JSON.
fn read(words: &[&str]) -> Result<(Budget, bool), Failure> {
    let (budget, words) = match words {
        ["nodes", count, rest @ ..] => (Budget::Nodes(nodes(count)?), rest),
        [word, rest @ ..] if *word != "json" => (Budget::Time(parse::seconds(word)?), rest),
        _ => (Budget::Limits, words),
    };
    let json = match words {
        [] => false,
        ["json"] => true,
        _ => return Err(Failure::Syntax),
    };
    if budget == Budget::Time(std::time::Duration::ZERO) || budget == Budget::Nodes(0) {
        return Err(Failure::sentence(
            "the limit of a review is a number above 0",
        ));
    }
    Ok((budget, json))
}

fn nodes(word: &str) -> Result<u64, Failure> {
    u64::try_from(parse::count(word)?).map_err(|_| Failure::Syntax)
}

fn review(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let (budget, json) = read(&arguments.words)?;
    let review = context.engine.prepare_review(budget);
    let mut review = review.map_err(|error| Failure::sentence(error.to_string()))?;
    let signal = context.begin_lasting(Lasting::Limited);
    let (engine, write_line) = context.engine_and_writer();
    let mut tally = Tally::default();
    let is_complete = engine.review(&mut review, &signal.stop, &mut |judged| {
        tally.count(judged);
        let line = match json {
            true => json::judged(judged).to_string(),
            false => judged.to_string(),
        };
        if !write_line(&line) {
            // Nobody reads the output any more.
            signal.stop.request();
        }
    });
    if json {
        let end = match signal.cause() {
            _ if is_complete => "complete",
            Some(Cause::Interrupt) => "interrupt",
            _ => "input",
        };
        write_line(&json::review_end(end, &tally, &review).to_string());
        return Ok(String::new());
    }
    for line in review.summary(&tally).lines() {
        write_line(line);
    }
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_review_takes_a_limit_and_a_form() {
        let read = |text| read(&parse::words(text));
        let half = Budget::Time(Duration::from_millis(500));
        assert_eq!(read(""), Ok((Budget::Limits, false)));
        assert_eq!(read("json"), Ok((Budget::Limits, true)));
        assert_eq!(read("0.5"), Ok((half, false)));
        assert_eq!(read("nodes 900 json"), Ok((Budget::Nodes(900), true)));
        for malformed in ["x", "nodes", "nodes x", "json 1", "1 2", "nodes -1", "-1"] {
            assert_eq!(read(malformed), Err(Failure::Syntax), "{malformed}");
        }
        for none in ["0", "nodes 0"] {
            assert!(matches!(read(none), Err(Failure::Sentence(_))), "{none}");
        }
    }
}

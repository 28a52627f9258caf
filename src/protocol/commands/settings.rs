//! Settings. Without an argument, each answers its present value.

use std::str::FromStr;

use crate::game::{Score, Side};
use crate::protocol::context::{Arguments, Context};
use crate::protocol::parse;
use crate::protocol::reply::{Failure, Response};
use crate::protocol::table::Command;
use crate::session::{Level, Settings};

pub(in crate::protocol) const COMMANDS: &[Command] = &[
    Command {
        name: "timelimit",
        arguments: "[SECONDS or none]",
        help: "the time for each move, decimals allowed",
        example: "timelimit 0.5",
        run: timelimit,
    },
    Command {
        name: "depth",
        arguments: "[N or none]",
        help: "search N plies; forced lines may go further",
        example: "depth 8",
        run: depth,
    },
    Command {
        name: "nodes",
        arguments: "[N or none]",
        help: "search no more than N nodes",
        example: "nodes 100000",
        run: nodes,
    },
    Command {
        name: "level",
        arguments: "[N or NAME]",
        help: "the strength, from 1 to 10, or novice, intermediate, expert, master",
        example: "level 3",
        run: level,
    },
    Command {
        name: "evaluation",
        arguments: "[COLOR] [NAME]",
        help: "choose an evaluation of the game, for both sides or for one",
        example: "evaluation white",
        run: evaluation,
    },
    Command {
        name: "evaluations",
        arguments: "",
        help: "the evaluations of the game, each with a description, the default first",
        example: "evaluations",
        run: evaluations,
    },
    Command {
        name: "seed",
        arguments: "[N]",
        help: "the seed of every random choice",
        example: "seed 42",
        run: seed,
    },
    Command {
        name: "variety",
        arguments: "[N]",
        help: "choose among moves whose scores are within N of the best; 0 is off",
        example: "variety 3",
        run: variety,
    },
    Command {
        name: "ponder",
        arguments: "[on or off]",
        help: "think on the opponent's time",
        example: "ponder on",
        run: ponder,
    },
    Command {
        name: "resignation",
        arguments: "[on or off]",
        help: "resign when a loss is proved",
        example: "resignation on",
        run: resignation,
    },
    Command {
        name: "plain",
        arguments: "[on or off]",
        help: "search to exactly the set depth, without any shortcut",
        example: "plain on",
        run: plain,
    },
    Command {
        name: "hash",
        arguments: "[MIB]",
        help: "the size of the transposition table in MiB",
        example: "hash 128",
        run: hash,
    },
    Command {
        name: "threads",
        arguments: "[N]",
        help: "the number of threads that search",
        example: "threads 2",
        run: threads,
    },
];

/// Reads the value of a limit, or `none`.
fn limit<T>(
    word: &str,
    read: impl FnOnce(&str) -> Result<T, Failure>,
) -> Result<Option<T>, Failure> {
    if word == "none" {
        Ok(None)
    } else {
        read(word).map(Some)
    }
}

/// Writes the value of a limit.
fn limit_text(value: Option<impl ToString>) -> String {
    value.map_or("none".into(), |value| value.to_string())
}

fn switch_text(on: bool) -> String {
    if on { "on".into() } else { "off".into() }
}

/// Reads a number that has to satisfy `fits`; the error is the sentence `range`.
fn number_in<T: TryFrom<i128>>(
    word: &str,
    fits: impl FnOnce(&T) -> bool,
    range: &str,
) -> Result<T, Failure> {
    let number = T::try_from(parse::integer(word)?).ok().filter(fits);
    number.ok_or_else(|| Failure::sentence(range))
}

fn timelimit(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let settings = context.engine.settings_mut();
    let Some(word) = arguments.optional()? else {
        return Ok(limit_text(
            settings.timelimit.map(|time| time.as_secs_f64()),
        ));
    };
    settings.timelimit = limit(word, |word| {
        // A number that is zero or negative, even `-0`, gets a sentence instead of a syntax error.
        let positive = parse::number(word)? > 0.0;
        let time = if positive {
            parse::seconds(word)?
        } else {
            std::time::Duration::ZERO
        };
        if time.is_zero() {
            return Err(Failure::sentence(
                "the time for a move is a number of seconds above 0, or none",
            ));
        }
        Ok(time)
    })?;
    context.engine.get_ready();
    Ok(String::new())
}

fn depth(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let settings = context.engine.settings_mut();
    let Some(word) = arguments.optional()? else {
        return Ok(limit_text(settings.depth));
    };
    let range = "the depth is a number of plies from 1, or none";
    settings.depth = limit(word, |word| {
        number_in(word, |&plies: &u32| plies > 0, range)
    })?;
    Ok(String::new())
}

fn nodes(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let settings = context.engine.settings_mut();
    let Some(word) = arguments.optional()? else {
        return Ok(limit_text(settings.nodes));
    };
    let range = "the limit of nodes is a number from 1, or none";
    settings.nodes = limit(word, |word| {
        number_in(word, |&nodes: &u64| nodes > 0, range)
    })?;
    Ok(String::new())
}

fn level(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let Some(name) = arguments.optional()? else {
        let set = context.engine.settings().level;
        return Ok(context.session().info().level_in_words(set));
    };
    context.engine.settings_mut().level = Level::from_str(name)?;
    Ok(String::new())
}

fn evaluation(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let session = context.session();
    let (side, name) = match arguments.words[..] {
        [] => {
            let [black, white] = Side::BOTH.map(|side| session.evaluation(side));
            return Ok(if black == white {
                black.into()
            } else {
                format!("black {black} white {white}")
            });
        }
        [word] => match parse::side(word) {
            Some(side) => return Ok(session.evaluation(side).into()),
            None => (None, word),
        },
        [side, name] => (Some(parse::colour(side)?), name),
        _ => return Err(Failure::Syntax),
    };
    context.engine.set_evaluation(side, name)?;
    Ok(String::new())
}

fn evaluations(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    let evaluations = context.session().evaluations().into_iter();
    let lines: Vec<_> = evaluations
        .map(|(name, about)| format!("{name} {about}"))
        .collect();
    Ok(lines.join("\n"))
}

fn seed(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let Some(word) = arguments.optional()? else {
        return Ok(context.engine.settings().seed.to_string());
    };
    let range = format!("the seed is a number from 0 to {}", u64::MAX);
    context.engine.set_seed(number_in(word, |_| true, &range)?);
    Ok(String::new())
}

fn variety(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let settings = context.engine.settings_mut();
    let Some(word) = arguments.optional()? else {
        return Ok(settings.variety.to_string());
    };
    let largest = Score::MAX_EVALUATION.units();
    let range = format!("the variety is a number from 0 to {largest}");
    settings.variety = number_in(word, |&n: &u16| n <= largest.unsigned_abs(), &range)?;
    Ok(String::new())
}

fn ponder(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let settings = context.engine.settings_mut();
    let Some(word) = arguments.optional()? else {
        return Ok(switch_text(settings.ponder));
    };
    settings.ponder = parse::switch(word)?;
    Ok(String::new())
}

fn resignation(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let settings = context.engine.settings_mut();
    let Some(word) = arguments.optional()? else {
        return Ok(switch_text(settings.resignation));
    };
    settings.resignation = parse::switch(word)?;
    Ok(String::new())
}

fn plain(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let settings = context.engine.settings_mut();
    let Some(word) = arguments.optional()? else {
        return Ok(switch_text(settings.plain));
    };
    settings.plain = parse::switch(word)?;
    Ok(String::new())
}

fn hash(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let Some(word) = arguments.optional()? else {
        return Ok(context.engine.hash().to_string());
    };
    // A number too large for `usize` is out of range as well, and the table's error says so.
    let mib = usize::try_from(parse::integer(word)?.max(0)).unwrap_or(usize::MAX);
    context.engine.set_hash(mib)?;
    Ok(String::new())
}

fn threads(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let settings = context.engine.settings_mut();
    let Some(word) = arguments.optional()? else {
        return Ok(settings.threads.to_string());
    };
    let most = Settings::MOST_THREADS;
    let range = format!("the number of threads is from 1 to {most}");
    settings.threads = number_in(word, |threads| (1..=most).contains(threads), &range)?;
    Ok(String::new())
}

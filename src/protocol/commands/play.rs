//! Commands that play moves, take them back and set the clocks.

use crate::game::Side;
use crate::protocol::context::{Arguments, Context};
use crate::protocol::parse;
use crate::protocol::reply::{Failure, Response};
use crate::protocol::table::Command;
use crate::session::{Reply, TimeControl, is_empty_list};

pub(in crate::protocol) const COMMANDS: &[Command] = &[
    Command {
        name: "play",
        arguments: "[COLOR] MOVE",
        help: "play a move, for the side to move or for the given side",
        example: "play black D3",
        run: play,
    },
    Command {
        name: "moves",
        arguments: "LIST",
        help: "play a list of moves, all or none: with or without spaces, with or without numbers",
        example: "moves f5d6c3",
        run: moves,
    },
    Command {
        name: "genmove",
        arguments: "[COLOR]",
        help: "find a move, for the side to move or for the given side, and play it",
        example: "genmove black",
        run: genmove,
    },
    Command {
        name: "reg_genmove",
        arguments: "COLOR",
        help: "find a move without playing it and without any random choice",
        example: "reg_genmove black",
        run: reg_genmove,
    },
    Command {
        name: "undo",
        arguments: "",
        help: "take back the last move",
        example: "undo",
        run: undo,
    },
    Command {
        name: "gg-undo",
        arguments: "N",
        help: "take back the last N moves",
        example: "gg-undo 2",
        run: gg_undo,
    },
    Command {
        name: "final_score",
        arguments: "",
        help: "the result of the finished game: B+10, W+2, or 0 for a draw",
        example: "final_score",
        run: final_score,
    },
    Command {
        name: "time_settings",
        arguments: "MAIN BYO STONES",
        help: "the clocks of the game: a main time, then BYO seconds for each STONES moves",
        example: "time_settings 300 30 5",
        run: time_settings,
    },
    Command {
        name: "time_left",
        arguments: "COLOR TIME STONES",
        help: "set a clock: TIME seconds left for STONES moves; STONES is 0 in main time",
        example: "time_left black 117 0",
        run: time_left,
    },
];

fn play(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let (side, mv) = match arguments.words[..] {
        [mv] => (None, mv),
        [colour, mv] => (Some(parse::colour(colour)?), mv),
        _ => return Err(Failure::Syntax),
    };
    let played = context.engine.session_mut().play(side, mv);
    // A lone colour that is not also a legal move is a command without its move.
    let lacks_move = side.is_none() && parse::side(mv).is_some();
    played.map_err(|error| match lacks_move {
        true => Failure::Syntax,
        false => error.into(),
    })?;
    Ok(String::new())
}

fn moves(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    if is_empty_list(arguments.text) {
        return Err(Failure::Syntax);
    }
    let played = context.engine.session_mut().play_list(arguments.text);
    played.map_err(|error| Failure::sentence(error.to_string()))?;
    Ok(String::new())
}

fn genmove(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let side = arguments.optional()?.map(parse::colour).transpose()?;
    let stop = context.begin_search(!context.engine.is_unlimited());
    let reply = context.engine.genmove(side, context.start, &stop)?;
    Ok(name(reply))
}

fn reg_genmove(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let [side] = arguments.exactly()?;
    let side = parse::colour(side)?;
    let stop = context.begin_search(!context.engine.is_unlimited());
    let reply = context.engine.reg_genmove(side, context.start, &stop)?;
    Ok(name(reply))
}

fn name(reply: Reply) -> String {
    match reply {
        Reply::Move(name) => name,
        Reply::Resign => "resign".into(),
    }
}

fn undo(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    context.engine.session_mut().undo(1)?;
    Ok(String::new())
}

fn gg_undo(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let [count] = arguments.exactly()?;
    let count = parse::integer(count)?;
    if count < 0 {
        return Err(Failure::Syntax);
    }
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    context.engine.session_mut().undo(count)?;
    Ok(String::new())
}

fn final_score(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    let result = context.session().result().ok_or(Failure::CannotScore)?;
    Ok(result.to_string())
}

fn time_settings(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let [main, byo, stones] = arguments.exactly()?;
    let (main, byo) = (parse::seconds(main)?, parse::seconds(byo)?);
    let stones = self::stones(stones)?;
    context
        .engine
        .time_settings(TimeControl { main, byo, stones });
    Ok(String::new())
}

fn time_left(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let [side, left, stones] = arguments.exactly()?;
    let side: Side = parse::colour(side)?;
    let (left, stones) = (parse::seconds(left)?, self::stones(stones)?);
    context.engine.time_left(side, left, stones);
    Ok(String::new())
}

/// Reads the number of moves of a period. Numbers too large for a `u32` are longer than any game.
fn stones(word: &str) -> Result<u32, Failure> {
    let stones = parse::integer(word)?;
    if stones < 0 {
        return Err(Failure::Syntax);
    }
    Ok(u32::try_from(stones).unwrap_or(u32::MAX))
}

//! Commands that show the position or replace it.

use crate::protocol::context::{Arguments, Context};
use crate::protocol::reply::{Failure, Response};
use crate::protocol::table::Command;
use crate::session::{GameResult, Session, before_remarks, json};

pub(in crate::protocol) const COMMANDS: &[Command] = &[
    Command {
        name: "showboard",
        arguments: "",
        help: "the board as text",
        example: "showboard",
        run: showboard,
    },
    Command {
        name: "board",
        arguments: "",
        help: "the same as showboard",
        example: "board",
        run: showboard,
    },
    Command {
        name: "to_move",
        arguments: "",
        help: "the side to move: black or white",
        example: "to_move",
        run: to_move,
    },
    Command {
        name: "legal_moves",
        arguments: "",
        help: "the legal moves on one line, none when the game is over",
        example: "legal_moves",
        run: legal_moves,
    },
    Command {
        name: "history",
        arguments: "",
        help: "the moves played so far, on one line",
        example: "history",
        run: history,
    },
    Command {
        name: "result",
        arguments: "",
        help: "the result: B+10, W+2, 0 for a draw, or unfinished",
        example: "result",
        run: result,
    },
    Command {
        name: "position",
        arguments: "",
        help: "the position on one line, as setup reads it",
        example: "position",
        run: position,
    },
    Command {
        name: "position_key",
        arguments: "",
        help: "a hexadecimal key that is the same for symmetric positions",
        example: "position_key",
        run: position_key,
    },
    Command {
        name: "state",
        arguments: "json",
        help: "the present state as data: the board, the legal moves and how to click them",
        example: "state json",
        run: state,
    },
    Command {
        name: "setup",
        arguments: "NOTATION",
        help: "take over a position; no move is left to undo",
        example: "setup ---------------------------OX------XO--------------------------- X",
        run: setup,
    },
];

fn showboard(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    let session = context.session();
    let board = session.drawing().to_text();
    let state = match session.result() {
        Some(_) => result_text(session, session.info().sides),
        None => format!("{} to move", session.info().marked_side(session.to_move())),
    };
    // The board starts on a line of its own, so that its columns line up.
    Ok(format!("\n{board}\n{state}"))
}

/// The result in words, with `sides` as the names of Black and White.
pub(super) fn result_text(session: &Session, sides: [&str; 2]) -> String {
    let has_margin = session.info().has_margin;
    let in_words = |result: GameResult| result.in_words("Draw", sides, has_margin);
    session.result().map_or("unfinished".into(), in_words)
}

pub(super) fn to_move(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    Ok(context.session().to_move().to_string())
}

pub(super) fn legal_moves(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    Ok(context.session().legal_moves().join(" "))
}

fn history(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    let history = context.session().history();
    let names: Vec<_> = history.into_iter().map(|played| played.name).collect();
    Ok(names.join(" "))
}

fn result(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    let result = context.session().result();
    Ok(result.map_or("unfinished".into(), |result| result.to_string()))
}

fn position(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    Ok(context.session().position())
}

fn position_key(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    Ok(format!("{:016x}", context.session().position_key()))
}

fn state(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.json()?;
    let scale = context.session().usual_size();
    Ok(json::state(context.engine, scale).to_string())
}

fn setup(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    if before_remarks(arguments.text).is_empty() {
        return Err(Failure::Syntax);
    }
    let text = before_remarks(arguments.text);
    context.engine.set_up(text).map_err(|error| {
        if context.engine.session().is_list(text) {
            let hint = "this is a list of moves, which `moves` plays";
            return Failure::sentence(format!("{error}; {hint}"));
        }
        error.into()
    })?;
    Ok(String::new())
}

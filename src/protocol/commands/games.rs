//! Commands that choose the game and its size.

use serde_json::json;

use crate::protocol::context::{Arguments, Context};
use crate::protocol::parse;
use crate::protocol::reply::{Failure, Response};
use crate::protocol::table::Command;
use crate::session::json;

pub(in crate::protocol) const COMMANDS: &[Command] = &[
    Command {
        name: "newgame",
        arguments: "[GAME] [SIZE]",
        help: "start over, in the given game and size or in the present ones",
        example: "newgame tictactoe",
        run: newgame,
    },
    Command {
        name: "list_games",
        arguments: "",
        help: "the titles of the games, one a line",
        example: "list_games",
        run: list_games,
    },
    Command {
        name: "games",
        arguments: "json",
        help: "the games as data: their sizes, evaluations and sides",
        example: "games json",
        run: games,
    },
    Command {
        name: "set_game",
        arguments: "TITLE",
        help: "start over in the game with that title",
        example: "set_game Othello",
        run: set_game,
    },
    Command {
        name: "boardsize",
        arguments: "SIZE [ROWS]",
        help: "start over on a board of that size",
        example: "boardsize 8",
        run: boardsize,
    },
    Command {
        name: "clear_board",
        arguments: "",
        help: "start over in the present game",
        example: "clear_board",
        run: clear_board,
    },
    Command {
        name: "komi",
        arguments: "NUMBER",
        help: "accepted for clients that play Go; changes nothing",
        example: "komi 6.5",
        run: komi,
    },
];

fn newgame(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let (game, size) = match arguments.words[..] {
        [] => (None, None),
        [game] => (Some(game), None),
        [game, size] => (Some(game), Some(size)),
        _ => return Err(Failure::Syntax),
    };
    context.engine.newgame(game, size)?;
    Ok(String::new())
}

fn list_games(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    Ok(context.engine.registry().titles().join("\n"))
}

fn games(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.json()?;
    let games = json::games(context.engine.registry());
    Ok(json!({ "games": games }).to_string())
}

fn set_game(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    if arguments.words.is_empty() {
        return Err(Failure::Syntax);
    }
    if context.engine.set_game(&arguments.words.join(" ")) {
        Ok(String::new())
    } else {
        Err(Failure::UnsupportedGame)
    }
}

fn boardsize(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    if !(1..=2).contains(&arguments.words.len()) {
        return Err(Failure::Syntax);
    }
    let mut size = Vec::new();
    for word in &arguments.words {
        let number = u32::try_from(parse::integer(word)?);
        size.push(number.map_err(|_| Failure::UnacceptableSize)?);
    }
    if context.engine.boardsize(&size) {
        Ok(String::new())
    } else {
        Err(Failure::UnacceptableSize)
    }
}

fn clear_board(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    context.engine.clear_board();
    Ok(String::new())
}

fn komi(_: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let [komi] = arguments.exactly()?;
    parse::number(komi)?;
    Ok(String::new())
}

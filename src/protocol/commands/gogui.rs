//! The commands with which GoGui [Enzenberger n.d.] asks for the rules of a game. GoGui knows moves
//! as vertices only, so games whose moves are not vertices do not have these commands.

use super::position::{legal_moves, result_text, to_move};
use crate::game::{Grid, Vertex};
use crate::protocol::context::{Arguments, Context};
use crate::protocol::parse;
use crate::protocol::reply::{Failure, Response};
use crate::protocol::table::Command;

pub(in crate::protocol) const COMMANDS: &[Command] = &[
    Command {
        name: "gogui-rules_game_id",
        arguments: "",
        help: "the title of the game",
        example: "gogui-rules_game_id",
        run: game_id,
    },
    Command {
        name: "gogui-rules_board",
        arguments: "",
        help: "the points of the board, the highest row first",
        example: "gogui-rules_board",
        run: board,
    },
    Command {
        name: "gogui-rules_board_size",
        arguments: "",
        help: "the size of the square that holds the board",
        example: "gogui-rules_board_size",
        run: board_size,
    },
    Command {
        name: "gogui-rules_legal_moves",
        arguments: "",
        help: "the legal moves on one line, none when the game is over",
        example: "gogui-rules_legal_moves",
        run: legal_moves,
    },
    Command {
        name: "gogui-rules_side_to_move",
        arguments: "",
        help: "the side to move: black or white",
        example: "gogui-rules_side_to_move",
        run: to_move,
    },
    Command {
        name: "gogui-rules_final_result",
        arguments: "",
        help: "the result in words",
        example: "gogui-rules_final_result",
        run: final_result,
    },
    Command {
        name: "gogui-rules_board_gfx",
        arguments: "",
        help: "the numbers on the stones, where they have any",
        example: "gogui-rules_board_gfx",
        run: board_gfx,
    },
    Command {
        name: "gogui-play_sequence",
        arguments: "COLOR MOVE COLOR MOVE ...",
        help: "play several moves, all or none",
        example: "gogui-play_sequence b D3 w C5",
        run: play_sequence,
    },
    Command {
        name: "gogui-analyze_commands",
        arguments: "",
        help: "the commands that GoGui offers in its window for analysis",
        example: "gogui-analyze_commands",
        run: analyze_commands,
    },
    Command {
        name: "gogui-interrupt",
        arguments: "",
        help: "known, so that GoGui sends the comment '# interrupt' to end a search",
        example: "gogui-interrupt",
        run: interrupt,
    },
];

fn game_id(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    Ok(context.session().info().title.into())
}

/// The side of the square that GoGui draws; the board is at its bottom left.
fn square(context: &Context<'_>) -> u8 {
    let info = context.session().info();
    u8::try_from(info.told_size()).unwrap_or(u8::MAX)
}

/// The points of the board, in games that have vertices.
fn grid(context: &Context<'_>) -> Result<Grid, Failure> {
    context.session().grid().ok_or(Failure::UnknownCommand)
}

fn board_size(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    Ok(square(context).to_string())
}

fn board(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    let size = square(context);
    let grid = grid(context)?;
    let symbol = |vertex| grid.point(vertex).symbol();
    let mut text = String::new();
    for row in (0..size).rev() {
        for column in 0..size {
            text.push(symbol(Vertex::new(column, row)));
            text.push(if column + 1 == size { '\n' } else { ' ' });
        }
    }
    Ok(text)
}

fn final_result(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    // GoGui draws black and white stones, whatever the game calls its sides.
    Ok(result_text(context.session(), ["Black", "White"]))
}

fn board_gfx(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    let grid = grid(context)?;
    let labels = grid.labels().iter();
    let lines: Vec<_> = labels
        .map(|(vertex, text)| format!("LABEL {vertex} {text}"))
        .collect();
    Ok(lines.join("\n"))
}

fn play_sequence(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let (pairs, odd) = arguments.words.as_chunks::<2>();
    if !odd.is_empty() {
        return Err(Failure::Syntax);
    }
    let session = context.engine.session_mut();
    for (played, [colour, mv]) in pairs.iter().enumerate() {
        let outcome = parse::colour(colour).and_then(|side| Ok(session.play(Some(side), mv)?));
        if let Err(failure) = outcome {
            session.undo(played)?;
            return Err(failure);
        }
    }
    Ok(String::new())
}

fn analyze_commands(_: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    let offered = [
        "plist/Legal Moves/legal_moves",
        "string/Result/result",
        "string/Static Evaluation/eval",
        "hstring/Analyze/analyze",
        "hstring/Analyze with Several Lines/analyze lines %s",
        "hstring/Exact Value/solve",
        "hstring/Exact Values of Moves/solve moves",
        "hstring/Show Board/showboard",
        "hstring/Position/position",
        "hstring/Moves Played/history",
        "hstring/Evaluations/evaluations",
        "none/Choose Evaluation/evaluation %s",
        "none/Choose Level/level %s",
        "hstring/Parameters/param",
        "none/Set Parameter/param %s",
        "none/Time for a Move/timelimit %s",
        "hstring/Save as SGF/printsgf",
    ];
    Ok(offered.join("\n"))
}

fn interrupt(_: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    Ok(String::new())
}

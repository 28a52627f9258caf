//! The command for games that a training elsewhere learns from.

use crate::protocol::context::{Arguments, Context};
use crate::protocol::parse;
use crate::protocol::reply::{Failure, Response};
use crate::protocol::table::Command;

pub(in crate::protocol) const COMMANDS: &[Command] = &[Command {
    name: "training_game",
    arguments: "NUMBER",
    help: "a game of the training in the file of the option --training, as a line of JSON",
    example: "training_game 0",
    run: training_game,
}];

fn training_game(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let [number] = arguments.words[..] else {
        return Err(Failure::Syntax);
    };
    let number = parse::count(number)? as u64;
    let training = context.engine.training();
    let training = training.ok_or_else(|| {
        Failure::sentence("there is no training: begin with the option --training FILE.training")
    })?;
    training.game(number).map_err(Failure::sentence)
}

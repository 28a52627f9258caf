//! The command for parameters that a tuner may set.

use crate::protocol::context::{Arguments, Context};
use crate::protocol::parse;
use crate::protocol::reply::{Failure, Response};
use crate::protocol::table::Command;

pub(in crate::protocol) const COMMANDS: &[Command] = &[Command {
    name: "param",
    arguments: "[NAME [VALUE]]",
    help: "the numbers of search and evaluation that may be tuned: list, read or set them",
    example: "param search.aspiration 150",
    run: param,
}];

fn param(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    match arguments.words[..] {
        [] => {
            let params = context.engine.params();
            let lines: Vec<_> = params.iter().map(ToString::to_string).collect();
            Ok(lines.join("\n"))
        }
        [name] => Ok(context.engine.param(name)?.value.to_string()),
        [name, value] => {
            context.engine.set_param(name, parse::integer(value)?)?;
            Ok(String::new())
        }
        _ => Err(Failure::Syntax),
    }
}

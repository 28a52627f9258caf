//! Commands about the engine itself, its commands and its processor time.

use crate::protocol::context::{Arguments, Context};
use crate::protocol::reply::{Failure, Response};
use crate::protocol::table::{self, Command};
use crate::release::{BUILD, RELEASE};
use crate::system::ProcessorTime;

pub(in crate::protocol) const COMMANDS: &[Command] = &[
    Command {
        name: "protocol_version",
        arguments: "",
        help: "the version of GTP: 2",
        example: "protocol_version",
        run: protocol_version,
    },
    Command {
        name: "name",
        arguments: "",
        help: "the name of the engine",
        example: "name",
        run: name,
    },
    Command {
        name: "version",
        arguments: "",
        help: "the version of the engine",
        example: "version",
        run: version,
    },
    Command {
        name: "build",
        arguments: "",
        help: "the version of the engine and the commit that it was built from",
        example: "build",
        run: build,
    },
    Command {
        name: "known_command",
        arguments: "[COMMAND]",
        help: "true if there is a command of that name, else false",
        example: "known_command genmove",
        run: known_command,
    },
    Command {
        name: "list_commands",
        arguments: "",
        help: "the names of all commands, one a line",
        example: "list_commands",
        run: list_commands,
    },
    Command {
        name: "help",
        arguments: "[COMMAND]",
        help: "all commands with a line each, or one with an example",
        example: "help play",
        run: help,
    },
    Command {
        name: "cputime",
        arguments: "",
        help: "the processor time that the engine has used, in seconds",
        example: "cputime",
        run: cputime,
    },
    Command {
        name: "quit",
        arguments: "",
        help: "answer, then exit",
        example: "quit",
        run: quit,
    },
];

fn protocol_version(_: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    Ok("2".into())
}

fn name(_: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    Ok("Heelstone".into())
}

fn version(_: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    Ok(RELEASE.into())
}

fn build(_: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    Ok(BUILD.into())
}

fn known_command(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let name = arguments.optional()?;
    let game = context.session().info();
    let command = name.and_then(|name| table::find(name, &game));
    Ok(command.is_some().to_string())
}

fn list_commands(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    let commands = table::all(&context.session().info());
    let names: Vec<_> = commands.map(|command| command.name).collect();
    Ok(names.join("\n"))
}

fn help(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let game = context.session().info();
    let Some(name) = arguments.optional()? else {
        let lines =
            table::all(&game).map(|command| format!("{}: {}", command.usage(), command.help));
        return Ok(lines.collect::<Vec<_>>().join("\n"));
    };
    let command = table::find(name, &game).ok_or(Failure::UnknownCommand)?;
    let Command { help, example, .. } = command;
    Ok(format!("{}\n{help}\nexample: {example}", command.usage()))
}

fn cputime(_: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    let untold = || Failure::sentence("the processor time is not available on this system");
    let time = ProcessorTime::now().ok_or_else(untold)?;
    Ok(format!("{:.6}", time.total().as_secs_f64()))
}

fn quit(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    context.quit = true;
    Ok(String::new())
}

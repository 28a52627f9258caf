//! The table of commands. Dispatch, `list_commands`, `known_command` and `help` all read it, for
//! the game in progress.

use super::commands::{
    analysis, books, games, gogui, params, play, position, records, review, settings, solving,
    standard, training, tree,
};
use super::context::{Arguments, Context};
use super::reply::Response;
use crate::session::GameInfo;

/// A command.
pub(super) struct Command {
    pub(super) name: &'static str,
    /// The arguments: words in capitals stand for values, brackets enclose what may be left out.
    pub(super) arguments: &'static str,
    /// A description, in one line.
    pub(super) help: &'static str,
    /// A typical use.
    pub(super) example: &'static str,
    pub(super) run: fn(&mut Context<'_>, &Arguments<'_>) -> Response,
}

impl Command {
    /// The command with its arguments, as it is typed.
    pub(super) fn usage(&self) -> String {
        format!("{} {}", self.name, self.arguments)
            .trim_end()
            .to_string()
    }
}

/// The commands, in the order in which they are listed.
const GROUPS: &[&[Command]] = &[
    standard::COMMANDS,
    games::COMMANDS,
    records::COMMANDS,
    play::COMMANDS,
    position::COMMANDS,
    settings::COMMANDS,
    params::COMMANDS,
    books::COMMANDS,
    analysis::COMMANDS,
    review::COMMANDS,
    solving::COMMANDS,
    tree::COMMANDS,
    training::COMMANDS,
];

/// The commands that follow in a game whose moves are vertices.
const FOR_VERTICES: &[Command] = gogui::COMMANDS;

/// All commands that a game has.
pub(super) fn all(game: &GameInfo) -> impl Iterator<Item = &'static Command> + use<> {
    let last = if game.has_vertices { FOR_VERTICES } else { &[] };
    GROUPS.iter().copied().flatten().chain(last)
}

/// Finds a game's command by name.
pub(super) fn find(name: &str, game: &GameInfo) -> Option<&'static Command> {
    all(game).find(|command| command.name == name)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn all() -> impl Iterator<Item = &'static Command> {
        GROUPS.iter().copied().flatten().chain(FOR_VERTICES)
    }

    #[test]
    fn each_name_stands_for_one_command() {
        let mut names = HashSet::new();
        for command in all() {
            assert!(names.insert(command.name), "{} twice", command.name);
            let plain = |c: char| c.is_ascii_lowercase() || "-_".contains(c);
            assert!(command.name.chars().all(plain), "{}", command.name);
        }
    }

    #[test]
    fn each_command_is_explained_on_one_line_with_an_example_of_it() {
        for command in all() {
            assert!(!command.help.is_empty() && !command.help.contains('\n'));
            let first = command.example.split(' ').next();
            assert_eq!(first, Some(command.name));
        }
    }
}

//! The command for the opening book.

use std::path::Path;

use crate::protocol::context::{Arguments, Context};
use crate::protocol::reply::Response;
use crate::protocol::table::Command;
use crate::session::BookMove;

pub(in crate::protocol) const COMMANDS: &[Command] = &[Command {
    name: "book",
    arguments: "[FILE or off]",
    help: "the opening book to play from: a file, the one built in, or none",
    example: "book off",
    run: book,
}];

fn book(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let engine = &mut *context.engine;
    // A file name may contain spaces.
    match arguments.text {
        "" => {
            return Ok(match engine.book() {
                Some(book) => format!("{}: {book}", book.name()),
                None if engine.uses_books() => "none".into(),
                None => "off".into(),
            });
        }
        "on" => engine.use_books(true),
        "off" => engine.use_books(false),
        file => engine.open_book(Path::new(file))?,
    }
    Ok(String::new())
}

/// The line that describes a move from a book.
pub(super) fn text_line(known: &BookMove) -> String {
    let BookMove { name, worth, book } = known;
    format!("book {name} {worth} ({book})")
}

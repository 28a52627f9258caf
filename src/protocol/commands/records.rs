//! Commands for game records: as text, and in files that hold many games.

use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::Read;
use std::path::Path;

use crate::files::open_plain;
use crate::protocol::context::{Arguments, Context};
use crate::protocol::parse;
use crate::protocol::reply::{Failure, Response};
use crate::protocol::table::Command;

pub(in crate::protocol) const COMMANDS: &[Command] = &[
    Command {
        name: "loadsgf",
        arguments: "FILE [MOVE]",
        help: "take over a game record, up to the position before move number MOVE",
        example: "loadsgf game.sgf 12",
        run: loadsgf,
    },
    Command {
        name: "printsgf",
        arguments: "",
        help: "the game so far as SGF, on one line",
        example: "printsgf",
        run: printsgf,
    },
    Command {
        name: "printggf",
        arguments: "",
        help: "the game so far as GGF, on one line",
        example: "printggf",
        run: printggf,
    },
    Command {
        name: "printpdn",
        arguments: "",
        help: "the game so far as PDN, on one line",
        example: "printpdn",
        run: printpdn,
    },
    Command {
        name: "loadpdn",
        arguments: "FILE [NUMBER] [MOVE]",
        help: "take over a game from a PDN file, up to the position before move number MOVE",
        example: "loadpdn games.pdn 7",
        run: loadpdn,
    },
    Command {
        name: "savepdn",
        arguments: "FILE",
        help: "append the game so far to a PDN file, which is created if need be",
        example: "savepdn games.pdn",
        run: savepdn,
    },
    Command {
        name: "loadwthor",
        arguments: "FILE NUMBER [MOVE]",
        help: "take over a game from a WTHOR file, up to the position before move number MOVE",
        example: "loadwthor WTH_2001.wtb 7",
        run: loadwthor,
    },
    Command {
        name: "savewthor",
        arguments: "FILE",
        help: "append the game so far to a WTHOR file, which is created if need be",
        example: "savewthor games.wtb",
        run: savewthor,
    },
];

/// The formats of a text and of a file for which there are commands; the games say whether they have them.
const GGF: &str = "GGF";
const PDN: &str = "PDN";
const WTHOR: &str = "WTHOR";

fn loadsgf(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let (file, before) = match arguments.words[..] {
        [file] => (file, None),
        [file, before] => (file, Some(move_number(before)?)),
        _ => return Err(Failure::Syntax),
    };
    let loaded = read_record(Path::new(file))
        .and_then(|record| Ok(context.engine.loadsgf(&record, before)?));
    loaded.map_err(|error| cannot_load(file, &error))?;
    Ok(String::new())
}

/// Reads the number of a move, from 1.
fn move_number(word: &str) -> Result<usize, Failure> {
    match parse::count(word)? {
        0 => Err(Failure::Syntax),
        number => Ok(number),
    }
}

/// Reads a file that should be a game record.
fn read_record(path: &Path) -> anyhow::Result<String> {
    /// A game takes a few kilobytes.
    const LARGEST: u64 = 4 << 20;
    let mut bytes = Vec::new();
    open_plain(path, OpenOptions::new().read(true))?
        .take(LARGEST + 1)
        .read_to_end(&mut bytes)?;
    anyhow::ensure!(bytes.len() as u64 <= LARGEST, "the file is too large");
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn cannot_load(file: &str, error: &dyn Display) -> Failure {
    log::warn!("{file} cannot be loaded: {error}");
    Failure::CannotLoadFile
}

/// A failure that includes its reason, for commands that only this program has.
fn because(failure: &Failure, error: &dyn Display) -> Failure {
    Failure::sentence(format!("{failure}: {error}"))
}

fn printsgf(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    Ok(context.engine.printsgf())
}

fn printggf(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    Ok(context.engine.print_record(GGF)?)
}

fn printpdn(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    arguments.none()?;
    Ok(context.engine.print_record(PDN)?)
}

fn loadpdn(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    match arguments.words[..] {
        [file] => load(context, PDN, file, "1", None),
        [file, number] => load(context, PDN, file, number, None),
        [file, number, before] => load(context, PDN, file, number, Some(before)),
        _ => Err(Failure::Syntax),
    }
}

fn savepdn(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    save(context, PDN, arguments)
}

fn loadwthor(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    match arguments.words[..] {
        [file, number] => load(context, WTHOR, file, number, None),
        [file, number, before] => load(context, WTHOR, file, number, Some(before)),
        _ => Err(Failure::Syntax),
    }
}

fn savewthor(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    save(context, WTHOR, arguments)
}

/// Takes over a game from a file of many.
fn load(
    context: &mut Context<'_>,
    format: &str,
    file: &str,
    number: &str,
    before: Option<&str>,
) -> Response {
    let before = before.map(move_number).transpose()?;
    let number = parse::count(number)?;
    let path = Path::new(file);
    let loaded = context.engine.load_record(format, path, number, before);
    loaded.map_err(|error| because(&Failure::CannotLoadFile, &error))?;
    Ok(String::new())
}

/// Appends the game so far to a file of many.
fn save(context: &mut Context<'_>, format: &str, arguments: &Arguments<'_>) -> Response {
    let [file] = arguments.exactly()?;
    let saved = context.engine.save_record(format, Path::new(file));
    saved.map_err(|error| because(&Failure::CannotSaveFile, &error))?;
    Ok(String::new())
}

//! Formats of game records that belong to one game, unlike SGF, which serves every game.

use std::fs::File;
use std::io;

use thiserror::Error;

use super::{Side, Value};

/// A game from a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// The position in which it began, in the notation of the game; `None` for the usual one.
    pub start: Option<String>,
    /// Its moves.
    pub moves: Vec<RecordedMove>,
    /// The result seen from Black, if the game is over.
    pub result: Option<Value>,
    /// The names of Black and White; empty if unknown.
    pub players: [String; 2],
}

/// A move of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// The side that played it. `None` if the record does not tell: then it is the side to move, or
    /// the other one after a forced pass that was left out.
    pub side: Option<Side>,
    /// Its name, as [`Notation::parse_move`](super::Notation::parse_move) reads it.
    pub name: String,
}

/// A format of game records for one game; see [`Game::RECORDS`](super::Game::RECORDS).
#[derive(Clone, Copy, Debug)]
pub struct RecordFormat {
    /// Its usual name: `WTHOR`.
    pub name: &'static str,
    /// The extension of its files, without the dot: `wtb`.
    pub extension: &'static str,
    /// Its reader and its writer.
    pub kind: RecordKind,
    /// How a file of many games in memory is listed, if this format has such files.
    pub listing: Option<Listing>,
}

/// What a list of games shows of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The names of Black and White; empty if unknown.
    pub players: [String; 2],
    /// The tournament.
    pub event: String,
    /// The day or the year.
    pub date: String,
    /// The result, as the format writes it.
    pub result: String,
    /// Whose points stand first in the result.
    pub first: Side,
}

/// Lists the games of a file that are of this game and size. `others` are files that may go with it, such as one of
/// names. `None` if the file is not in this format.
pub type ListGames = fn(file: &[u8], others: &[&[u8]]) -> Option<Vec<Heading>>;

/// The games of a file in memory.
#[derive(Clone, Copy, Debug)]
pub struct Listing {
    /// Lists them.
    pub list: ListGames,
    /// Reads the one with a number; `None` if there is none.
    pub read: fn(file: &[u8], number: usize) -> Option<GameRecord>,
}

/// Reads a text; `None` if it is not in this format. Returns an error, a sentence, if it is in this
/// format but cannot be loaded.
pub type ReadText = fn(text: &str) -> Result<Option<GameRecord>, String>;

/// Reads a game of an archive, numbered from 1.
pub type ReadGame = fn(file: &mut File, number: usize) -> Result<GameRecord, ArchiveError>;

/// Writes a game in the form that an archive stores.
pub type WriteGame = fn(record: &GameRecord) -> Result<Vec<u8>, ArchiveError>;

/// Appends a game written by [`WriteGame`] to an archive, or creates an archive if the file is
/// empty. After an error the file is unchanged.
pub type AppendGame = fn(file: &mut File, game: &[u8]) -> Result<(), ArchiveError>;

/// The reader and the writer of a format.
#[derive(Clone, Copy, Debug)]
pub enum RecordKind {
    /// A text for each game.
    Text {
        /// Reads a text.
        read: ReadText,
        /// Writes a game on one line.
        write: fn(&GameRecord) -> String,
    },
    /// A file of many games.
    Archive {
        /// Reads one of them.
        read: ReadGame,
        /// Writes one.
        write: WriteGame,
        /// Appends it.
        append: AppendGame,
    },
}

/// The reason why an archive cannot be read or appended to: a whole sentence.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is not in this format.
    #[error("{0}")]
    Malformed(String),
    /// The file has fewer games.
    #[error("there is no game {number}: the file has {games}")]
    NoGame {
        /// The requested number.
        number: usize,
        /// The available games.
        games: u32,
    },
    /// The format cannot represent this game.
    #[error("{0}")]
    Unfit(String),
}

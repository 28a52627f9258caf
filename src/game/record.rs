//! Formats of game records that belong to one game. SGF, which serves every game, is none of them.

use std::fs::File;
use std::io;

use thiserror::Error;

use super::{Side, Value};

/// A game as a record tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// The position in which it began, in the notation of the game; `None` for the usual one.
    pub start: Option<String>,
    /// Its moves.
    pub moves: Vec<RecordedMove>,
    /// The result seen from Black, if the game is over.
    pub result: Option<Value>,
    /// The names of Black and White; empty where nobody knows them.
    pub players: [String; 2],
}

/// A move of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// Who played it. `None` where the record does not say: then it is the side to move, or the
    /// other one after a forced pass that was left out.
    pub side: Option<Side>,
    /// Its name, as [`Notation::parse_move`](super::Notation::parse_move) reads it.
    pub name: String,
}

/// A format of game records that a game offers; see [`Game::RECORDS`](super::Game::RECORDS).
#[derive(Clone, Copy, Debug)]
pub struct RecordFormat {
    /// The name that people know it by: `WTHOR`.
    pub name: &'static str,
    /// The extension of its files, without the dot: `wtb`.
    pub extension: &'static str,
    /// Its reader and its writer.
    pub kind: RecordKind,
}

/// Reads a text; `None` if it is not in this format. Errors: a sentence about one that is, but cannot be
/// taken over.
pub type ReadText = fn(text: &str) -> Result<Option<GameRecord>, String>;

/// Reads a game of an archive, the first of which is number 1.
pub type ReadGame = fn(file: &mut File, number: usize) -> Result<GameRecord, ArchiveError>;

/// Writes a game as it stands in an archive.
pub type WriteGame = fn(record: &GameRecord) -> Result<Vec<u8>, ArchiveError>;

/// Appends a game, as [`WriteGame`] has written it, to an archive, which begins with it if the file is empty.
/// After an error the file is as it was.
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
        /// The number that was asked for.
        number: usize,
        /// The games there are.
        games: u32,
    },
    /// The format has no way to write this game.
    #[error("{0}")]
    Unfit(String),
}

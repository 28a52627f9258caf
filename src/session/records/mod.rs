//! Game records: SGF, for every game, and the games' own formats.

mod collection;
mod sgf;

use std::fs::{File, OpenOptions};
use std::path::Path;

use thiserror::Error;

pub use self::collection::Collection;

use super::{Engine, Session};
use crate::files::open_plain;
use crate::game::{ArchiveError, GameRecord, RecordKind, RecordedMove};
use crate::session::registry::Entry;
use crate::system::lock;

/// The reason why a record cannot be loaded or written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// It has neither the form of SGF nor of another format of a game.
    #[error("this is not a record in a known format")]
    Malformed,
    /// It is of an unknown game or size.
    #[error("the record is of a game or a size that is not known")]
    UnknownGame,
    /// It is in a format of a game, but cannot be loaded: a sentence.
    #[error("{0}")]
    Unfit(String),
    /// Its starting position is invalid.
    #[error("the record begins with a position that cannot be set up: {0}")]
    Position(String),
    /// A move, counted from 1, is not legal.
    #[error("move {number} of the record, {text:?}, is not legal")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The text in the record.
        text: String,
    },
    /// The game has no text format with that name.
    #[error("there is no {format} of {title}")]
    NoFormat {
        /// The name of the format.
        format: String,
        /// The title of the game.
        title: &'static str,
    },
}

/// The reason why a game cannot be loaded from an archive, or saved in one: a whole sentence.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordFileError {
    /// The file is of another kind, or the game cannot be stored in it.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The game in it cannot be played.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The game has no archives of that format.
    #[error("there are no {format} files of {title}")]
    NoFormat {
        /// The name of the format.
        format: String,
        /// The title of the game.
        title: &'static str,
    },
    /// No game has archives of that format.
    #[error("no game has {0} files")]
    UnknownFormat(String),
    /// Another program is using it.
    #[error("another program is writing to the file")]
    Busy,
}

impl Engine {
    /// The game so far as SGF on one line.
    pub fn printsgf(&self) -> String {
        sgf::write(self.session())
    }

    /// Returns the game so far in a text format of the game, such as `GGF`, on one line.
    ///
    /// # Errors
    /// If the game has no such format.
    pub fn print_record(&self, format: &str) -> Result<String, RecordError> {
        let info = self.session().info();
        let mut writers = info.records.iter().filter_map(|own| match own.kind {
            RecordKind::Text { write, .. } if own.name == format => Some(write),
            _ => None,
        });
        let write = writers.next().ok_or_else(|| RecordError::NoFormat {
            format: format.into(),
            title: info.title,
        })?;
        Ok(write(&record_of(self.session())))
    }

    /// Loads the game of a record in SGF, or in a text format of its game, up to the position
    /// before move `before` (from 1), or to its end.
    ///
    /// # Errors
    /// If it is not a record, or not of a known game; nothing has changed then.
    pub fn loadsgf(&mut self, text: &str, before: Option<usize>) -> Result<(), RecordError> {
        for entry in self.registry().entries() {
            for format in entry.info.records {
                let RecordKind::Text { read, .. } = format.kind else {
                    continue;
                };
                if let Some(record) = read(text).map_err(RecordError::Unfit)? {
                    let session = replay(entry, &record, before)?;
                    self.take_over(session);
                    return Ok(());
                }
            }
        }
        let record = sgf::read(text)?;
        let present = self.session().info();
        let entry = self.registry().find(|info| record.is_of(info, &present));
        let mut session = entry.ok_or(RecordError::UnknownGame)?.open();
        record.replay(&mut session, before)?;
        self.take_over(session);
        Ok(())
    }

    /// Loads game `number` (from 1) of an archive in a format such as `WTHOR`, up to the position
    /// before move `before` (from 1), or to its end. Passes that the format leaves out are not
    /// counted.
    ///
    /// # Errors
    /// If no game has that format, there is no such file, or no such game in it, or the game cannot
    /// be played; nothing has changed then.
    pub fn load_record(
        &mut self,
        format: &str,
        path: &Path,
        number: usize,
        before: Option<usize>,
    ) -> Result<(), RecordFileError> {
        let (entry, record) = self.read_archive(format, path, number)?;
        let session = replay(entry, &record, before)?;
        self.take_over(session);
        Ok(())
    }

    /// Reads a game of an archive, with its game and size.
    fn read_archive(
        &self,
        format: &str,
        path: &Path,
        number: usize,
    ) -> Result<(&Entry, GameRecord), RecordFileError> {
        let mut result = Err(RecordFileError::UnknownFormat(format.into()));
        for entry in self.registry().entries() {
            for own in entry.info.records.iter().filter(|own| own.name == format) {
                if let RecordKind::Archive { read, .. } = own.kind {
                    let mut file = open(path, OpenOptions::new().read(true))?;
                    match read(&mut file, number) {
                        Ok(record) => return Ok((entry, record)),
                        // It may be of another size of the game.
                        Err(error) => result = Err(error.into()),
                    }
                }
            }
        }
        result
    }

    /// Appends the game so far to an archive in a format such as `WTHOR`, which is created if
    /// necessary.
    ///
    /// # Errors
    /// If the game has no such format, the file is of another kind, the game cannot be stored in
    /// it, or it cannot be written; it is then unchanged.
    pub fn save_record(&self, format: &str, path: &Path) -> Result<(), RecordFileError> {
        let info = self.session().info();
        let mut writers = info.records.iter().filter_map(|own| match own.kind {
            RecordKind::Archive { write, append, .. } if own.name == format => {
                Some((write, append))
            }
            _ => None,
        });
        let (write, append) = writers.next().ok_or_else(|| RecordFileError::NoFormat {
            format: format.into(),
            title: info.title,
        })?;
        // A game that cannot be stored does not create a file.
        let game = write(&record_of(self.session()))?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = open(path, &options)?;
        if !lock(&file).map_err(ArchiveError::from)? {
            return Err(RecordFileError::Busy);
        }
        Ok(append(&mut file, &game)?)
    }
}

fn open(path: &Path, options: &OpenOptions) -> Result<File, ArchiveError> {
    Ok(open_plain(path, options)?)
}

/// The game so far, without the names of the players.
fn record_of(session: &Session) -> GameRecord {
    let moves = session.history().into_iter().map(|played| RecordedMove {
        side: Some(played.side),
        name: played.name,
    });
    GameRecord {
        start: session.set_up_from(),
        moves: moves.collect(),
        result: session.result().map(|result| result.value),
        players: Default::default(),
    }
}

/// Plays the moves of a record in a new game, up to the position before move `before`.
fn replay(
    entry: &Entry,
    record: &GameRecord,
    before: Option<usize>,
) -> Result<Session, RecordError> {
    let mut session = entry.open();
    if let Some(start) = &record.start {
        let set_up = session.set_up(start);
        set_up.map_err(|error| RecordError::Position(error.to_string()))?;
    }
    let count = before.map_or(usize::MAX, |before| before.saturating_sub(1));
    for (index, mv) in record.moves.iter().take(count).enumerate() {
        let played = match mv.side {
            Some(side) => session.play(Some(side), &mv.name),
            None => session.play_in_order(&mv.name),
        };
        played.map_err(|_| RecordError::Move {
            number: index + 1,
            text: mv.name.clone(),
        })?;
    }
    Ok(session)
}

//! Records of games: SGF and GGF, a text for each game, and WTHOR, a file for many.

mod ggf;
mod sgf;
mod wthor;

use std::path::Path;

use thiserror::Error;

pub use wthor::WthorError;

use super::{Engine, GameInfo, Noted};

/// The reason why a record cannot be loaded or written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// It has the form neither of SGF nor of GGF.
    #[error("this is not a record in SGF or GGF")]
    Malformed,
    /// It is of an unknown game or size.
    #[error("the record is of a game or a size that is not known")]
    UnknownGame,
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
    /// The game with that title has no GGF.
    #[error("there is no GGF of {0}")]
    NoGgf(&'static str),
}

impl Engine {
    /// The game so far as SGF on one line.
    pub fn printsgf(&self) -> String {
        sgf::write(self.session())
    }

    /// The game so far as GGF on one line.
    ///
    /// # Errors
    /// If the game has no GGF.
    pub fn printggf(&self) -> Result<String, RecordError> {
        let title = self.session().info().title;
        ggf::write(self.session()).ok_or(RecordError::NoGgf(title))
    }

    /// Loads the game of an SGF or GGF record, up to the position before move `before` (from 1), or
    /// to its end.
    ///
    /// # Errors
    /// If it is not a record, or not of a known game; nothing has changed then.
    pub fn loadsgf(&mut self, text: &str, before: Option<usize>) -> Result<(), RecordError> {
        let record = sgf::read(text)?;
        let present = self.session().info();
        let entry = self.registry().find(|info| record.is_of(info, &present));
        let mut session = entry.ok_or(RecordError::UnknownGame)?.open();
        record.replay(&mut *session, before)?;
        self.take_over(session);
        Ok(())
    }

    /// Loads game `number` (from 1) of a WTHOR file, up to the position before move `before` (from
    /// 1; passes, which such files leave out, are not counted), or to its end.
    ///
    /// # Errors
    /// If there is no such file, or no such game in it, or the game cannot be played; nothing has
    /// changed then.
    pub fn loadwthor(
        &mut self,
        path: &Path,
        number: usize,
        before: Option<usize>,
    ) -> Result<(), WthorError> {
        let (size, mut moves) = wthor::read(path, number)?;
        let on_board = |info: &GameInfo| info.has_wthor && info.size == (size, size);
        let entry = self.registry().find(on_board);
        let info = entry.ok_or(WthorError::UnknownBoard(size))?.info;
        if let Some(before) = before {
            moves.truncate(before.saturating_sub(1));
        }
        Ok(self.restore(&Noted {
            game: info.name,
            size: Some(&info.size_name()),
            start: None,
            moves: &moves,
        })?)
    }

    /// Appends the game so far to a WTHOR file, which is created if necessary.
    ///
    /// # Errors
    /// If the file is of another kind, the game cannot be stored in it, or it cannot be written; it
    /// is then unchanged.
    pub fn savewthor(&self, path: &Path) -> Result<(), WthorError> {
        wthor::append(self.session(), path)
    }
}

//! Whatever people have of a game: a record, a list of moves, or a position.

use thiserror::Error;

use super::engine::{Engine, before_remarks};
use super::{GameInfo, RecordError, Session};
use crate::session::registry::Entry;

/// The reason why a text cannot be loaded: a whole sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LoadError {
    /// There is nothing in it.
    #[error("there is nothing to load")]
    Empty,
    /// It has the form of a record, and cannot be loaded.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// It is neither moves nor a position of any game.
    #[error("this is neither a game record nor a list of moves nor a position: {0}")]
    Unknown(String),
    /// It begins with moves of a game, and goes on with something else.
    #[error("this list of moves of {game} cannot be played: {error}")]
    List {
        /// The title of the game.
        game: &'static str,
        /// The sentence about the move.
        error: String,
    },
}

impl Engine {
    /// Loads a text: a game record, a list of moves from the start, or a position, of the present game
    /// or else of the first one that it fits.
    ///
    /// # Errors
    /// A sentence that describes the problem; nothing has changed then.
    pub fn load(&mut self, text: &str) -> Result<(), LoadError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(LoadError::Empty);
        }
        // GGF may begin with a number, and PDN with a tag.
        if text.starts_with(['(', '[']) || text.contains("(;") {
            return Ok(self.loadsgf(text, None)?);
        }
        let present = self.session().entry.clone();
        let error = match read(&present, text) {
            Ok(session) => {
                self.take_over(session);
                return Ok(());
            }
            Err(error) => error,
        };
        let others = self.registry().entries().iter();
        let is_other = |info: &GameInfo| {
            (info.name, info.size_name()) != (present.info.name, present.info.size_name())
        };
        let mut others = others.filter(|entry| is_other(&entry.info));
        let Some(session) = others.find_map(|entry| read(entry, text).ok()) else {
            return Err(error);
        };
        self.take_over(session);
        Ok(())
    }
}

/// Reads a list of moves or a position of a game.
fn read(entry: &Entry, text: &str) -> Result<Session, LoadError> {
    let mut session = entry.open();
    let Err(error) = session.play_list(text) else {
        return Ok(session);
    };
    let set_up = session.set_up(before_remarks(text));
    set_up
        .map(|()| session)
        .map_err(|position| match error.number {
            1 => LoadError::Unknown(position.to_string()),
            _ => LoadError::List {
                game: entry.info.title,
                error: error.to_string(),
            },
        })
}

//! Setting up a position piece by piece, as by clicks on the board.

use std::collections::BTreeMap;

use super::engine::Engine;
use super::game::Session;
use crate::game::{Place, PlaceKind, PositionError, Side, Standing};

impl Session {
    /// Sets up the position with these pieces, each as the drawing writes it, by the names of cells; clears the
    /// undo history.
    ///
    /// # Errors
    /// A sentence that describes the problem; nothing has changed then.
    pub fn arrange(
        &mut self,
        pieces: &BTreeMap<String, String>,
        to_move: Side,
    ) -> Result<(), PositionError> {
        let info = self.info();
        let places = self.drawing().places;
        let standing = pieces.iter().map(|(place, text)| {
            let is_cell = |cell: &Place| cell.kind == PlaceKind::Cell && cell.name == *place;
            if !places.iter().any(is_cell) {
                return Err(PositionError::new(format!(
                    "the board has no cell {place:?}"
                )));
            }
            let mut known = info.pieces.iter();
            let found = known.find(|(_, written)| written == text);
            let no_piece = || PositionError::new(format!("this game has no piece {text:?}"));
            let &(side, text) = found.ok_or_else(no_piece)?;
            Ok(Standing { place, side, text })
        });
        let standing = standing.collect::<Result<Vec<_>, _>>()?;
        let text = self.services.arranged(&standing, to_move);
        self.set_up(&text)
    }
}

impl Engine {
    /// Begins a game of the present kind from a position that is set up piece by piece.
    ///
    /// # Errors
    /// A sentence that describes the problem; nothing has changed then.
    pub fn arrange(
        &mut self,
        pieces: &BTreeMap<String, String>,
        to_move: Side,
    ) -> Result<(), PositionError> {
        let mut session = self.session().entry.open();
        session.arrange(pieces, to_move)?;
        self.take_over(session);
        Ok(())
    }
}

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
    pub(crate) fn arrange(
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
    pub(crate) fn arrange(
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

#[cfg(all(test, feature = "games"))]
mod tests {
    use super::*;
    use crate::session::Registry;

    fn cells(session: &Session) -> BTreeMap<String, String> {
        let places = session.drawing().places.into_iter();
        let pieces = places.filter(|place| place.kind == PlaceKind::Cell && place.owner.is_some());
        pieces.map(|place| (place.name, place.text)).collect()
    }

    /// Looks at each position of a random game.
    fn positions(session: &mut Session, seed: u64, look: impl Fn(&Session)) {
        let mut rng = fastrand::Rng::with_seed(seed);
        look(session);
        while let Some(mv) = rng.choice(session.legal_moves()) {
            session.play(None, &mv).expect("a legal move");
            look(session);
        }
    }

    #[test]
    fn whatever_stands_on_the_board_in_a_game_can_be_set_up_piece_by_piece() {
        for entry in Registry::all().entries() {
            assert!(!entry.info.pieces.is_empty(), "{}", entry.info.title);
            for seed in 0..6 {
                positions(&mut entry.open(), seed, |session| {
                    let mut other = entry.open();
                    let arranged = other.arrange(&cells(session), session.to_move());
                    arranged.unwrap_or_else(|error| panic!("{}: {error}", session.position()));
                    assert_eq!(cells(&other), cells(session), "{}", session.position());
                    assert_eq!(other.to_move(), session.to_move());
                });
            }
        }
    }

    #[test]
    fn what_cannot_arise_is_refused_and_nothing_changes() {
        let registry = Registry::all();
        let entry = registry
            .find(|info| info.name == "connect4")
            .expect("a game");
        let mut session = entry.open();
        session.play(None, "D1").expect("a move");
        let mut refused = |pieces: &[(&str, &str)], to_move| {
            let text = |&(place, text): &(&str, &str)| (place.to_string(), text.to_string());
            let pieces = pieces.iter().map(text).collect();
            let error = session.arrange(&pieces, to_move).expect_err("refused");
            assert_eq!(session.history().len(), 1);
            error.to_string()
        };
        let floats = "the disc on A2 floats above an empty cell";
        assert_eq!(refused(&[("A2", "X")], Side::White), floats);
        assert_eq!(
            refused(&[("A1", "X")], Side::Black),
            "with 1 red and 0 yellow discs it is Yellow's move"
        );
        assert_eq!(
            refused(&[("Z9", "X")], Side::White),
            "the board has no cell \"Z9\""
        );
        assert_eq!(
            refused(&[("A1", "K")], Side::White),
            "this game has no piece \"K\""
        );
    }
}

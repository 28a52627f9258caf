//! Games that a caller makes at run time: one type has the positions of all of them.

use std::sync::Arc;

use super::Registry;
use super::services::{Beginning, Read, Start};
use crate::game::{Game, PositionError};

/// A game that is put together at run time, with positions of the type `G`, which know by which rules they are played.
/// Everything else is that of the type, such as [`Rules::SCALE`](crate::game::Rules::SCALE).
pub struct Made<G> {
    /// See [`Game::NAME`].
    pub name: &'static str,
    /// See [`Game::TITLE`].
    pub title: &'static str,
    /// See [`Game::ABOUT`].
    pub about: &'static str,
    /// See [`Game::SIDES`].
    pub sides: [&'static str; 2],
    /// See [`Game::UNIT`].
    pub unit: Option<&'static str>,
    /// See [`Game::SIZE`].
    pub size: (u8, u8),
    start: Start<G>,
    read: Read<G>,
}

impl<G: Game> Made<G> {
    /// A game of that name, which begins with what `start` makes and whose positions `read` reads from a line. All
    /// the rest is that of the type.
    pub fn new(
        name: &'static str,
        start: impl Fn() -> G + Send + Sync + 'static,
        read: impl Fn(&str) -> Result<G, PositionError> + Send + Sync + 'static,
    ) -> Made<G> {
        Made {
            name,
            title: G::TITLE,
            about: G::ABOUT,
            sides: G::SIDES,
            unit: G::UNIT,
            size: G::SIZE,
            start: Arc::new(start),
            read: Arc::new(read),
        }
    }
}

impl Registry {
    /// Adds a game that was made at run time. Its first position is asked for at once.
    #[must_use]
    pub fn with_made<G: Game>(mut self, made: Made<G>) -> Registry {
        let start = (made.start)();
        let mut info = Registry::info_of(&start);
        info.name = made.name;
        info.title = made.title;
        info.about = made.about;
        info.sides = made.sides;
        info.unit = made.unit;
        info.size = made.size;
        let Made { start, read, .. } = made;
        self.add(info, Beginning { start, read });
        self
    }
}

#[cfg(all(test, feature = "games"))]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::games::tictactoe::TicTacToe;
    use crate::session::Engine;

    #[test]
    fn games_of_one_type_begin_and_are_read_each_in_its_own_way() {
        let made = |name, text: &'static str| {
            let start = move || TicTacToe::parse_position(text).expect("a position");
            let mut made = Made::new(name, start, |_| Err(PositionError::new("not here")));
            made.sides = ["Crosses", "Noughts"];
            made
        };
        let registry = Registry::empty()
            .with_made(made("centre", ".../.X./... w"))
            .with_made(made("corner", "X../.../... w"));
        let mut engine = Engine::new(registry).expect("two games");
        assert_eq!(engine.session().position(), ".../.X./... w");
        assert_eq!(engine.session().info().sides[1], "Noughts");
        engine.newgame(Some("corner"), None).expect("the other one");
        assert_eq!(engine.session().position(), "X../.../... w");
        let refused = engine.session_mut().set_up(".../.../... b");
        assert_eq!(refused, Err(PositionError::new("not here")));
        engine.session_mut().play(None, "B2").expect("it is free");
        engine.clear_board();
        assert_eq!(engine.session().position(), "X../.../... w");
    }
}

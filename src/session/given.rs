//! Evaluations that a caller gives at run time, for positions of any game.

use std::sync::Arc;

use super::position::{BoxedPosition, boxed};
use super::{EngineError, Registry};
use crate::game::{Drawing, Evaluation, Game, Side, Turn};

/// A position of any game, on its own.
pub struct AnyPosition(BoxedPosition);

impl AnyPosition {
    /// Returns a number for the position, including the side to move; see [`Rules::key`](crate::game::Rules::key).
    pub fn key(&self) -> u64 {
        self.0.key()
    }

    /// Returns the side whose turn it is.
    pub fn to_move(&self) -> Side {
        self.0.turn().side()
    }

    /// Returns whose turn it is.
    pub fn turn(&self) -> Turn {
        self.0.turn()
    }

    /// Returns the names of the legal moves, sorted; none if the game is over by its rules.
    pub fn legal_moves(&self) -> Vec<String> {
        if self.0.outcome().is_some() {
            return Vec::new();
        }
        let mut names = self.0.move_names();
        names.sort_unstable();
        names
    }

    /// Returns the picture of the board, which has the contents of each place.
    pub fn drawing(&self) -> Drawing {
        self.0.drawing()
    }

    /// Returns the position on one line.
    pub fn text(&self) -> String {
        self.0.text()
    }
}

impl Clone for AnyPosition {
    fn clone(&self) -> AnyPosition {
        AnyPosition(self.0.copy())
    }
}

/// An evaluation for positions of any game, which [`Registry::with_evaluation`] gives to one.
///
/// It is called at the leaves of the search, by each of its threads, and pays for what it does with the depth that is
/// reached: a look at a drawing takes some microseconds, where an evaluation of this crate takes nanoseconds.
pub trait AnyEvaluation: Send + Sync + 'static {
    /// The value of an unfinished position, **seen from Black**; see [`Evaluation::value`]. More than ±15 000 counts as
    /// that. Equal positions must have equal values.
    fn value(&self, position: &AnyPosition) -> i32;
}

/// A given evaluation for the positions of a game.
pub(super) struct Given(pub(super) Arc<dyn AnyEvaluation>);

/// The largest value.
const LARGEST: i32 = 15_000;

impl<G: Game> Evaluation<G> for Given {
    type Accumulator = ();

    fn start(&self, _: &G) {}

    fn value(&self, position: &G, (): &()) -> i32 {
        let value = self.0.value(&AnyPosition(boxed(position.clone())));
        value.clamp(-LARGEST, LARGEST)
    }
}

impl Registry {
    /// The name of an evaluation that was given.
    pub const GIVEN: &'static str = "own";

    /// The same games; the one of that name, on boards of every size, has another evaluation, `own`, which it plays
    /// with where that is chosen.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn with_evaluation(
        mut self,
        game: &str,
        evaluation: Arc<dyn AnyEvaluation>,
    ) -> Result<Registry, EngineError> {
        if !self.names().contains(&game) {
            return Err(EngineError::UnknownGame {
                name: game.to_string(),
                known: self.names(),
            });
        }
        for entry in self.entries_mut() {
            if entry.info.name == game {
                entry.services = entry.services.given(Arc::clone(&evaluation));
            }
        }
        Ok(self)
    }
}

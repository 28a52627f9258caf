//! A position of any game with its type erased: moves are names, and positions are texts.

use std::any::Any;

use crate::game::{BoardLine, Counts, Drawing, Game, Grid, MoveError, Turn, Value};

/// The name of a pass.
pub(super) const PASS: &str = "pass";

/// A move that was played.
pub(super) struct PlayedMove {
    /// Its name in the game's notation.
    pub(super) name: String,
    /// `true` if no position from before the move can be repeated.
    pub(super) is_irreversible: bool,
}

/// A position of some game, with the methods of [`Rules`](crate::game::Rules) and
/// [`Notation`](crate::game::Notation). The services of the game restore its type.
pub(super) trait Position: View + Send + Sync {
    fn turn(&self) -> Turn;

    /// The result seen from Black, if the game is over by its rules alone.
    fn outcome(&self) -> Option<Value>;

    /// The result seen from Black of a game that ends because this position was repeated.
    fn repeated(&self) -> Value;

    /// The names of the legal moves.
    fn move_names(&self) -> Vec<String>;

    /// The places to click for a move.
    fn clicks(&self, name: &str) -> Result<Vec<String>, MoveError>;

    /// Plays a move. After an error the position is unchanged.
    fn play(&mut self, name: &str) -> Result<PlayedMove, MoveError>;

    /// The position on one line.
    fn text(&self) -> String;

    /// See [`Rules::key`](crate::game::Rules::key).
    fn key(&self) -> u64;

    /// See [`Rules::repetition_key`](crate::game::Rules::repetition_key).
    fn repetition_key(&self) -> u64;

    fn copy(&self) -> BoxedPosition;

    fn equals(&self, other: &dyn Position) -> bool;

    /// The position as its own type, to be downcast.
    fn as_any(&self) -> &dyn Any;
}

/// The parts of a position to show; see [`Notation`](crate::game::Notation).
pub(super) trait View {
    fn grid(&self) -> Option<Grid>;
    fn drawing(&self) -> Drawing;
    fn counts(&self) -> Option<Counts>;
    fn lines(&self) -> Vec<BoardLine>;
}

pub(super) type BoxedPosition = Box<dyn Position>;

/// A position of the game `G`.
struct Typed<G>(G);

impl<G: Game> Position for Typed<G> {
    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn outcome(&self) -> Option<Value> {
        self.0.outcome()
    }

    fn repeated(&self) -> Value {
        self.0.repeated()
    }

    fn move_names(&self) -> Vec<String> {
        let moves = self.0.legal_moves().into_iter();
        moves.map(|mv| self.0.name_move(mv)).collect()
    }

    fn clicks(&self, name: &str) -> Result<Vec<String>, MoveError> {
        Ok(self.0.clicks(self.0.parse_move(name)?))
    }

    fn play(&mut self, name: &str) -> Result<PlayedMove, MoveError> {
        let mv = self.0.parse_move(name)?;
        let played = PlayedMove {
            name: self.0.name_move(mv),
            is_irreversible: self.0.is_irreversible(mv),
        };
        self.0.play(mv);
        Ok(played)
    }

    fn text(&self) -> String {
        self.0.position()
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn repetition_key(&self) -> u64 {
        self.0.repetition_key()
    }

    fn copy(&self) -> BoxedPosition {
        boxed(self.0.clone())
    }

    fn equals(&self, other: &dyn Position) -> bool {
        other.as_any().downcast_ref() == Some(&self.0)
    }

    fn as_any(&self) -> &dyn Any {
        &self.0
    }
}

impl<G: Game> View for Typed<G> {
    fn grid(&self) -> Option<Grid> {
        self.0.grid()
    }

    fn drawing(&self) -> Drawing {
        self.0.drawing()
    }

    fn counts(&self) -> Option<Counts> {
        self.0.counts()
    }

    fn lines(&self) -> Vec<BoardLine> {
        self.0.lines()
    }
}

/// Erases the type of a position.
pub(super) fn boxed<G: Game>(position: G) -> BoxedPosition {
    Box::new(Typed(position))
}

/// Plays a move of a client. Every client may send `pass`, even in games without passes.
pub(super) fn play(position: &mut dyn Position, name: &str) -> Result<PlayedMove, MoveError> {
    let played = position.play(name);
    match is_pass(name) {
        true => played.map_err(|_| MoveError::Illegal),
        false => played,
    }
}

pub(super) fn is_pass(name: &str) -> bool {
    name.eq_ignore_ascii_case(PASS)
}

/// The forced pass and the position after it, if a pass is the only move of the side to move.
pub(super) fn after_forced_pass(position: &dyn Position) -> Option<(BoxedPosition, PlayedMove)> {
    let mut next = position.copy();
    // Most games have no pass, and report that quickly.
    let pass = next.play(PASS).ok()?;
    let is_forced = || matches!(&position.move_names()[..], [only] if is_pass(only));
    is_forced().then_some((next, pass))
}

//! The rules of a game for people who have never seen it, step by step.

/// A step of the rules: a text, and the position that it speaks of.
///
/// ```
/// use heelstone::game::Lesson;
///
/// const LESSONS: &[Lesson] = &[
///     Lesson::new("The sides take turns to mark an empty cell.").example("B2"),
///     Lesson::new("Three marks in a row win.").after(&["B2", "A1", "C1", "A2", "A3"]),
/// ];
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lesson {
    /// The rule that this step explains, in a few sentences.
    pub text: &'static str,
    /// The position that the moves begin with; the start of the game by default.
    pub position: Option<&'static str>,
    /// The moves from there to the position that is shown, legal on a board of any size.
    pub moves: &'static [&'static str],
    /// A move to play next, as an example.
    pub example: Option<&'static str>,
}

impl Lesson {
    /// A step that is shown with the start of the game.
    pub const fn new(text: &'static str) -> Lesson {
        Lesson {
            text,
            position: None,
            moves: &[],
            example: None,
        }
    }

    /// Shows a position that is set up.
    #[must_use]
    pub const fn on(mut self, position: &'static str) -> Lesson {
        self.position = Some(position);
        self
    }

    /// Shows the position after these moves.
    #[must_use]
    pub const fn after(mut self, moves: &'static [&'static str]) -> Lesson {
        self.moves = moves;
        self
    }

    /// Gives a move as an example.
    #[must_use]
    pub const fn example(mut self, mv: &'static str) -> Lesson {
        self.example = Some(mv);
        self
    }
}

//! Names of moves and positions, and drawings of a game.

use thiserror::Error;

use super::{BoardLine, Drawing, Grid, Place, Planes, Rules};

/// The reason why a text is not a move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The text does not have the form of a move of this game.
    #[error("syntax error")]
    Syntax,
    /// It has the form of a move, but is off the board or against the rules.
    #[error("illegal move")]
    Illegal,
    /// A side was to move, and it is chance's turn.
    #[error("it is the turn of chance: play a roll")]
    Chance,
}

/// The reason why a text is not a position: a whole sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct PositionError(pub String);

impl PositionError {
    /// An error with this sentence, which describes the problem with the position.
    pub fn new(sentence: impl Into<String>) -> PositionError {
        PositionError(sentence.into())
    }
}

/// A count for each side that people follow while they play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// The counted things, in the plural and in lower case: `discs`.
    pub what: &'static str,
    /// The counts of Black and White.
    pub of: [u32; 2],
}

/// Names of moves and positions, and a drawing as data.
pub trait Notation: Rules {
    /// Returns the name of a legal move: one word of printable ASCII without `#` and `.`, which no other move
    /// of the position has. In a game with a [`Notation::grid`] it is a vertex in upper case (`D3`).
    /// A move that passes is `pass`; `resign` is no move.
    fn name_move(&self, mv: Self::Move) -> String;

    /// Reads a move in any case: its name, or another common way to write it. The result is always
    /// legal here.
    ///
    /// # Errors
    /// [`MoveError::Syntax`] for a text that does not have the form of a move,
    /// [`MoveError::Illegal`] for a move that is off the board or against the rules.
    fn parse_move(&self, text: &str) -> Result<Self::Move, MoveError>;

    /// The position on one line of printable ASCII, including the side to move; without `;`, `%`
    /// and `#`, which begin comments.
    fn position(&self) -> String;

    /// Reads what [`Notation::position`] writes.
    ///
    /// # Errors
    /// A sentence for a text that breaks the notation or that describes a position that no game can
    /// reach.
    fn parse_position(text: &str) -> Result<Self, PositionError>;

    /// Returns the points of the board as a Go client sees them, in a game in which every move is
    /// the vertex of an empty point, or `pass`. Defaults to `None`: moves have other names, and
    /// commands for clients that know only vertices are not offered.
    fn grid(&self) -> Option<Grid> {
        None
    }

    /// Returns the pass that the side to move has to make, if its only legal move is named `pass`.
    fn forced_pass(&self) -> Option<Self::Move> {
        let [only] = self.legal_moves()[..] else {
            return None;
        };
        (self.name_move(only) == "pass").then_some(only)
    }

    /// Returns the picture of the position. Defaults to the grid, with a place for choosing a
    /// forced pass; a game without a grid must implement it.
    fn drawing(&self) -> Drawing {
        let Some(grid) = self.grid() else {
            return Drawing::default();
        };
        let mut drawing = grid.draw();
        if self.forced_pass().is_some() {
            let y = i16::from(grid.rows()) + 1;
            drawing
                .places
                .push(Place::choice("pass".into(), 0, y, None, "pass".into()));
        }
        drawing
    }

    /// Returns the places of [`Notation::drawing`] to click, in order, to play a legal move, such
    /// as a piece and its target. No two moves of a position may have the same. Defaults to the
    /// place with the move's name.
    fn clicks(&self, mv: Self::Move) -> Vec<String> {
        vec![self.name_move(mv)]
    }

    /// Returns what each side has so far, if the game counts something: discs, lines, pieces.
    /// Defaults to `None`.
    fn counts(&self) -> Option<Counts> {
        None
    }

    /// The contents of the board, for learnt evaluations. Together with [`Notation::plane_points`] it is a faster
    /// way to read what [`Notation::drawing`] shows. Defaults to nothing.
    fn planes(&self) -> Planes {
        Planes::EMPTY
    }

    /// Where each place of [`Notation::planes`] is, as in the drawing. Defaults to none: what stands where is read
    /// from the drawing, which takes long. Places may be left unused, at [`Planes::OFF_THE_BOARD`].
    fn plane_points() -> Vec<(i16, i16)> {
        Vec::new()
    }

    /// The number of kinds of [`Notation::planes`], the first ones, that are things on the board. The others are facts
    /// that a learnt evaluation would hardly find out by itself, such as the places where a side would win; each counts
    /// by itself, or as an input of a network. Defaults to all kinds.
    const THINGS: usize = Planes::MOST;

    /// The number of kinds of [`Notation::planes`], the first ones, whose combinations on neighbouring places a learnt
    /// evaluation knows. Of the other kinds, which should be rare, it knows only what each place is worth. Defaults
    /// to all kinds; the fewer there are, the more places can be seen together.
    const GROUPED_KINDS: usize = Planes::MOST;

    /// Returns the groups of places whose contents patterns know together, by the numbers of the places in
    /// [`Notation::planes`]; those that a symmetry turns into each other need to be named once. Each may have 65,536 contents
    /// at most, such as ten places for things of two kinds, and there may be 96 groups. Defaults to none: `train` chooses
    /// rectangles.
    fn groups() -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// The number of parts of a game, by how many things are on the board, for which patterns learn weights apart; at most 16.
    /// Each takes games to learn from. Defaults to 0: all positions share their weights.
    const PHASES: usize = 0;

    /// Returns true if a learnt evaluation may judge the position as it is; false if it has to be played on first,
    /// as where a capture is due. Defaults to true.
    fn is_settled(&self) -> bool {
        true
    }

    /// The learnt value of this position, seen from Black, after what the game knows better, such as endings that are
    /// drawn in spite of all material; 1,000 is an expected result of tanh(1). Defaults to the value as it is.
    fn temper(&self, learnt: i32) -> i32 {
        learnt
    }

    /// The lines through places of [`Notation::drawing`] to show: those that won the game or, if
    /// the game is about lines, all of them. Defaults to none.
    fn lines(&self) -> Vec<BoardLine> {
        Vec::new()
    }
}

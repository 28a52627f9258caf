//! The look of a game where it is drawn with colours: board, cells and pieces, as data. Terminals and
//! text clients ignore it.

use super::Side;

/// The material of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Material {
    /// A quiet surface with square fields.
    Plain,
    /// An upright rack with holes, behind which the pieces are.
    Rack,
    /// Cloth with thin lines.
    Felt,
    /// Paper, on which moves are drawn.
    Paper,
    /// Grass.
    Turf,
    /// Squares of light and dark wood.
    Wood,
}

/// The shape of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CellShape {
    /// A square.
    Square,
    /// A hole or a point.
    Round,
    /// A hexagon with a corner on top.
    Hexagon,
}

/// The shape of a piece. The shapes of both sides should differ, so that colour is not the only sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PieceShape {
    /// A smooth disc.
    Disc,
    /// A disc with a ring on it.
    Ring,
    /// A disc with a star on it.
    Star,
    /// Two strokes of a pen that cross.
    Cross,
    /// A circle drawn with a pen.
    Nought,
    /// A stone with a round top.
    Stone,
    /// A stone with straight edges.
    Slab,
}

/// The colour of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Colour {
    /// Black.
    Black,
    /// White.
    White,
    /// Red.
    Red,
    /// Yellow.
    Yellow,
    /// Blue.
    Blue,
    /// The dark grey of a stone.
    Slate,
    /// The light brown of a stone.
    Sand,
}

/// The look of a side's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its shape.
    pub shape: PieceShape,
    /// Its colour.
    pub colour: Colour,
}

/// The look of a game. Begin with [`Look::DEFAULT`] and change what differs:
///
/// ```
/// use heelstone::game::{Colour, Look, Material, PieceShape};
///
/// const LOOK: Look = Look::DEFAULT
///     .on(Material::Wood)
///     .pieces((PieceShape::Disc, Colour::Red), (PieceShape::Ring, Colour::White));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Look {
    /// The material of the board.
    pub board: Material,
    /// The shape of its cells.
    pub cells: CellShape,
    /// `true` if a piece falls down its column, so that a column has at most one cell to play.
    pub falls: bool,
    /// The side whose pieces begin at the lower end of the drawing, if the sides begin at opposite ends. A
    /// page turns the board so that its user sits behind their own pieces.
    pub bottom: Option<Side>,
    /// The pieces of Black and White.
    pub pieces: [Piece; 2],
}

impl Look {
    /// Black and white discs on a plain board of squares.
    pub const DEFAULT: Look = Look {
        board: Material::Plain,
        cells: CellShape::Square,
        falls: false,
        bottom: None,
        pieces: [
            Piece {
                shape: PieceShape::Disc,
                colour: Colour::Black,
            },
            Piece {
                shape: PieceShape::Ring,
                colour: Colour::White,
            },
        ],
    };

    /// Changes the material of the board.
    #[must_use]
    pub const fn on(mut self, board: Material) -> Look {
        self.board = board;
        self
    }

    /// Changes the shape of the cells.
    #[must_use]
    pub const fn cells(mut self, cells: CellShape) -> Look {
        self.cells = cells;
        self
    }

    /// Lets pieces fall.
    #[must_use]
    pub const fn falling(mut self) -> Look {
        self.falls = true;
        self
    }

    /// Seats a side at the lower end of the drawing, and the other side at the upper end.
    #[must_use]
    pub const fn seated(mut self, bottom: Side) -> Look {
        self.bottom = Some(bottom);
        self
    }

    /// Changes the pieces of Black and White.
    #[must_use]
    pub const fn pieces(
        mut self,
        black: (PieceShape, Colour),
        white: (PieceShape, Colour),
    ) -> Look {
        self.pieces = [
            Piece {
                shape: black.0,
                colour: black.1,
            },
            Piece {
                shape: white.0,
                colour: white.1,
            },
        ];
        self
    }

    /// The look of a side's pieces.
    pub const fn piece(&self, side: Side) -> Piece {
        self.pieces[side.index()]
    }
}

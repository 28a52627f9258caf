//! The traits that a game implements, and the types that all games share.
//!
//! A game is a type for its position with four traits: [`Rules`] (the legal moves, their effect,
//! the end of the game), [`Symmetry`] (equivalent positions), [`Notation`] (names of moves and
//! positions, a drawing) and [`Game`] (its name and its evaluations), and one or more types with
//! [`Evaluation`] (estimates for unfinished positions). Everything else is provided: a search with
//! a clock, a GTP engine, perft, matches.

mod data;
mod dialogue;
mod drawing;
mod evaluation;
mod info;
mod knowledge;
mod lesson;
mod level;
mod linear;
mod look;
mod moves;
mod notation;
mod param;
mod perft;
mod planes;
mod properties;
mod record;
pub(crate) mod result;
mod rows;
mod rules;
mod selectivity;
mod side;
mod standing;
mod symmetry;
mod value;
mod vertex;

pub(crate) use data::Unpacked;
#[cfg(feature = "games")]
pub(crate) use data::embedded;
pub use data::{Data, supply};
pub use dialogue::{Carrier, Desk, Dialogue, Heard, Protocol, Remaining, Task, Terms};
pub use drawing::{BoardLine, Drawing, Grid, Place, PlaceKind, Point, TopRow};
pub use evaluation::{Evaluation, EvaluationVisitor};
pub use info::{Info, Source};
pub use knowledge::{Expansion, Knowledge, NoKnowledge};
pub use lesson::Lesson;
pub use level::Strength;
pub use linear::LinearEvaluation;
pub use look::{CellShape, Colour, Look, Material, Piece, PieceShape};
pub use moves::{Candidate, Moves};
pub use notation::{Counts, MoveError, Notation, PositionError};
pub use param::Param;
pub use perft::{Perft, perft};
pub use planes::Planes;
pub use properties::{Property, read_properties};
pub use record::{
    AppendGame, ArchiveError, GameRecord, Heading, ListGames, Listing, ReadGame, ReadText,
    RecordFormat, RecordKind, RecordedMove, WriteGame,
};
pub(crate) use result::{Exact, Extent};
pub use rows::{read_rows, read_side, write_rows};
pub use rules::{MOVE_INDICES, Repetition, Rules, Scale};
pub use selectivity::{Forecast, Selectivity};
pub use side::{Side, Turn};
pub use standing::Standing;
pub use symmetry::Symmetry;
pub use value::{Score, Value};
pub use vertex::Vertex;

/// A game with a name, as the registry needs it.
///
/// A game played on boards of several sizes is one type for each size, with the same
/// [`Game::NAME`]; the one registered first is the default.
pub trait Game: Notation + Symmetry {
    /// The game's knowledge, which makes the search and the solver fast; [`NoKnowledge`] works for
    /// every game.
    type Knowledge: Knowledge<Self>;

    /// Its name in `newgame` and `--game`: lower case, no spaces.
    const NAME: &'static str;

    /// Its name in `list_games`, `set_game` and GoGui, which begins with a capital.
    const TITLE: &'static str;

    /// One sentence for a person who is choosing a game.
    const ABOUT: &'static str;

    /// The names that people use for Black and White of the protocol, in this order, capitalized.
    const SIDES: [&'static str; 2] = ["Black", "White"];

    /// The unit of a margin, such as `discs`. `None` if only the winner matters.
    const UNIT: Option<&'static str> = None;

    /// The look of its board and pieces where they are drawn with colours.
    const LOOK: Look = Look::DEFAULT;

    /// What can stand on a cell, where a position can be set up piece by piece: the side and what the drawing writes
    /// for it, such as [`Standing::STONES`]. Defaults to nothing: a position is set up by its text only.
    const PIECES: &'static [(Side, &'static str)] = &[];

    /// The rules for people who have never seen the game, step by step. The first step with the start has an
    /// example of a first move.
    const LESSONS: &'static [Lesson] = &[];

    /// Columns and rows of the board.
    const SIZE: (u8, u8);

    /// The name of this variant, where a game has variants: it stands in place of the size in `newgame`.
    /// `None` for the usual one.
    const VARIANT: Option<&'static str> = None;

    /// The arguments of `boardsize` that select this board, each one or two numbers; the first is
    /// reported to GoGui. If empty, it is the larger number of [`Game::SIZE`]. A single number
    /// opens the first size of the game that has it, or keeps the current one.
    const BOARD_SIZES: &'static [&'static [u32]] = &[];

    /// The number of the game in SGF (its property `GM`), if it has one.
    const SGF_NUMBER: Option<u32> = None;

    /// The formats of game records that this game has beside SGF.
    const RECORDS: &'static [RecordFormat] = &[];

    /// The protocols of other programs that an engine of this game speaks, beside GTP.
    const PROTOCOLS: &'static [Protocol] = &[];

    /// Known counts, one position a line: the position (`start` for the first one), then for each
    /// number of plies `; plies sequences finished`. `#` begins a comment.
    const PERFT: &'static str = "";

    /// Positions for `bench`, in the notation of the game: some early, some late.
    const BENCH: &'static [&'static str] = &[];

    /// The openings that have names, one a line: the moves, a colon and the name. `#` begins a line that is a
    /// comment.
    const OPENINGS: &'static str = "";

    /// The opening book of this game and size that is used by default, if there is one. See
    /// [`crate::book`].
    const BOOK: Option<&'static [u8]> = None;

    /// Its levels below full strength, the weakest first. Full strength is the last level.
    const LEVELS: &'static [Strength] = Strength::USUAL;

    /// What `train` has learnt of this game and size, as its file of weights: the evaluation `learned`, which is then
    /// the default.
    const WEIGHTS: Option<&'static [u8]> = None;

    /// The files of this game and size that a program with the feature `apart` is built without. There,
    /// `BOOK` and `WEIGHTS` are `None`.
    const DATA: &'static [Data] = &[];

    /// The position in which a game begins.
    fn start() -> Self;

    /// Writes the position with these of its [`Game::PIECES`], as [`Notation::parse_position`] reads it, which tells
    /// whether it can arise. Defaults to the rows of the grid, as [`write_rows`] has them.
    fn arranged(pieces: &[Standing<'_>], to_move: Side) -> String {
        let (columns, rows) = Self::SIZE;
        let grid = Grid::new(columns, rows, TopRow::Last, |vertex| {
            let name = vertex.to_string();
            let piece = pieces.iter().find(|piece| piece.place == name);
            piece.map_or(Point::Empty, |piece| Point::Stone(piece.side))
        });
        write_rows(&grid, to_move)
    }

    /// Further variants of the game that have the same type, whose positions know by which rules they are
    /// played. Each is registered beside this one. Defaults to none.
    fn variants() -> Vec<Variant<Self>> {
        Vec::new()
    }

    /// Shows the evaluations to the visitor, the default first.
    fn evaluations<V: EvaluationVisitor<Self>>(visitor: &mut V);
}

/// A variant of a game, as [`Game::variants`] tells it.
#[derive(Clone, Copy, Debug)]
pub struct Variant<G> {
    /// See [`Game::VARIANT`].
    pub name: &'static str,
    /// See [`Game::TITLE`].
    pub title: &'static str,
    /// See [`Game::ABOUT`].
    pub about: &'static str,
    /// See [`Game::LESSONS`].
    pub lessons: &'static [Lesson],
    /// See [`Game::SIZE`].
    pub size: (u8, u8),
    /// See [`Game::PERFT`].
    pub perft: &'static str,
    /// See [`Game::BENCH`].
    pub bench: &'static [&'static str],
    /// See [`Game::RECORDS`].
    pub records: &'static [RecordFormat],
    /// See [`Game::PROTOCOLS`].
    pub protocols: &'static [Protocol],
    /// See [`Game::start`].
    pub start: fn() -> G,
    /// See [`Notation::parse_position`].
    pub read: fn(&str) -> Result<G, PositionError>,
}

/// Visits games one by one, each as its own type.
pub trait GameVisitor {
    /// Called once for each game and size.
    fn visit<G: Game>(&mut self);
}

//! What a game is: the traits that a game implements, and the types that all games share.
//!
//! A game is a type for its position with four traits:
//! [`Rules`] (what is legal, what a move does, when it is over), [`Symmetry`] (which positions are the
//! same), [`Notation`] (names of moves and positions, a drawing) and [`Game`] (its name and its
//! evaluations), and one or more types with
//! [`Evaluation`] (an opinion on unfinished positions). It gets everything else: a search with a
//! clock, a GTP engine, perft, matches.

mod drawing;
mod evaluation;
mod knowledge;
mod moves;
mod notation;
mod param;
mod perft;
mod properties;
mod record;
pub(crate) mod result;
mod rows;
mod rules;
mod selectivity;
mod side;
mod symmetry;
mod value;
mod vertex;

pub use drawing::{BoardLine, Drawing, Grid, Place, PlaceKind, Point, TopRow};
pub use evaluation::{Evaluation, EvaluationVisitor};
pub use knowledge::{Expansion, Knowledge, NoKnowledge};
pub use moves::{Candidate, Moves};
pub use notation::{Counts, MoveError, Notation, PositionError};
pub use param::Param;
pub use perft::{Perft, perft};
pub use properties::{Property, read_properties};
pub use record::{
    AppendGame, ArchiveError, GameRecord, ReadGame, ReadText, RecordFormat, RecordKind,
    RecordedMove, WriteGame,
};
pub(crate) use result::{Exact, Extent};
pub use rows::{read_rows, read_side, write_rows};
pub use rules::{MOVE_INDICES, Repetition, Rules, Scale};
pub use selectivity::{Forecast, Selectivity};
pub use side::{Side, Turn};
pub use symmetry::Symmetry;
pub use value::{Score, Value};
pub use vertex::Vertex;

/// A game with a name: what the registry wants to know.
///
/// A game that is played on boards of several sizes is a type for each, with the same
/// [`Game::NAME`]; the one that is registered first is the default.
pub trait Game: Notation + Symmetry {
    /// The game's knowledge of itself, which makes the search and the solver fast; [`NoKnowledge`] works for
    /// every game.
    type Knowledge: Knowledge<Self>;

    /// What `newgame` and `--game` call it: lower case, no spaces.
    const NAME: &'static str;

    /// What `list_games`, `set_game` and GoGui call it: one word that begins with a capital.
    const TITLE: &'static str;

    /// One sentence for a person who chooses a game.
    const ABOUT: &'static str;

    /// What people call Black and White of the protocol, in this order, as a sentence begins.
    const SIDES: [&'static str; 2] = ["Black", "White"];

    /// What a margin counts: `discs`. `None` where only the winner counts.
    const UNIT: Option<&'static str> = None;

    /// Columns and rows of the board.
    const SIZE: (u8, u8);

    /// The arguments of `boardsize` that mean this board, each one number or two; the first is
    /// what GoGui is told. Without any, that is the larger number of [`Game::SIZE`]. One number alone opens the first size of a game, or the present one.
    const BOARD_SIZES: &'static [&'static [u32]] = &[];

    /// The number of the game in SGF (its property `GM`), where it has one.
    const SGF_NUMBER: Option<u32> = None;

    /// The formats of game records that this game has beside SGF.
    const RECORDS: &'static [RecordFormat] = &[];

    /// Known counts, one position a line: the position (`start` for the first one), then for each
    /// number of plies `; plies sequences finished`. `#` begins a comment.
    const PERFT: &'static str = "";

    /// Positions for `bench`, in the notation of the game: some early, some late.
    const BENCH: &'static [&'static str] = &[];

    /// The file of an opening book of this game and size, where there is one to play from unless
    /// the user says otherwise. See [`crate::book`].
    const BOOK: Option<&'static [u8]> = None;

    /// The position in which a game begins.
    fn start() -> Self;

    /// Shows the evaluations to the visitor, the default first.
    fn evaluations<V: EvaluationVisitor<Self>>(visitor: &mut V);
}

/// Takes games one by one, each as its own type.
pub trait GameVisitor {
    /// Called once for each game and size.
    fn visit<G: Game>(&mut self);
}

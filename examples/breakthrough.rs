//! Breakthrough, as a crate outside of Heelstone adds a game whose moves are no vertices: a move has
//! a name such as `a2a3`, and two places of the drawing to click. This one file is all it takes to get
//! the search, the GTP engine, the boards to play on, perft and the matches.
//!
//! Each side has two rows of pieces. A piece goes one row forward: straight or diagonally onto an
//! empty square, or diagonally onto one of the opponent, which it takes. Who reaches the last row, or
//! takes the last piece, wins. There is no draw and no pass: the foremost piece of a side can always
//! go diagonally.
//!
//! Dan Troyka invented the game in 2000.

use std::process::ExitCode;

use heelstone::game::{
    Counts, Drawing, Evaluation, EvaluationVisitor, Game, Grid, LinearEvaluation, MoveError, Moves,
    NoKnowledge, Notation, Planes, Point, PositionError, Rules, Scale, Side, Symmetry, TopRow,
    Turn, Value, Vertex, read_rows, write_rows,
};
use heelstone::session::Registry;

/// A position. Square A1 is bit 0, B1 bit 1, A2 bit 8; Black moves up, to larger bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breakthrough {
    /// The pieces of Black and of White.
    pieces: [u64; 2],
    to_move: Side,
}

/// A move from a square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    from: u8,
    to: u8,
}

const ROW_1: u64 = 0xff;
const ROW_8: u64 = ROW_1 << 56;
const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const COLUMN_H: u64 = COLUMN_A << 7;

/// The row that a side wants to reach.
const fn last_row(side: Side) -> u64 {
    match side {
        Side::Black => ROW_8,
        Side::White => ROW_1,
    }
}

impl Breakthrough {
    fn of(&self, side: Side) -> u64 {
        self.pieces[side.index()]
    }

    /// The squares that pieces of the side to move reach when all of them go `aside` (-1, 0 or 1
    /// columns) and a row forward.
    fn forward(&self, aside: i32) -> u64 {
        let own = match aside {
            -1 => self.of(self.to_move) & !COLUMN_A,
            1 => self.of(self.to_move) & !COLUMN_H,
            _ => self.of(self.to_move),
        };
        match self.to_move {
            Side::Black => own << (8 + aside),
            Side::White => own >> (8 - aside),
        }
    }

    /// The rows that the pieces of a side have gone, all together.
    fn advance(&self, side: Side) -> i32 {
        let row = |bit: u32| match side {
            Side::Black => bit / 8,
            Side::White => 7 - bit / 8,
        };
        squares(self.of(side)).map(|bit| row(bit) as i32).sum()
    }

    /// Black's pieces that have advanced this many rows, less White's.
    fn lead(&self, rows: usize) -> i16 {
        let [black, white] = self.pieces.map(|pieces| pieces.to_le_bytes());
        black[rows].count_ones() as i16 - white[7 - rows].count_ones() as i16
    }

    fn points(&self) -> Grid {
        Grid::new(8, 8, TopRow::Last, |vertex| {
            let bit = 1 << (vertex.row * 8 + vertex.column);
            let owner = Side::BOTH
                .into_iter()
                .find(|&side| self.of(side) & bit != 0);
            owner.map_or(Point::Empty, Point::Stone)
        })
    }

    /// Refuses what no game can reach.
    fn check(&self) -> Result<(), PositionError> {
        for side in Side::BOTH {
            if self.of(side).count_ones() > 16 {
                return Err(PositionError::new(format!(
                    "{side} has more than 16 pieces"
                )));
            }
            let arrived = (self.of(side) & last_row(side)).count_ones();
            if arrived > 1 || (arrived == 1 && self.to_move == side) {
                return Err(PositionError::new(format!(
                    "the game ended when {side} reached the last row"
                )));
            }
        }
        if self.of(!self.to_move) == 0 {
            return Err(PositionError::new(
                "who has no pieces has lost them to the other side's move",
            ));
        }
        Ok(())
    }
}

/// The numbers of the bits that are set.
fn squares(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros())?;
        bits &= bits - 1;
        Some(bit)
    })
}

impl Rules for Breakthrough {
    type Move = Step;
    const SCALE: Scale = Scale::DistanceByMover;

    fn turn(&self) -> Turn {
        self.to_move.into()
    }

    fn outcome(&self) -> Option<Value> {
        let other = !self.to_move;
        let is_lost = self.of(other) & last_row(other) != 0 || self.of(self.to_move) == 0;
        is_lost.then_some(Value::LOSS.seen_by(self.to_move))
    }

    fn moves(&self, moves: &mut Moves<Step>) {
        if self.outcome().is_some() {
            return;
        }
        let [own, other] = [self.to_move, !self.to_move].map(|side| self.of(side));
        for aside in [-1, 0, 1] {
            let blocked = if aside == 0 { own | other } else { own };
            for to in squares(self.forward(aside) & !blocked) {
                let to = to as i32;
                let from = match self.to_move {
                    Side::Black => to - 8 - aside,
                    Side::White => to + 8 - aside,
                };
                moves.push(Step {
                    from: from as u8,
                    to: to as u8,
                });
            }
        }
    }

    fn play(&mut self, mv: Step) {
        let (step, taken) = (1 << mv.from | 1 << mv.to, !(1 << mv.to));
        let [black, white] = self.pieces;
        self.pieces = match self.to_move {
            Side::Black => [black ^ step, white & taken],
            Side::White => [black & taken, white ^ step],
        };
        self.to_move = !self.to_move;
    }

    /// A hash of 64 bits: multiplications by odd numbers, in which no bit of a side is lost.
    fn key(&self) -> u64 {
        let [black, white] = self.pieces;
        let mixed = black.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) ^ white;
        let mixed = mixed.wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ mixed >> 32 ^ self.to_move.index() as u64
    }

    /// All moves have different numbers below `MOVE_INDICES`.
    fn move_index(mv: Step) -> u16 {
        u16::from(mv.from) << 6 | u16::from(mv.to)
    }

    /// Each move takes a piece a row further, and each has seven rows to go at most.
    fn max_plies(&self) -> Option<u32> {
        let left = |side| 7 * self.of(side).count_ones() as i32 - self.advance(side);
        Some(Side::BOTH.map(left).iter().sum::<i32>() as u32)
    }
}

fn vertex(square: u8) -> Vertex {
    Vertex::new(square % 8, square / 8)
}

/// Reads `a2b3` or `a2xb3`: from where, whether it says that it takes, and to where.
fn read_step(text: &str) -> Option<(Vertex, bool, Vertex)> {
    let is_letter = |(at, c): &(usize, char)| *at > 0 && c.is_ascii_alphabetic();
    let (second, _) = text.char_indices().find(is_letter)?;
    let (from, to) = text.split_at(second);
    let taking = to.strip_prefix(['x', 'X']);
    let to = Vertex::parse(taking.unwrap_or(to))?;
    Some((Vertex::parse(from)?, taking.is_some(), to))
}

impl Notation for Breakthrough {
    fn name_move(&self, mv: Step) -> String {
        let name = format!("{}{}", vertex(mv.from), vertex(mv.to));
        name.to_ascii_lowercase()
    }

    fn parse_move(&self, text: &str) -> Result<Step, MoveError> {
        let (from, takes, to) = read_step(text).ok_or(MoveError::Syntax)?;
        let is_meant = |mv: &Step| (vertex(mv.from), vertex(mv.to)) == (from, to);
        let mv = self.legal_moves().into_iter().find(is_meant);
        mv.filter(|mv| !takes || self.of(!self.to_move) >> mv.to & 1 == 1)
            .ok_or(MoveError::Illegal)
    }

    fn position(&self) -> String {
        write_rows(&self.points(), self.to_move)
    }

    fn parse_position(text: &str) -> Result<Self, PositionError> {
        let (points, to_move) = read_rows(text, 8, 8)?;
        let pieces = Side::BOTH.map(|side| {
            let stands = |square: &u8| points.point(vertex(*square)) == Point::Stone(side);
            (0..64)
                .filter(stands)
                .fold(0, |bits, square| bits | 1 << square)
        });
        let position = Breakthrough { pieces, to_move };
        position.check()?;
        Ok(position)
    }

    // There is no `grid` here: it would say that a move is an empty square.
    fn drawing(&self) -> Drawing {
        self.points().draw()
    }

    /// The pieces of both sides, for `train`.
    fn planes(&self) -> Planes {
        Planes::new(self.pieces.map(u128::from))
    }

    fn plane_points() -> Vec<(i16, i16)> {
        (0..64)
            .map(|square| (2 * (square % 8), 7 - square / 8))
            .collect()
    }

    fn counts(&self) -> Option<Counts> {
        Some(Counts {
            what: "pieces",
            of: self.pieces.map(u64::count_ones),
        })
    }

    /// The piece, then where it goes.
    fn clicks(&self, mv: Step) -> Vec<String> {
        [mv.from, mv.to]
            .map(|square| vertex(square).to_string())
            .into()
    }
}

/// Weighs the pieces by the row that they are on: 100, and 10 for each row that they have gone, unless other weights
/// were learnt.
#[derive(Clone, Copy, Debug)]
pub struct Pieces {
    rows: [i16; 8],
}

impl Default for Pieces {
    fn default() -> Pieces {
        Pieces {
            rows: std::array::from_fn(|row| 100 + 10 * row as i16),
        }
    }
}

impl Evaluation<Breakthrough> for Pieces {
    type Accumulator = ();

    fn start(&self, _: &Breakthrough) {}

    /// An evaluation is seen from Black.
    fn value(&self, position: &Breakthrough, (): &()) -> i32 {
        let leads = (0..8).map(|row| i32::from(self.rows[row]) * i32::from(position.lead(row)));
        leads.sum()
    }
}

impl LinearEvaluation<Breakthrough> for Pieces {
    fn weights() -> usize {
        8
    }

    /// A feature is seen from the side to move.
    fn features(position: &Breakthrough, count: &mut dyn FnMut(usize, i16)) {
        let sign = if position.to_move == Side::Black {
            1
        } else {
            -1
        };
        for row in 0..8 {
            count(row, sign * position.lead(row));
        }
    }

    fn with_weights(weights: &[i16]) -> Pieces {
        Pieces {
            rows: std::array::from_fn(|row| weights[row]),
        }
    }
}

impl Symmetry for Breakthrough {
    /// The board, and its mirror image.
    fn images(&self) -> impl Iterator<Item = Self> {
        let mirrored = |pieces: u64| pieces.reverse_bits().swap_bytes();
        let mirror = Breakthrough {
            pieces: self.pieces.map(mirrored),
            ..*self
        };
        [*self, mirror].into_iter()
    }

    /// Turned upside down, with the pieces of both exchanged.
    fn exchanged(&self) -> Option<Self> {
        let [black, white] = self.pieces.map(u64::swap_bytes);
        Some(Breakthrough {
            pieces: [white, black],
            to_move: !self.to_move,
        })
    }
}

impl Game for Breakthrough {
    type Knowledge = NoKnowledge;

    const NAME: &'static str = "breakthrough";
    const TITLE: &'static str = "Breakthrough";
    const ABOUT: &'static str = "Take a piece to the other end of the board, forward only.";
    const SIZE: (u8, u8) = (8, 8);
    const BOARD_SIZES: &'static [&'static [u32]] = &[&[8]];
    const PERFT: &'static str = "start; 1 22 0; 2 484 0; 3 11132 0; 4 256036 0; 5 6182818 0";
    const BENCH: &'static [&'static str] = &[
        "OOOOOOOO/OOOOOOOO/......../......../......../......../XXXXXXXX/XXXXXXXX b",
        "OOO..OOO/O..OO..O/..O..O../...X..O./..X.X.../.X....X./X..XX..X/XXX..XX. w",
        "O....O../..O...../......X./.X....../...O..../....O.../X....X../..X...X. b",
    ];

    fn start() -> Self {
        Breakthrough {
            pieces: [0xffff, 0xffff << 48],
            to_move: Side::Black,
        }
    }

    fn evaluations<V: EvaluationVisitor<Self>>(visitor: &mut V) {
        visitor.visit(
            "pieces",
            "100 for each piece and 10 for each row that it has gone",
            Pieces::default(),
        );
        visitor.trainable::<Pieces>("pieces");
    }
}

// `Registry::all()` in place of `empty()` would add the game to those of Heelstone.
fn main() -> ExitCode {
    heelstone::run(Registry::empty().with::<Breakthrough>())
}

//! The rules of tic-tac-toe on two bit boards of nine cells.

use crate::game::{Knowledge, Moves, Rules, Scale, Side, Symmetry, Turn, Value};

/// A cell from 0 (`A1`, bottom left) to 8 (`C3`), row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell(pub u8);

/// A position of tic-tac-toe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct TicTacToe {
    /// The cells of Black and of White, bit n for cell n.
    stones: [u16; 2],
}

const FULL: u16 = 0b111_111_111;

const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// The eight symmetries of the square, as the cell that comes to each cell.
const SYMMETRIES: [[u8; 9]; 8] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8],
    [2, 1, 0, 5, 4, 3, 8, 7, 6],
    [6, 7, 8, 3, 4, 5, 0, 1, 2],
    [8, 7, 6, 5, 4, 3, 2, 1, 0],
    [0, 3, 6, 1, 4, 7, 2, 5, 8],
    [6, 3, 0, 7, 4, 1, 8, 5, 2],
    [2, 5, 8, 1, 4, 7, 0, 3, 6],
    [8, 5, 2, 7, 4, 1, 6, 3, 0],
];

impl TicTacToe {
    /// A position from the cells of Black and of White, which must not overlap.
    pub(super) fn from_stones(stones: [u16; 2]) -> TicTacToe {
        TicTacToe { stones }
    }

    /// The cells of a side, bit n for cell n.
    pub(super) fn stones(&self, side: Side) -> u16 {
        self.stones[side.index()]
    }

    /// Whether a side has three in a row.
    pub(super) fn has_line(&self, side: Side) -> bool {
        LINES.iter().any(|line| self.stones(side) & line == *line)
    }

    fn occupied(&self) -> u16 {
        self.stones[0] | self.stones[1]
    }
}

impl Rules for TicTacToe {
    type Move = Cell;
    const SCALE: Scale = Scale::DistanceByMover;
    const KEY_BITS: Option<u32> = Some(18);

    fn turn(&self) -> Turn {
        if self.occupied().count_ones().is_multiple_of(2) {
            Turn::Black
        } else {
            Turn::White
        }
    }

    fn outcome(&self) -> Option<Value> {
        let winner = Side::BOTH.into_iter().find(|&side| self.has_line(side));
        let won = winner.map(|side| Value::WIN.seen_by(side));
        won.or_else(|| (self.occupied() == FULL).then_some(Value::DRAW))
    }

    fn moves(&self, moves: &mut Moves<Cell>) {
        if self.outcome().is_none() {
            moves.extend(
                (0..9)
                    .filter(|cell| self.occupied() >> cell & 1 == 0)
                    .map(Cell),
            );
        }
    }

    fn play(&mut self, mv: Cell) {
        self.stones[self.to_move().index()] |= 1 << mv.0;
    }

    fn key(&self) -> u64 {
        u64::from(self.stones[0]) | u64::from(self.stones[1]) << 9
    }

    fn move_index(mv: Cell) -> u16 {
        mv.0.into()
    }

    fn max_plies(&self) -> Option<u32> {
        Some(9 - self.occupied().count_ones())
    }
}

impl Symmetry for TicTacToe {
    fn images(&self) -> impl Iterator<Item = TicTacToe> {
        SYMMETRIES.iter().map(|from| {
            let turn =
                |stones: u16| (0..9).fold(0, |all, cell| all | (stones >> from[cell] & 1) << cell);
            TicTacToe::from_stones(self.stones.map(turn))
        })
    }
}

/// Positions that are the same by symmetry.
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToeKnowledge;

impl Knowledge<TicTacToe> for TicTacToeKnowledge {
    type Memory = ();

    const ALTERNATES: bool = true;

    fn key(&self, position: &TicTacToe) -> u64 {
        position.canonical_key()
    }
}

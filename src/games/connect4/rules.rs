//! The rules of Connect 4 on two bit boards.

use super::board::Geometry;
use crate::game::{Moves, Rules, Scale, Side, Symmetry, Turn, Value, Vertex};

/// A column from 0 (`A`), where a disc is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Column(pub u8);

/// A position of Connect 4 on a board of `COLUMNS` by `ROWS` cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Connect4<const COLUMNS: usize = 7, const ROWS: usize = 6> {
    /// The cells of the side to move.
    mover: u64,
    /// The cells of both sides.
    occupied: u64,
}

impl<const COLUMNS: usize, const ROWS: usize> Default for Connect4<COLUMNS, ROWS> {
    fn default() -> Self {
        Connect4 {
            mover: 0,
            occupied: 0,
        }
    }
}

impl<const COLUMNS: usize, const ROWS: usize> Connect4<COLUMNS, ROWS> {
    /// A position from the cells of Black and of White, which must not overlap.
    pub(super) fn from_stones([black, white]: [u64; 2]) -> Self {
        let occupied = black | white;
        let position = Connect4 {
            mover: black,
            occupied,
        };
        match position.to_move() {
            Side::Black => position,
            Side::White => Connect4 {
                mover: white,
                occupied,
            },
        }
    }

    /// The cells of Black and of White.
    #[inline]
    pub(super) fn stones(&self) -> [u64; 2] {
        match self.to_move() {
            Side::Black => [self.mover, self.opponent()],
            Side::White => [self.opponent(), self.mover],
        }
    }

    /// The cells of the side to move.
    #[inline]
    pub(super) fn mover(&self) -> u64 {
        self.mover
    }

    /// The cells of the side that has just moved.
    #[inline]
    pub(super) fn opponent(&self) -> u64 {
        self.mover ^ self.occupied
    }

    /// The free cells.
    #[inline]
    pub(super) fn empty(&self) -> u64 {
        Geometry::<COLUMNS, ROWS>::CELLS & !self.occupied
    }

    /// The cells where a disc may land now, at most one a column, as if the game went on.
    #[inline]
    pub(super) fn landing(&self) -> u64 {
        let geometry = Geometry::<COLUMNS, ROWS>::BOTTOM;
        (self.occupied + geometry) & Geometry::<COLUMNS, ROWS>::CELLS
    }

    /// The cell of a vertex on the board.
    pub(super) fn cell(vertex: Vertex) -> u64 {
        1 << (usize::from(vertex.column) * Geometry::<COLUMNS, ROWS>::HEIGHT
            + usize::from(vertex.row))
    }

    /// How many discs lie in a column.
    pub(super) fn height(&self, column: u8) -> u8 {
        let cells = Geometry::<COLUMNS, ROWS>::column(usize::from(column));
        (self.occupied & cells).count_ones() as u8
    }

    /// How many discs there are.
    #[inline]
    pub(super) fn discs(&self) -> u32 {
        self.occupied.count_ones()
    }

    /// Whether mirror images are not worth looking for any more with so many discs.
    #[inline]
    pub(super) fn is_late(discs: u32) -> bool {
        discs as usize > COLUMNS * ROWS / 3
    }

    /// The family of a position with these cells of the side to move and so many discs.
    #[inline]
    pub(super) fn family_of(mover: u64, discs: u32) -> u64 {
        if Self::is_late(discs) {
            mover
        } else {
            mover.min(Self::mirrored(mover))
        }
    }

    /// The mirror image of a board.
    #[inline]
    fn mirrored(mut board: u64) -> u64 {
        let height = Geometry::<COLUMNS, ROWS>::HEIGHT;
        let column = (1u64 << height) - 1;
        let mut mirrored = 0;
        for _ in 0..COLUMNS {
            mirrored = mirrored << height | board & column;
            board = board.unbounded_shr(height as u32);
        }
        mirrored
    }
}

impl<const COLUMNS: usize, const ROWS: usize> Rules for Connect4<COLUMNS, ROWS> {
    type Move = Column;
    const KEY_BITS: Option<u32> = Some(Geometry::<COLUMNS, ROWS>::BITS);
    const SCALE: Scale = Scale::DistanceByMover;
    #[inline]
    fn turn(&self) -> Turn {
        if self.occupied.count_ones().is_multiple_of(2) {
            Turn::Black
        } else {
            Turn::White
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Value> {
        if Geometry::<COLUMNS, ROWS>::has_four(self.opponent()) {
            return Some(Value::LOSS.seen_by(self.to_move()));
        }
        (self.empty() == 0).then_some(Value::DRAW)
    }

    #[inline]
    fn moves(&self, moves: &mut Moves<Column>) {
        if Geometry::<COLUMNS, ROWS>::has_four(self.opponent()) {
            return;
        }
        let landing = self.landing();
        for column in 0..COLUMNS {
            if landing & Geometry::<COLUMNS, ROWS>::column(column) != 0 {
                moves.push(Column(column as u8));
            }
        }
    }

    #[inline]
    fn play(&mut self, Column(column): Column) {
        let shift = usize::from(column) * Geometry::<COLUMNS, ROWS>::HEIGHT;
        let cells = Geometry::<COLUMNS, ROWS>::FIRST_COLUMN.unbounded_shl(shift as u32);
        self.mover = self.opponent();
        // A disc in a full column vanishes.
        self.occupied |= self.landing() & cells;
    }

    /// The cells of the side to move, with a one on top of each column: never zero.
    #[inline]
    fn key(&self) -> u64 {
        self.mover | (self.occupied + Geometry::<COLUMNS, ROWS>::BOTTOM)
    }

    #[inline]
    fn move_index(Column(column): Column) -> u16 {
        column.into()
    }

    #[inline]
    fn max_plies(&self) -> Option<u32> {
        Some(self.empty().count_ones())
    }
}

impl<const COLUMNS: usize, const ROWS: usize> Symmetry for Connect4<COLUMNS, ROWS> {
    fn images(&self) -> impl Iterator<Item = Self> {
        let mirrored = Connect4 {
            mover: Self::mirrored(self.mover),
            occupied: Self::mirrored(self.occupied),
        };
        [*self, mirrored].into_iter()
    }

    /// The same without the images: the search asks for it.
    #[inline]
    fn canonical_key(&self) -> u64 {
        self.key().min(Self::mirrored(self.key()))
    }
}

//! What was learnt, in whole numbers: the weights that an evaluation uses, and their file.

use super::board::Board;
use super::file::{self, FileError, Origin};
use super::tuples::{Indices, Tuples};
use crate::game::Side;

const KIND: &str = "heelstone weights";

/// What was learnt of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Weights {
    pub(crate) origin: Origin,
    pub(super) board: Board,
    pub(super) tuples: Tuples,
    /// The weights of the positions in which Black is to move, then those of White.
    pub(super) tables: [Vec<i16>; 2],
}

impl Weights {
    /// A weight of 1.
    pub(super) const UNIT: f32 = 1000.0;

    /// The sum of a position's weights, seen from Black.
    #[inline]
    pub(super) fn sum(&self, indices: &Indices, to_move: Side) -> i32 {
        let table = &self.tables[to_move.index()];
        self.tuples
            .active(indices)
            .map(|weight| i32::from(table[weight]))
            .sum()
    }

    /// The bytes of a file.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let numbers = self
            .tables
            .iter()
            .flatten()
            .flat_map(|weight| weight.to_le_bytes());
        file::write(
            KIND,
            &self.origin,
            &self.board,
            &self.tuples,
            &numbers.collect::<Vec<_>>(),
        )
    }

    /// Reads what [`Weights::to_bytes`] writes.
    ///
    /// # Errors
    /// A sentence if the file is none of weights, or damaged.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Weights, FileError> {
        let content = file::read(KIND, bytes, size_of::<i16>())?;
        let number = |pair: &[u8]| i16::from_le_bytes([pair[0], pair[1]]);
        let half = |bytes: &[u8]| bytes.chunks_exact(2).map(number).collect();
        let (black, white) = content.numbers.split_at(content.numbers.len() / 2);
        Ok(Weights {
            tables: [half(black), half(white)],
            origin: content.origin,
            board: content.board,
            tuples: content.tuples,
        })
    }
}

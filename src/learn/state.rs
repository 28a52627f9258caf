//! All that a learner needs to go on later, in a file.

use super::file::{self, FileError};
use super::forecasts::Forecasts;
use super::learner::{Cell, Learner};

const KIND: &str = "heelstone training";

impl Learner {
    /// The bytes of a file from which the learner goes on as if it had never stopped.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let of_cell = |cell: &Cell| [cell.weight, cell.error, cell.size].map(f32::to_le_bytes);
        let numbers = self.cells.iter().flat_map(of_cell).flatten();
        file::write(
            KIND,
            &self.origin,
            &self.board,
            &self.features,
            &Forecasts::default(),
            &numbers.collect::<Vec<_>>(),
        )
    }

    /// Reads what [`Learner::to_bytes`] writes.
    ///
    /// # Errors
    /// A sentence if the file is none of a training, or damaged.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Learner, FileError> {
        let content = file::read(KIND, bytes, 3 * size_of::<f32>())?;
        let number = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        let cell = |bytes: &[u8]| Cell {
            weight: number(&bytes[..4]),
            error: number(&bytes[4..8]),
            size: number(&bytes[8..]),
        };
        Ok(Learner {
            cells: content.numbers.chunks_exact(12).map(cell).collect(),
            origin: content.origin,
            board: content.board,
            features: content.features,
        })
    }
}

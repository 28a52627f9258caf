//! All that a learner needs to go on later, in a file.

use serde_json::{Map, Value};

use super::champion::Champion;
use super::errors::Errors;
use super::file::{self, FileError};
use super::learner::{Learner, Sums};

const KIND: &str = "heelstone training";

/// The bytes of a weight: three floats, and as it is rounded in the best weights so far.
const EACH: usize = 3 * size_of::<f32>() + size_of::<i16>();

impl Learner {
    /// The bytes of a file from which the learner goes on as if it had never stopped.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut numbers = Vec::with_capacity(EACH * self.numbers.len());
        let sums = self.sums.iter().zip(&self.champion.numbers);
        for (weight, (sums, best)) in self.numbers.iter().zip(sums) {
            let floats = [*weight, sums.error, sums.size];
            numbers.extend(floats.iter().flat_map(|float| float.to_le_bytes()));
            numbers.extend(best.to_le_bytes());
        }
        let more = Map::from_iter([
            ("trials".into(), self.champion.trials_to_json()),
            ("errors".into(), self.errors.to_json()),
        ]);
        let (board, features) = (&self.board, &self.features);
        file::write(KIND, &self.origin, board, features, more, &numbers)
    }

    /// Reads what [`Learner::to_bytes`] writes.
    ///
    /// # Errors
    /// A sentence if the file is none of a training, or damaged.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Learner, FileError> {
        let content = file::read(KIND, bytes, EACH)?;
        let trials = Champion::trials_from_json(&content.head["trials"]);
        let errors = match &content.head["errors"] {
            // Those of a training of an earlier build.
            Value::Null => Some(Errors::default()),
            value => Errors::from_json(value),
        };
        let float = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        let sums = |bytes: &[u8]| Sums {
            error: float(&bytes[4..8]),
            size: float(&bytes[8..]),
        };
        let best = |bytes: &[u8]| i16::from_le_bytes([bytes[12], bytes[13]]);
        let weights = || content.numbers.chunks_exact(EACH);
        Ok(Learner {
            numbers: weights().map(float).collect(),
            sums: weights().map(sums).collect(),
            champion: Champion {
                numbers: weights().map(best).collect(),
                trials: trials.ok_or_else(|| FileError::contradiction(KIND))?,
            },
            errors: errors.ok_or_else(|| FileError::contradiction(KIND))?,
            origin: content.origin,
            board: content.board,
            features: content.features,
        })
    }
}

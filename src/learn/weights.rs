//! What was learnt, in whole numbers: the weights that an evaluation uses, and their file.

use serde_json::{Map, Value};

use super::board::Board;
use super::file::{self, FileError, Origin};
use super::forecasts::Forecasts;
use super::model::{Form, Model};

const KIND: &str = "heelstone weights";

/// What was learnt of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Weights {
    pub(crate) origin: Origin,
    pub(super) board: Board,
    pub(crate) model: Model,
    /// Empty if none were fitted.
    pub(crate) forecasts: Forecasts,
}

impl Weights {
    /// A value of 1.
    pub(super) const UNIT: f32 = 1000.0;

    /// Tells whether these bytes begin as a file of weights.
    pub(super) fn are_in(bytes: &[u8]) -> bool {
        bytes.starts_with(KIND.as_bytes())
    }

    /// The bytes of a file.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.model.numbers().iter();
        let numbers: Vec<u8> = numbers.flat_map(|weight| weight.to_le_bytes()).collect();
        let mut more = Map::new();
        self.model.describe(&mut more);
        if self.forecasts != Forecasts::default() {
            more.insert("forecasts".into(), self.forecasts.to_json());
        }
        file::write(KIND, &self.origin, &self.board, more, &numbers)
    }

    /// Reads what [`Weights::to_bytes`] writes.
    ///
    /// # Errors
    /// A sentence if the file is none of weights, or damaged.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Weights, FileError> {
        let content = file::read(KIND, bytes)?;
        let contradiction = || FileError::contradiction(KIND);
        let form = Form::of_head(&content.head, &content.board).ok_or_else(contradiction)?;
        let numbers = content.numbers(size_of::<i16>() * form.weights());
        let forecasts = match &content.head["forecasts"] {
            Value::Null => Some(Forecasts::default()),
            value => Forecasts::from_json(value),
        };
        let number = |pair: &[u8]| i16::from_le_bytes([pair[0], pair[1]]);
        let numbers = numbers.ok_or_else(contradiction)?;
        Ok(Weights {
            model: form.with(numbers.chunks_exact(2).map(number).collect()),
            forecasts: forecasts.ok_or_else(contradiction)?,
            origin: content.origin,
            board: content.board,
        })
    }
}

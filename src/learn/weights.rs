//! What was learnt, in whole numbers: the weights that an evaluation uses, and their file.

use serde_json::{Map, Value};

use super::board::Board;
use super::features::{Features, Indices};
use super::file::{self, FileError, Origin};
use super::forecasts::Forecasts;
use crate::game::Side;

const KIND: &str = "heelstone weights";

/// What was learnt of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Weights {
    pub(crate) origin: Origin,
    pub(super) board: Board,
    pub(super) features: Features,
    pub(super) numbers: Vec<i16>,
    /// Empty if none were fitted.
    pub(crate) forecasts: Forecasts,
}

impl Weights {
    /// A weight of 1.
    pub(super) const UNIT: f32 = 1000.0;

    /// The sum of a position's weights, seen from Black.
    #[inline]
    pub(super) fn sum(&self, indices: &Indices, to_move: Side) -> i32 {
        let mut sum = 0;
        self.features.for_each(indices, to_move, |weight| {
            sum += i32::from(self.numbers[weight])
        });
        self.features.sign(to_move) * sum
    }

    /// Tells whether these bytes begin as a file of weights.
    pub(super) fn are_in(bytes: &[u8]) -> bool {
        bytes.starts_with(KIND.as_bytes())
    }

    /// The bytes of a file.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.numbers.iter().flat_map(|weight| weight.to_le_bytes());
        let mut more = Map::new();
        if self.forecasts != Forecasts::default() {
            more.insert("forecasts".into(), self.forecasts.to_json());
        }
        let (board, features) = (&self.board, &self.features);
        let numbers: Vec<u8> = numbers.collect();
        file::write(KIND, &self.origin, board, features, more, &numbers)
    }

    /// Reads what [`Weights::to_bytes`] writes.
    ///
    /// # Errors
    /// A sentence if the file is none of weights, or damaged.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Weights, FileError> {
        let content = file::read(KIND, bytes, size_of::<i16>())?;
        let forecasts = match &content.head["forecasts"] {
            Value::Null => Some(Forecasts::default()),
            value => Forecasts::from_json(value),
        };
        let number = |pair: &[u8]| i16::from_le_bytes([pair[0], pair[1]]);
        Ok(Weights {
            numbers: content.numbers.chunks_exact(2).map(number).collect(),
            origin: content.origin,
            board: content.board,
            features: content.features,
            forecasts: forecasts.ok_or_else(|| FileError::contradiction(KIND))?,
        })
    }
}

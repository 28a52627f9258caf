//! The weights that an evaluation uses, as integers, and their file.

use serde_json::{Map, Value};

use super::board::Board;
use super::file::{self, FileError, Origin};
use super::forecasts::Forecasts;
use super::linear::{Linear, LinearWeights};
use super::model::{Content, Form};
use crate::game::Notation;

const KIND: &str = file::WEIGHTS;

/// The weights learnt for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Weights {
    pub(crate) origin: Origin,
    pub(super) board: Board,
    pub(crate) content: Content,
    /// Empty if none were fitted.
    pub(crate) forecasts: Forecasts,
}

impl Weights {
    /// A value of 1.
    pub(super) const UNIT: f32 = 1000.0;

    /// The weights of an evaluation that a game has.
    pub(crate) fn linear(origin: Origin, board: Board, form: Linear, numbers: Vec<i16>) -> Weights {
        Weights {
            origin,
            board,
            content: Content::Linear(LinearWeights { form, numbers }),
            forecasts: Forecasts::default(),
        }
    }

    /// Tells whether these bytes begin as a file of weights of patterns or of a network.
    pub(super) fn are_of_board(bytes: &[u8]) -> bool {
        file::head(KIND, bytes).is_some_and(|head| head["linear"].is_null())
    }

    /// Refuses weights whose board is not that of the game.
    ///
    /// # Errors
    /// A sentence if so.
    pub(crate) fn check<R: Notation>(&self) -> Result<(), String> {
        self.board.check::<R>("weights")
    }

    /// The bytes of a file.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.content.numbers().iter();
        let numbers: Vec<u8> = numbers.flat_map(|weight| weight.to_le_bytes()).collect();
        let mut more = Map::new();
        self.content.describe(&mut more);
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
        let file = file::read(KIND, bytes)?;
        let contradiction = || FileError::contradiction(KIND);
        let form = Form::of_head(&file.head, &file.board).ok_or_else(contradiction)?;
        let numbers = file.numbers(size_of::<i16>() * form.weights());
        let forecasts = match &file.head["forecasts"] {
            Value::Null => Some(Forecasts::default()),
            value => Forecasts::from_json(value),
        };
        let number = |pair: &[u8]| i16::from_le_bytes([pair[0], pair[1]]);
        let numbers = numbers.ok_or_else(contradiction)?;
        let numbers = numbers.chunks_exact(2).map(number).collect();
        Ok(Weights {
            content: form.with(&file.board, numbers),
            forecasts: forecasts.ok_or_else(contradiction)?,
            origin: file.origin,
            board: file.board,
        })
    }
}

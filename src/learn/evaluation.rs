//! Evaluating with what was learnt.

use super::features::Indices;
use super::file::FileError;
use super::weights::Weights;
use crate::game::{Evaluation, Forecast, Notation, Selectivity, Turn, Unpacked};

/// An evaluation that `train` has learnt: the sum of the weights of what stands on groups of neighbouring places. Those
/// that ship are unpacked when they are first used.
#[derive(Clone)]
pub struct Learned(Unpacked<Weights>);

impl Learned {
    /// The evaluation with the weights in a file of `train`, which have to be those of the game that it is used for.
    ///
    /// # Errors
    /// A sentence if the file is none of weights, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Learned, FileError> {
        Weights::from_bytes(bytes).map(Learned::from)
    }

    /// The evaluation with these weights that ship; `None` if they are none of this kind.
    pub(crate) fn shipped(bytes: &'static [u8]) -> Option<Learned> {
        let unpack = || Weights::from_bytes(bytes).expect("the weights that ship are whole");
        Weights::are_in(bytes).then(|| Learned(Unpacked::new(unpack)))
    }
}

impl From<Weights> for Learned {
    fn from(weights: Weights) -> Learned {
        Learned(weights.into())
    }
}

/// The largest value.
const LARGEST: i32 = 15_000;
/// The certainty that a forecast must have to be relied on, in percent of its deviation.
const CONFIDENCE: i32 = 150;

impl<R: Notation> Evaluation<R> for Learned {
    type Accumulator = Indices;

    fn start(&self, position: &R) -> Indices {
        let Weights {
            board, features, ..
        } = &*self.0;
        features.indices(board.planes(position))
    }

    fn update(&self, indices: &Indices, _: &R, _: R::Move, after: &R) -> Indices {
        let Weights {
            board, features, ..
        } = &*self.0;
        // Many positions are never evaluated, and drawings are slow to read.
        if board.is_drawn() {
            return Indices::EMPTY;
        }
        features.moved(indices, board.planes(after))
    }

    fn value(&self, position: &R, indices: &Indices) -> i32 {
        let weights = &*self.0;
        let to_move = Turn::side(position.turn());
        let sum = if weights.board.is_drawn() {
            let planes = weights.board.planes(position);
            weights.sum(&weights.features.indices(planes), to_move)
        } else {
            weights.sum(indices, to_move)
        };
        position.temper(sum).clamp(-LARGEST, LARGEST)
    }

    fn is_stable(&self, position: &R) -> bool {
        position.is_settled()
    }

    fn selectivity(&self) -> Selectivity {
        Selectivity {
            reduction: 100,
            confidence: CONFIDENCE,
            above_only: true,
            ..Selectivity::NONE
        }
    }

    fn forecasts(&self, position: &R, depth: u32) -> &[Forecast] {
        let weights = &*self.0;
        if !position.is_settled() {
            return &[];
        }
        weights.forecasts.of(&weights.board.planes(position), depth)
    }
}

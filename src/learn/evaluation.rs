//! Evaluating with what was learnt.

use std::sync::Arc;

use super::accumulator::Accumulator;
use super::board::Board;
use super::file::FileError;
use super::forecasts::Forecasts;
use super::linear::LinearWeights;
use super::model::{Content, Model};
use super::weights::Weights;
use crate::game::{Evaluation, Forecast, Notation, Selectivity, Turn, Unpacked};

/// An evaluation that `train` has learnt: patterns, the sum of the weights of what stands on groups of neighbouring
/// places, or a small network. Weights that ship are unpacked when they are first used.
#[derive(Clone)]
pub struct Learned(Unpacked<Sight>);

/// All that is needed to evaluate a position.
struct Sight {
    board: Board,
    model: Model,
    forecasts: Forecasts,
}

/// An evaluation made from a file of weights.
#[derive(Clone)]
pub(crate) enum Evaluator {
    Learned(Learned),
    /// An evaluation of the game's own has these.
    Linear(Arc<LinearWeights>),
}

impl Sight {
    /// Unpacks weights of patterns or of a network; returns others, which belong to an evaluation of the game's own.
    fn of(weights: Weights) -> Result<Sight, LinearWeights> {
        match weights.content {
            Content::Model(model) => Ok(Sight {
                board: weights.board,
                model: *model,
                forecasts: weights.forecasts,
            }),
            Content::Linear(linear) => Err(linear),
        }
    }
}

impl Evaluator {
    /// The evaluation with the weights in a file.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Evaluator, FileError> {
        Weights::from_bytes(bytes).map(Evaluator::from)
    }
}

impl From<Weights> for Evaluator {
    fn from(weights: Weights) -> Evaluator {
        match Sight::of(weights) {
            Ok(sight) => Evaluator::Learned(Learned(sight.into())),
            Err(linear) => Evaluator::Linear(Arc::new(linear)),
        }
    }
}

impl Learned {
    /// The value of a position that is read from its drawing.
    #[inline(never)]
    fn value_of_drawing<R: Notation>(&self, position: &R) -> i32 {
        let accumulator = Evaluation::start(self, position);
        let to_move = Turn::side(position.turn());
        self.0.model.value(&accumulator, to_move)
    }

    /// Its value for an expected result of tanh(1).
    pub(crate) const UNIT: u16 = Weights::UNIT as u16;

    /// The evaluation with the weights in a file of `train`, which have to be those of the game that it is used for.
    ///
    /// # Errors
    /// A sentence if the file is none of weights, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Learned, FileError> {
        match Evaluator::from_bytes(bytes)? {
            Evaluator::Learned(learned) => Ok(learned),
            Evaluator::Linear(linear) => Err(FileError(format!(
                "these are weights of the evaluation `{}`",
                linear.form.evaluation
            ))),
        }
    }

    /// The evaluation with these weights that ship; `None` if they are none of this kind.
    pub(crate) fn shipped(bytes: &'static [u8]) -> Option<Learned> {
        let unpack = || {
            let weights = Weights::from_bytes(bytes).expect("the weights that ship are whole");
            Sight::of(weights).unwrap_or_else(|_| unreachable!("their head says what they are"))
        };
        Weights::are_of_board(bytes).then(|| Learned(Unpacked::new(unpack)))
    }
}

/// The largest value.
const LARGEST: i32 = 15_000;
/// The certainty that a forecast must have to be relied on, in percent of its deviation.
const CONFIDENCE: i32 = 150;
/// The first ply at which forecasts are used; see [`Selectivity::forecasts_from`].
const FORECASTS_FROM: usize = 4;
/// The most things on the board with which moves are reduced by a ply less: then plans are long, and made of quiet moves.
const FEW: u32 = 8;

impl<R: Notation> Evaluation<R> for Learned {
    type Accumulator = Accumulator;

    fn start(&self, position: &R) -> Accumulator {
        let Sight { board, model, .. } = &*self.0;
        model.rows().accumulator(&board.planes(position))
    }

    fn update(&self, accumulator: &Accumulator, before: &R, mv: R::Move, after: &R) -> Accumulator {
        let mut updated = Accumulator::EMPTY;
        self.update_into(&mut updated, accumulator, before, mv, after);
        updated
    }

    #[inline]
    fn update_into(
        &self,
        updated: &mut Accumulator,
        accumulator: &Accumulator,
        _: &R,
        _: R::Move,
        after: &R,
    ) {
        let Sight { board, model, .. } = &*self.0;
        if !board.is_drawn() {
            let planes = board.planes(after);
            model.rows().move_into(updated, accumulator, &planes);
        }
    }

    fn value(&self, position: &R, accumulator: &Accumulator) -> i32 {
        let Sight { board, model, .. } = &*self.0;
        let value = if board.is_drawn() {
            self.value_of_drawing(position)
        } else {
            model.value(accumulator, Turn::side(position.turn()))
        };
        position.temper(value).clamp(-LARGEST, LARGEST)
    }

    fn per_result(&self) -> Option<u16> {
        Some(Learned::UNIT)
    }

    fn is_stable(&self, position: &R) -> bool {
        position.is_settled()
    }

    fn selectivity(&self) -> Selectivity {
        Selectivity {
            reduction: 180,
            confidence: CONFIDENCE,
            above_only: true,
            forecasts_from: FORECASTS_FROM,
            ..Selectivity::NONE
        }
    }

    fn interest(&self, _: &R, _: R::Move, after: &R) -> i32 {
        let board = &self.0.board;
        i32::from(!board.is_drawn() && board.count(&board.planes(after)) <= FEW)
    }

    fn forecasts(&self, position: &R, depth: u32) -> &[Forecast] {
        let weights = &*self.0;
        if !position.is_settled() {
            return &[];
        }
        let things = weights.board.count(&weights.board.planes(position));
        weights.forecasts.of(things, depth)
    }
}

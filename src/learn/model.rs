//! What evaluates: patterns or a network, in whole numbers.

use serde_json::{Map, Value};

use super::board::Board;
use super::network::{Network, Shape, Sums};
use super::patterns::{Features, Indices, Patterns, Plan};
use crate::game::{Planes, Side};

/// Patterns or a network, with their weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Model {
    Patterns(Patterns),
    Network(Network),
}

/// The same without weights: what they are of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Patterns(Features),
    Network(Shape),
}

/// What [`Learned`](super::Learned) keeps up as moves are played, of which few change much.
#[derive(Clone, Copy, Debug)]
pub struct Accumulator(Kept);

#[derive(Clone, Copy, Debug)]
enum Kept {
    Indices(Indices),
    Sums(Sums),
    Nothing,
}

impl Accumulator {
    /// Nothing is kept up where positions are read from their drawings, which is slow: many are never evaluated.
    pub(super) const NOTHING: Accumulator = Accumulator(Kept::Nothing);
}

impl Model {
    /// That of a position with these contents.
    #[inline]
    pub(super) fn accumulator(&self, planes: Planes) -> Accumulator {
        Accumulator(match self {
            Model::Patterns(patterns) => Kept::Indices(patterns.features.indices(planes)),
            Model::Network(network) => Kept::Sums(network.sums(planes)),
        })
    }

    /// The accumulator after a move that led to these contents.
    #[inline]
    pub(super) fn moved(&self, Accumulator(before): &Accumulator, planes: Planes) -> Accumulator {
        match (self, before) {
            (Model::Patterns(patterns), Kept::Indices(before)) => {
                Accumulator(Kept::Indices(patterns.features.moved(before, planes)))
            }
            (Model::Network(network), Kept::Sums(before)) => {
                Accumulator(Kept::Sums(network.moved(before, planes)))
            }
            _ => self.accumulator(planes),
        }
    }

    /// The value of a position with this accumulator, in thousandths, seen from Black.
    #[inline]
    pub(super) fn value(&self, Accumulator(kept): &Accumulator, to_move: Side) -> i32 {
        match (self, kept) {
            (Model::Patterns(patterns), Kept::Indices(indices)) => patterns.sum(indices, to_move),
            (Model::Network(network), Kept::Sums(sums)) => network.value(sums, to_move),
            // Another model's.
            _ => 0,
        }
    }

    /// Its weights.
    pub(super) fn numbers(&self) -> &[i16] {
        match self {
            Model::Patterns(patterns) => &patterns.numbers,
            Model::Network(network) => network.numbers(),
        }
    }

    /// Adds to the head of a file what its weights are of.
    pub(super) fn describe(&self, head: &mut Map<String, Value>) {
        match self {
            Model::Patterns(patterns) => {
                head.insert("features".into(), patterns.features.plan.to_json());
            }
            Model::Network(network) => {
                head.insert("network".into(), network.shape.to_json());
            }
        }
    }
}

impl Form {
    /// Reads what [`Model::describe`] writes.
    pub(super) fn of_head(head: &Value, board: &Board) -> Option<Form> {
        if head["network"].is_object() {
            return Shape::from_json(&head["network"], board).map(Form::Network);
        }
        let plan = Plan::from_json(&head["features"]).filter(|plan| plan.fits(board))?;
        Some(Form::Patterns(Features::new(board, plan)))
    }

    /// The number of weights.
    pub(super) fn weights(&self) -> usize {
        match self {
            Form::Patterns(features) => features.weights(),
            Form::Network(shape) => shape.weights(),
        }
    }

    /// With these weights, of the right number.
    pub(super) fn with(self, numbers: Vec<i16>) -> Model {
        match self {
            Form::Patterns(features) => Model::Patterns(Patterns { features, numbers }),
            Form::Network(shape) => Model::Network(Network::new(shape, numbers)),
        }
    }
}
